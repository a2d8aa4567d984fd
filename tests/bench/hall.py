"""`python -m tests.bench hall`: measures how long a hall takes: for records from many tables, for a referee's corrections,
for plays to many spectators, and until it has all records again after its file was deleted.
"""

import argparse
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.files import write_lines
from companion.cli.hall import hall_places

if TYPE_CHECKING:
    from tests.bench.hall_load.figures import LoadFigures

WANTED_RECORD_MS, WANTED_CORES = 250, 1
WANTED_CORRECTION_MS, WANTED_WHOLE_S = 300, 60
WANTED_PLAY_MS, WANTED_MB = 1_000, 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, words in (
        ("--tables", 200, "how many tables tell five records a second; 0: none"),
        ("--corrections", 40, "how many plays a referee corrects during the measurement; 0: none"),
        (
            "--records",
            300,
            "how many records each table has when the hall's file is deleted; 0: it is not",
        ),
        ("--spectators", 2_000, "how many spectators watch a table; 0: none"),
        ("--seconds", 20, "for how many seconds records and spectators are measured"),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=words)


def run(args: argparse.Namespace) -> int:
    hall_places(None)
    seconds = max(1, args.seconds)
    if args.tables > 0:
        _tell(_records(args.tables, seconds), args)
        if args.corrections > 0:
            _tell(_corrections(args.tables, args.corrections), args)
        if args.records > 0:
            _tell(_recovery(args.tables, args.records), args)
    if args.spectators > 0:
        _tell(_spectators(args.spectators, seconds), args)
    return 0


def _tell(told: str, args: argparse.Namespace) -> None:
    write_lines([told], None)


@contextmanager
def _place() -> Iterator[tuple[Path, int]]:
    """Give a folder and a port for a hall."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        yield Path(folder), port


# What is measured is loaded where it is: the options are explained before a database library is loaded.


def _records(tables: int, seconds: int) -> str:
    from tests.bench.hall_load.tables import measure_tables  # noqa: PLC0415

    with _place() as (folder, port):
        found = measure_tables(folder, port, tables, seconds)
    return (
        "{tables} tables: {arrived} of {sent} records are in the hall's store, after {middle} ms in the middle, {p99} ms"
        " for 99 of 100 ({wanted} wanted), {longest} ms at most; broker and hall take {cores} of a core (less than"
        " {wanted_cores} wanted); load of the machine: {load}"
    ).format(tables=tables, wanted=WANTED_RECORD_MS, wanted_cores=WANTED_CORES, **_measured(found))


def _corrections(tables: int, corrections: int) -> str:
    from tests.bench.hall_load.corrections import measure_corrections  # noqa: PLC0415

    with _place() as (folder, port):
        found = measure_corrections(folder, port, tables, corrections)
    return (
        "{tables} tables: {arrived} of {sent} corrections of a referee are at the table's screen, after {middle} ms in the"
        " middle, {p95} ms for 95 of 100 ({wanted} wanted), {longest} ms at most; load of the machine: {load}"
    ).format(tables=tables, p95=f"{found.p95_ms:.0f}", wanted=WANTED_CORRECTION_MS, **_measured(found))


def _recovery(tables: int, records: int) -> str:
    from tests.bench.hall_load.recovery import measure_recovery  # noqa: PLC0415

    with _place() as (folder, port):
        found = measure_recovery(folder, port, tables, records)
    return (
        "{tables} tables, the hall's file deleted: {fetched} of {kept} records were there again after {whole} s ({wanted}"
        " wanted), while {more} more came; load of the machine: {load}"
    ).format(
        tables=tables,
        fetched=found.fetched,
        kept=found.kept,
        whole=f"{found.whole_s:.0f}",
        wanted=WANTED_WHOLE_S,
        more=found.more,
        load=f"{found.machine_load:.1f}",
    )


def _spectators(spectators: int, seconds: int) -> str:
    from tests.bench.hall_load.spectators import measure_spectators  # noqa: PLC0415

    found = measure_spectators(spectators, seconds)
    return (
        "{spectators} spectators: {arrived} of {sent} plays were shown, after {middle} ms in the middle, {p99} ms for 99 of"
        " 100 ({wanted} wanted), {longest} ms at most; the server takes {cores} of a core and {memory} MB ({wanted_mb}"
        " wanted); load of the machine: {load}"
    ).format(
        spectators=spectators,
        wanted=WANTED_PLAY_MS,
        memory=f"{found.memory_mb:.0f}",
        wanted_mb=WANTED_MB,
        **_measured(found),
    )


def _measured(found: "LoadFigures") -> dict[str, str | int]:
    """Return what all loads tell."""
    return {
        "arrived": found.arrived,
        "sent": found.sent,
        "middle": f"{found.middle_ms:.0f}",
        "p99": f"{found.p99_ms:.0f}",
        "longest": f"{found.longest_ms:.0f}",
        "cores": f"{found.cores:.2f}",
        "load": f"{found.machine_load:.1f}",
    }

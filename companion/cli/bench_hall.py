"""`companion bench hall`: how long records take from many tables to a hall, and plays to many spectators."""

import argparse
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.files import write_lines
from companion.cli.hall import hall_places
from companion.cli.options import Said
from companion.words import Text, translate

if TYPE_CHECKING:
    from companion.trials.hall_load.figures import LoadFigures

WANTED_RECORD_MS, WANTED_CORES = 250, 1
WANTED_PLAY_MS, WANTED_MB = 1_000, 200


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    for name, default, words in (
        ("--tables", 200, Text("how many tables tell five records a second; 0: none")),
        ("--spectators", 2_000, Text("how many spectators watch a table; 0: none")),
        ("--seconds", 20, Text("for how many seconds each is measured")),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=said(words))


def run(args: argparse.Namespace) -> int:
    hall_places(None)
    # Loaded here: the options are explained before a database library is loaded.
    from companion.trials.hall_load.spectators import measure_spectators  # noqa: PLC0415
    from companion.trials.hall_load.tables import measure_tables  # noqa: PLC0415

    seconds = max(1, args.seconds)
    if args.tables > 0:
        with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
            free.close()
            found = measure_tables(Path(folder), port, args.tables, seconds)
        told = Text(
            "{tables} tables: {arrived} of {sent} records are in the hall's store, after {middle} ms in the middle, {p99} ms"
            " for 99 of 100 ({wanted} wanted), {longest} ms at most; broker and hall take {cores} of a core (less than"
            " {wanted_cores} wanted); load of the machine: {load}",
            tables=args.tables,
            wanted=WANTED_RECORD_MS,
            wanted_cores=WANTED_CORES,
            **_measured(found),
        )
        write_lines([translate(told, args.lang)], None)
    if args.spectators > 0:
        found = measure_spectators(args.spectators, seconds)
        told = Text(
            "{spectators} spectators: {arrived} of {sent} plays were shown, after {middle} ms in the middle, {p99} ms for 99 of"
            " 100 ({wanted} wanted), {longest} ms at most; the server takes {cores} of a core and {memory} MB ({wanted_mb}"
            " wanted); load of the machine: {load}",
            spectators=args.spectators,
            wanted=WANTED_PLAY_MS,
            memory=f"{found.memory_mb:.0f}",
            wanted_mb=WANTED_MB,
            **_measured(found),
        )
        write_lines([translate(told, args.lang)], None)
    return 0


def _measured(found: "LoadFigures") -> dict[str, str | int]:
    """Return what both loads tell."""
    return {
        "arrived": found.arrived,
        "sent": found.sent,
        "middle": f"{found.middle_ms:.0f}",
        "p99": f"{found.p99_ms:.0f}",
        "longest": f"{found.longest_ms:.0f}",
        "cores": f"{found.cores:.2f}",
        "load": f"{found.machine_load:.1f}",
    }

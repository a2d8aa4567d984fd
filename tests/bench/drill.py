"""`python -m tests.bench drill`: simulated tables play while things go wrong, and every log is compared at the end."""

import argparse
import logging
import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.files import made_folder, write_lines
from companion.cli.hall import hall_places
from companion.cli.story import table_lines
from companion.hall.places import HallPlaces

if TYPE_CHECKING:
    from tests.bench.hall_drill.drill import DrillResult

EXIT_FAULTS = 1
HAPPENED = {
    "dropped": "letters lost",
    "doubled": "letters doubled",
    "late": "letters held back and sent in another order",
    "damaged": "letters damaged",
    "broker killed": "broker killed",
    "hall killed": "hall killed",
    "hall's file deleted": "hall's file deleted",
    "table killed": "table killed",
    "wire cut": "line of a table cut",
    "table cloned": "table cloned: an old copy of its log put back",
    "clock set back a day": "table's clock set back a day",
    "orders": "orders of a referee, each sent twice",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, words in (
        ("--tables", 8, "how many tables play"),
        ("--plays", 100, "how many plays each table makes"),
        ("--spectators", 0, "how many spectators have a live page open meanwhile, in the hall's own program"),
        ("--seed", 1, "the seed of the drill: the same seed has the same things go wrong"),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=words)
    parser.add_argument(
        "--inside",
        action="store_true",
        help="without the broker: on a bus inside this program, in counted time",
    )
    parser.add_argument(
        "--folder", metavar="DIR", help="where the logs are written, to look at them afterwards"
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: every log is equal, or marked as forked, and every order was answered once."""
    if args.inside and args.spectators:
        print("spectators need real time: leave out --inside", file=sys.stderr)
        return EXIT_FAULTS
    hall_places(None)
    # What the hall says of its deleted file is part of the drill.
    logging.getLogger("companion.hall.desk").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as own:
        folder = Path(args.folder or own)
        result = _drilled(args, folder)
    _print(result)
    return 0 if result.is_well else EXIT_FAULTS


def _drilled(args: argparse.Namespace, folder: Path) -> "DrillResult":
    from companion.hall.store.store import sqlite_address  # noqa: PLC0415 - not for `--help`
    from tests.bench.hall_drill.drill import DrillPlan  # noqa: PLC0415
    from tests.bench.hall_drill.running import drilled_here, drilled_on_broker  # noqa: PLC0415

    made_folder(folder)
    plan = DrillPlan(
        max(1, args.tables),
        max(1, args.plays),
        args.seed,
        folder,
        sqlite_address(folder / "hall.db"),
        max(0, args.spectators),
    )
    if args.inside:
        return drilled_here(plan)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return drilled_on_broker(plan, HallPlaces(folder / f"broker-{os.getpid()}"), port)


def _print(result: "DrillResult") -> None:
    rows = [(words, result.done[name]) for name, words in HAPPENED.items()]
    rows += [
        ("plays", result.plays),
        ("matches begun", result.matches),
        ("records in the tables' logs", result.records),
        ("tables whose log stands in the hall, record for record", result.equal),
        ("tables marked as forked", result.forked),
        ("spectators whose page went on to the end", result.watched),
    ]
    rows += [
        (f"orders answered with “{outcome}”", count) for outcome, count in sorted(result.answered.items())
    ]
    write_lines(table_lines([[words, str(count)] for words, count in rows]), None)
    for fault in result.faults:
        print(f"✗ {fault}")
    if result.is_well:
        print("✓ nothing is lost, nothing is there twice")

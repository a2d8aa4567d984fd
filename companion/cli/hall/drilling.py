"""`companion hall drill`: simulated tables play while things go wrong, and every log is compared at the end."""

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
from companion.cli.options import Said
from companion.cli.paper import Ink, paper_here
from companion.cli.table import table_lines
from companion.errors import ScriptError
from companion.hall.places import HallPlaces
from companion.words import N_, Text, translate

if TYPE_CHECKING:
    from companion.trials.hall_drill.drill import DrillResult

EXIT_FAULTS = 1
HAPPENED = {
    "dropped": N_("letters lost"),
    "doubled": N_("letters doubled"),
    "late": N_("letters held back and sent in another order"),
    "damaged": N_("letters damaged"),
    "broker killed": N_("broker killed"),
    "hall killed": N_("hall killed"),
    "hall's file deleted": N_("hall's file deleted"),
    "table killed": N_("table killed"),
    "wire cut": N_("line of a table cut"),
    "table cloned": N_("table cloned: an old copy of its log put back"),
    "clock set back a day": N_("table's clock set back a day"),
    "orders": N_("orders of a referee, each sent twice"),
}


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    for name, default, words in (
        ("--tables", 8, Text("how many tables play")),
        ("--plays", 100, Text("how many plays each table makes")),
        (
            "--spectators",
            0,
            Text("how many spectators have a live page open meanwhile, in the hall's own program"),
        ),
        ("--seed", 1, Text("the seed of the drill: the same seed has the same things go wrong")),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=said(words))
    parser.add_argument(
        "--inside",
        action="store_true",
        help=said(Text("without the broker: on a bus inside this program, in counted time")),
    )
    parser.add_argument(
        "--folder", metavar="DIR", help=said(Text("where the logs are written, to look at them afterwards"))
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: every log is equal, or marked as forked, and every order was answered once. Raises `ScriptError`."""
    if args.inside and args.spectators:
        raise ScriptError(Text("spectators need real time: leave out --inside"))
    hall_places(None)
    # What the hall says of its deleted file is part of the drill.
    logging.getLogger("companion.hall.desk").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as own:
        folder = Path(args.folder or own)
        result = _drilled(args, folder)
    _print(result, args.lang)
    return 0 if result.is_well else EXIT_FAULTS


def _drilled(args: argparse.Namespace, folder: Path) -> "DrillResult":
    from companion.hall.store.store import sqlite_address  # noqa: PLC0415 - not for `--help`
    from companion.trials.hall_drill.drill import DrillPlan  # noqa: PLC0415
    from companion.trials.hall_drill.running import drilled_here, drilled_on_broker  # noqa: PLC0415

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


def _print(result: "DrillResult", language: str) -> None:
    rows = [(Text(words), result.done[name]) for name, words in HAPPENED.items()]
    rows += [
        (Text("plays"), result.plays),
        (Text("matches begun"), result.matches),
        (Text("records in the tables' logs"), result.records),
        (Text("tables whose log stands in the hall, record for record"), result.equal),
        (Text("tables marked as forked"), result.forked),
    ]
    if result.watched:
        rows.append((Text("spectators whose page went on to the end"), result.watched))
    rows += [
        (Text("orders answered with “{outcome}”", outcome=outcome), count)
        for outcome, count in sorted(result.answered.items())
    ]
    write_lines(table_lines([[translate(words, language), str(count)] for words, count in rows]), None)
    paper = paper_here(sys.stdout, language)
    for fault in result.faults:
        paper.say(fault, Ink.ALARM, mark="✗")
    if result.is_well:
        paper.say(Text("nothing is lost, nothing is there twice"), Ink.BOLD, mark="✓")

"""`companion calibrate dice`: the owners' own dice, learned face by face, or their pips measured."""

import argparse
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.grade import Report
from calibration.profile import Kind, Profile, dated
from calibration.walks.dice import DiceWalk
from calibration.walks.pips import PipsWalk
from calibration.walkthrough import Walkthrough
from companion.cli.calibrate.seeing import Sight, add_source, keep, sight, walk_on
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.virtual_dice import VirtualDice
from companion.cli.files import write_lines
from companion.cli.places import places
from companion.words import Text
from vision.detectors.dice.definition import Die, die_to_json, find_die, shipped_dice
from vision.detectors.dice.definition import Kind as DieForm
from vision.detectors.dice.enrolled import Examples, save_examples
from vision.frame import Frame
from vision.sources.virtual import VirtualSource


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "die", metavar="DIE",
        help=said(Text("which dice: {dice}, or the file of a die's definition", dice=", ".join(shipped_dice()))),
    )  # fmt: skip
    add_source(parser, said)


def run(args: argparse.Namespace) -> int:
    """0: the dice are known and kept."""
    teller, die = Teller(args.lang), find_die(args.die)
    folder = places(args.data).dice
    with sight(args, is_grey=False) as seen:
        teller.say(seen.source.describe())
        if die.kind is DieForm.PIPS:
            pips = PipsWalk(die)
            walk_on(_with_hands(pips, die, seen), seen, teller, args.patience)
            path = folder / f"{die.name}.json"
            _made(folder)
            write_lines([json.dumps(die_to_json(pips.die))], str(path))
            teller.result(pips.step)
            return _finish(seen, teller, pips.step.report, die, path)
        walk = DiceWalk(die)
        walk_on(_with_hands(walk, die, seen), seen, teller, args.patience)
        path = folder / f"{die.name}.npz"
        _save(path, walk.examples)
        teller.result(walk.step)
        return _finish(seen, teller, walk.step.report, die, path)


def _with_hands(walk: Walkthrough[Frame], die: Die, seen: Sight) -> Walkthrough[Frame]:
    """Nobody can reach into a virtual tray: somebody virtual does."""
    if isinstance(seen.source, VirtualSource):
        return VirtualDice(walk, die, seen.source.table)
    return walk


def _finish(seen: Sight, teller: Teller, report: Report | None, die: Die, path: Path) -> int:
    assert report is not None, "dice that are known have their report"
    now = dated(datetime.now(UTC))
    keep(seen, Profile(Kind.DICE, die.name, now, report, {"file": str(path)}), teller)
    return 0


def _save(path: Path, examples: Examples) -> None:
    """Whole or not at all. Raises `CompanionError`."""
    _made(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    half_done = Path(name)
    try:
        save_examples(half_done, examples)
        half_done.replace(path)
    finally:
        with suppress(OSError):
            half_done.unlink(missing_ok=True)


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        said = problem.strerror or str(problem)
        raise CalibrationError(
            Text("{file} cannot be written: {problem}", file=str(folder), problem=said)
        ) from problem

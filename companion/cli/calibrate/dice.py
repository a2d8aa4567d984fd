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
from calibration.profile import CalibrationKind, Profile, dated
from calibration.walks.dice import DiceWalk
from calibration.walks.pips import PipsWalk
from calibration.walkthrough import Walkthrough
from companion.accidents import system_says
from companion.cli.calibrate.seeing import add_source, keep, sight, walk_on
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.virtual_dice import VirtualDice
from companion.cli.files import write_lines
from companion.cli.places import places
from companion.words import Text
from vision.detectors.dice.definition import DieDefinition, die_to_json, find_die, shipped_dice
from vision.detectors.dice.definition import FaceKind as DieForm
from vision.detectors.dice.examples import DieExamples, save_examples
from vision.frame import Frame
from vision.sources.source import Source
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
        walk = walk_for(die)
        walk_on(with_hands(walk, die, seen.source), seen, teller, args.patience)
        profile = profile_of(walk, die, folder)
        teller.result(walk.step)
        keep(seen, profile, teller)
    return 0


def walk_for(die: DieDefinition) -> DiceWalk | PipsWalk:
    """How dice of this kind are learned."""
    return PipsWalk(die) if die.kind is DieForm.PIPS else DiceWalk(die)


def profile_of(walk: DiceWalk | PipsWalk, die: DieDefinition, folder: Path) -> Profile:
    """What is kept of a walk that is done; what was learned of the dice goes into the folder. Raises `CompanionError`."""
    assert walk.step.report is not None, "dice that are known have their report"
    if isinstance(walk, PipsWalk):
        path = folder / f"{die.name}.json"
        _made(folder)
        write_lines([json.dumps(die_to_json(walk.die))], str(path))
    else:
        path = folder / f"{die.name}.npz"
        _save(path, walk.examples)
    return Profile(
        CalibrationKind.DICE, die.name, dated(datetime.now(UTC)), walk.step.report, {"file": str(path)}
    )


def with_hands(walk: Walkthrough[Frame], die: DieDefinition, source: Source) -> Walkthrough[Frame]:
    """Nobody can reach into a virtual tray: somebody virtual does."""
    if isinstance(source, VirtualSource):
        return VirtualDice(walk, die, source.table)
    return walk


def _save(path: Path, examples: DieExamples) -> None:
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
        said = system_says(problem)
        raise CalibrationError(
            Text("{file} cannot be written: {problem}", file=str(folder), problem=said)
        ) from problem

"""The dice tray of a table, which the camera reads: which dice are rolled there, and how they are recognised."""

from collections.abc import Iterable, Sequence

from calibration.board import TRAYS
from companion.errors import Malformed
from companion.rules.dice import dice_of_game
from companion.rules.games import GAMES
from companion.storage import strict_json
from companion.storage.places import Places
from companion.words import Text
from vision.detection_settings import WatchedTray, tray_reader
from vision.detectors.dice.definition import DieDefinition, FaceKind, die_from_json, find_die
from vision.detectors.dice.examples import DieExamples, load_examples
from vision.detectors.dice.mixed_reader import KnownDie
from vision.errors import VisionError
from vision.lens import Lens
from vision.mat_watch import LensFor

DEFINITIONS = {"d6": "d6", "d12": "d12", "stars": "boufbowl-action", "damage": "boufbowl-damage"}
"""The definition of each of the games' dice, under which the owner's dice were calibrated."""
SHEETS = tuple(TRAYS.values())
"""The printed trays, of which one may lie on the table."""


def watched_tray(game: str, where: Places, lens: Lens | LensFor | None = None) -> WatchedTray:
    """Return the tray to watch for in a match of this game. Raises `VisionError` if its dice are not known yet."""
    return tray_of(known_dice(dice_of_game(GAMES[game]), where), lens)


def tray_of(dice: Sequence[KnownDie], lens: Lens | LensFor | None = None) -> WatchedTray:
    """Return the tray to watch for, with these dice."""
    return WatchedTray(SHEETS, tray_reader(dice), lens)


def known_dice(names: Iterable[str], where: Places) -> list[KnownDie]:
    """Return the owner's dice. Raises `VisionError` for dice that must be calibrated first."""
    return [_known(name, find_die(DEFINITIONS[name]), where) for name in names]


def _known(name: str, die: DieDefinition, where: Places) -> KnownDie:
    if die.kind is FaceKind.PIPS:
        return KnownDie(name, _measured(die, where))
    path = where.dice / f"{die.name}.npz"
    if not path.exists():
        raise VisionError(
            Text(
                "the {die} is not known yet, so it cannot be read in the tray: run `companion calibrate dice {die}`, or"
                " enter dice by hand",
                die=die.name,
            )
        )
    examples: DieExamples = load_examples(path, die)
    return KnownDie(name, die, examples)


def _measured(die: DieDefinition, where: Places) -> DieDefinition:
    """Return a die with the pips that were measured on the owner's dice, if they were."""
    path = where.dice / f"{die.name}.json"
    try:
        return die_from_json(strict_json.parse(path.read_bytes()))
    except FileNotFoundError:
        return die
    except (OSError, ValueError, Malformed) as problem:
        raise VisionError(
            Text(
                "{file} cannot be read: run `companion calibrate dice {die}` again",
                file=str(path),
                die=die.name,
            )
        ) from problem

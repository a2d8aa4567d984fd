"""The dice that fell last, to be drawn beside a board."""

from dataclasses import dataclass

from companion.play import Play, UnreadablePlay, leaves_of
from companion.session.snapshot import Fate, HiddenPlay, Snapshot
from companion.showing.scene import Scene, Words
from companion.words import Text
from ui.presenters.buttons import DICE


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die: its kind, its face, and the face in words."""

    die: str
    face: str
    says: Words


def last_dice(snapshot: Snapshot) -> tuple[FallenDie, ...]:
    """Return the dice of the last play that counts. There are none if nothing was rolled in it, or if the match waits for dice now:
    the old ones would look as if they had just fallen.
    """
    scene = snapshot.scene
    line = next((one for one in reversed(snapshot.history) if one.fate is Fate.IN_FORCE), None)
    waited = (offer.plays[:1] for offer in snapshot.offers if not offer.is_aside)
    if any(dice_of(choosable.play, scene) for plays in waited for choosable in plays):
        return ()
    if line is None or isinstance(line.play, UnreadablePlay | HiddenPlay):
        return ()
    return dice_of(line.play, scene)


def dice_of(play: Play, scene: Scene) -> tuple[FallenDie, ...]:
    """Return the dice of a play, in their order."""
    return tuple(
        FallenDie(name, str(value), scene.name(name, value) or Text("{value}", value=value))
        for path, value in leaves_of(play)
        if (name := str(path[0])) in DICE
    )

"""What a referee of L'Ouaf may set by his own word: the paths that the rules take, with what they are called."""

from collections.abc import Iterator
from typing import Any

from companion.rules.ouaf.sheet import HIGHEST, LOWEST
from companion.rules.ouaf.state import FULL
from companion.rules.ouaf.words import SET_TITLES
from companion.showing.scene import Scene
from companion.showing.settable import MOST, Settable, scores
from companion.words import Text


def settable(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    """Everything that may be set in a match: scores first."""
    yield from scores(view, scene, least=-MOST)
    for seat, points in view["reputation"].items():
        yield Settable(
            f"reputation.{seat}", scene.side(seat).name, SET_TITLES["reputation"], points, LOWEST, HIGHEST
        )
    for name in ("happy", "angry"):
        yield Settable(name, Text("match"), SET_TITLES[name], view[name], most=FULL + 1)

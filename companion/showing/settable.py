"""The values that a referee may set: their paths in the view, their names, the present values, and the possible ones.

The rules check each setting again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.showing.scene import Scene, Words
from companion.words import Text

MOST = 1_000
"""Nobody steps further than that."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the values that a path may have."""

    value: str | bool | None
    says: Words


@dataclass(frozen=True, slots=True)
class Settable:
    """A value of the view: a whole number from `least` to `most`, or one of `settings` if there are any."""

    path: str
    whose: Words
    title: Words
    value: Any
    least: int = 0
    most: int = MOST
    settings: tuple[Setting, ...] = ()


def scores(view: dict[str, Any], scene: Scene, least: int = 0) -> Iterator[Settable]:
    """Yield the score of each seat."""
    for seat, points in view["score"].items():
        yield Settable(f"score.{seat}", scene.side(seat).name, Text("score"), points, least)


def cells_of(scene: Scene) -> tuple[Setting, ...]:
    """Return the places of the board where pieces and ball may be put."""
    cells = () if scene.board is None else scene.board.cells
    return tuple(Setting(cell.name, name_in(scene, cell.name)) for cell in cells if cell.tone != "bench")


def name_in(scene: Scene, name: str) -> Words:
    """Return the name of a piece or a place."""
    return scene.names.get(name) or Text("{value}", value=name)

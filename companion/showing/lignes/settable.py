"""What a referee of Lignes d'Attaque may set by his own word: the paths that the rules take, with what they are called."""

from collections.abc import Iterator
from typing import Any

from companion.rules.lignes.override import MOST_POINTS
from companion.showing.scene import Scene
from companion.showing.settable import Settable, cells_of, name_in, scores
from companion.words import Text


def settable(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    """Everything that may be set in a match: scores first."""
    yield from scores(view, scene)
    match_ = Text("match")
    yield Settable("points", match_, Text("points left"), view["points"], most=MOST_POINTS)
    cells = cells_of(scene)
    yield Settable("ball.cell", match_, Text("the ball lies on"), view["ball"]["cell"], settings=cells)
    for name, cell in view["pieces"].items():
        yield Settable(f"pieces.{name}", name_in(scene, name), Text("stands on"), cell, settings=cells)

"""What a referee of OFUSAIDO may set by his own word: the paths that the rules take, with what they are called."""

from collections.abc import Iterator
from typing import Any

from companion.rules.ofusaido.override import COUNTS
from companion.rules.ofusaido.override_words import TITLES
from companion.showing.scene import Scene
from companion.showing.settable import Settable, scores


def settable(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    """Everything that may be set in a match: scores first."""
    yield from scores(view, scene)
    for seat, team in view["teams"].items():
        for name in COUNTS:
            yield Settable(f"teams.{seat}.{name}", scene.side(seat).name, TITLES[name], team[name])

"""The lines of a menu: a question on the left, and its possible answers as buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.showing.scene import Face
from companion.words import Text, Wording

Words = Text | Wording | str


class LineStanding(StrEnum):
    """How good the state is that a line describes."""

    NONE = ""
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One answer; the page gets `value` when it is touched."""

    value: object
    says: Words
    under: Words = ""
    is_chosen: bool = False
    is_main: bool = False
    """It leads on."""
    role: str = ""
    """A side's mark stands before it."""
    card: "ShownCard | None" = None
    """The card that it stands for, whose face is shown."""
    badge: str = ""
    """A few signs over the corner of the face."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card whose face is shown: its game, and its face."""

    game: str
    face: Face


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A question with its answers, or a sentence alone. `role`: the side whose mark stands before it."""

    key: str
    title: Words
    says: Words = ""
    options: tuple[MenuOption, ...] = ()
    role: str = ""
    standing: LineStanding = LineStanding.NONE


def pages(lines: Sequence[MenuLine], most: int) -> tuple[tuple[MenuLine, ...], ...]:
    """Spread lines evenly over as few pages as possible; no lines make one empty page."""
    if not lines:
        return ((),)
    count = -(-len(lines) // max(1, most))
    each, more = divmod(len(lines), count)
    spread, begin = [], 0
    for n in range(count):
        end = begin + each + (n < more)
        spread.append(tuple(lines[begin:end]))
        begin = end
    return tuple(spread)

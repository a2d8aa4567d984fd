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


def packed(heights: Sequence[float], room: float) -> tuple[int, ...]:
    """Spread lines of these heights over as few pages as have room for them, and return how many stand on each page. A line
    that is higher than a page has one of its own; the last page is as full as the others allow.
    """
    count = len(filled(heights, room))
    while count > 1:
        less = max(
            (sum(heights[:n]) for n in range(1, len(heights) + 1) if sum(heights[:n]) < room), default=0.0
        )
        if not less or len(filled(heights, less)) > count:
            break
        room = less
    return filled(heights, room)


def filled(heights: Sequence[float], room: float) -> tuple[int, ...]:
    """Fill one page after the other with lines of these heights, and return how many lines stand on each page."""
    counts: list[int] = []
    left = 0.0
    for height in heights:
        if not counts or height > left:
            counts.append(0)
            left = room
        counts[-1] += 1
        left -= height
    return tuple(counts) or (0,)


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

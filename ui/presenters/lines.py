"""Lines of a menu: a question on the left, its possible answers on buttons beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.words import Text, Wording

Words = Text | Wording | str


class LineStanding(StrEnum):
    """How well it stands with what a line tells of."""

    NONE = ""
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One answer: `value` is for the page, which gets it back."""

    value: object
    says: Words
    under: Words = ""
    is_chosen: bool = False
    is_main: bool = False
    """It leads on."""
    role: str = ""
    """A side's mark stands before it."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A question with its answers, or a sentence alone. `role`: a side's mark stands before it."""

    key: str
    title: Words
    says: Words = ""
    options: tuple[MenuOption, ...] = ()
    role: str = ""
    standing: LineStanding = LineStanding.NONE


def pages(lines: Sequence[MenuLine], most: int) -> tuple[tuple[MenuLine, ...], ...]:
    """Lines spread evenly over as few pages as have room for them; one empty page where there are none."""
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

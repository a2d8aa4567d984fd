"""The requests of a touch to the page itself: to have something typed, scanned or searched for."""

from dataclasses import dataclass
from enum import StrEnum


class PageWish(StrEnum):
    """Names what a page can ask for before it returns its result."""

    NAME = "name"
    NUMBER = "number"
    ADDRESS = "address"
    SCAN = "scan"
    BY_HAND = "by hand"
    REFERENCE = "reference"
    SEARCH = "search"
    MORE = "more"
    TABLE = "table"
    TABLE_NUMBER = "table number"
    TURN_OVER = "turn over"
    CHANCE = "chance"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The value of a line that needs more than a touch; `of`: the seat or the line that it is for."""

    wish: PageWish
    of: str = ""

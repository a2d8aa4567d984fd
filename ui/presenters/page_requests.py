"""What a touch can ask of the page itself: to have something typed, scanned or searched for."""

from dataclasses import dataclass
from enum import StrEnum


class PageWish(StrEnum):
    """What the page does, before it gives the result back."""

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


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The value of a line that needs more than a touch; `of`: which seat, or which line, it is for."""

    wish: PageWish
    of: str = ""

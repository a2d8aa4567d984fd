"""Defines what is read on a card: its fields, and what each may say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class FieldKind(StrEnum):
    """How a field is printed."""

    NUMBER = "number"
    CHOICE = "choice"
    """One of several words, icons or colours."""
    WORDS = "words"
    """Several words out of a list, with commas between them."""
    LINE = "line"
    """A short text, such as a name."""
    PROSE = "prose"
    """A text of any number of lines."""
    CODE = "code"
    """A reference: letters and digits in a form that other cards have too."""


FEWEST_NUMBER, MOST_NUMBER = -9, 99
"""The numbers that are looked for where a field's own bounds are wider."""


@dataclass(frozen=True, slots=True)
class ReadField:
    """A field of a kind of card. Values are written as text: `-1`, `yes`, `BU, AG`."""

    name: str
    kind: FieldKind
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a choice or a list of words may say, with the ways in which it may be printed; none: it is never printed as a
    word.
    """
    least: int = FEWEST_NUMBER
    most: int = MOST_NUMBER

    @property
    def numbers(self) -> range:
        return range(max(self.least, FEWEST_NUMBER), min(self.most, MOST_NUMBER) + 1)


@dataclass(frozen=True, slots=True)
class FieldReading:
    """What was read in a field: the value, or None where nothing is sure; then `guess` may still propose one."""

    value: str | None
    guess: str
    confidence: float


UNREAD = FieldReading(None, "", 0.0)

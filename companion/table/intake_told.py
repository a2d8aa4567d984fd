"""What the queue of photographed cards tells: what was taken, the sheets to look over, what is empty, and what cannot be."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.storage.intake import IntakeCard
from companion.words import Text
from vision.frame import Quad


@dataclass(frozen=True, slots=True)
class ReviewSheet:
    """Cards of which the same was read: which field it is, what it says, and the cards."""

    kind: str
    field: str
    value: str
    """Empty: each card says something else, such as its name."""
    cards: tuple[int, ...]
    values: tuple[str, ...]
    """What each card says."""


@dataclass(frozen=True, slots=True)
class EmptyField:
    """A field of a card that nobody has read; `guess` is what it may say."""

    card: int
    kind: str
    field: str
    guess: str


@dataclass(frozen=True, slots=True)
class IntakeAlarm:
    """Something that cannot be: the card, the field to look at, and why."""

    card: int
    field: str
    problem: Text


@dataclass(frozen=True, slots=True)
class IntakeCounts:
    """How far the queue is."""

    waiting: int
    entered: int
    of_no_kind: int


@dataclass(frozen=True, slots=True, eq=False)
class PhotographedCards:
    """The cards of a photograph that are in the queue now, and where something lies that may be a card and was not taken: see
    `ShownCards`.
    """

    cards: Sequence[IntakeCard]
    doubtful: Sequence[Quad]
    other_aspect: float | None
    size_mm: tuple[float, float]

"""Leads a person through the queue of photographed cards, one step after the other (see `companion.table.card_intake`)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.table.card_intake import CardIntake
from companion.table.intake_told import EmptyField, IntakeAlarm, ReviewSheet


@dataclass(frozen=True, slots=True)
class SameCard:
    """A card seems to be another one of the queue once more: it is left out, or it is not."""

    number: int
    first: int


@dataclass(frozen=True, slots=True)
class UnknownKind:
    """The kind of a card is not known."""

    number: int


@dataclass(frozen=True, slots=True)
class CardToType:
    """A card is typed by hand, so that others of its kind can be read."""

    number: int
    kind: str


ReviewStep = SameCard | UnknownKind | CardToType | ReviewSheet | EmptyField | IntakeAlarm
"""What a person is asked, or told: an alarm needs no answer."""


class IntakeReview:
    """One review of a queue; cards that are complete go into the catalogue on the way."""

    def __init__(self, intake: CardIntake, clock: Callable[[], datetime]) -> None:
        self._intake, self._clock = intake, clock
        self.entered = 0
        """How many cards went into the catalogue, those that were typed included."""

    def steps(self) -> Iterator[ReviewStep]:
        """Yield the steps; each is answered at the intake before the next one is asked for, or it stays open. Reading takes
        seconds. Raises what `CardIntake` raises.
        """
        for number, first in self._intake.repeated():
            yield SameCard(number, first)
        for number in self._intake.of_no_kind():
            yield UnknownKind(number)
        for kind in self._intake.kinds:
            yield from self._of_kind(kind)

    def typed(self, number: int, ref: str) -> None:
        """Note that a card was typed and is in the catalogue."""
        self._intake.reload()
        self._intake.typed(number, ref)
        self.entered += 1

    def _of_kind(self, kind: str) -> Iterator[ReviewStep]:
        for number in self._intake.to_type(kind):
            yield CardToType(number, kind)
        while self._intake.read(kind):
            sheets = self._intake.sheets(kind)
            yield from sheets
            empties = self._intake.next_empties(kind)
            yield from (one for one in empties if self._intake.is_waiting(one.card))
            if not sheets and not empties:
                entered, alarms = self._intake.enter(kind, self._clock())
                self.entered += len(entered)
                yield from alarms
                if not alarms:
                    return

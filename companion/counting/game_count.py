"""What a game tells a tournament or a season: its seats, which numbers of a finished match count, and how two sides are
counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.event import Event, Winner
from companion.words import Text

MOST = 9_999
"""No number of a match is larger."""


class CountedWay(StrEnum):
    """How a number of all matches of a player is compared with another player's."""

    SUM = "sum"
    DIFFERENCE = "difference"
    LEAST = "least"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended: for each seat its place (1 for the winner, the same for those who share it) and its numbers.

    `match` is the id of the recorded match that it was read from.
    """

    places: tuple[int, ...]
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    match: str = ""


@dataclass(frozen=True, slots=True)
class CountedNumber:
    """A number that each seat has at the end of a match. `least` is below zero where a seat can lose more than it wins."""

    key: str
    words: Text
    least: int = 0


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A number that ranks level players: how it is compared, and its heading in a table of standings."""

    key: str
    way: CountedWay
    words: Text


ReadMatch = Callable[[Any, Sequence[Event]], MatchResult]
"""Returns the result of a finished match, of its last state and all events that count."""


@dataclass(frozen=True, slots=True)
class GameCount:
    """One game's part of a tournament.

    `seats` are its seats in their order, of which from `fewest` on play. The first of `numbers` is the score that everybody
    knows; `tie_breaks` stand in their order; `level` part the seats of one match after the score.
    """

    seats: tuple[str, ...]
    fewest: int
    numbers: tuple[CountedNumber, ...]
    tie_breaks: tuple[TieBreak, ...]
    read: ReadMatch
    level: tuple[TieBreak, ...] = ()

    @property
    def most(self) -> int:
        return len(self.seats)

    @property
    def is_two_sided(self) -> bool:
        return self.most == 2

    @property
    def score(self) -> CountedNumber:
        return self.numbers[0]

    def number(self, key: str) -> CountedNumber | None:
        return next((one for one in self.numbers if one.key == key), None)

    def places(self, numbers: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
        """Return the place of each seat by the numbers: the best score first, then the tie breaks."""
        score = numbers[self.score.key]
        keys = [
            (score[n], *(_signed(rule, numbers[rule.key][n]) for rule in self.level if rule.key in numbers))
            for n in range(len(score))
        ]
        return tuple(1 + sum(other > key for other in keys) for key in keys)


def _signed(rule: TieBreak, value: int) -> int:
    return -value if rule.way is CountedWay.LEAST else value


def places_with_winner(winner: Winner, seats: Sequence[str], score: Sequence[int]) -> tuple[int, ...]:
    """Return the places when the game itself says who has won: the winners share the first place, the others follow by
    score. Without a winner the score alone decides.
    """
    winners = () if winner is None else (winner,) if isinstance(winner, str) else winner
    keys = [(seat in winners, points) for seat, points in zip(seats, score, strict=True)]
    if winners:
        keys = [(is_first, 0 if is_first else points) for is_first, points in keys]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def seat_numbers(by_seat: Mapping[Any, int], seats: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers in the order of the seats."""
    return tuple(by_seat.get(seat, 0) for seat in seats)


# --- two sides
# Counts the matches of games between two sides: their scores, and in some games a second number.


@dataclass(frozen=True, slots=True)
class EventCount:
    """A number that is counted in the events of a match, by seat."""

    number: CountedNumber
    count: Callable[[Sequence[Event]], Mapping[Any, int]]


@dataclass(frozen=True, slots=True)
class TwoSides:
    """How a match between two sides is read: `score` returns the score by seat, `winner` the side that has won."""

    seats: tuple[str, ...]
    score: Callable[[Any], Mapping[Any, int]]
    winner: Callable[[Any], Winner]


def two_sided_count(
    sides: TwoSides, score: CountedNumber, difference: Text, second: EventCount | None = None
) -> GameCount:
    """Return what counts in a game of two sides.

    Players who are level are parted by the difference of the scores, by the score, and by the second number.
    """
    also = () if second is None else (second,)
    seats = sides.seats

    def read(state: Any, events: Sequence[Event]) -> MatchResult:
        scored = seat_numbers(sides.score(state), seats)
        numbers = {score.key: scored} | {
            one.number.key: seat_numbers(one.count(events), seats) for one in also
        }
        return MatchResult(places_with_winner(sides.winner(state), seats, scored), numbers)

    return GameCount(
        seats=seats,
        fewest=len(seats),
        numbers=(score, *(one.number for one in also)),
        tie_breaks=(
            TieBreak(score.key, CountedWay.DIFFERENCE, difference),
            TieBreak(score.key, CountedWay.SUM, score.words),
            *(TieBreak(one.number.key, CountedWay.SUM, one.number.words) for one in also),
        ),
        read=read,
    )

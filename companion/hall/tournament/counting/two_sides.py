"""Counts the matches of games between two sides: their scores, and in some games a second number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.event import Event, Winner
from companion.hall.tournament.counting.game_count import (
    CountedNumber,
    CountedWay,
    GameCount,
    TieBreak,
    places_with_winner,
    seat_numbers,
)
from companion.hall.tournament.events import MatchResult
from companion.words import Text


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

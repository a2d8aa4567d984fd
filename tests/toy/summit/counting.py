"""What counts of a match of Summit: points."""

from collections.abc import Sequence

from companion.counting.game_count import (
    CountedNumber,
    CountedWay,
    GameCount,
    MatchResult,
    TieBreak,
    places_with_winner,
)
from companion.event import Event
from tests.toy.summit.rules import Seat, State, both

POINTS = both("points", "points")


def read(state: State, _events: Sequence[Event]) -> MatchResult:
    assert state.winner is not None, "only finished matches are read"
    points = tuple(state.score.values())
    return MatchResult(places_with_winner(state.winner, list(Seat), points), {"points": points})


COUNT = GameCount(
    seats=tuple(seat.value for seat in Seat),
    fewest=2,
    numbers=(CountedNumber("points", POINTS),),
    tie_breaks=(TieBreak("points", CountedWay.DIFFERENCE, POINTS),),
    read=read,
)

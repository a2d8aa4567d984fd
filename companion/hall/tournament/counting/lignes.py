"""What counts of a match of Lignes d'Attaque: goals."""

from collections.abc import Sequence

from companion.event import Event
from companion.hall.tournament.counting.game_count import (
    CountedNumber,
    CountedWay,
    GameCount,
    TieBreak,
    places_with_winner,
    seat_numbers,
)
from companion.hall.tournament.events import MatchResult
from companion.rules.lignes.pieces import Seat
from companion.rules.lignes.state import State, winner
from companion.words import Text

SEATS = tuple(seat.value for seat in Seat)


def read(state: State, _events: Sequence[Event]) -> MatchResult:
    """Return the result of a finished match."""
    goals = seat_numbers({seat.value: count for seat, count in state.score.items()}, SEATS)
    return MatchResult(places_with_winner(winner(state), SEATS, goals), {"goals": goals})


COUNT = GameCount(
    seats=SEATS,
    fewest=len(SEATS),
    numbers=(CountedNumber("goals", Text("goals")),),
    tie_breaks=(
        TieBreak("goals", CountedWay.DIFFERENCE, Text("goal difference")),
        TieBreak("goals", CountedWay.SUM, Text("goals")),
    ),
    read=read,
)

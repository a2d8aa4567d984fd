"""What counts of a match of Boufbowl: tries."""

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
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.ending import winner
from companion.rules.boufbowl.state import State
from companion.words import Text

SEATS = tuple(seat.value for seat in Seat)


def read(state: State, _events: Sequence[Event]) -> MatchResult:
    """Return the result of a finished match."""
    tries = seat_numbers(state.score, SEATS)
    return MatchResult(places_with_winner(winner(state), SEATS, tries), {"tries": tries})


COUNT = GameCount(
    seats=SEATS,
    fewest=len(SEATS),
    numbers=(CountedNumber("tries", Text("tries scored")),),
    tie_breaks=(
        TieBreak("tries", CountedWay.DIFFERENCE, Text("try difference")),
        TieBreak("tries", CountedWay.SUM, Text("tries scored")),
    ),
    read=read,
)

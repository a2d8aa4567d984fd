"""What counts of a match of OFUSAIDO: goals, and duels won."""

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
from companion.rules.ofusaido.events import Duel
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
from companion.words import Text

SEATS = tuple(seat.value for seat in Seat)


def read(state: State, events: Sequence[Event]) -> MatchResult:
    """Return the result of a finished match."""
    goals = seat_numbers(state.score, SEATS)
    duels = dict.fromkeys(SEATS, 0)
    for event in events:
        if isinstance(event, Duel):
            side = event.attack if event.winner == "attack" else event.defence
            duels[side.seat.value] += 1
    places = places_with_winner(winner(state), SEATS, goals)
    return MatchResult(places, {"goals": goals, "duels": seat_numbers(duels, SEATS)})


COUNT = GameCount(
    seats=SEATS,
    fewest=len(SEATS),
    numbers=(CountedNumber("goals", Text("goals")), CountedNumber("duels", Text("duels won"))),
    tie_breaks=(
        TieBreak("goals", CountedWay.DIFFERENCE, Text("goal difference")),
        TieBreak("goals", CountedWay.SUM, Text("goals")),
        TieBreak("duels", CountedWay.SUM, Text("duels won")),
    ),
    read=read,
)

"""What counts of a match of L'Ouaf: points, and reputation, of which less is better when points are level (the rulebook's
end of the game).
"""

from collections.abc import Sequence

from companion.event import Event
from companion.hall.tournament.counting.game_count import CountedNumber, CountedWay, GameCount, TieBreak
from companion.hall.tournament.events import MatchResult
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.sheet import FEWEST_SEATS, LOWEST
from companion.rules.ouaf.state import State
from companion.words import Text

SEATS = tuple(seat.value for seat in Seat)
LEVEL = TieBreak("reputation", CountedWay.LEAST, Text("reputation (the lower, the better)"))


def read(state: State, _events: Sequence[Event]) -> MatchResult:
    """Return the result of a finished match: who was fired, or conceded, comes last whatever the points."""
    seats = state.sheet.seats
    points = scores(state)
    reputation = {seat: state.workers[seat].reputation for seat in seats}
    ended = result(state)
    winners = () if ended is None or ended.winner is None else ended.winner
    firsts = (winners,) if isinstance(winners, str) else winners
    lost = {state.conceded, *(() if ended is None else ended.fired)}
    keys = [
        (seat.value in firsts, seat not in lost, points[seat], -reputation[seat])
        if seat.value not in firsts
        else (True, True, 0, 0)
        for seat in seats
    ]
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    numbers = {"points": tuple(map(points.__getitem__, seats)), "reputation": tuple(reputation.values())}
    return MatchResult(places, numbers)


COUNT = GameCount(
    seats=SEATS,
    fewest=FEWEST_SEATS,
    numbers=(
        CountedNumber("points", Text("points"), -999),
        CountedNumber("reputation", Text("reputation"), LOWEST),
    ),
    tie_breaks=(TieBreak("points", CountedWay.SUM, Text("points in the matches")), LEVEL),
    read=read,
    level=(LEVEL,),
)

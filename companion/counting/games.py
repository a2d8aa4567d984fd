"""What counts of a match in each game, by the game's id."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.counting.game_count import (
    CountedNumber,
    CountedWay,
    EventCount,
    GameCount,
    MatchResult,
    TieBreak,
    TwoSides,
    two_sided_count,
)
from companion.event import Event
from companion.rules.boufbowl.board import Seat as BoufbowlSeat
from companion.rules.boufbowl.judge import winner as boufbowl_winner
from companion.rules.lignes.board import Seat as LignesSeat
from companion.rules.lignes.state import winner as lignes_winner
from companion.rules.ofusaido.events import Duel
from companion.rules.ofusaido.flow import winner as ofusaido_winner
from companion.rules.ofusaido.sheet import Seat as OfusaidoSeat
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.state import FEWEST_SEATS, LOWEST, State
from companion.words import Text

# --- boufbowl
# What counts of a match of Boufbowl: tries.

BOUFBOWL = two_sided_count(
    TwoSides(tuple(map(str, BoufbowlSeat)), lambda state: state.score, boufbowl_winner),
    CountedNumber("tries", Text("tries scored")),
    Text("try difference"),
)


# --- lignes
# What counts of a match of Lignes d'Attaque: goals.

LIGNES = two_sided_count(
    TwoSides(tuple(map(str, LignesSeat)), lambda state: state.score, lignes_winner),
    CountedNumber("goals", Text("goals")),
    Text("goal difference"),
)


# --- ofusaido
# What counts of a match of OFUSAIDO: goals, and duels won.


def _duels_won(events: Sequence[Event]) -> Counter[str]:
    duels = (event for event in events if isinstance(event, Duel))
    return Counter((duel.attack if duel.winner == "attack" else duel.defence).seat for duel in duels)


OFUSAIDO = two_sided_count(
    TwoSides(tuple(map(str, OfusaidoSeat)), lambda state: state.score, ofusaido_winner),
    CountedNumber("goals", Text("goals")),
    Text("goal difference"),
    EventCount(CountedNumber("duels", Text("duels won")), _duels_won),
)


# --- ouaf
# What counts of a match of L'Ouaf: points, and reputation, of which less is better when points are level (the rulebook's
# end of the game).

OUAF_SEATS = tuple(seat.value for seat in Seat)
LEVEL = TieBreak("reputation", CountedWay.LEAST, Text("reputation (the lower, the better)"))


def result_of_ouaf(state: State, _events: Sequence[Event]) -> MatchResult:
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


OUAF = GameCount(
    seats=OUAF_SEATS,
    fewest=FEWEST_SEATS,
    numbers=(
        CountedNumber("points", Text("points"), -999),
        CountedNumber("reputation", Text("reputation"), LOWEST),
    ),
    tie_breaks=(TieBreak("points", CountedWay.SUM, Text("points in the matches")), LEVEL),
    read=result_of_ouaf,
    level=(LEVEL,),
)


# --- games

COUNTS: Mapping[str, GameCount] = {
    "ofusaido": OFUSAIDO,
    "lignes": LIGNES,
    "ouaf": OUAF,
    "boufbowl": BOUFBOWL,
}

"""What counts of a match of OFUSAIDO: goals, and duels won."""

from collections import Counter
from collections.abc import Sequence

from companion.event import Event
from companion.hall.tournament.counting.game_count import CountedNumber
from companion.hall.tournament.counting.two_sides import EventCount, TwoSides, two_sided_count
from companion.rules.ofusaido.events import Duel
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.sheet import Seat
from companion.words import Text


def _duels_won(events: Sequence[Event]) -> Counter[str]:
    duels = (event for event in events if isinstance(event, Duel))
    return Counter((duel.attack if duel.winner == "attack" else duel.defence).seat for duel in duels)


COUNT = two_sided_count(
    TwoSides(tuple(map(str, Seat)), lambda state: state.score, winner),
    CountedNumber("goals", Text("goals")),
    Text("goal difference"),
    EventCount(CountedNumber("duels", Text("duels won")), _duels_won),
)

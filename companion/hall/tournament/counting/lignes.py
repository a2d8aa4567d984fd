"""What counts of a match of Lignes d'Attaque: goals."""

from companion.hall.tournament.counting.game_count import CountedNumber
from companion.hall.tournament.counting.two_sides import TwoSides, two_sided_count
from companion.rules.lignes.pieces import Seat
from companion.rules.lignes.state import winner
from companion.words import Text

COUNT = two_sided_count(
    TwoSides(tuple(map(str, Seat)), lambda state: state.score, winner),
    CountedNumber("goals", Text("goals")),
    Text("goal difference"),
)

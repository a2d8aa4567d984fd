"""What counts of a match of Boufbowl: tries."""

from companion.hall.tournament.counting.game_count import CountedNumber
from companion.hall.tournament.counting.two_sides import TwoSides, two_sided_count
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.ending import winner
from companion.words import Text

COUNT = two_sided_count(
    TwoSides(tuple(map(str, Seat)), lambda state: state.score, winner),
    CountedNumber("tries", Text("tries scored")),
    Text("try difference"),
)

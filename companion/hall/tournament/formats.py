"""The formats of a tournament, with their numbers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from companion.codec import Range
from companion.words import Text

MOST_ROUNDS = 99
MOST_TABLES = 999


class FormatKind(StrEnum):
    """The ways to decide who meets whom."""

    SWISS = "swiss"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    FREE = "free"


FORMAT_WORDS = {
    FormatKind.SWISS: Text("Swiss: everybody plays every round, against players with as many points"),
    FormatKind.GROUPS: Text("groups: everybody meets everybody of the group once"),
    FormatKind.KNOCKOUT: Text("knockout: a player who loses is out"),
    FormatKind.FREE: Text("free play: the winner stays at the table, the next in the queue sits down"),
}


@dataclass(frozen=True, slots=True)
class TournamentFormat:
    """A format with its numbers.

    `rounds` ends a Swiss tournament; 0: nobody has said. `seats` is how many should sit at a table, in a game that leaves
    the choice; 0: the middle of what it allows. `group_size` is the size of a group, `qualified` how many of the
    standings go on into a knockout (0: all), `tables` how many there are in free play, and `longest_stay` how many matches
    in a row the winner may stay.
    """

    kind: FormatKind = FormatKind.SWISS
    rounds: Annotated[int, Range(0, MOST_ROUNDS)] = 0
    seats: Annotated[int, Range(0, 99)] = 0
    group_size: Annotated[int, Range(3, 99)] = 4
    qualified: Annotated[int, Range(0, 9_999)] = 0
    tables: Annotated[int, Range(1, MOST_TABLES)] = 1
    longest_stay: Annotated[int, Range(1, 99)] = 3

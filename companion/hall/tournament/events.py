"""The events of a tournament, its formats, and their JSON. Events are only added to the list, never removed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NewType

from companion.codec import Range, read, write
from companion.counting.game_count import MatchResult
from companion.errors import Malformed
from companion.hall.tournament.arithmetic import PairingLine
from companion.words import Text

# --- formats
# The formats of a tournament, with their numbers.

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


# --- events

EntrantNumber = NewType("EntrantNumber", int)
"""The number that a player has in a tournament, from 1."""


@dataclass(frozen=True, slots=True)
class TournamentOpened:
    """A tournament of a game begins. `lot` decides where all else is equal; it is drawn before any player is entered."""

    kind: ClassVar[str] = "opened"
    name: str
    game: str
    lot: int


@dataclass(frozen=True, slots=True)
class ClubEntered:
    """A club is entered; its name identifies it."""

    kind: ClassVar[str] = "club"
    name: str


@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """A player is entered. `skill` and `doubt` are the player's strength after earlier tournaments of this program, and
    `rating` is one of another house, such as Elo, which orders the players of the first round.
    """

    kind: ClassVar[str] = "entered"
    number: EntrantNumber
    name: str
    club: str | None = None
    skill: float | None = None
    doubt: float | None = None
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    """A player is removed from the list before the first match."""

    kind: ClassVar[str] = "withdrawn"
    number: EntrantNumber


@dataclass(frozen=True, slots=True)
class EntrantCheckedIn:
    """A player has arrived. `first_round` is the player's first round; later than 1 for late arrivals."""

    kind: ClassVar[str] = "checked_in"
    number: EntrantNumber
    first_round: int = 1


@dataclass(frozen=True, slots=True)
class EntrantDropped:
    """A player leaves the tournament; the played matches still count."""

    kind: ClassVar[str] = "dropped"
    number: EntrantNumber


@dataclass(frozen=True, slots=True)
class FormatChosen:
    """The next rounds are paired in this format. A later choice begins a new part, such as a knockout after groups."""

    kind: ClassVar[str] = "format"
    format: TournamentFormat


@dataclass(frozen=True, slots=True)
class TableFixed:
    """A player always sits at one table; None: at any table again."""

    kind: ClassVar[str] = "table_fixed"
    number: EntrantNumber
    table: int | None


@dataclass(frozen=True, slots=True)
class StreamTableChosen:
    """The matches of one table are shown to the public; None: of no table."""

    kind: ClassVar[str] = "stream_table"
    table: int | None


@dataclass(frozen=True, slots=True)
class PairedTable:
    """The players of a table, in the order of the game's seats, and the cost of this pairing."""

    table: int
    players: tuple[EntrantNumber, ...]
    lines: tuple[PairingLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who has no match in a round, and the cost of this."""

    player: EntrantNumber
    lines: tuple[PairingLine, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round has begun, with these tables and byes, and the cost of each.

    `seeds`, in the first round of groups or of a knockout: who plays in it, the best first.
    """

    kind: ClassVar[str] = "paired"
    round: int
    tables: tuple[PairedTable, ...]
    byes: tuple[Bye, ...] = ()
    seeds: tuple[EntrantNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedByHand:
    """Two players of a round exchange places, because a person decided so."""

    kind: ClassVar[str] = "by_hand"
    round: int
    one: EntrantNumber
    other: EntrantNumber
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A person enters how a match ended."""

    kind: ClassVar[str] = "result"
    round: int
    table: int
    result: MatchResult
    by: str


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """Another person confirms a result."""

    kind: ClassVar[str] = "confirmed"
    round: int
    table: int
    by: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A confirmed result is replaced. `would_change`: the tables of the running round that would differ; `goes_on`: who of
    the two goes on in a knockout whose next round is paired already.
    """

    kind: ClassVar[str] = "corrected"
    round: int
    table: int
    result: MatchResult
    by: str
    why: str
    would_change: tuple[int, ...] = ()
    goes_on: EntrantNumber | None = None


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """All results of a round are confirmed."""

    kind: ClassVar[str] = "closed"
    round: int


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """No more rounds follow; results can still be corrected."""

    kind: ClassVar[str] = "ended"


TournamentEvent = (
    TournamentOpened
    | ClubEntered
    | EntrantEntered
    | EntrantWithdrawn
    | EntrantCheckedIn
    | EntrantDropped
    | FormatChosen
    | TableFixed
    | StreamTableChosen
    | RoundPaired
    | PairedByHand
    | ResultEntered
    | ResultConfirmed
    | ResultCorrected
    | RoundClosed
    | TournamentEnded
)
TOURNAMENT_EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in TournamentEvent.__args__}


def write_tournament_event(event: TournamentEvent) -> dict[str, Any]:
    """Return the JSON of an event."""
    return {"kind": event.kind, **write(event)}


def read_tournament_event(data: Any) -> TournamentEvent:
    """Read an event from its JSON. Raises `Malformed`."""
    kind = TOURNAMENT_EVENTS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise Malformed("", Text("this is not an event of a tournament"))
    event: TournamentEvent = read(kind, {name: part for name, part in data.items() if name != "kind"}, "")
    return event

"""The state of a tournament after its events: its players, its rounds, and their results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.hall.tournament.arithmetic import PairingLine
from companion.hall.tournament.events import Bye, EntrantNumber, MatchResult
from companion.hall.tournament.formats import TournamentFormat


class Presence(StrEnum):
    """Whether a player can be paired."""

    EXPECTED = "expected"
    THERE = "there"
    DROPPED = "dropped"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the tournament. `first_round` is the player's first round, `table` the player's fixed table."""

    number: EntrantNumber
    name: str
    club: str | None = None
    skill: float | None = None
    doubt: float | None = None
    rating: float | None = None
    presence: Presence = Presence.EXPECTED
    first_round: int = 1
    table: int | None = None


@dataclass(frozen=True, slots=True)
class ResultMark:
    """A note that a confirmed result was replaced: who did it, and why."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of a round: its players by seat, the cost of the pairing, the result if there is one, and who corrected it."""

    table: int
    players: tuple[EntrantNumber, ...]
    lines: tuple[PairingLine, ...] = ()
    result: MatchResult | None = None
    is_confirmed: bool = False
    marks: tuple[ResultMark, ...] = ()

    def place_of(self, player: EntrantNumber) -> int:
        """Return the place of a player in a match that has a result."""
        assert self.result is not None
        return self.result.places[self.players.index(player)]

    @property
    def winners(self) -> tuple[EntrantNumber, ...]:
        """The players in the first place, one or several; none before the result."""
        if self.result is None:
            return ()
        return tuple(who for who, place in zip(self.players, self.result.places, strict=True) if place == 1)


@dataclass(frozen=True, slots=True)
class RoundByHand:
    """An exchange of two players in a round: the players, who decided it, and why."""

    one: EntrantNumber
    other: EntrantNumber
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class RoundOfTournament:
    """A round: its number, the part of the tournament that it belongs to, its tables and byes."""

    number: int
    part: int
    tables: tuple[TableOfRound, ...]
    byes: tuple[Bye, ...] = ()
    by_hand: tuple[RoundByHand, ...] = ()
    is_closed: bool = False

    def at(self, table: int) -> TableOfRound | None:
        return next((one for one in self.tables if one.table == table), None)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The tables whose result is not confirmed."""
        return tuple(one.table for one in self.tables if not one.is_confirmed)

    @property
    def went_on(self) -> tuple[EntrantNumber, ...]:
        """The winners, and everybody with a bye."""
        return (*(who for one in self.tables for who in one.winners), *(bye.player for bye in self.byes))

    @property
    def players(self) -> tuple[EntrantNumber, ...]:
        """Everybody who plays or has a bye."""
        return (*(who for one in self.tables for who in one.players), *(bye.player for bye in self.byes))


@dataclass(frozen=True, slots=True)
class PartOfTournament:
    """A part that is paired in one format. `seeds` are its players, the best first, once its first round is paired."""

    format: TournamentFormat
    first_round: int
    seeds: tuple[EntrantNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after some of its events."""

    name: str
    game: str
    lot: int
    clubs: tuple[str, ...] = ()
    entrants: Mapping[EntrantNumber, Entrant] = field(default_factory=dict)
    parts: tuple[PartOfTournament, ...] = ()
    rounds: tuple[RoundOfTournament, ...] = ()
    stream_table: int | None = None
    is_ended: bool = False

    @property
    def part(self) -> PartOfTournament:
        """The current part; None before a format is chosen."""
        return self.parts[-1] if self.parts else PartOfTournament(TournamentFormat(), 1)

    @property
    def running(self) -> RoundOfTournament | None:
        """The last round if it is still open; else None."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_closed else None

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def round(self, number: int) -> RoundOfTournament | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def there(self) -> tuple[Entrant, ...]:
        """The players who can be paired in the next round, in the order of the list of players."""
        return tuple(
            one
            for one in self.entrants.values()
            if one.presence is Presence.THERE and one.first_round <= self.next_round
        )

    def played(self) -> Iterator[tuple[RoundOfTournament, TableOfRound]]:
        """Every table with a confirmed result, with its round."""
        for each in self.rounds:
            for table in each.tables:
                if table.is_confirmed:
                    yield each, table

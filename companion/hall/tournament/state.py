"""The state of a tournament after its events: its players, its rounds, and their results."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.counting.game_count import MatchResult
from companion.errors import Malformed
from companion.hall.tournament.arithmetic import PairingLine
from companion.hall.tournament.events import (
    Bye,
    ClubEntered,
    EntrantCheckedIn,
    EntrantDropped,
    EntrantEntered,
    EntrantNumber,
    EntrantWithdrawn,
    FormatChosen,
    PairedByHand,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    StreamTableChosen,
    TableFixed,
    TournamentEnded,
    TournamentEvent,
    TournamentFormat,
    TournamentOpened,
)
from companion.words import Text


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
    def played_now(self) -> tuple[RoundOfTournament, ...]:
        """The last round, and of the rounds before it the tables that still play, as in free play."""
        earlier = (
            replace(each, tables=tuple(one for one in each.tables if not one.is_confirmed), byes=())
            for each in self.rounds[:-1]
            if each.waiting
        )
        return (*earlier, *self.rounds[-1:])

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    def round(self, number: int) -> RoundOfTournament | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def pairable(self) -> tuple[Entrant, ...]:
        """Return the players who can be paired in the next round, in the order of the list of players."""
        return tuple(
            one
            for one in self.entrants.values()
            if one.presence is Presence.THERE and one.first_round <= self.next_round
        )

    def played(self) -> Iterator[tuple[RoundOfTournament, TableOfRound]]:
        """Yield every table with a confirmed result, with its round."""
        for each in self.rounds:
            for table in each.tables:
                if table.is_confirmed:
                    yield each, table


# --- evolve
# Computes the state of a tournament after an event. It refuses nothing: `judge` has checked the event.


def fold(events: Iterable[TournamentEvent]) -> Tournament:
    """Return the tournament after all its events. Raises `Malformed` if the first is not a `TournamentOpened`."""
    state: Tournament | None = None
    for event in events:
        if isinstance(event, TournamentOpened):
            state = Tournament(event.name, event.game, event.lot)
        elif state is not None:
            state = evolve(state, event)
    if state is None:
        raise Malformed("", Text("a tournament begins with its opening; here there is none"))
    return state


def evolve(state: Tournament, event: TournamentEvent) -> Tournament:
    """Return the state after an event."""
    match event:
        case TournamentOpened(name, game, lot):
            return Tournament(name, game, lot)
        case ClubEntered(name):
            return replace(state, clubs=(*state.clubs, name))
        case EntrantEntered(number, name, club, skill, doubt, rating):
            made = Entrant(number, name, club, skill, doubt, rating)
            return replace(state, entrants={**state.entrants, number: made})
        case EntrantWithdrawn(number):
            return _with_entrant(state, replace(state.entrants[number], presence=Presence.WITHDRAWN))
        case EntrantCheckedIn(number, first_round):
            there = replace(state.entrants[number], presence=Presence.THERE, first_round=first_round)
            return _with_entrant(state, there)
        case EntrantDropped(number):
            return _with_entrant(state, replace(state.entrants[number], presence=Presence.DROPPED))
        case FormatChosen(chosen):
            return _with_format(state, PartOfTournament(chosen, state.next_round))
        case TableFixed(number, table):
            return _with_entrant(state, replace(state.entrants[number], table=table))
        case StreamTableChosen(table):
            return replace(state, stream_table=table)
        case TournamentEnded():
            return replace(state, is_ended=True)
        case _:
            return _in_rounds(state, event)


def _in_rounds(
    state: Tournament,
    event: RoundPaired | PairedByHand | ResultEntered | ResultConfirmed | ResultCorrected | RoundClosed,
) -> Tournament:
    match event:
        case RoundPaired(number, tables, byes, seeds):
            state = state if state.parts else _with_format(state, state.part)
            if seeds:
                state = replace(state, parts=(*state.parts[:-1], replace(state.parts[-1], seeds=seeds)))
            paired = tuple(TableOfRound(one.table, one.players, one.lines) for one in tables)
            made = RoundOfTournament(number, len(state.parts), paired, byes)
            return replace(state, rounds=(*state.rounds, made))
        case PairedByHand(number, one, other, by, why):
            return _with_round(state, _exchanged(state.rounds[number - 1], RoundByHand(one, other, by, why)))
        case ResultEntered(number, table, result):
            return _with_result(state, number, table, result, is_confirmed=False)
        case ResultCorrected():
            return _corrected(state, event)
        case ResultConfirmed(number, table):
            known = state.rounds[number - 1].at(table)
            assert known is not None and known.result is not None
            return _with_result(state, number, table, known.result, is_confirmed=True)
        case RoundClosed(number):
            return _with_round(state, replace(state.rounds[number - 1], is_closed=True))


def _corrected(state: Tournament, event: ResultCorrected) -> Tournament:
    """Replace a result; in a knockout, whoever goes on instead of the other takes the other's place in the next round."""
    found = state.rounds[event.round - 1].at(event.table)
    assert found is not None
    marked = replace(
        found, result=event.result, is_confirmed=True, marks=(*found.marks, ResultMark(event.by, event.why))
    )
    state = _with_table(state, event.round, marked)
    if event.goes_on is None or event.goes_on in state.rounds[event.round].players:
        return state
    (other,) = (who for who in found.players if who != event.goes_on)
    hand = RoundByHand(event.goes_on, other, event.by, event.why)
    return _with_round(state, _exchanged(state.rounds[event.round], hand))


def _with_entrant(state: Tournament, one: Entrant) -> Tournament:
    return replace(state, entrants={**state.entrants, one.number: one})


def _with_format(state: Tournament, part: PartOfTournament) -> Tournament:
    """Add a part; before its first round it replaces the choice before it."""
    kept = (
        state.parts[:-1] if state.parts and state.parts[-1].first_round == state.next_round else state.parts
    )
    return replace(state, parts=(*kept, part))


def _with_round(state: Tournament, changed: RoundOfTournament) -> Tournament:
    n = changed.number - 1
    return replace(state, rounds=(*state.rounds[:n], changed, *state.rounds[n + 1 :]))


def _with_result(
    state: Tournament, number: int, table: int, result: MatchResult, *, is_confirmed: bool
) -> Tournament:
    found = state.rounds[number - 1].at(table)
    assert found is not None
    return _with_table(state, number, replace(found, result=result, is_confirmed=is_confirmed))


def _with_table(state: Tournament, number: int, changed: TableOfRound) -> Tournament:
    each = state.rounds[number - 1]
    tables = tuple(changed if one.table == changed.table else one for one in each.tables)
    return _with_round(state, replace(each, tables=tables))


def _exchanged(each: RoundOfTournament, hand: RoundByHand) -> RoundOfTournament:
    """Exchange two players; a table or a bye that a person changed has no cost any more."""

    def instead(who: EntrantNumber) -> EntrantNumber:
        return hand.other if who == hand.one else hand.one if who == hand.other else who

    both = {hand.one, hand.other}
    tables = tuple(
        replace(one, players=tuple(map(instead, one.players)), lines=()) if both & set(one.players) else one
        for one in each.tables
    )
    byes = tuple(
        replace(bye, player=instead(bye.player), lines=()) if bye.player in both else bye for bye in each.byes
    )
    return replace(each, tables=tables, byes=byes, by_hand=(*each.by_hand, hand))

"""Computes the state of a tournament after an event. It refuses nothing: `judge` has checked the event."""

from collections.abc import Iterable
from dataclasses import replace

from companion.errors import Malformed
from companion.hall.tournament.events import (
    ClubEntered,
    EntrantCheckedIn,
    EntrantDropped,
    EntrantEntered,
    EntrantNumber,
    EntrantWithdrawn,
    FormatChosen,
    MatchResult,
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
    TournamentOpened,
)
from companion.hall.tournament.state import (
    Entrant,
    PartOfTournament,
    Presence,
    ResultMark,
    RoundByHand,
    RoundOfTournament,
    TableOfRound,
    Tournament,
)
from companion.words import Text


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
    """A choice before the first round of a part replaces the one before it."""
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
    """A table or a bye that a person changed has no cost any more."""

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

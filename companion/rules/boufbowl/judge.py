"""Judges a play: first whether such a play is possible now, then by the rules for its kind. An accepted play is
followed by all that results from it, up to the next question with more than one answer.
"""

from collections.abc import Mapping
from typing import Any

from companion.codec import shown
from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.accepted import accepted, with_accepted_forms
from companion.rules.boufbowl import acting, buying, moving, offering, opening, opposing, plays
from companion.rules.boufbowl.asking import placing, stepping_back, takes_lightning
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.checks import illegal, side_name
from companion.rules.boufbowl.ending import end_of_match
from companion.rules.boufbowl.events import ACCEPTED, OPPOSITION_PAGES, TurnEnd
from companion.rules.boufbowl.expects import expects
from companion.rules.boufbowl.forced import forced
from companion.rules.boufbowl.frames import Ending, Intercepted, TryUnderWay, moment_of
from companion.rules.boufbowl.override import check_override
from companion.rules.boufbowl.play_rules import CoachPlay
from companion.rules.boufbowl.plays import PLAYS, CardPlay, Draw, Place, Play
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Phase, Stage, State
from companion.rules.boufbowl.unfolding import Unfolding
from companion.rules.engine import ErrorCode, Refusal, Ruling
from companion.rules.out_of_turn import not_possible_now, other_seats_play, play_named, waited_plays
from companion.rules.play_rules import names_of_plays, unknown_card_among
from companion.rules.readings import cited
from companion.words import Text

ROWS = (*opening.ROWS, *moving.ROWS, *acting.ROWS, *opposing.ROWS, *offering.ROWS, *buying.ROWS)
ROW_OF: Mapping[type[Any], CoachPlay] = with_accepted_forms({row.form: row for row in ROWS}, ACCEPTED)
PLAY_NAMES = names_of_plays(ROWS)


def judge(state: State, play: Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    row = ROW_OF[type(play)]
    refusal = _unknown_name(state.sheet, row, play)
    if refusal is None and not (_has_its_place(state, play) and _is_waited_for(state, play)):
        refusal = _out_of_place(state, play)
    if refusal is None:
        refusal = row.check(state, play)
    if refusal is not None:
        return refusal
    if row.complete is not None:
        whole = row.complete(state, play)
        if isinstance(whole, Refusal):
            return whole
        play = whole
    unfolding = Unfolding(state)
    _unfold(unfolding, play)
    return _closed(unfolding)


def _unknown_name(sheet: Sheet, row: CoachPlay, play: Play) -> Refusal | None:
    """Return the first name in a play that is no card of the match's catalogue, or no zone of its board."""
    if refusal := unknown_card_among(row.cards(play), sheet.cards):
        return refusal
    for zone in row.zones(play):
        if zone is not None and zone not in sheet.board.zones:
            known = ", ".join(sheet.board.zones)
            return Refusal(
                ErrorCode.BAD_PLAY,
                Text("there is no zone {zone}; possible: {known}", zone=shown(zone), known=known),
            )
    return None


def options(state: State, seat: str | None, kind: str) -> list[Play]:
    """Return the complete plays of one kind that would be accepted from a seat that the table waits for.

    Where a field takes several cards, there is one play for each single card; where it takes an exact number, one for each
    card together with the cards after it. Dice are offered once whatever their order, placements by rotation around the
    half, and payments from players with fervour, each of them first in turn.
    """
    assert seat is not None
    return list(ROW_OF[PLAYS[kind]].options(state, Seat(seat)))


def _unfold(unfolding: Unfolding, play: Play) -> None:
    before, follow = unfolding.state, ROW_OF[type(play)].follow
    if type(play) in ACCEPTED:
        section = f"Boufbowl {_page(before, play)}"
        play = accepted(ACCEPTED, play, None if section == play.cite else section)
    unfolding.then(play)
    follow(unfolding, play, before)


def _closed(unfolding: Unfolding) -> Ruling:
    """Continue to the next question that has more than one answer, or to the end of the match."""
    while True:
        state = unfolding.state
        if (play := forced(state)) is not None:
            _unfold(unfolding, play)
        elif isinstance(state.top, Ending) and state.stage is Stage.BACK and stepping_back(state) is None:
            unfolding.then(TurnEnd(state.top.reason, state.active.other))
        else:
            break
    result = end_of_match(unfolding.before, unfolding.state)
    if result is not None:
        unfolding.then(result)
    return unfolding.ruling()


def _has_its_place(state: State, play: Play) -> bool:
    """Return whether a kind of play is possible at this moment; a card may also answer the action under way."""
    if state.stage in ROW_OF[type(play)].stages:
        return True
    return isinstance(play, CardPlay) and takes_lightning(state)


def _is_waited_for(state: State, play: Play) -> bool:
    """Return whether a play that names its seat comes from the seat that is asked; other plays follow from whom they
    name.
    """
    match play:
        case Place():
            return play.seat is placing(state)
        case Draw():
            return play.seat is state.active
        case _:
            return True


def _out_of_place(state: State, play: Play) -> Refusal:
    page = _page(state, play)
    if state.is_over:
        return illegal("p. 12", "the match is over")
    expected = expects(state)
    waited = waited_plays(expected, lambda seat: side_name(state.sheet, Seat(seat)), PLAY_NAMES)
    if any(play.kind in x.plays for x in expected):
        seat = side_name(state.sheet, getattr(play, "seat", state.active))
        return other_seats_play(f"Boufbowl {page}", seat, waited)
    return not_possible_now(f"Boufbowl {page}", play_named(PLAY_NAMES, play.kind), waited)


def _page(state: State, play: Play) -> str:
    """Return the page that rules a play now: some kinds of play are ruled on several."""
    match play:
        case CardPlay() if state.phase is Phase.OPPOSITION:
            return cited("p. 12", "lightning")
        case plays.Intercept() | plays.NoIntercept() if isinstance(state.top, Intercepted):
            return OPPOSITION_PAGES[moment_of(state.top)]
        case plays.Resolve() if isinstance(state.top, Intercepted) and not isinstance(state.top, TryUnderWay):
            return cited("p. 12", "lightning")
        case Place() | plays.Kickoff() if any(state.team(seat).score for seat in SEATS):
            return "p. 10"
        case plays.Tackle() if play.target in state.figures and not state.figures[play.target].standing:
            return "p. 11"
        case plays.EndTurn() if state.stage is Stage.PURCHASES:
            return "p. 13"
        case _:
            return play.cite.removeprefix("Boufbowl ")


def judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    return _closed(Unfolding(state).then(Overridden(dict(changes), reason)))


def judge_time_up(_state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook knows none."""
    return Ruling((ClockRanOut(clock),))


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return _closed(Unfolding(state).then(Conceded(SeatName(seat.value))))

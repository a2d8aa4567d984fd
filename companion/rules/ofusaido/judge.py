"""Judges a play: first whether such a play is possible now, then by the rules for this kind of play."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.engine import ErrorCode, Refusal, Ruling
from companion.rules.ofusaido import actions, opening, plays, progression, revealing, shooting
from companion.rules.ofusaido.actions import takes_actions, takes_before_draw
from companion.rules.ofusaido.events import ACCEPTED
from companion.rules.ofusaido.expects import expects, revealer
from companion.rules.ofusaido.flow import flipping
from companion.rules.ofusaido.override import check_override
from companion.rules.ofusaido.play_rules import SidePlay, Unfolding, illegal, side_name
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Contest, Phase, State, excess
from companion.rules.play_rules import (
    accepted,
    names_of_plays,
    not_possible_now,
    other_seats_play,
    play_named,
    unknown_card_among,
    waited_plays,
    with_accepted_forms,
)
from companion.rules.readings import cited
from companion.words import word

ROWS = (*opening.ROWS, *progression.ROWS, *revealing.ROWS, *shooting.ROWS, *actions.ROWS)
ROW_OF: Mapping[type[Any], SidePlay] = with_accepted_forms({row.form: row for row in ROWS}, ACCEPTED)
PLAY_NAMES = names_of_plays(ROWS)
_SEATS: Mapping[str | None, Seat | None] = {None: None, **{seat.value: seat for seat in Seat}}
_SPOKEN = (plays.ActionPlay, plays.Ability, plays.CoachBonus)
_EITHER_SEAT = (*_SPOKEN, plays.AcceptDraw)


def judge(state: State, play: plays.Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    row = ROW_OF[type(play)]
    refusal = unknown_card_among(row.cards(play), state.sheet.cards)
    if refusal is None and isinstance(play, _SPOKEN):
        refusal = _misses_its_moment(state, play)
    elif refusal is None and state.phase not in row.phases:
        refusal = _out_of_place(state, play)
    if refusal is None and not isinstance(play, _EITHER_SEAT) and not _is_their_turn(state, play):
        refusal = _out_of_place(state, play)
    if refusal is not None:
        return refusal
    if type(play) in ACCEPTED:
        play = accepted(ACCEPTED, play, _section_of_contest(state))
    return row.judge(state, play)


def options(state: State, seat: str | None, kind: str) -> list[plays.Play]:
    """Return the complete plays of one kind that would be accepted from a seat that the table waits for.

    Where a field takes several cards, there is one play for each single card; where it takes an exact number, one for each
    card together with the cards after it. Optional fields are filled in, except the energies of a stall.
    """
    return list(ROW_OF[plays.PLAYS[kind]].options(state, _SEATS[seat]))


def _misses_its_moment(state: State, play: plays.SpokenPlay) -> Refusal | None:
    if takes_before_draw(state) if play.before_draw else takes_actions(state):
        return None
    if not play.before_draw:
        return _only_before_draw(state, play) if takes_before_draw(state) else _out_of_place(state, play)
    return illegal(
        cited("§16", "before_draw"),
        "{play} before the draw is possible only right after a turn has ended",
        play=word(play.kind),
    )


def _only_before_draw(state: State, play: plays.SpokenPlay) -> Refusal:
    return illegal(
        _section(state, play),
        "{play} is possible now only before the cards are drawn: with before_draw",
        play=play_named(PLAY_NAMES, play.kind),
    )


def _is_their_turn(state: State, play: Any) -> bool:
    """Return whether the table waits for a play of this seat, in a phase where such plays are made."""
    seat: Seat = play.seat
    match state.phase:
        case Phase.OPPOSE:
            wants_redirect = state.duel is not None and state.duel.defence.base is not None
            if isinstance(play, plays.Redirect):
                return wants_redirect and seat is state.attacking
            return not wants_redirect and seat is state.defending
        case Phase.SUPPORT:
            assert state.duel is not None
            return seat is (state.attacking if isinstance(play, plays.Reveal) else state.duel.speaker)
        case Phase.REVEAL:
            return seat is revealer(state)
        case Phase.FLIP:
            return seat is flipping(state)
        case Phase.DISCARD:
            return excess(state, seat) > 0
        case Phase.LEVEL:
            return state.shootout is None or not state.shootout.shooters(seat)
        case _:
            return seat is state.attacking


def _out_of_place(state: State, play: plays.Play) -> Refusal:
    if state.phase is Phase.OVER:
        return illegal("§10", "the match is over")
    waited = waited_plays(expects(state), lambda seat: side_name(state, Seat(seat)), PLAY_NAMES)
    cite = f"OFUSAIDO {_section(state, play)}"
    if not isinstance(play, _EITHER_SEAT) and any(play.kind in x.plays for x in expects(state)):
        return other_seats_play(cite, side_name(state, play.seat), waited)
    return not_possible_now(cite, play_named(PLAY_NAMES, play.kind), waited)


def _section(state: State, play: plays.Play) -> str:
    """Return the section that rules a play now: supports, reveals and shots belong to several, and so does what may be
    said at many moments: nothing more once energies are turned, nor once the hand is filled again.
    """
    if isinstance(play, _SPOKEN):
        if state.phase is Phase.REVEAL:
            return "§14" if state.duel is not None and state.duel.contest.is_set_piece else "§11"
        if state.phase in (Phase.FLIP, Phase.DISCARD):
            return "§16"
    section = _section_of_contest(state) if type(play) in ACCEPTED else None
    return (section or play.cite).removeprefix("OFUSAIDO ")


def _section_of_contest(state: State) -> str | None:
    """Return the section that rules what is contested now: a shot, a set piece or the shoot-out; None for the rest."""
    contest = state.set_piece if state.duel is None else state.duel.contest
    if contest is Contest.SHOT:
        return "OFUSAIDO §12"
    if contest is None:
        return "OFUSAIDO §14" if state.phase in (Phase.LEVEL, Phase.SHOOTOUT) else None
    return "OFUSAIDO §14" if contest.is_set_piece else None


def judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    return Unfolding(state).then(Overridden(dict(changes), reason)).ruling()


def judge_time_up(state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook gives only a hint of 45 to 60 minutes."""
    return Ruling((ClockRanOut(clock),), state)


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return Unfolding(state).then(Conceded(SeatName(seat.value))).ruling()

"""Judges a play: first whether such a play is possible now, then by the rules for this kind of play."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.accepted import accepted
from companion.rules.engine import ErrorCode, Refusal, Ruling, unknown_card
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.actions import (
    judge_ability,
    judge_action,
    judge_coach_bonus,
    takes_actions,
    takes_before_draw,
)
from companion.rules.ofusaido.checks import illegal, side_name
from companion.rules.ofusaido.events import ACCEPTED
from companion.rules.ofusaido.expects import expects, revealer
from companion.rules.ofusaido.flow import flipping
from companion.rules.ofusaido.opening import (
    judge_attempt,
    judge_discard,
    judge_flip,
    judge_give_up,
    judge_stall,
)
from companion.rules.ofusaido.override import check_override
from companion.rules.ofusaido.play_names import PLAY_NAMES
from companion.rules.ofusaido.progression import (
    judge_advance,
    judge_free_advance,
    judge_let_pass,
    judge_oppose,
    judge_redirect,
)
from companion.rules.ofusaido.revealing import judge_no_support, judge_reveal, judge_support
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.shooting import judge_accept_draw, judge_shoot, judge_shootout
from companion.rules.ofusaido.state import Contest, Phase, State, excess
from companion.rules.ofusaido.unfolding import Unfolding
from companion.rules.out_of_turn import not_possible_now, other_seats_play, play_named, waited_plays
from companion.rules.readings import cited
from companion.words import word

_WHENEVER = frozenset(Phase)
"""The plays that either side may make are checked by `_misses_its_moment` instead."""
_PLACES: Mapping[type, tuple[Callable[[State, Any], Ruling | Refusal], frozenset[Phase]]] = {
    plays.Reveal: (judge_reveal, frozenset((Phase.REVEAL, Phase.SUPPORT))),
    plays.NoSupport: (judge_no_support, frozenset((Phase.SUPPORT,))),
    plays.Support: (judge_support, frozenset((Phase.SUPPORT,))),
    plays.Advance: (judge_advance, frozenset((Phase.ADVANCE,))),
    plays.Oppose: (judge_oppose, frozenset((Phase.OPPOSE,))),
    plays.LetPass: (judge_let_pass, frozenset((Phase.OPPOSE,))),
    plays.Redirect: (judge_redirect, frozenset((Phase.OPPOSE,))),
    plays.Attempt: (judge_attempt, frozenset((Phase.TURN,))),
    plays.Stall: (judge_stall, frozenset((Phase.TURN,))),
    plays.Shoot: (judge_shoot, frozenset((Phase.SHOT, Phase.SET_PIECE, Phase.SHOOTOUT))),
    plays.GiveUp: (judge_give_up, frozenset((Phase.ADVANCE, Phase.SHOT))),
    plays.FreeAdvance: (judge_free_advance, frozenset((Phase.FREE_ADVANCE,))),
    plays.Flip: (judge_flip, frozenset((Phase.FLIP,))),
    plays.Discard: (judge_discard, frozenset((Phase.DISCARD,))),
    plays.ActionPlay: (judge_action, _WHENEVER),
    plays.Ability: (judge_ability, _WHENEVER),
    plays.CoachBonus: (judge_coach_bonus, _WHENEVER),
    plays.AcceptDraw: (judge_accept_draw, frozenset((Phase.LEVEL, Phase.SHOOTOUT))),
    plays.Shootout: (judge_shootout, frozenset((Phase.LEVEL,))),
}
_CARD_FIELDS = ("card", "occasion", "discard", "energy")
_CARD_LISTS = ("cards", "energies", "shooters")
_NAMES: Mapping[type, tuple[tuple[str, ...], tuple[str, ...]]] = {
    kind: (
        tuple(field.name for field in fields(kind) if field.name in _CARD_FIELDS),
        tuple(field.name for field in fields(kind) if field.name in _CARD_LISTS),
    )
    for kind in _PLACES
}
_SPOKEN = (plays.ActionPlay, plays.Ability, plays.CoachBonus)
_EITHER_SEAT = (*_SPOKEN, plays.AcceptDraw)


def judge(state: State, play: plays.Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    own_judge, phases = _PLACES[type(play)]
    refusal = _unknown_card(state, play)
    if refusal is None and isinstance(play, _SPOKEN):
        refusal = _misses_its_moment(state, play)
    elif refusal is None and state.phase not in phases:
        refusal = _out_of_place(state, play)
    if refusal is None and not isinstance(play, _EITHER_SEAT) and not _is_their_turn(state, play):
        refusal = _out_of_place(state, play)
    if refusal is not None:
        return refusal
    if type(play) in ACCEPTED:
        play = accepted(ACCEPTED, play, _section_of_contest(state))
    return own_judge(state, play)


def _unknown_card(state: State, play: plays.Play) -> Refusal | None:
    cards = state.sheet.cards
    single, several = _NAMES[type(play)]
    for name in single:
        if getattr(play, name) not in cards:
            return unknown_card(getattr(play, name))
    for name in several:
        for ref in getattr(play, name) or ():
            if ref not in cards:
                return unknown_card(ref)
    return None


def _misses_its_moment(state: State, play: plays.SpokenPlay) -> Refusal | None:
    if not play.before_draw:
        return None if takes_actions(state) else _out_of_place(state, play)
    if takes_before_draw(state):
        return None
    return illegal(
        cited("§16", "before_draw"),
        "{play} before the draw is possible only right after a turn has ended",
        play=word(play.kind),
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


def judge_time_up(_state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook gives only a hint of 45 to 60 minutes."""
    return Ruling((ClockRanOut(clock),))


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return Unfolding(state).then(Conceded(SeatName(seat.value))).ruling()

"""Computes the state after the events of an opposition, from the first card promised to the last die (p. 6, 10)."""

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.contest import choosing, weigh
from companion.rules.boufbowl.events import Opposition, Outcome, Reason
from companion.rules.boufbowl.frames import CardsSoFar, Contest, Ending, Frame, Intercepted, Side
from companion.rules.boufbowl.influence import may_use_up
from companion.rules.boufbowl.plays import Bonus, ChooseDamage, Commit, Dice
from companion.rules.boufbowl.state import State, with_discards
from companion.values import replace

_ENDS = {Outcome.DEFENCE: Reason.INTERCEPTED, Outcome.LEVEL: Reason.BALL_DOWN}
"""Why a turn ends when a pass, a chandelle or a try fails. A failed pick-up or tackle does not end the turn by itself."""


def oppose(
    state: State, on: Moment, attack: CardRef, defence: CardRef, so_far: CardsSoFar | None = None
) -> State:
    """Begin an opposition of two players; cards said and shown for an opposition before it still count."""
    if so_far is None:
        return replace(state, stack=(*state.stack, Contest(on, Side(attack), Side(defence))))
    *below, frame = state.stack
    assert isinstance(frame, Intercepted)
    sides = replace(so_far.attack, player=attack), replace(so_far.defence, player=defence)
    return replace(state, stack=(*below, replace(frame, so_far=None), Contest(on, *sides)))


def step_commit(state: State, event: Commit) -> State:
    return _told(state, event.seat, replace(_side(state, event.seat), committed=event.cards))


def step_bonus(state: State, event: Bonus) -> State:
    state = _told(state, event.seat, replace(_side(state, event.seat), cards=event.cards))
    return with_discards(state, event.seat, *event.cards) if event.cards else state


def step_dice(state: State, event: Dice) -> State:
    return _told(state, event.seat, replace(_side(state, event.seat), stars=event.stars, damage=event.damage))


def step_choose_damage(state: State, event: ChooseDamage) -> State:
    chosen = _told(state, event.seat, replace(_side(state, event.seat), chosen=event.index))
    contest = _contest(chosen)
    assert contest.outcome is not None
    if choosing(chosen, contest, contest.outcome):
        return chosen
    return replace(chosen, stack=chosen.stack[:-1])


def step_opposition(state: State, event: Opposition) -> State:
    """Settle the opposition and what it was for; a tackle may still wait for its damage."""
    contest = _contest(state)
    state = _use_up(state, contest)
    if contest.on is Moment.TACKLE and choosing(state, contest, event.outcome):
        return _with_top(state, replace(contest, outcome=event.outcome))
    if contest.on not in (Moment.TACKLE, Moment.PICK_UP) and event.outcome in _ENDS:
        return replace(state, stack=(Ending(_ENDS[event.outcome]),))
    stands_alone = contest.on is Moment.TACKLE or contest.launch is not None
    return replace(state, stack=state.stack[: -1 if stands_alone else -2])


def _use_up(state: State, contest: Contest) -> State:
    """Use up effects marked `once` that counted: a played effect ends; a power's or a training's is noted as used."""
    if not may_use_up(state, contest):
        return state
    counted = weigh(state, contest).counted_once
    played = [source.lasting for source in counted if source.lasting is not None]
    noted = tuple(source.key for source in counted if source.lasting is None)
    lasting = tuple(effect for effect in state.lasting if effect not in played)
    return replace(state, lasting=lasting, used_once=(*state.used_once, *noted))


def _contest(state: State) -> Contest:
    top = state.top
    assert isinstance(top, Contest)
    return top


def _side(state: State, seat: Seat) -> Side:
    contest = _contest(state)
    is_attack = state.sheet.seat_of[contest.attack.player] is seat
    return contest.attack if is_attack else contest.defence


def _told(state: State, seat: Seat, side: Side) -> State:
    contest = _contest(state)
    is_attack = state.sheet.seat_of[contest.attack.player] is seat
    return _with_top(state, replace(contest, attack=side) if is_attack else replace(contest, defence=side))


def _with_top(state: State, frame: Frame) -> State:
    return replace(state, stack=(*state.stack[:-1], frame))

"""Says which side the table waits for, and for which kinds of play."""

from companion.rules.engine import Expectation
from companion.rules.ofusaido.actions import spoken_kinds
from companion.rules.ofusaido.cards import Icon
from companion.rules.ofusaido.flow import eligible_shooters, flipping
from companion.rules.ofusaido.sheet import SEATS, Seat
from companion.rules.ofusaido.state import (
    Contest,
    Phase,
    State,
    excess,
    players_in_hand,
)


def revealer(state: State) -> Seat | None:
    """Return the side that turns the next energy: base attack, base defence, then supports in turn, attack first (§11)."""
    duel = state.duel
    assert duel is not None
    attack, defence = duel.attack, duel.defence
    attack_turned, defence_turned = len(attack.revealed), len(defence.revealed)
    attack_left = attack_turned < attack.placed
    defence_left = defence_turned < defence.placed
    if not attack_left or not defence_left:
        return state.attacking if attack_left else state.defending if defence_left else None
    if attack.armed and not attack_turned:
        return state.attacking
    if defence.armed and not defence_turned:
        return state.defending
    attack_next = attack_turned - attack.armed
    defence_next = defence_turned - defence.armed
    return state.attacking if attack_next <= defence_next else state.defending


def expects(state: State) -> tuple[Expectation, ...]:
    """Return the seats that must play now, and which plays they may make; nothing when the match is over."""
    attacking = state.attacking
    match state.phase:
        case Phase.REVEAL:
            return (_with_actions(state, revealer(state) or attacking, ("reveal",)),)
        case Phase.TURN:
            return (_with_actions(state, attacking, _turn(state)),)
        case Phase.ADVANCE:
            return (_with_actions(state, attacking, ("advance", "give_up")),)
        case Phase.OPPOSE:
            return (_oppose(state),)
        case Phase.SUPPORT:
            return (_support(state),)
        case Phase.SHOT:
            return (_with_actions(state, attacking, ("shoot", "give_up")),)
        case Phase.FREE_ADVANCE:
            return (_with_actions(state, attacking, ("free_advance",)),)
        case Phase.SET_PIECE:
            return (_with_actions(state, attacking, ("shoot",)),)
        case Phase.FLIP:
            return (_with_actions(state, flipping(state) or attacking, ("flip",)),)
        case Phase.DISCARD:
            return tuple(_with_actions(state, seat, ("discard",)) for seat in SEATS if excess(state, seat))
        case Phase.LEVEL:
            return _level(state)
        case Phase.SHOOTOUT:
            return (_with_actions(state, attacking, ("shoot",)), Expectation(None, ("accept_draw",)))
        case Phase.OVER:
            return ()


def _with_actions(state: State, seat: Seat, plays: tuple[str, ...]) -> Expectation:
    return Expectation(seat, (*plays, *spoken_kinds(state, seat)))


def _turn(state: State) -> tuple[str, ...]:
    team = state.team(state.attacking)
    if not team.visible:
        return ()
    return ("attempt", "stall") if team.energy_pile > 0 else ("stall",)


def _oppose(state: State) -> Expectation:
    duel = state.duel
    assert duel is not None
    if duel.defence.base is not None:
        return _with_actions(state, state.attacking, ("redirect",))
    seat = state.defending
    can = can_add_player(state, seat, needs_wall=duel.contest is Contest.CROSS)
    return _with_actions(state, seat, ("oppose", "let_pass") if can else ("let_pass",))


def _support(state: State) -> Expectation:
    duel = state.duel
    assert duel is not None and duel.speaker is not None
    seat = duel.speaker
    plays: tuple[str, ...] = ("support", "no_support") if can_add_player(state, seat) else ("no_support",)
    if seat is state.attacking:
        plays = (*plays, "reveal")
    return _with_actions(state, seat, plays)


def can_add_player(state: State, seat: Seat, *, needs_wall: bool = False) -> bool:
    """Return whether a side has an energy and may have a player in hand; against a cross, a player with MUR."""
    team = state.team(seat)
    if team.energy_pile <= 0:
        return False
    players = players_in_hand(state.sheet.team(seat), team)
    if needs_wall:
        return any(state.sheet.has_icon(ref, Icon.MUR) for ref in players)
    return any(players)


def _level(state: State) -> tuple[Expectation, ...]:
    waited = [Expectation(None, ("accept_draw",))]
    for seat in SEATS:
        named = state.shootout is not None and state.shootout.shooters(seat)
        if not named and eligible_shooters(state, seat):
            waited.append(_with_actions(state, seat, ("shootout",)))
    return tuple(waited)

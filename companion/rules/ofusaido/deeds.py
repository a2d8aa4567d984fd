"""Carries out what actions and coaches' bonuses do when they are played (the deeds of the effect words)."""

from companion.ids import CardRef
from companion.rules.effects import Deed, Effect
from companion.rules.ofusaido.cards import ON_TABLE, Action, Coach, Footballer
from companion.rules.ofusaido.events import EffectShown
from companion.rules.ofusaido.fouls import CANCEL
from companion.rules.ofusaido.sheet import OCCASIONS, Seat
from companion.rules.ofusaido.state import Lasting, State, Team
from companion.rules.ofusaido.teams import recover_energies, spend_unseen, with_team
from companion.values import replace


def show_effect(state: State, event: EffectShown) -> State:
    """Carry out the effect of an action, a coach's bonus or an announced ability, as far as the engine knows its words."""
    card = state.sheet.cards[event.card]
    seat = event.seat
    if seat is None:
        return state
    if isinstance(card, Coach):
        if event.number == 2 and card.unique is not None:
            return _carry_out(state, seat, event.card, 1, card.unique)
        return state
    if not isinstance(card, Action | Footballer):
        return state
    effect = card.effects[event.number - 1]
    if not isinstance(card, Action) and effect.announced is None:
        return state
    done = _carry_out(state, seat, event.card, event.number - 1, effect)
    if effect.announced == ON_TABLE:
        return done
    team = done.team(seat)
    team = replace(team, hand=team.hand - 1, discard_known=(*team.discard_known, event.card))
    return with_team(done, seat, team)


def _carry_out(state: State, seat: Seat, card: CardRef, index: int, effect: Effect) -> State:
    for deed in effect.deeds:
        state = _do(state, seat, deed)
    if effect.modifiers or any(deed.what == CANCEL for deed in effect.deeds):
        lasting = Lasting(seat, card, index, effect.lasts)
        state = replace(state, lasting=(*state.lasting, lasting))
    return state


def _do(state: State, seat: Seat, deed: Deed) -> State:
    team = state.team(seat)
    match deed.what:
        case "recover_energies":
            team = recover_energies(team, deed.value, None)
        case "discard_energies":
            team = spend_unseen(team, min(deed.value, team.energy_pile))
        case "draw":
            drawn = min(deed.value, team.draw_pile)
            team = replace(team, hand=team.hand + drawn, draw_pile=team.draw_pile - drawn)
        case "recover_card":
            team = _recover_card(team)
        case "extra_occasion":
            return _extra_occasion(state, seat)
        case "reinstate":
            team = _reinstate(state, seat)
        case "opponent_discards_pile":
            other = state.team(seat.other)
            n = min(deed.value, other.draw_pile)
            other = replace(other, draw_pile=other.draw_pile - n, discard_unknown=other.discard_unknown + n)
            return with_team(state, seat.other, other)
        case _:
            return state
    return with_team(state, seat, team)


def _recover_card(team: Team) -> Team:
    """Take one discarded card back to the hand. Nobody says which one, so all discards are unknown from then on."""
    discards = len(team.discard_known) + team.discard_unknown
    if discards == 0:
        return team
    return replace(team, hand=team.hand + 1, discard_known=(), discard_unknown=discards - 1)


def _extra_occasion(state: State, seat: Seat) -> State:
    """Turn a used occasion face down again. Nobody says which one; it may even be the occasion in play."""
    team = state.team(seat)
    if team.occasions_left >= OCCASIONS:
        return state
    in_play = () if state.occasion is None or seat is not state.attacking else (state.occasion,)
    among = (*team.occasions_used, *in_play)
    back = (*team.occasions_back, among) if among else team.occasions_back
    return with_team(state, seat, replace(team, occasions_left=team.occasions_left + 1, occasions_back=back))


def _reinstate(state: State, seat: Seat) -> Team:
    """Bring back the last one sent off: a player goes to the discard, a keeper to the bench or to an empty goal."""
    team = state.team(seat)
    if not team.expelled:
        return team
    card = team.expelled[-1]
    team = replace(team, expelled=team.expelled[:-1], hand_limit=team.hand_limit + 1)
    if card in state.sheet.team(seat).goalkeepers:
        return replace(team, keepers=(*team.keepers, card))
    return replace(team, discard_known=(*team.discard_known, card))

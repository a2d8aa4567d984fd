"""Computes the state after an event, with the deeds of cards. It never refuses: an event has already been allowed."""

from collections.abc import Callable
from typing import Any

from companion.event import ClockRanOut, Conceded, Noted, Overridden
from companion.ids import CardRef
from companion.rules.effects import Deed, Effect, Lasts
from companion.rules.ofusaido import events, plays
from companion.rules.ofusaido.cards import ON_TABLE, Action, Coach, Colour, Footballer, Icon
from companion.rules.ofusaido.events import EffectShown
from companion.rules.ofusaido.flow import (
    after_kick,
    after_turn,
    before_draw,
    clear_duel,
    enter_zone,
    first_kick,
    place_for_set_piece,
    settle_between_turns,
)
from companion.rules.ofusaido.fouls import CANCEL
from companion.rules.ofusaido.influence import use_up, with_own_effects
from companion.rules.ofusaido.override import apply_override
from companion.rules.ofusaido.sheet import OCCASIONS, Seat
from companion.rules.ofusaido.state import (
    Contest,
    DuelOnTable,
    Kick,
    Lasting,
    Phase,
    ShootoutState,
    Side,
    State,
    Team,
    known_to_be_back,
    lose_energies,
    put_down,
    recover_energies,
    spend_unseen,
    teams_with,
    with_team,
    without,
)
from companion.rules.play_rules import with_accepted_forms
from companion.values import replace

# --- deeds
# Carries out what actions and coaches' bonuses do when they are played (the deeds of the effect words).


def effect_shown(state: State, event: EffectShown) -> tuple[int, Effect] | None:
    """Return the effect that an action, a coach's bonus or an announced ability carries out, with its place on the card;
    None: the text of a card that only applies.
    """
    card = state.sheet.cards[event.card]
    if event.seat is None:
        return None
    if isinstance(card, Coach):
        return (1, card.unique) if event.number == 2 and card.unique is not None else None
    if not isinstance(card, Action | Footballer):
        return None
    effect = card.effects[event.number - 1]
    is_applied = not isinstance(card, Action) and effect.announced is None
    return None if is_applied else (event.number - 1, effect)


def show_effect(state: State, event: EffectShown) -> State:
    """Carry out the effect of an action, a coach's bonus or an announced ability, as far as the engine knows its words."""
    shown, seat = effect_shown(state, event), event.seat
    if shown is None or seat is None:
        return state
    index, effect = shown
    done = _carry_out(state, seat, event.card, index, effect)
    if effect.announced == ON_TABLE or isinstance(state.sheet.cards[event.card], Coach):
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


# --- evolve

OTHER_RECOVERS = 2
RECOVERS = {"energies": 5, "reshuffle": 3}
"""Energies that come back when a side stalls (§15)."""


def evolve(state: State, event: events.Event | Any) -> State:
    """Return the state after an event. Any play except a card before the draw ends the moment before the draw (§16)."""
    step = _STEPS.get(type(event))
    if step is None:
        return state
    if state.ended is not None and type(event) in _CLOSING and not getattr(event, "before_draw", False):
        state = replace(state, ended=None)
    return step(state, event)


# --- plays


def _attempt(state: State, event: plays.Attempt) -> State:
    team = state.team(event.seat)
    assert event.zone is not None
    left = replace(
        team,
        occasions_left=max(0, team.occasions_left - 1),
        visible=without(team.visible, event.occasion),
    )
    home, away = teams_with(state, event.seat, left)
    return enter_zone(replace(state, home=home, away=away, occasion=event.occasion), event.zone)


def _stall(state: State, event: plays.Stall) -> State:
    team = recover_energies(state.team(event.seat), RECOVERS[event.option], event.energies)
    team = replace(
        team,
        occasions_left=max(0, team.occasions_left - 1),
        visible=without(team.visible, event.discard),
        occasions_used=(*team.occasions_used, event.discard),
    )
    if event.option == "reshuffle":
        team = replace(
            team,
            draw_pile=team.draw_pile + len(team.discard_known) + team.discard_unknown,
            discard_known=(),
            discard_unknown=0,
        )
    other = recover_energies(state.team(event.seat.other), OTHER_RECOVERS, None)
    return with_team(with_team(state, event.seat, team), event.seat.other, other)


def _advance(state: State, event: plays.Advance) -> State:
    put = () if event.card == state.carrier else (event.card,)
    team = put_down(state.team(event.seat), *put, energies=1)
    if event.intent is plays.Intent.DRIBBLE and not state.sheet.has_icon(event.card, Icon.ENDURANCE):
        team = spend_unseen(team, 1)
    duel = DuelOnTable(Contest(event.intent), Side(event.card), to=event.to)
    home, away = teams_with(state, event.seat, team)
    placed = replace(state, home=home, away=away, duel=duel, carrier=None, phase=Phase.OPPOSE)
    return with_own_effects(placed, event.seat, event.card)


def _oppose(state: State, event: plays.Oppose) -> State:
    duel, zone = state.duel, state.zone_now
    assert duel is not None and zone is not None
    home, away = teams_with(state, event.seat, put_down(state.team(event.seat), event.card, energies=1))
    duel = replace(duel, defence=Side(event.card), speaker=state.attacking)
    phase = Phase.SUPPORT
    if duel.contest is Contest.CROSS:
        duel = replace(duel, to=zone.next[0] if len(zone.next) == 1 else None)
        phase = Phase.SUPPORT if duel.to is not None else Phase.OPPOSE
    opposed = replace(state, home=home, away=away, duel=duel, phase=phase)
    return with_own_effects(opposed, event.seat, event.card)


def _redirect(state: State, event: plays.Redirect) -> State:
    assert state.duel is not None
    return replace(state, duel=replace(state.duel, to=event.to), phase=Phase.SUPPORT)


def _let_pass(state: State, _event: plays.LetPass) -> State:
    duel = state.duel
    assert duel is not None
    team = lose_energies(state.team(state.attacking), duel.attack)
    home, away = teams_with(state, state.attacking, team)
    return replace(state, home=home, away=away, let_pass=True, carrier=_dribbler(state, duel), duel=None)


def _support(state: State, event: plays.Support) -> State:
    duel = state.duel
    assert duel is not None
    team = put_down(state.team(event.seat), *event.cards, energies=len(event.cards))
    supported = with_team(state, event.seat, team)
    for card in event.cards:
        supported = with_own_effects(supported, event.seat, card)
    if event.seat is state.attacking:
        duel = replace(duel, attack=replace(duel.attack, supports=(*duel.attack.supports, *event.cards)))
    else:
        duel = replace(duel, defence=replace(duel.defence, supports=(*duel.defence.supports, *event.cards)))
    return _spoken(supported, duel, event.seat, quiet=0)


def _no_support(state: State, event: plays.NoSupport) -> State:
    assert state.duel is not None
    return _spoken(state, state.duel, event.seat, quiet=state.duel.quiet + 1)


def _spoken(state: State, duel: DuelOnTable, seat: Seat, *, quiet: int) -> State:
    """Go on after a side has spoken in `support`, so many having added nobody: the other side speaks, or the energies
    are turned.
    """
    is_last_word = duel.contest is Contest.SHOT and seat is state.defending
    if quiet == 2 or is_last_word:
        return replace(state, duel=replace(duel, quiet=quiet, speaker=None), phase=Phase.REVEAL)
    return replace(state, duel=replace(duel, quiet=quiet, speaker=seat.other))


def _reveal(state: State, event: plays.Reveal) -> State:
    duel = state.duel
    assert duel is not None
    name = "attack" if event.seat is state.attacking else "defence"
    side: Side = getattr(duel, name)
    turned = replace(side, revealed=(*side.revealed, event.energy))
    shown = replace(duel, attack=turned, speaker=None) if name == "attack" else replace(duel, defence=turned)
    return replace(state, duel=shown, phase=Phase.REVEAL)


def _shoot(state: State, event: plays.Shoot) -> State:
    team = state.team(event.seat)
    if state.shootout is not None:
        return place_for_set_piece(state, Contest.SHOOTOUT, event.card)
    if event.card not in team.table:
        state = with_team(state, event.seat, put_down(team, event.card))
    state = with_own_effects(state, event.seat, event.card)
    if state.set_piece is not None:
        return place_for_set_piece(replace(state, set_piece=None), state.set_piece, event.card)
    return _open_shot(state, event)


def _open_shot(state: State, event: plays.Shoot) -> State:
    attack, defence = state.team(event.seat), state.team(state.defending)
    armed = defence.goalkeeper is not None and defence.energy_pile > 0
    duel = DuelOnTable(
        Contest.SHOT,
        Side(event.card),
        Side(defence.goalkeeper, armed=armed),
        target=event.target,
        speaker=event.seat,
    )
    state = with_team(state, event.seat, replace(attack, energy_pile=attack.energy_pile - 1))
    if armed:
        state = with_team(state, state.defending, replace(defence, energy_pile=defence.energy_pile - 1))
    if defence.goalkeeper is not None:
        state = with_own_effects(state, state.defending, defence.goalkeeper)
    return replace(state, duel=duel, carrier=None, phase=Phase.SUPPORT)


def _flip(state: State, event: plays.Flip) -> State:
    team = state.team(event.seat)
    visible = (*team.visible, event.occasion)
    team = replace(known_to_be_back(team, event.occasion), visible=visible)
    return settle_between_turns(with_team(state, event.seat, team))


def _discard(state: State, event: plays.Discard) -> State:
    team = state.team(event.seat)
    team = replace(team, hand=team.hand - len(event.cards), discard_known=(*team.discard_known, *event.cards))
    return settle_between_turns(with_team(state, event.seat, team))


def _action(state: State, event: plays.ActionPlay) -> State:
    return before_draw(state) if event.before_draw else state


def _ability(state: State, event: plays.Ability) -> State:
    """Note that an ability was announced: it cannot be announced again in this turn, or in this match if marked `once`."""
    then = before_draw(state) if event.before_draw else state
    effect = next(
        x for x in state.sheet.team(event.seat).abilities if x.card == event.card and x.number == event.effect
    )
    lasts = Lasts.MATCH if effect.effect.once else Lasts.TURN
    said = Lasting(event.seat, event.card, effect.index, lasts)
    return replace(then, announced=(*then.announced, said))


def _coach_bonus(state: State, event: plays.CoachBonus) -> State:
    then = before_draw(state) if event.before_draw else state
    return with_team(then, event.seat, replace(then.team(event.seat), coach_bonus_used=True))


def _accept_draw(state: State, _event: plays.AcceptDraw) -> State:
    return replace(state, phase=Phase.OVER, ending=events.Ending.DRAW_ACCEPTED)


def _shootout(state: State, event: plays.Shootout) -> State:
    before = state.shootout or ShootoutState()
    if event.seat is Seat.HOME:
        named = replace(before, home=event.shooters)
    else:
        named = replace(before, away=event.shooters)
    if not (named.home and named.away):
        return replace(state, shootout=named)
    return first_kick(replace(state, shootout=named))


# --- consequences


def _duel(state: State, event: events.Duel) -> State:
    duel = state.duel
    assert duel is not None
    carrier = _dribbler(state, duel) if event.winner == "attack" else None
    settled = replace(clear_duel(state), let_pass=False, carrier=carrier)
    return settled if event.secret is None else use_up(settled, event.secret.used)


def _dribbler(state: State, duel: DuelOnTable) -> CardRef | None:
    """Return who goes on with the ball after a duel: the dribbler, unless the referee sent him off meanwhile (§11)."""
    if duel.contest is not Contest.DRIBBLE or duel.attack.base in state.team(state.attacking).expelled:
        return None
    return duel.attack.base


def _foul(state: State, event: events.Foul) -> State:
    """End the duel by a foul: its energies are spent, and play restarts as the foul says."""
    duel = state.duel
    assert duel is not None
    over = clear_duel(state)
    match event.restart:
        case events.Restart.FREE_ADVANCE:
            carrier = _dribbler(state, duel)
            return replace(over, phase=Phase.FREE_ADVANCE, carrier=carrier, let_pass=False)
        case events.Restart.FREE_KICK:
            return replace(over, phase=Phase.SET_PIECE, set_piece=Contest.FREE_KICK, let_pass=False)
        case events.Restart.PENALTY:
            return replace(over, phase=Phase.SET_PIECE, set_piece=Contest.PENALTY, let_pass=False)
        case events.Restart.TURN_END:
            return over


def _sanction(state: State, event: events.Sanction) -> State:
    team = state.team(event.seat)
    if event.colour is Colour.YELLOW:
        n = event.discarded or 0
        team = replace(team, draw_pile=team.draw_pile - n, discard_unknown=team.discard_unknown + n)
        return with_team(state, event.seat, team)
    card = event.expelled
    assert card is not None
    was_in_goal = card == team.goalkeeper
    team = replace(
        team,
        expelled=(*without(team.expelled, card), card),
        table=without(team.table, card),
        keepers=without(team.keepers, card),
        hand_limit=max(0, team.hand_limit - 1),
    )
    carrier = None if state.carrier == card and event.seat is state.attacking else state.carrier
    sent_off = replace(with_team(state, event.seat, team), carrier=carrier)
    if was_in_goal and team.goalkeeper is not None:
        return with_own_effects(sent_off, event.seat, team.goalkeeper)
    return sent_off


def _progress(state: State, event: events.Progress) -> State:
    return enter_zone(state, event.to)


def _goal(state: State, event: events.Goal) -> State:
    if state.shootout is not None:
        return _kicked(state, event.seat, event.card, scored=True)
    team = state.team(event.seat)
    return with_team(state, event.seat, replace(team, score=event.score[event.seat]))


def _no_goal(state: State, event: events.NoGoal) -> State:
    return _kicked(state, event.seat, event.card, scored=False) if state.shootout is not None else state


def _kicked(state: State, seat: Seat, card: CardRef, *, scored: bool) -> State:
    shootout = state.shootout
    assert shootout is not None
    kicks = (*shootout.kicks, Kick(seat, card, scored))
    return after_kick(replace(state, shootout=replace(shootout, kicks=kicks)))


def _turn_end(state: State, event: events.TurnEnd) -> State:
    return after_turn(state, event)


def _conceded(state: State, event: Conceded) -> State:
    state = clear_duel(state)
    return replace(state, phase=Phase.OVER, ending=events.Ending.CONCEDED, conceded=Seat(event.seat))


# --- shared steps


def _same(state: State, _event: Any) -> State:
    return state


_STEPS: dict[type, Callable[[State, Any], State]] = with_accepted_forms(
    {
        plays.Reveal: _reveal,
        plays.NoSupport: _no_support,
        plays.Support: _support,
        plays.Advance: _advance,
        plays.Oppose: _oppose,
        plays.LetPass: _let_pass,
        plays.Redirect: _redirect,
        plays.Attempt: _attempt,
        plays.Stall: _stall,
        plays.Shoot: _shoot,
        plays.GiveUp: _same,
        plays.FreeAdvance: _same,
        plays.Flip: _flip,
        plays.Discard: _discard,
        plays.ActionPlay: _action,
        plays.Ability: _ability,
        plays.CoachBonus: _coach_bonus,
        plays.AcceptDraw: _accept_draw,
        plays.Shootout: _shootout,
        events.Duel: _duel,
        events.Foul: _foul,
        events.Sanction: _sanction,
        events.Progress: _progress,
        events.Goal: _goal,
        events.NoGoal: _no_goal,
        events.EnergyCount: _same,
        events.EffectShown: show_effect,
        events.TurnEnd: _turn_end,
        events.MatchEnd: _same,
        Overridden: apply_override,
        Conceded: _conceded,
        Noted: _same,
        ClockRanOut: _same,
    },
    events.ACCEPTED,
)
_CLOSING = frozenset((*plays.PLAYS.values(), *events.ACCEPTED.values(), Overridden, Conceded))

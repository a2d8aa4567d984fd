"""Moves a match on without a play: into the next zone, to the end of a turn, to the next side, through the shoot-out."""

from companion.ids import CardRef
from companion.rules.effects import Lasts
from companion.rules.ofusaido.events import Ending, EndReason, MatchEnd, TurnEnd
from companion.rules.ofusaido.sheet import SEATS, VISIBLE, Seat, TeamSheet
from companion.rules.ofusaido.state import (
    Contest,
    DuelOnTable,
    EndedTurn,
    Lasting,
    Phase,
    Side,
    State,
    Team,
    excess,
    lose_energies,
    players_in_hand,
    return_set_piece_energy,
    take_for_set_piece,
    with_team,
)
from companion.values import replace

KICKS = 5
"""Number of shooters that a side names for a shoot-out (§14)."""


def enter_zone(state: State, zone: str) -> State:
    """Put the attack into a zone: from a shooting zone it shoots, from any other it advances."""
    assert state.occasion is not None
    shot = state.sheet.zones[state.occasion][zone].shot
    return replace(state, zone=zone, phase=Phase.ADVANCE if shot is None else Phase.SHOT)


# --- the end of a turn


def forced_end(state: State) -> TurnEnd | None:
    """Return the end of a turn that must end because the attack has no energy to place, or nobody to play (§16)."""
    if state.phase is not Phase.ADVANCE and state.phase is not Phase.SHOT:
        return None
    team = state.team(state.attacking)
    if team.energy_pile <= 0:
        return turn_end(state, EndReason.NO_ENERGY)
    if state.carrier is None and not any(players_in_hand(state.sheet.team(state.attacking), team)):
        return turn_end(state, EndReason.NO_CARD)
    return None


def turn_end(state: State, reason: EndReason) -> TurnEnd:
    """Return the end of the turn, with the number of cards that each side draws (§10)."""
    draw = {seat.value: _draws(state.team(seat)) for seat in SEATS}
    return TurnEnd(reason, draw, next_attacker(state))


def _draws(team: Team) -> int:
    return min(max(0, team.hand_limit - team.hand), team.draw_pile)


def next_attacker(state: State) -> Seat | None:
    """Return who attacks next: the sides take turns while they have an occasion left."""
    for seat in (state.defending, state.attacking):
        if state.team(seat).occasions_left > 0:
            return seat
    return None


def after_turn(state: State, event: TurnEnd) -> State:
    """End the turn: everything on the table goes to the discards, and both sides draw."""
    cleared = replace(
        state,
        home=_with_hand_filled(state, Seat.HOME, event.draw[Seat.HOME]),
        away=_with_hand_filled(state, Seat.AWAY, event.draw[Seat.AWAY]),
        occasion=None,
        zone=None,
        carrier=None,
        let_pass=False,
        duel=None,
        set_piece=None,
        lasting=_for_the_match(state.lasting),
        announced=_for_the_match(state.announced),
        ended=EndedTurn(state.attacking, state.turn, event.reason, event.draw, state.announced),
    )
    return settle_between_turns(cleared)


def _with_hand_filled(state: State, seat: Seat, drawn: int) -> Team:
    """Return a side's cards once its table is cleared and it has drawn; the attack has used its occasion."""
    team = state.team(seat)
    used = (state.occasion,) if seat is state.attacking and state.occasion is not None else ()
    return replace(
        team,
        table=(),
        discard_known=_discarded(team, state.sheet.team(seat)),
        hand=team.hand + drawn,
        draw_pile=team.draw_pile - drawn,
        occasions_used=(*team.occasions_used, *used),
    )


def _for_the_match(lasting: tuple[Lasting, ...]) -> tuple[Lasting, ...]:
    return tuple(effect for effect in lasting if effect.lasts is Lasts.MATCH)


def before_draw(state: State) -> State:
    """Return the state just before the turn that has just ended filled the hands (§16)."""
    ended = state.ended
    assert ended is not None
    return replace(
        state,
        home=_with_draw_undone(state.home, ended.draw[Seat.HOME]),
        away=_with_draw_undone(state.away, ended.draw[Seat.AWAY]),
        attacking=ended.attacking,
        turn=ended.turn,
        announced=ended.announced,
    )


def _with_draw_undone(team: Team, drawn: int) -> Team:
    return replace(team, hand=team.hand - drawn, draw_pile=team.draw_pile + drawn) if drawn else team


def _discarded(team: Team, sheet: TeamSheet) -> tuple[CardRef, ...]:
    """Return the known discards with the cards of the table added, except those that a referee already set there."""
    known = list(team.discard_known)
    for ref in team.table:
        if known.count(ref) < sheet.deck[ref]:
            known.append(ref)
    return tuple(known)


def flipping(state: State) -> Seat | None:
    """Return the side that turns a new occasion over now; the attack comes first."""
    for seat in (state.attacking, state.defending):
        team = state.team(seat)
        if team.face_down_occasions > 0 and len(team.visible) < VISIBLE:
            return seat
    return None


def settle_between_turns(state: State) -> State:
    """Go on after a turn: occasions are turned over, hands above their limit discard, and the next side attacks."""
    if flipping(state) is not None:
        return replace(state, phase=Phase.FLIP)
    if any(excess(state, seat) for seat in SEATS):
        return replace(state, phase=Phase.DISCARD)
    seat = next_attacker(state)
    if seat is None:
        return finish(state)
    return replace(state, attacking=seat, turn=state.turn + 1, phase=Phase.TURN)


def finish(state: State) -> State:
    """End the match when nobody has an occasion left; at a level score the sides decide how."""
    if state.home.score == state.away.score:
        return replace(state, phase=Phase.LEVEL, shootout=None, ending=None)
    return replace(state, phase=Phase.OVER, ending=Ending.SCORE)


# --- the end of the match


def winner(state: State) -> str | tuple[str, ...] | None:
    """Return the seats that have won: one seat, both seats after a tie that both accepted, or none yet."""
    if state.phase is not Phase.OVER:
        return None
    if state.conceded is not None:
        return str(state.conceded.other)
    if state.home.score != state.away.score:
        return str(Seat.HOME if state.home.score > state.away.score else Seat.AWAY)
    if state.ending is Ending.SHOOTOUT and state.shootout is not None:
        ahead = state.shootout.goals(Seat.HOME) > state.shootout.goals(Seat.AWAY)
        return str(Seat.HOME if ahead else Seat.AWAY)
    return (str(Seat.HOME), str(Seat.AWAY))


def end_of_match(before: State, after: State) -> MatchEnd | None:
    """Return the event that ends the match, if the match has just ended or its winner has just changed."""
    if after.phase is not Phase.OVER:
        return None
    if before.phase is Phase.OVER and winner(before) == winner(after):
        return None
    return MatchEnd(after.score, winner(after), after.ending or Ending.SCORE)


# --- set pieces and the shoot-out


def clear_duel(state: State) -> State:
    """Clear the duel: its energies go to the discards, and effects for one duel end."""
    duel = state.duel
    if duel is None:
        return state
    lose = return_set_piece_energy if duel.contest.is_set_piece else lose_energies
    is_home = state.attacking is Seat.HOME
    home = lose(state.home, duel.attack if is_home else duel.defence)
    away = lose(state.away, duel.defence if is_home else duel.attack)
    if duel.contest is Contest.SHOOTOUT:
        # A kick is a turn of the shoot-out (reading shootout_turn).
        lasting, announced = _for_the_match(state.lasting), _for_the_match(state.announced)
    else:
        lasting = tuple(effect for effect in state.lasting if effect.lasts is not Lasts.DUEL)
        announced = state.announced
    return replace(state, home=home, away=away, lasting=lasting, announced=announced, duel=None)


def place_for_set_piece(state: State, contest: Contest, shooter: CardRef) -> State:
    """Give each side its energy for a penalty, a free kick or a kick of the shoot-out (§14)."""
    attack, armed, from_spent = take_for_set_piece(state.team(state.attacking))
    state = with_team(state, state.attacking, attack)
    keeper = state.team(state.defending).goalkeeper
    goal = Side(None, armed=False)
    if keeper is not None:
        defence, has_one, from_discard = take_for_set_piece(state.team(state.defending))
        state = with_team(state, state.defending, defence)
        goal = Side(keeper, armed=has_one, from_spent=from_discard)
    duel = DuelOnTable(contest, Side(shooter, armed=armed, from_spent=from_spent), goal)
    return replace(state, duel=duel, phase=Phase.REVEAL)


def first_kick(state: State) -> State:
    """Begin the shoot-out once both sides have named shooters: energies return to the piles, and `kickoff` shoots
    first.
    """
    for seat in SEATS:
        team = state.team(seat)
        whole = team.energy_pile + team.energy_spent
        state = with_team(state, seat, replace(team, energy_pile=whole, energy_spent=0, energies_known=()))
    return _next_kick(state, state.sheet.kickoff)


def after_kick(state: State) -> State:
    """Go on after a kick: the shoot-out ends when a side cannot be caught; level after five kicks each, sudden death
    follows.
    """
    shootout = state.shootout
    assert shootout is not None
    first = state.sheet.kickoff
    taken = {seat: shootout.taken(seat) for seat in SEATS}
    rounds = max(KICKS, *taken.values())
    for seat in SEATS:
        to_come = rounds - taken[seat.other]
        if shootout.goals(seat) > shootout.goals(seat.other) + to_come:
            return replace(state, phase=Phase.OVER, ending=Ending.SHOOTOUT)
    kicker = first if taken[first] == taken[first.other] else first.other
    if taken[kicker] < KICKS:
        return _next_kick(state, kicker)
    return replace(state, attacking=kicker, phase=Phase.SHOOTOUT)


def _next_kick(state: State, kicker: Seat) -> State:
    shootout = state.shootout
    assert shootout is not None
    allowed = may_shoot_in_shootout(state, kicker)
    shooter = next((ref for ref in shootout.shooters(kicker) if ref in allowed), None)
    if shooter is None:
        # The referee sent off somebody who was named: the side names another one (reading shooter_sent_off).
        return replace(state, attacking=kicker, phase=Phase.SHOOTOUT)
    return place_for_set_piece(replace(state, attacking=kicker), Contest.SHOOTOUT, shooter)


def may_shoot_in_shootout(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return who may take the next kick of sudden death: players who have not shot yet, or anybody once all have."""
    shootout = state.shootout
    assert shootout is not None
    squad = eligible_shooters(state, seat)
    kicks = [kick.card for kick in shootout.kicks if kick.seat is seat]
    fewest = min((kicks.count(ref) for ref in squad), default=0)
    return tuple(ref for ref in squad if kicks.count(ref) == fewest)


def eligible_shooters(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return the field players who were not sent off: any of them may shoot, wherever his card lies."""
    gone = state.team(seat).expelled
    return tuple(ref for ref in state.sheet.team(seat).players if ref not in gone)

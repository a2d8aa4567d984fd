"""Tests for fouls (§13): two energies of the same colour, and a whistle on the offender's energy."""

from dataclasses import dataclass
from typing import Literal

from companion.ids import CardRef
from companion.rules.ofusaido.cards import Colour, Energy, Shot
from companion.rules.ofusaido.events import Foul, Restart
from companion.rules.ofusaido.influence import effect_of
from companion.rules.ofusaido.sheet import House, Seat
from companion.rules.ofusaido.state import Contest, DuelOnTable, State

CANCEL = "cancel_foul"


def base_offender(house: House, attack: Energy, defence: Energy) -> Literal["attack", "defence"] | None:
    """Return the side that commits a foul between the two bases. With two whistles, house rule `both_whistles` decides."""
    if attack.colour is not defence.colour:
        return None
    if attack.whistle and defence.whistle:
        return None if house.both_whistles == "none" else house.both_whistles
    return "attack" if attack.whistle else "defence" if defence.whistle else None


def is_support_foul(support: Energy, opposing_base: Energy) -> bool:
    """Return whether a support commits a foul on the other side's base; a base never commits one on a support."""
    return support.whistle and support.colour is opposing_base.colour


def cancels_fouls(state: State, seat: Seat) -> bool:
    """Return whether an effect in force cancels the fouls of this side."""
    return any(
        lasting.seat is seat
        and any(deed.what == CANCEL for deed in effect_of(state, lasting.card, lasting.index).deeds)
        for lasting in state.lasting
    )


def fouls_are_tested(state: State, duel: DuelOnTable) -> bool:
    """Return whether fouls are tested: not in `ecole`, in a set piece or in a shoot-out."""
    return state.sheet.has_fouls and not duel.contest.is_set_piece


@dataclass(frozen=True, slots=True)
class _Offence:
    offender: Seat
    card: CardRef
    by: Literal["base", "support", "goalkeeper"]
    colour: Colour
    both_whistles: bool = False


def foul_of_last_reveal(state: State, duel: DuelOnTable, seat: Seat) -> Foul | None:
    """Return the foul that the energy just turned by a seat reveals, if there is one and no effect cancels it."""
    offence = _offence_of_last_reveal(state, duel, seat)
    if offence is None or cancels_fouls(state, offence.offender):
        return None
    restart = _restart(state, offence.offender)
    return Foul(offence.offender, offence.card, offence.by, offence.colour, restart, offence.both_whistles)


def cancelled_sides(state: State, duel: DuelOnTable) -> set[Seat]:
    """Return the sides whose foul in this duel was cancelled by an effect."""
    if not fouls_are_tested(state, duel):
        return set()
    sides = set()
    for seat, side in ((state.attacking, duel.attack), (state.defending, duel.defence)):
        for n in range(len(side.revealed)):
            offence = _offence(state, duel, seat, n)
            if offence is not None:
                sides.add(offence.offender)
    return {seat for seat in sides if cancels_fouls(state, seat)}


def _offence_of_last_reveal(state: State, duel: DuelOnTable, seat: Seat) -> _Offence | None:
    if not fouls_are_tested(state, duel):
        return None
    side = duel.attack if seat is state.attacking else duel.defence
    return _offence(state, duel, seat, len(side.revealed) - 1)


def _offence(state: State, duel: DuelOnTable, seat: Seat, position: int) -> _Offence | None:
    is_attack = seat is state.attacking
    side, other = (duel.attack, duel.defence) if is_attack else (duel.defence, duel.attack)
    energy = state.sheet.energy(side.revealed[position])
    opposing_ref = other.base_energy
    if opposing_ref is None:
        return None
    opposing = state.sheet.energy(opposing_ref)
    if side.armed and position == 0:
        pair = (energy, opposing) if is_attack else (opposing, energy)
        offender = base_offender(state.sheet.house, *pair)
        if offender is None:
            return None
        guilty = duel.attack if offender == "attack" else duel.defence
        in_goal = offender == "defence" and duel.contest is Contest.SHOT
        assert guilty.base is not None
        by: Literal["base", "goalkeeper"] = "goalkeeper" if in_goal else "base"
        who = state.attacking if offender == "attack" else state.defending
        return _Offence(who, guilty.base, by, energy.colour, energy.whistle and opposing.whistle)
    if is_support_foul(energy, opposing):
        return _Offence(seat, side.supports[position - side.armed], "support", energy.colour)
    return None


def _restart(state: State, offender: Seat) -> Restart:
    if offender is state.attacking:
        return Restart.TURN_END
    zone = state.zone_now
    assert zone is not None
    if zone.shot is None:
        return Restart.FREE_ADVANCE
    return Restart.PENALTY if zone.shot is Shot.NEAR else Restart.FREE_KICK

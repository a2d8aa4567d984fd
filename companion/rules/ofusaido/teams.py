"""Moves one side's cards: put down, spent, recovered."""

from collections import Counter
from collections.abc import Sequence

from companion.ids import CardRef
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.rules.ofusaido.state import HAND, Side, State, Team
from companion.values import replace


def opening_team(sheet: Sheet, seat: Seat) -> Team:
    """Return a team at kick-off: a full hand, and all other cards in its piles (§03, §10)."""
    team = sheet.team(seat)
    return Team(
        hand=HAND,
        hand_limit=HAND,
        draw_pile=sum(team.deck.values()) - HAND,
        energy_pile=sum(team.energies.values()),
        energy_spent=0,
        occasions_left=len(team.occasions),
        visible=team.visible,
        keepers=team.goalkeepers,
    )


def teams_with(state: State, seat: Seat, team: Team) -> tuple[Team, Team]:
    """Return both teams, home first, with one side's replaced: for a state in which more than that changes."""
    return (team, state.away) if seat is Seat.HOME else (state.home, team)


def with_team(state: State, seat: Seat, team: Team) -> State:
    """Return the state with one side's team replaced."""
    return replace(state, home=team) if seat is Seat.HOME else replace(state, away=team)


def known_to_be_back(team: Team, occasion: CardRef) -> Team:
    """Note that an occasion is turned over. A used one must have come back by an effect; the others stay used."""
    if occasion not in team.occasions_used:
        return team
    back = list(team.occasions_back)
    # Each row contains the row before it, so the first row with this occasion leaves the most possibilities.
    found = next((n for n, some in enumerate(back) if occasion in some), None)
    if found is not None:
        del back[found]
    left = (tuple(ref for ref in some if ref != occasion) for some in back)
    return replace(
        team,
        occasions_used=without(team.occasions_used, occasion),
        occasions_back=tuple(some for some in left if some),
    )


def put_down(team: Team, *cards: CardRef, energies: int = 0) -> Team:
    """Put cards from the hand on the table, with so many energies from the pile."""
    return replace(
        team,
        hand=team.hand - len(cards),
        table=(*team.table, *cards),
        energy_pile=team.energy_pile - energies,
    )


def spend_unseen(team: Team, n: int) -> Team:
    """Move energies from the pile to the discard, face down."""
    return replace(team, energy_pile=team.energy_pile - n, energy_spent=team.energy_spent + n)


def lose_energies(team: Team, side: Side) -> Team:
    """Spend the energy cards placed in a duel; the ones that were turned over are known from then on."""
    if not side.placed:
        return team
    return replace(
        team,
        energy_spent=team.energy_spent + side.placed,
        energies_known=(*team.energies_known, *side.revealed),
    )


def return_set_piece_energy(team: Team, side: Side) -> Team:
    """Put away the energy of a set piece: the bottom of the discard goes under the pile, the used energy to the
    discard (§14).

    A side with an empty pile had taken the bottom energy of its discard: that energy only goes back.
    """
    if side.armed and not side.from_spent and team.energy_spent > 0:
        team = recover_energies(team, 1, None)
    return lose_energies(team, side)


def recover_energies(team: Team, most: int, told: Sequence[CardRef] | None) -> Team:
    """Put spent energies under the pile: those that are named, or as many as there are, up to `most`.

    If they are not named, no energy is known to be spent any more.
    """
    n = min(most, team.energy_spent) if told is None else len(told)
    if n == 0:
        return team
    known = () if told is None else tuple((Counter(team.energies_known) - Counter(told)).elements())
    return replace(
        team, energy_pile=team.energy_pile + n, energy_spent=team.energy_spent - n, energies_known=known
    )


def take_for_set_piece(team: Team) -> tuple[Team, bool, bool]:
    """Take the top energy, or with an empty pile the bottom one of the discard (§14). Returns the team, whether it
    has one, and whether it comes from the discard.
    """
    if team.energy_pile > 0:
        return replace(team, energy_pile=team.energy_pile - 1), True, False
    if team.energy_spent > 0:
        return replace(team, energy_spent=team.energy_spent - 1, energies_known=()), True, True
    return team, False, False


def without(refs: tuple[CardRef, ...], ref: CardRef) -> tuple[CardRef, ...]:
    """Return the row without the first copy of a card."""
    if ref not in refs:
        return refs
    at = refs.index(ref)
    return refs[:at] + refs[at + 1 :]

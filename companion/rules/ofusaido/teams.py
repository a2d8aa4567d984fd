"""What happens to one side's cards: put down, spent, recovered."""

from collections import Counter
from collections.abc import Sequence

from companion.ids import CardRef
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.rules.ofusaido.state import HAND, Side, State, Team
from companion.values import replace


def opening_team(sheet: Sheet, seat: Seat) -> Team:
    """A team at kick-off: a full hand, the rest in its piles (§03, §10)."""
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


def with_team(state: State, seat: Seat, team: Team) -> State:
    """The state with one side's team replaced."""
    return replace(state, home=team) if seat is Seat.HOME else replace(state, away=team)


def known_to_be_back(team: Team, occasion: CardRef) -> Team:
    """An occasion is turned over. If it was used, it is one of those that came back; the others are used as before."""
    if occasion not in team.occasions_used:
        return team
    back = list(team.occasions_back)
    # Each row holds the row before it, so the first with this occasion is the one that leaves the most possible.
    found = next((n for n, some in enumerate(back) if occasion in some), None)
    if found is not None:
        del back[found]
    left = (tuple(ref for ref in some if ref != occasion) for some in back)
    return replace(
        team,
        occasions_used=without(team.occasions_used, occasion),
        occasions_back=tuple(some for some in left if some),
    )


def put_down(team: Team, card: CardRef) -> Team:
    """A card goes from the hand to the table."""
    return replace(team, hand=team.hand - 1, table=(*team.table, card))


def spend_unseen(team: Team, n: int) -> Team:
    """Energies go from the pile to the discard, face down."""
    return replace(team, energy_pile=team.energy_pile - n, energy_spent=team.energy_spent + n)


def lose_energies(team: Team, side: Side) -> Team:
    """The energies placed in a duel are spent; those that were turned are known to be."""
    if not side.placed:
        return team
    return replace(
        team,
        energy_spent=team.energy_spent + side.placed,
        energies_known=(*team.energies_known, *side.revealed),
    )


def return_set_piece_energy(team: Team, side: Side) -> Team:
    """After a set piece the bottom of the discard goes under the pile, and the energy used to the discard (§14).

    Not for a side that took the bottom of its discard for want of a pile: that energy just goes back.
    """
    if side.armed and not side.from_spent and team.energy_spent > 0:
        team = recover_energies(team, 1, None)
    return lose_energies(team, side)


def recover_energies(team: Team, most: int, told: Sequence[CardRef] | None) -> Team:
    """Spent energies go under the pile: those that are told, or as many as there are up to `most`.

    Untold which, none is known to be spent any more.
    """
    n = min(most, team.energy_spent) if told is None else len(told)
    if n == 0:
        return team
    known = () if told is None else tuple((Counter(team.energies_known) - Counter(told)).elements())
    return replace(
        team, energy_pile=team.energy_pile + n, energy_spent=team.energy_spent - n, energies_known=known
    )


def take_for_set_piece(team: Team) -> tuple[Team, bool, bool]:
    """The top energy, or with an empty pile the bottom one of the discard (§14): the team, whether it has one,
    and whether that one comes from the discard.
    """
    if team.energy_pile > 0:
        return replace(team, energy_pile=team.energy_pile - 1), True, False
    if team.energy_spent > 0:
        return replace(team, energy_spent=team.energy_spent - 1, energies_known=()), True, True
    return team, False, False


def without(refs: tuple[CardRef, ...], ref: CardRef) -> tuple[CardRef, ...]:
    """The row without the first copy of a card."""
    if ref not in refs:
        return refs
    at = refs.index(ref)
    return refs[:at] + refs[at + 1 :]

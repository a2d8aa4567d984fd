"""Computes the exact odds of the duel on the table from the energies that are not known to be spent.

All counting is in whole numbers. The bases' energies are enumerated, since their colours decide which supports'
energies are fouls. Supports are drawn from what is left, without replacement: the ways to a sum are counted card
by card, and the first foul ends the duel, in the order of the reveal (attack n before defence n).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, perm, prod

from companion.ids import CardRef
from companion.rules.dice import rounded
from companion.rules.effects import NumberChange
from companion.rules.ofusaido.cards import Colour, Energy
from companion.rules.ofusaido.fouls import base_offender, cancels_fouls, fouls_are_tested, is_support_foul
from companion.rules.ofusaido.scoring import Balance, Scale, Slot, weigh
from companion.rules.ofusaido.sheet import House, Seat
from companion.rules.ofusaido.state import DuelOnTable, Side, State, possible_energies


@dataclass(frozen=True, slots=True)
class Odds:
    """The possible results of a duel: four probabilities that add up to 1, except for rounding."""

    attack: float
    defence: float
    foul_by_attack: float
    foul_by_defence: float


@dataclass(frozen=True, slots=True)
class _Hand:
    """What is known of one side's energies. `pool` holds what the unturned energies may be, one entry for each copy."""

    scale: Scale
    base: Slot | None
    supports: tuple[Slot, ...]
    turned: tuple[Energy, ...]
    pool: tuple[Energy, ...]
    is_attack: bool
    fouls_count: bool

    @property
    def base_is_turned(self) -> bool:
        return self.base is not None and bool(self.turned)

    def points(self, energy: Energy) -> int:
        return energy.attack if self.is_attack else energy.defence

    def bases(self) -> list[tuple[Energy | None, int]]:
        """Return what the base's energy may be, and in how many ways."""
        if self.base is None:
            return [(None, 1)]
        if self.turned:
            return [(self.turned[0], 1)]
        by_ref = {energy.ref: energy for energy in self.pool}
        copies = Counter(energy.ref for energy in self.pool)
        return [(by_ref[ref], n) for ref, n in copies.items()]


@dataclass(frozen=True, slots=True)
class _Draws:
    """All draws of one side's supports, given both bases: ways to each total without a foul, and ways in which
    the first foul is at each position; all of `out_of`.
    """

    totals: Mapping[int, int]
    first_foul: tuple[int, ...]
    out_of: int

    def clean_through(self, position: int) -> int:
        """Return the number of ways without a foul in the first positions."""
        return self.out_of - sum(self.first_foul[:position])


_DrawsByBases = dict[tuple[CardRef | None, Colour | None], _Draws]
"""The draws of one side by its own base's energy and by the colour of the other's."""


def odds(state: State, duel: DuelOnTable, balance: Balance | None = None) -> Odds:
    """Return the odds as if both sides added no more supports, given the energies already turned."""
    balance = balance or weigh(state, duel)
    tested = fouls_are_tested(state, duel)
    attack = _hand(state, state.attacking, duel.attack, balance.attack, tested)
    defence = _hand(state, state.defending, duel.defence, balance.defence, tested)
    attack_draws: _DrawsByBases = {}
    defence_draws: _DrawsByBases = {}
    wins = by_attack = by_defence = every = 0
    for mine, my_ways in attack.bases():
        for theirs, their_ways in defence.bases():
            a = _cached(attack_draws, attack, mine, theirs)
            d = _cached(defence_draws, defence, theirs, mine)
            ways = my_ways * their_ways
            every += ways * a.out_of * d.out_of
            offender = _base_foul(state.sheet.house, attack, defence, mine, theirs)
            if offender == "attack":
                by_attack += ways * a.out_of * d.out_of
            elif offender == "defence":
                by_defence += ways * a.out_of * d.out_of
            else:
                by_attack += ways * sum(n * d.clean_through(i) for i, n in enumerate(a.first_foul) if n)
                by_defence += ways * sum(n * a.clean_through(i + 1) for i, n in enumerate(d.first_foul) if n)
                wins += ways * _winning(a, d)
    losses = every - wins - by_attack - by_defence
    return Odds(*(rounded(n, every) for n in (wins, losses, by_attack, by_defence)))


def _hand(state: State, seat: Seat, side: Side, scale: Scale, tested: bool) -> _Hand:
    slots = scale.slots
    base, supports = (slots[0], slots[1:]) if side.armed else (None, slots)
    energy = state.sheet.energy
    pool: list[Energy] = []
    for ref, copies in possible_energies(state, seat).items():
        pool.extend([energy(CardRef(ref))] * copies)
    missing = side.placed - len(side.revealed) - len(pool)
    if missing > 0:
        pool.extend(pool * (missing // len(pool) + 1))
    return _Hand(
        scale=scale,
        base=base,
        supports=supports,
        turned=tuple(energy(ref) for ref in side.revealed),
        pool=tuple(pool),
        is_attack=seat is state.attacking,
        fouls_count=tested and not cancels_fouls(state, seat),
    )


def _base_foul(
    house: House, attack: _Hand, defence: _Hand, mine: Energy | None, theirs: Energy | None
) -> str | None:
    if mine is None or theirs is None or (attack.base_is_turned and defence.base_is_turned):
        return None
    offender = base_offender(house, mine, theirs)
    guilty = attack if offender == "attack" else defence
    return offender if guilty.fouls_count else None


def _cached(
    draws: _DrawsByBases,
    hand: _Hand,
    own_base: Energy | None,
    opposing: Energy | None,
) -> _Draws:
    key = (
        None if own_base is None else own_base.ref,
        None if opposing is None else opposing.colour,
    )
    if key not in draws:
        draws[key] = _draws(hand, own_base, opposing)
    return draws[key]


def _draws(hand: _Hand, own_base: Energy | None, opposing: Energy | None) -> _Draws:
    pool = list(hand.pool)
    if own_base is not None and not hand.turned:
        pool.remove(own_base)
    turned = hand.turned[hand.base_is_turned :]
    unturned = hand.supports[len(turned) :]
    known = sum(slot.change.of(hand.points(e)) for slot, e in zip(hand.supports, turned, strict=False))
    if own_base is not None and hand.base is not None:
        known += hand.base.change.of(hand.points(own_base))
    fouls = 0
    clean = pool
    if hand.fouls_count and opposing is not None:
        clean = [energy for energy in pool if not is_support_foul(energy, opposing)]
        fouls = len(pool) - len(clean)
    drawn = len(unturned)
    first_foul = [0] * len(turned)
    for n in range(drawn):
        first_foul.append(
            perm(len(clean), n) * fouls * perm(len(pool) - n - 1, drawn - n - 1) if fouls else 0
        )
    scale = hand.scale
    base_points = scale.score + scale.placement + known
    totals: Counter[int] = Counter()
    cards = tuple(sorted(hand.points(energy) for energy in clean))
    for points, ways in _sums(cards, tuple(slot.change for slot in unturned)).items():
        totals[scale.total_of(base_points + points)] += ways
    return _Draws(totals, tuple(first_foul), perm(len(pool), drawn))


@lru_cache(4096)
def _sums(cards: tuple[int, ...], slots: tuple[NumberChange, ...]) -> Mapping[int, int]:
    """Count the ways to lay different cards of these points (ascending) on these slots, for each sum of points.

    The bases of one duel leave few different pools, and the screens, the offers and a replay ask for the same ones
    again.
    """
    groups = Counter(slots)
    changes: tuple[NumberChange, ...] = tuple(groups)
    ways: Counter[tuple[tuple[int, ...], int]] = Counter({(tuple(groups.values()), 0): 1})
    for card in cards:
        taken: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (room, points), n in ways.items():
            for g, change in enumerate(changes):
                if room[g]:
                    less = (*room[:g], room[g] - 1, *room[g + 1 :])
                    taken[less, points + change.of(card)] += n
        ways.update(taken)
    orders = prod(factorial(n) for n in groups.values())
    return {points: n * orders for (room, points), n in ways.items() if not any(room)}


def _winning(attack: _Draws, defence: _Draws) -> int:
    return sum(
        mine * theirs
        for total, mine in attack.totals.items()
        for other, theirs in defence.totals.items()
        if total > other
    )

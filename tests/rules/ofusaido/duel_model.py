"""A duel counted by brute force, from the contract and not from the engine.

All energies of both sides are dealt in every possible order, each deal is revealed card by card, and what comes of
it is counted. Slow and short, so that it can be believed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor

from tests.rules.ofusaido.cards import ENERGIES, Json

CARDS: dict[str, Json] = {card["ref"]: card for card in ENERGIES}
OUTCOMES = ("attack", "defence", "foul_by_attack", "foul_by_defence")


@dataclass(frozen=True)
class Place:
    """Where an energy lies: what is done to its printed value, in the order `set`, `add`, `multiply`."""

    times: int = 1
    add: int = 0
    fixed: int | None = None

    def worth(self, printed: int) -> int:
        return ((printed if self.fixed is None else self.fixed) + self.add) * self.times


@dataclass(frozen=True)
class ModelSide:
    """One side: its points but for energies, its places (the base's first, None without an energy), the energies
    that may lie there, and those that are turned already."""

    points: int
    base: Place | None
    supports: tuple[Place, ...] = ()
    pool: tuple[str, ...] = tuple(CARDS)
    turned: tuple[str, ...] = ()
    is_cancelled: bool = False
    total: Place = field(default_factory=Place)

    @property
    def places(self) -> tuple[Place, ...]:
        return (*(() if self.base is None else (self.base,)), *self.supports)

    def deals(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """What may lie there, and in how many ways: the turned ones, and any row of the pool."""
        left = len(self.places) - len(self.turned)
        pool = {ref: self.pool.count(ref) for ref in self.pool}
        for row, ways in _rows(pool, left):
            yield (*self.turned, *row), ways

    def result(self, row: Sequence[str], side: str) -> int:
        worth = sum(place.worth(CARDS[ref][side]) for place, ref in zip(self.places, row, strict=True))
        return self.total.worth(self.points + worth)


def _rows(pool: dict[str, int], length: int) -> Iterator[tuple[tuple[str, ...], int]]:
    if length == 0:
        yield (), 1
        return
    for ref, copies in pool.items():
        if copies:
            for row, ways in _rows({**pool, ref: copies - 1}, length - 1):
                yield (ref, *row), ways * copies


def outcome(
    attack: ModelSide, defence: ModelSide, mine: Sequence[str], theirs: Sequence[str], both: str | None
) -> str:
    """One deal, turned card by card. `both` is whose foul two whistles are; None: no foul is tested."""
    if both is not None:
        foul = _first_foul(attack, defence, mine, theirs, both)
        if foul is not None:
            return f"foul_by_{foul}"
    wins = attack.result(mine, "attack") > defence.result(theirs, "defence")
    return "attack" if wins else "defence"


def _first_foul(
    attack: ModelSide, defence: ModelSide, mine: Sequence[str], theirs: Sequence[str], both: str
) -> str | None:
    base = mine[0] if attack.base is not None else None
    other = theirs[0] if defence.base is not None else None
    fouls = []
    if base is not None and other is not None and CARDS[base]["colour"] == CARDS[other]["colour"]:
        whistles = (CARDS[base]["whistle"], CARDS[other]["whistle"])
        fouls.append({(True, True): both, (True, False): "attack", (False, True): "defence"}.get(whistles))
    my_supports = mine[len(mine) - len(attack.supports) :]
    their_supports = theirs[len(theirs) - len(defence.supports) :]
    for n in range(max(len(my_supports), len(their_supports))):
        if n < len(my_supports) and _fouls(my_supports[n], other):
            fouls.append("attack")
        if n < len(their_supports) and _fouls(their_supports[n], base):
            fouls.append("defence")
    given = [
        foul
        for foul in fouls
        if (foul == "attack" and not attack.is_cancelled) or (foul == "defence" and not defence.is_cancelled)
    ]
    return given[0] if given else None


def _fouls(support: str, base: str | None) -> bool:
    if base is None:
        return False
    return bool(CARDS[support]["whistle"]) and CARDS[support]["colour"] == CARDS[base]["colour"]


def chances(attack: ModelSide, defence: ModelSide, both: str | None) -> dict[str, float]:
    """The four odds, exact, rounded half up to 4 decimals."""
    counts = dict.fromkeys(OUTCOMES, 0)
    their_deals = list(defence.deals())
    for mine, my_ways in attack.deals():
        for theirs, their_ways in their_deals:
            counts[outcome(attack, defence, mine, theirs, both)] += my_ways * their_ways
    whole = sum(counts.values())
    return {name: rounded(Fraction(n, whole)) for name, n in counts.items()}


def rounded(chance: Fraction) -> float:
    return floor(chance * 10_000 + Fraction(1, 2)) / 10_000


def turn(side: ModelSide, energy: str) -> ModelSide:
    """The side with one more energy turned."""
    pool = list(side.pool)
    pool.remove(energy)
    return replace(side, pool=tuple(pool), turned=(*side.turned, energy))

"""Pairs Swiss rounds for games of two sides, by a minimum-weight perfect matching of all players who may meet.

The weights are whole numbers, which are defined in `arithmetic`: first nobody has a bye twice, then nobody meets again, then
the lowest has the bye, then points are close, clubs apart, sides in balance, and ranks as far apart as half the group that has as
many points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.hall.tournament.arithmetic import WEIGHTS, CostLevel, PairingLine, added, lines_of
from companion.hall.tournament.errors import PackageMissing

_BYE_AGAIN, _REMATCH, _BYE, _GAP, _CLUB, _SIDES, _RANK = (WEIGHTS[level] for level in CostLevel)


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """What a Swiss pairing must know of a player.

    `met` counts the matches against each opponent; `balance` is how much oftener the player had the first side than the
    second; `lot` decides when two have had the same sides.
    """

    number: int
    points: int
    club: str | None = None
    met: Mapping[int, int] | None = None
    balance: int = 0
    byes: int = 0
    lot: int = 0


@dataclass(frozen=True, slots=True)
class SwissPair:
    """Two players who meet, the one with the first side first, and the cost."""

    first: int
    second: int
    lines: tuple[PairingLine, ...] = ()

    @property
    def both(self) -> frozenset[int]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The pairs of a round in the order of their better player's rank, and who has the bye."""

    pairs: tuple[SwissPair, ...]
    bye: int | None = None
    bye_lines: tuple[PairingLine, ...] = ()

    @property
    def lines(self) -> tuple[PairingLine, ...]:
        """The cost of the whole round."""
        return added([self.bye_lines, *(pair.lines for pair in self.pairs)])


class _Field:
    """The players by rank, with each one's group of equal points: its size, and the place in it."""

    def __init__(self, players: Sequence[SwissPlayer]) -> None:
        self.players = players
        sizes: dict[int, int] = {}
        self.places = []
        for player in players:
            self.places.append(sizes.get(player.points, 0))
            sizes[player.points] = self.places[-1] + 1
        self.halves = [sizes[player.points] // 2 for player in players]

    def amounts(self, one: int, other: int) -> tuple[int, int, int, int, int]:
        """Return rematches, gap, clubs, sides and rank of a pair; `one` has the better rank."""
        a, b = self.players[one], self.players[other]
        met = 0 if a.met is None else a.met.get(b.number, 0)
        gap = a.points - b.points
        first, second = (a.balance, b.balance) if a.balance <= b.balance else (b.balance, a.balance)
        sides = (first + 1) ** 2 + (second - 1) ** 2
        # Ideal is half the group away; somebody of another group is best met by its neighbour.
        ideal = self.places[one] + self.halves[one] if gap == 0 else self.places[other]
        rank = abs(self.places[other] - ideal) if gap == 0 else other - one
        return met, gap * gap, int(a.club is not None and a.club == b.club), sides, rank

    def weight(self, one: int, other: int) -> int:
        met, gap, club, sides, rank = self.amounts(one, other)
        return met * _REMATCH + gap * _GAP + club * _CLUB + sides * _SIDES + rank * _RANK

    def bye_amounts(self, one: int) -> tuple[int, int, int]:
        """Return the byes of a player, how many have fewer points, and how many have a lower rank."""
        points = self.players[one].points
        below = sum(player.points < points for player in self.players)
        return self.players[one].byes, below, len(self.players) - 1 - one

    def pair(self, one: int, other: int) -> SwissPair:
        met, gap, club, sides, rank = self.amounts(one, other)
        lines = lines_of(
            {
                CostLevel.REMATCH: met,
                CostLevel.GAP: gap,
                CostLevel.CLUB: club,
                CostLevel.SIDES: sides,
                CostLevel.RANK: rank,
            }
        )
        a, b = self.players[one], self.players[other]
        if (b.balance, b.lot, b.number) < (a.balance, a.lot, a.number):
            a, b = b, a
        return SwissPair(a.number, b.number, lines)


def swiss_round(players: Sequence[SwissPlayer], without: frozenset[int] = frozenset()) -> SwissRound | None:
    """Return the best round for players in the order of their rank; None if there is none.

    `without` is a pair that must not meet, or a player alone who must not have the bye: so the next best round is found.
    Raises `PackageMissing`.
    """
    field = _Field(players)
    count = len(players)
    matched = _matching(_edges(field, without), count + count % 2)
    if matched is None:
        return None
    pairs, bye = [], None
    for one, other in sorted(matched):
        if other == count:
            bye = one
        else:
            pairs.append(field.pair(one, other))
    if bye is None:
        return SwissRound(tuple(pairs))
    again, below, rank = field.bye_amounts(bye)
    lines = lines_of({CostLevel.BYE_AGAIN: again, CostLevel.BYE: below, CostLevel.RANK: rank})
    return SwissRound(tuple(pairs), players[bye].number, lines)


def _edges(field: _Field, without: frozenset[int]) -> list[tuple[int, int, int]]:
    """Return every pair that may be, with its weight, and a bye for each player of an odd number."""
    players, count = field.players, len(field.players)
    barred = {n for n, player in enumerate(players) if player.number in without}
    edges = [
        (one, other, field.weight(one, other))
        for one in range(count)
        for other in range(one + 1, count)
        if not (one in barred and other in barred)
    ]
    if count % 2:
        for one in range(count):
            if barred != {one}:
                again, below, rank = field.bye_amounts(one)
                edges.append((one, count, again * _BYE_AGAIN + below * _BYE + rank * _RANK))
    return edges


def _matching(edges: Sequence[tuple[int, int, int]], count: int) -> set[tuple[int, int]] | None:
    try:
        # Imported here: a table without a hall does not have it.
        import rustworkx  # noqa: PLC0415
    except ImportError as problem:
        raise PackageMissing("rustworkx") from problem
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    # A matching of the most weight is looked for: what weighs least must count most.
    most = max((weight for _, _, weight in edges), default=0) + 1
    graph.add_edges_from([(one, other, most - weight) for one, other, weight in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < count:
        return None
    return {(one, other) if one < other else (other, one) for one, other in found}

"""Pairs tables of three and more, with neighbours in the standings and few repeated opponents."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import combinations

from companion.hall.tournament.arithmetic import WEIGHTS, CostLevel, PairingLine, lines_of, weight_of
from companion.hall.tournament.swiss import SwissPlayer

MOST_SWEEPS = 40
"""Every sweep makes the round better; a club evening needs three to five of them."""
REACH = 12
"""Ranks over which two players are exchanged at first; farther away only where a rematch is left."""
TRIES = 4_000
"""A round with a rematch is shaken and made better so often, divided by the number of players: about a second at most."""


def table_sizes(players: int, fewest: int, most: int, wanted: int = 0) -> tuple[int, ...] | None:
    """Return the sizes of the tables for a number of players; they differ by one at most. None if no sizes fit.

    As near as can be to `wanted` at a table, or to the middle of what is allowed.
    """
    wished = min(most, max(fewest, wanted)) if wanted else (fewest + most) / 2
    fitting = [
        tables
        for tables in range(1, players // max(1, fewest) + 1)
        if fewest * tables <= players <= most * tables
    ]
    if not fitting:
        return None
    tables = min(fitting, key=lambda number: (abs(players / number - wished), number))
    size, more = divmod(players, tables)
    return (size + 1,) * more + (size,) * (tables - more)


def several_round(
    players: Sequence[SwissPlayer], sizes: Sequence[int]
) -> tuple[tuple[tuple[int, ...], tuple[PairingLine, ...]], ...]:
    """Return the tables for players in the order of their rank: the players of each table by number, and the cost.

    Begins with tables by rank alone, and exchanges players as long as one exchange makes the round better. If a rematch is
    left, three players change tables by lot and exchanges begin again; the best of these rounds is taken.
    """
    weights = _weights(players)
    best = _Round(weights, sizes)
    best.improve(REACH)
    lot = sum(player.lot for player in players)
    for n in range(TRIES // len(players) if len(sizes) > 1 else 0):
        if best.weight < WEIGHTS[CostLevel.REMATCH]:
            break
        other = _Round(weights, sizes, best.table_of)
        other.shake(_drawn(f"{lot} {n}", len(players)))
        other.improve(len(players))
        if other.weight < best.weight:
            best = other
    return tuple(
        (tuple(players[n].number for n in _seated(players, table)), _lines(players, table))
        for table in best.tables
    )


def _drawn(lot: str, players: int) -> tuple[int, int, int]:
    """Return three ranks by lot, always the same for the same lot."""
    ranks = sorted(range(players), key=lambda rank: sha256(f"{lot} {rank}".encode()).digest())
    return ranks[0], ranks[1], ranks[2]


def _weights(players: Sequence[SwissPlayer]) -> list[list[int]]:
    """Return the weight of each pair of players at one table."""
    weights = [[0] * len(players) for _ in players]
    for one, other in combinations(range(len(players)), 2):
        weights[one][other] = weights[other][one] = weight_of(_lines(players, (one, other)))
    return weights


class _Round:
    """A round under way: the table of each player by rank, and what all its pairs weigh."""

    def __init__(
        self, weights: list[list[int]], sizes: Sequence[int], table_of: Sequence[int] | None = None
    ) -> None:
        by_rank = [table for table, size in enumerate(sizes) for _ in range(size)]
        self._weights = weights
        self.table_of = list(by_rank if table_of is None else table_of)
        self.tables: list[list[int]] = [[] for _ in sizes]
        for rank, table in enumerate(self.table_of):
            self.tables[table].append(rank)
        self.weight = sum(
            weights[one][other] for table in self.tables for one, other in combinations(table, 2)
        )

    def improve(self, reach: int) -> None:
        """Exchange players who are at most so many ranks apart, wherever that makes the round better."""
        for _ in range(MOST_SWEEPS):
            before = self.weight
            for one in range(len(self.table_of)):
                for other in range(one + 1, min(len(self.table_of), one + reach)):
                    if self._gain(one, other) < 0:
                        self._exchange(one, other)
            if self.weight == before:
                return

    def shake(self, drawn: tuple[int, int, int]) -> None:
        """Have three players change tables in a ring; two of them where two sit together."""
        one, other, third = drawn
        self._exchange(one, other)
        self._exchange(other, third)

    def _gain(self, one: int, other: int) -> int:
        """Return the change of the round's weight if two players exchanged their tables; below 0, the round gets better."""
        a, b = self.table_of[one], self.table_of[other]
        if a == b:
            return 0
        mine, theirs = self._weights[one], self._weights[other]
        gain = sum(theirs[rank] - mine[rank] for rank in self.tables[a] if rank != one)
        return gain + sum(mine[rank] - theirs[rank] for rank in self.tables[b] if rank != other)

    def _exchange(self, one: int, other: int) -> None:
        a, b = self.table_of[one], self.table_of[other]
        if a == b:
            return
        self.weight += self._gain(one, other)
        self.tables[a][self.tables[a].index(one)] = other
        self.tables[b][self.tables[b].index(other)] = one
        self.table_of[one], self.table_of[other] = b, a


def _lines(players: Sequence[SwissPlayer], table: Sequence[int]) -> tuple[PairingLine, ...]:
    """Return the cost of a table: the sum over all pairs of its players."""
    amounts: dict[CostLevel, int] = dict.fromkeys(CostLevel, 0)
    for one, other in combinations(sorted(table), 2):
        a, b = players[one], players[other]
        amounts[CostLevel.REMATCH] += _met(a).get(b.number, 0)
        amounts[CostLevel.GAP] += ((a.points - b.points) // 10) ** 2
        amounts[CostLevel.CLUB] += a.club is not None and a.club == b.club
        amounts[CostLevel.RANK] += other - one
    return lines_of(amounts)


def _met(player: SwissPlayer) -> Mapping[int, int]:
    return player.met or {}


def _seated(players: Sequence[SwissPlayer], table: Sequence[int]) -> list[int]:
    """Return a table in the order of its seats: by lot, which is drawn anew each round."""
    return sorted(table, key=lambda rank: players[rank].lot)

"""Pairs tables of three and more, with neighbours in the standings and few repeated opponents."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from companion.hall.tournament.arithmetic import CostLevel, PairingLine, lines_of, weight_of
from companion.hall.tournament.swiss import SwissPlayer

MOST_SWEEPS = 40
"""Every sweep makes the round better; a club evening needs three to five of them."""
REACH = 12
"""Ranks over which two players are exchanged: farther away the gap of points weighs more than a rematch does."""


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

    Begins with tables by rank alone, and exchanges players as long as one exchange makes the round better.
    """
    tables: list[list[int]] = []
    start = 0
    for size in sizes:
        tables.append(list(range(start, start + size)))
        start += size
    weights = [weight_of(_lines(players, table)) for table in tables]
    for _ in range(MOST_SWEEPS):
        if not _sweep(players, tables, weights):
            break
    return tuple(
        (tuple(players[n].number for n in _seated(players, table)), _lines(players, table))
        for table in tables
    )


def _sweep(players: Sequence[SwissPlayer], tables: list[list[int]], weights: list[int]) -> bool:
    """Exchange players between tables wherever that makes the round better; tell whether it did."""
    table_of = {rank: t for t, table in enumerate(tables) for rank in table}
    is_better = False
    for one in range(len(players)):
        for other in range(one + 1, min(len(players), one + REACH)):
            a, b = table_of[one], table_of[other]
            if a == b:
                continue
            first = [other if rank == one else rank for rank in tables[a]]
            second = [one if rank == other else rank for rank in tables[b]]
            new = weight_of(_lines(players, first)), weight_of(_lines(players, second))
            if sum(new) < weights[a] + weights[b]:
                tables[a], tables[b] = first, second
                weights[a], weights[b] = new
                table_of[one], table_of[other] = b, a
                is_better = True
    return is_better


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

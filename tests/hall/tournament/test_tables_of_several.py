"""Tables of three to six: no round with fewer rematches is possible."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from companion.hall.tournament.arithmetic import CostLevel
from companion.hall.tournament.standings import table_points
from companion.hall.tournament.swiss import SwissPlayer
from companion.hall.tournament.tables_of_several import several_round, table_sizes

Met = list[dict[int, int]]


def fewest_rematches(met: Met, free: Sequence[int], sizes: Sequence[int], most: int) -> int:
    """Try all ways to sit that have less than `most`."""
    if not sizes or most <= 0:
        return min(most, 0)
    first, *rest = free
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            here = sum(met[a].get(b, 0) for a, b in combinations((first, *others), 2))
            if here < most:
                more = fewest_rematches(met, [who for who in rest if who not in others], left, most - here)
                most = min(most, here + more)
    return most


def evening(players: int, seats: int, rounds: int, seed: int) -> list[tuple[int, int]]:
    """Play rounds by chance; return how many rematches each had, and how few it could have had."""
    random = Random(seed)
    met: Met = [{} for _ in range(players)]
    points = [0] * players
    found = []
    for _ in range(rounds):
        order = sorted(range(players), key=lambda who: (-points[who], who))
        sizes = table_sizes(players, 3, 6, seats)
        assert sizes is not None
        field = [SwissPlayer(who, points[who], met=met[who], lot=random.randint(0, 99)) for who in order]
        tables = several_round(field, sizes)
        had = sum(line.amount for _, lines in tables for line in lines if line.level is CostLevel.REMATCH)
        found.append((had, fewest_rematches(met, range(players), sizes, had)))
        for who, _ in tables:
            for a, b in combinations(who, 2):
                met[a][b] = met[b][a] = met[a].get(b, 0) + 1
            for one, won in zip(who, table_points(range(1, len(who) + 1), is_two_sided=False), strict=True):
                points[one] += won
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("players", "seats"), [(8, 4), (9, 3), (10, 5), (11, 4)])
def test_no_round_could_have_had_fewer_rematches(players: int, seats: int, seed: int) -> None:
    assert all(had == least for had, least in evening(players, seats, 5, seed))


def test_sixty_players_at_tables_of_five_do_not_meet_again_in_five_rounds() -> None:
    random, met, points = Random(1), [dict[int, int]() for _ in range(60)], [0] * 60
    for _ in range(5):
        order = sorted(range(60), key=lambda who: (-points[who], who))
        field = [SwissPlayer(who, points[who], met=met[who], lot=who) for who in order]
        for who, lines in several_round(field, (5,) * 12):
            assert not any(line.level is CostLevel.REMATCH for line in lines)
            for a, b in combinations(who, 2):
                met[a][b] = met[b][a] = 1
            for one in who:
                points[one] += random.choice((0, 30, 60, 90, 120))

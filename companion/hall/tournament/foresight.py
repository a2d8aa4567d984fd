"""Looks ahead in a small tournament: after which round do pairs that have not met remain for the rounds to come?

Six players have fifteen pairs, enough for five rounds; but after a third round that leaves two triangles, every fourth round
repeats a pair. Players are bits here: `unmet[one]` has the bit of everybody whom one has not met.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.hall.tournament.matching import Edge

MOST_PLACES = 12
"""Players and a bye; there are 10,395 rounds of twelve, and of fourteen thirteen times as many. With more players than that,
rounds are seldom so many that pairs run out.
"""
Unmet = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def foreseen_round(
    edges: list[Edge], best: set[tuple[int, int]], unmet: Unmet, rounds: int
) -> set[tuple[int, int]]:
    """Return the round of least weight after which as many of the next `rounds` as can be repeat no pair.

    `best` is the round of least weight of all; it is returned where it repeats a pair itself.
    """
    pairs = tuple(best)
    if not _are_new(pairs, unmet):
        return best
    reach = min(rounds, *(others.bit_count() for others in _without(unmet, pairs)))
    if can_go_on(_without(unmet, pairs), reach):
        return best
    weights = {(one, other): weight for one, other, weight in edges}
    allowed = _only(unmet, weights)
    found = sorted(
        _all_rounds(allowed, (1 << len(unmet)) - 1), key=lambda each: sum(weights[pair] for pair in each)
    )
    for far in range(reach, 0, -1):
        for each in found:
            if can_go_on(_without(unmet, each), far):
                return set(each)
    return best


@lru_cache(maxsize=100_000)
def can_go_on(unmet: Unmet, rounds: int) -> bool:
    """Tell whether so many rounds can follow in which nobody meets again."""
    if rounds == 0:
        return True
    if any(others.bit_count() < rounds for others in unmet):
        return False
    for pairs in _all_rounds(unmet, (1 << len(unmet)) - 1):
        first, *others = _without(unmet, pairs)
        # The order of rounds does not matter: let the first player meet opponents in the order of their numbers.
        later = first >> (pairs[0][1] + 1) << (pairs[0][1] + 1)
        if can_go_on((later, *others), rounds - 1):
            return True
    return False


def _all_rounds(unmet: Unmet, free: int) -> Iterator[Pairs]:
    """Return every round of the players whose bits are in `free`, in which nobody meets again."""
    if not free:
        yield ()
        return
    one = (free & -free).bit_length() - 1
    free &= free - 1
    others = unmet[one] & free
    while others:
        bit = others & -others
        others ^= bit
        for rest in _all_rounds(unmet, free ^ bit):
            yield ((one, bit.bit_length() - 1), *rest)


def _are_new(pairs: Pairs, unmet: Unmet) -> bool:
    return all(unmet[one] >> other & 1 for one, other in pairs)


def _without(unmet: Unmet, pairs: Pairs) -> Unmet:
    left = list(unmet)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


def _only(unmet: Unmet, weights: dict[tuple[int, int], int]) -> Unmet:
    """Return the pairs that have not met and may meet in this round."""
    left = [0] * len(unmet)
    for one, other in weights:
        if unmet[one] >> other & 1:
            left[one] |= 1 << other
            left[other] |= 1 << one
    return tuple(left)

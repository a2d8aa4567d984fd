"""Makes the bracket of a knockout: the best seeds meet last, and have the byes of the first round."""

from collections.abc import Collection, Sequence


def bracket(players: int) -> tuple[int | None, ...]:
    """Return the seeds (from 0) in the order of the bracket; None is a place without a player."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size - 1 - place)]
    return tuple(seed if seed < players else None for seed in places)


def knockout_pairs(
    seeds: Sequence[int], alive: Collection[int], played: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the next pairs of a knockout, the better seed first, and the players who advance without a match.

    `alive` have not lost, and `played` is the number of rounds behind them.
    """
    places = [None if place is None else seeds[place] for place in bracket(len(seeds))]
    block = 2 ** (played + 1)
    rank = {who: n for n, who in enumerate(seeds)}
    pairs, byes = [], []
    for start in range(0, len(places), block):
        left = [who for who in places[start : start + block] if who is not None and who in alive]
        left.sort(key=rank.__getitem__)
        if len(left) >= 2:
            pairs.append((left[0], left[1]))
            byes += left[2:]
        else:
            byes += left
    return tuple(pairs), tuple(byes)

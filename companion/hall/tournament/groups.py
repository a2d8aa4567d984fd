"""Pairs groups in which every player meets every other player once."""

from collections.abc import Sequence


def drawn_groups(seeds: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """Return groups of about one size, with the seeds dealt out back and forth so that all groups are equally strong."""
    number = max(1, -(-len(seeds) // size))
    groups: list[list[int]] = [[] for _ in range(number)]
    for n, who in enumerate(seeds):
        lap, place = divmod(n, number)
        groups[number - 1 - place if lap % 2 else place].append(who)
    return tuple(tuple(group) for group in groups)


def group_rounds(size: int) -> int:
    """Return the number of rounds that a group of this size needs."""
    return size - 1 + size % 2


def group_pairs(group: Sequence[int], number: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the pairs of a group in a round (from 0), and who has no match; one stays in place, the others rotate."""
    seats: list[int | None] = [*group, *([None] if len(group) % 2 else [])]
    count = len(seats)
    if number >= count - 1:
        return (), tuple(group)
    turned = [seats[0], *(seats[1 + (n + number) % (count - 1)] for n in range(count - 1))]
    pairs, pauses = [], []
    for n in range(count // 2):
        one, other = turned[n], turned[count - 1 - n]
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            pauses += [who for who in (one, other) if who is not None]
    return tuple(pairs), tuple(pauses)

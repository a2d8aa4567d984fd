"""Finds the perfect matching of least weight, and first leaves out the pairs that no such matching can have.

Most pairs of a large round are far too bad, which a lower bound proves (the dual of the matching problem, Edmonds 1965).
Each player has a number. Some sets of players have a cost: a set of an odd number of players, of whom one at least meets
somebody outside it. If every pair weighs at least the numbers of its two players and the costs of the sets between them, then no
round weighs less than all numbers and all costs together. A pair that weighs more than its share makes a round heavier than
this bound by as much. If that is more than a round weighs which is already known, the pair is in no better round.
"""

from collections.abc import Sequence
from itertools import accumulate

from companion.hall.tournament.errors import PackageMissing

Edge = tuple[int, int, int]
"""Two players by rank, the better first, and the weight of their pair."""


def least_matching(
    edges: Sequence[Edge], count: int, likely: Sequence[Edge], costs: Sequence[int]
) -> set[tuple[int, int]] | None:
    """Return the perfect matching of least weight among all edges; None if there is none.

    `likely` are edges that the result probably has. `costs[n]` is what it costs at least to leave the first n players, whose
    number is odd; 0 where nothing is known. If `count` is even because of a bye, the last place is the bye.
    """
    known = perfect_matching(likely, count)
    if known is None:
        return perfect_matching(edges, count)
    weights = {(one, other): weight for one, other, weight in likely}
    left = possible(edges, count, sum(weights[pair] for pair in known), costs)
    return known if set(left) <= set(likely) else perfect_matching(left, count)


def possible(edges: Sequence[Edge], count: int, most: int, costs: Sequence[int]) -> list[Edge]:
    """Return the edges that a matching of at most the weight `most` can have. All numbers are doubled, to stay whole."""
    before = list(accumulate(costs))
    over = [(one, other, 2 * (weight - before[other] + before[one])) for one, other, weight in edges]
    # The last place comes last: if it is the bye, which most players would rather have than a match, it bears the difference.
    last = count - 1
    most_of_all = max(weight for _, _, weight in over)
    numbers = [most_of_all] * count
    for one, other, weight in over:
        if other != last:
            half = weight >> 1
            numbers[one] = min(numbers[one], half)
            numbers[other] = min(numbers[other], half)
    numbers[last] = min(weight - numbers[one] for one, other, weight in over if other == last)
    room = 2 * most - sum(numbers) - 2 * before[-1]
    return [
        edge
        for edge, (one, other, weight) in zip(edges, over, strict=True)
        if weight - numbers[one] - numbers[other] <= room
    ]


def perfect_matching(edges: Sequence[Edge], count: int) -> set[tuple[int, int]] | None:
    """Return the perfect matching of least weight; None if there is none. Raises `PackageMissing`."""
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

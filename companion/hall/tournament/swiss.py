"""Pairs Swiss rounds for games of two sides, by a perfect matching of least weight of all players who may meet.

The weights are whole numbers, which are defined in `arithmetic`: first nobody has a bye twice, then nobody meets again, then
the lowest has the bye, then points are close, clubs apart, sides in balance, and ranks as far apart as half the group that
has as many points. Where players are few, the pairs of the rounds to come are thought of too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from companion.hall.tournament.arithmetic import WEIGHTS, CostLevel, PairingLine, added, lines_of
from companion.hall.tournament.errors import PackageMissing

# --- matching
# Finds the perfect matching of least weight, and first leaves out the pairs that no such matching can have.
#
# Most pairs of a large round are far too bad, which a lower bound proves (the dual of the matching problem, Edmonds
# 1965). Each player has a number. Some sets of players have a cost: a set of an odd number of players, of whom one at
# least meets somebody outside it. If every pair weighs at least the numbers of its two players and the costs of the
# sets between them, then no round weighs less than all numbers and all costs together. A pair that weighs more than
# its share makes a round heavier than this bound by as much. If that is more than a round weighs which is already
# known, the pair is in no better round.

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
    # The last place comes last: if it is the bye, which most players would rather have than a match, it bears the
    # difference.
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


# --- foresight
# Looks ahead in a small tournament: after which round do pairs that have not met remain for the rounds to come?
#
# Six players have fifteen pairs, enough for five rounds; but after a third round that leaves two triangles, every
# fourth round repeats a pair. Players are bits here: `unmet[one]` has the bit of everybody whom one has not met.

MOST_PLACES = 12
"""Players and a bye; there are 10,395 rounds of twelve, and of fourteen thirteen times as many. With more players than that,
rounds are seldom so many that pairs run out.
"""
TRIES, MOST_TRIES = 1_000, 20_000
"""After so many tried rounds one round is given up, and all rounds that should leave as many for later. What can go on is
nearly always found in a hundred; to prove that it cannot would take hours where players came late or went.
"""
Unmet = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def foreseen_round(
    edges: list[Edge], best: set[tuple[int, int]], unmet: Unmet, rounds: int
) -> set[tuple[int, int]]:
    """Return the round of least weight after which as many of the next `rounds` as can be found repeat no pair.

    `best` is the round of least weight of all; it is returned where it repeats a pair itself.
    """
    pairs = tuple(best)
    if not _are_new(pairs, unmet):
        return best
    reach = min(rounds, *(others.bit_count() for others in _without(unmet, pairs)))
    foresight = Foresight()
    if foresight.can_go_on(_without(unmet, pairs), reach, TRIES):
        return best
    weights = {(one, other): weight for one, other, weight in edges}
    allowed = _only(unmet, weights)
    found = sorted(
        _all_rounds(allowed, (1 << len(unmet)) - 1), key=lambda each: sum(weights[pair] for pair in each)
    )
    for far in range(reach, 0, -1):
        end = foresight.tried + MOST_TRIES
        for each in found:
            if foresight.can_go_on(_without(unmet, each), far, min(TRIES, end - foresight.tried)):
                return set(each)
    return best


class Foresight:
    """Looks for rounds to come in which nobody meets again. `tried` counts the rounds that it tried."""

    def __init__(self) -> None:
        self.tried = 0
        self._cannot: set[tuple[Unmet, int]] = set()

    def can_go_on(self, unmet: Unmet, rounds: int, tries: int) -> bool:
        """Tell whether so many rounds can follow; no, if none were found in so many tries."""
        return self._can_go_on(unmet, rounds, self.tried + tries)

    def _can_go_on(self, unmet: Unmet, rounds: int, end: int) -> bool:
        if rounds == 0:
            return True
        if any(others.bit_count() < rounds for others in unmet) or (unmet, rounds) in self._cannot:
            return False
        for pairs in _all_rounds(unmet, (1 << len(unmet)) - 1):
            if self.tried >= end:
                return False
            self.tried += 1
            first, *others = _without(unmet, pairs)
            # The order of rounds does not matter: let the first player meet opponents in the order of their numbers.
            later = first >> (pairs[0][1] + 1) << (pairs[0][1] + 1)
            if self._can_go_on((later, *others), rounds - 1, end):
                return True
        if self.tried < end:
            self._cannot.add((unmet, rounds))
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


# --- swiss

_BYE_AGAIN, _REMATCH, _BYE, _GAP, _CLUB, _SIDES, _RANK = (WEIGHTS[level] for level in CostLevel)
MANY = 64
"""With fewer players than this, leaving pairs out takes longer than it saves."""
NEAR = 8
"""How many places from the ideal opponent most are found who are paired."""


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


def swiss_round(
    players: Sequence[SwissPlayer], without: frozenset[int] = frozenset(), later: int = 0
) -> SwissRound | None:
    """Return the best round for players in the order of their rank; None if there is none.

    So many rounds follow `later`; if players are few, this one leaves them pairs that have not met, as far as possible.
    `without` is a pair that must not meet, or a player alone who must not have the bye: so the next best round is found.
    Raises `PackageMissing`.
    """
    field = _Field(players)
    count = len(players)
    matched = _matched(field, without, later)
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


def _matched(field: _Field, without: frozenset[int], later: int) -> set[tuple[int, int]] | None:
    edges, count = _edges(field, without), len(field.players)
    places = count + count % 2
    if count >= MANY:
        likely = [edge for edge in edges if edge[1] == count or edge[2] % _SIDES <= NEAR]
        return least_matching(edges, places, likely, _costs(field))
    best = perfect_matching(edges, places)
    if best is None or places > MOST_PLACES or not later:
        return best
    return foreseen_round(edges, best, _unmet(field), later)


def _costs(field: _Field) -> list[int]:
    """Return what it costs at least that one of the first n players meets one after them, if n is odd and the two have
    other points.
    """
    points = [player.points for player in field.players]
    return (
        [0]
        + [(points[n - 1] - points[n]) ** 2 * _GAP if n % 2 else 0 for n in range(1, len(points))]
        + [0] * (len(points) % 2)
    )


def _unmet(field: _Field) -> tuple[int, ...]:
    """Return for each player the bits of those who were not met; the last bit of an odd number is the bye."""
    players, count = field.players, len(field.players)
    unmet = [0] * (count + count % 2)
    for one, player in enumerate(players):
        met = player.met or {}
        unmet[one] |= sum(1 << n for n, other in enumerate(players) if n != one and other.number not in met)
        if count % 2 and not player.byes:
            unmet[one] |= 1 << count
            unmet[count] |= 1 << one
    return tuple(unmet)


def _edges(field: _Field, without: frozenset[int]) -> list[Edge]:
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

"""The pairing of a Swiss round is the best there is, level by level."""

import sys
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.tournament.arithmetic import WEIGHTS, CostLevel, PairingLine, first_difference, weight_of
from companion.hall.tournament.errors import PackageMissing
from companion.hall.tournament.swiss import (
    MANY,
    SwissPlayer,
    SwissRound,
    _costs,
    _edges,
    _Field,
    _matched,
    perfect_matching,
    possible,
    swiss_round,
)


def fields(most: int) -> st.SearchStrategy[list[SwissPlayer]]:
    return st.builds(some_field, st.integers(2, most), st.integers(0, 10**6))


def some_field(size: int, seed: int) -> list[SwissPlayer]:
    random = Random(seed)
    met: dict[int, dict[int, int]] = {number: {} for number in range(size)}
    for _ in range(random.randint(0, size * 2)):
        a, b = random.sample(range(size), 2)
        met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    points = sorted((random.choice((0, 1, 3, 4, 6)) for _ in range(size)), reverse=True)
    return [
        SwissPlayer(
            number, points[number], random.choice(("A", "B", None)), met[number],
            random.randint(-2, 2), random.randint(0, 1), random.randint(0, 99),
        )
        for number in range(size)
    ]  # fmt: skip


def every_round(ranks: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not ranks:
        yield ()
        return
    first, rest = ranks[0], ranks[1:]
    if len(ranks) % 2:
        for alone in ranks:
            for others in every_round(tuple(rank for rank in ranks if rank != alone)):
                yield ((alone,), *others)
        return
    for n, other in enumerate(rest):
        for others in every_round((*rest[:n], *rest[n + 1 :])):
            yield ((first, other), *others)


def weight_by_hand(players: Sequence[SwissPlayer], pairs: Sequence[tuple[int, ...]]) -> int:
    """The same arithmetic, written a second time from its words."""
    total = 0
    for pair in pairs:
        if len(pair) == 1:
            alone = players[pair[0]]
            total += alone.byes * WEIGHTS[CostLevel.BYE_AGAIN]
            total += sum(p.points < alone.points for p in players) * WEIGHTS[CostLevel.BYE]
            total += (len(players) - 1 - pair[0]) * WEIGHTS[CostLevel.RANK]
            continue
        a, b = players[pair[0]], players[pair[1]]
        total += (a.met or {}).get(b.number, 0) * WEIGHTS[CostLevel.REMATCH]
        total += (a.points - b.points) ** 2 * WEIGHTS[CostLevel.GAP]
        total += (a.club is not None and a.club == b.club) * WEIGHTS[CostLevel.CLUB]
        low, high = sorted((a.balance, b.balance))
        total += ((low + 1) ** 2 + (high - 1) ** 2) * WEIGHTS[CostLevel.SIDES]
        if a.points == b.points:
            alike = [n for n, p in enumerate(players) if p.points == a.points]
            total += (
                abs(alike.index(pair[1]) - alike.index(pair[0]) - len(alike) // 2) * WEIGHTS[CostLevel.RANK]
            )
        else:
            total += (pair[1] - pair[0]) * WEIGHTS[CostLevel.RANK]
    return total


@given(fields(7))
def test_no_round_weighs_less_than_the_one_that_is_paired(players: list[SwissPlayer]) -> None:
    found = swiss_round(players)
    assert found is not None
    least = min(weight_by_hand(players, pairs) for pairs in every_round(tuple(range(len(players)))))
    assert weight_of(found.lines) == least


@given(fields(30))
def test_everybody_sits_once_or_has_the_bye(players: list[SwissPlayer]) -> None:
    found = swiss_round(players)
    assert found is not None
    seated = [number for pair in found.pairs for number in (pair.first, pair.second)]
    seated += [] if found.bye is None else [found.bye]
    assert sorted(seated) == [player.number for player in players]


def test_each_level_weighs_more_than_all_lower_levels_of_five_hundred_pairs() -> None:
    most = {
        CostLevel.RANK: 500 * 999, CostLevel.SIDES: 500 * 1_000, CostLevel.CLUB: 500, CostLevel.GAP: 500 * 300**2,
        CostLevel.BYE: 999, CostLevel.REMATCH: 500 * 99,
    }  # fmt: skip
    below = 0
    for level in reversed(CostLevel):
        assert WEIGHTS[level] > below
        below += most.get(level, 0) * WEIGHTS[level]


def round_of(*players: SwissPlayer) -> SwissRound:
    found = swiss_round(players)
    assert found is not None
    return found


def met_in(found: SwissRound) -> set[frozenset[int]]:
    return {pair.both for pair in found.pairs}


def test_those_who_have_met_do_not_meet_again() -> None:
    found = round_of(
        SwissPlayer(1, 6, met={2: 1}), SwissPlayer(2, 6, met={1: 1}), SwissPlayer(3, 0), SwissPlayer(4, 0)
    )
    assert frozenset((1, 2)) not in met_in(found)


def test_players_with_as_many_points_meet_although_they_are_of_one_club() -> None:
    found = round_of(
        SwissPlayer(1, 3, "A"), SwissPlayer(2, 3, "A"), SwissPlayer(3, 0, "B"), SwissPlayer(4, 0, "B")
    )
    assert met_in(found) == {frozenset((1, 2)), frozenset((3, 4))}


def test_with_equal_points_a_club_is_kept_apart() -> None:
    found = round_of(*(SwissPlayer(n, 0, "A" if n < 3 else "B") for n in range(1, 5)))
    assert all(frozenset(pair) not in met_in(found) for pair in ((1, 2), (3, 4)))


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    assert met_in(round_of(*(SwissPlayer(n, 0) for n in range(1, 7)))) == {
        frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))
    }  # fmt: skip


def test_the_lowest_player_without_a_bye_has_it() -> None:
    found = round_of(
        SwissPlayer(1, 6), SwissPlayer(2, 3), SwissPlayer(3, 1), SwissPlayer(4, 0), SwissPlayer(5, 0, byes=1)
    )
    assert found.bye == 4


def test_a_second_bye_is_worse_than_a_rematch() -> None:
    found = round_of(
        SwissPlayer(1, 3, met={2: 1}, byes=1), SwissPlayer(2, 0, met={1: 1}, byes=1), SwissPlayer(3, 0)
    )
    assert found.bye == 3
    assert found.lines[0] == PairingLine(CostLevel.REMATCH, 1)


def test_who_had_the_first_side_more_often_has_the_second() -> None:
    (pair,) = round_of(SwissPlayer(1, 0, balance=1), SwissPlayer(2, 0, balance=-1)).pairs
    assert (pair.first, pair.second) == (2, 1)


def test_the_next_best_round_says_where_it_is_worse() -> None:
    players = [SwissPlayer(1, 3), SwissPlayer(2, 3), SwissPlayer(3, 0), SwissPlayer(4, 0)]
    other = swiss_round(players, frozenset((1, 2)))
    assert other is not None
    assert first_difference(round_of(*players).lines, other.lines) == PairingLine(CostLevel.GAP, 18)


def test_two_players_have_no_other_pairing() -> None:
    assert swiss_round([SwissPlayer(1, 0), SwissPlayer(2, 0)], frozenset((1, 2))) is None


def test_who_must_not_have_the_bye_plays() -> None:
    players = [SwissPlayer(n, 0) for n in range(1, 4)]
    assert swiss_round(players, frozenset((3,))) is not None
    assert [r.bye for r in (swiss_round(players), swiss_round(players, frozenset((3,)))) if r] == [3, 2]


@pytest.mark.parametrize("seed", range(3))
def test_the_lines_of_a_pair_add_up_to_the_weight_that_was_matched(seed: int) -> None:
    players = some_field(20, seed)
    field = _Field(players)
    for pair in round_of(*players).pairs:
        one, other = sorted((pair.first, pair.second))
        assert weight_of(pair.lines) == field.weight(one, other)


def played_field(size: int, rounds: int, seed: int) -> list[SwissPlayer]:
    """The players after some rounds that were paired well and ended by chance."""
    random = Random(seed)
    met: list[dict[int, int]] = [{} for _ in range(size)]
    points, balance, byes = [0] * size, [0] * size, [0] * size

    def field() -> list[SwissPlayer]:
        order = sorted(range(size), key=lambda who: (-points[who], who))
        return [SwissPlayer(w, points[w], "ABCDEFG"[w % 7], met[w], balance[w], byes[w], w) for w in order]

    for _ in range(rounds):
        each = swiss_round(field())
        assert each is not None
        if each.bye is not None:
            byes[each.bye] += 1
            points[each.bye] += 3
        for pair in each.pairs:
            for who, other, side in ((pair.first, pair.second, 1), (pair.second, pair.first, -1)):
                met[who][other] = met[who].get(other, 0) + 1
                balance[who] += side
            for who, won in zip(
                (pair.first, pair.second), random.choice(((3, 0), (1, 1), (0, 3))), strict=True
            ):
                points[who] += won
    return field()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("is_played", [True, False])
def test_a_large_round_weighs_as_little_as_among_all_pairs(seed: int, is_played: bool) -> None:
    size = MANY + seed * 5
    players = played_field(size, seed % 6, seed) if is_played else some_field(size, seed)
    for without in (
        frozenset[int](),
        frozenset((players[0].number, players[1].number)),
        frozenset((players[-1].number,)),
    ):
        field = _Field(players)
        edges = _edges(field, without)
        weights = {(one, other): weight for one, other, weight in edges}
        found = _matched(field, without, 0)
        among_all = perfect_matching(edges, size + size % 2)
        assert found is not None and among_all is not None
        assert sum(weights[pair] for pair in found) == sum(weights[pair] for pair in among_all)


def test_most_pairs_of_a_large_round_are_left_out() -> None:
    field = _Field(played_field(120, 4, 1))
    edges = _edges(field, frozenset())
    best = perfect_matching(edges, 120)
    assert best is not None
    weights = {(one, other): weight for one, other, weight in edges}
    left = possible(edges, 120, sum(weights[pair] for pair in best), _costs(field))
    assert len(left) < len(edges) / 2
    assert best <= {(one, other) for one, other, _ in left}


def test_without_the_package_it_is_said_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    with pytest.raises(PackageMissing, match="rustworkx is not installed"):
        swiss_round([SwissPlayer(1, 0), SwissPlayer(2, 0)])

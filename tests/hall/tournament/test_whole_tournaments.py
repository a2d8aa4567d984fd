"""Whole Swiss tournaments, played by seeds with players who come, go, and results that were wrong."""

import json
from itertools import combinations, pairwise

import pytest

from companion.counting.games import COUNTS
from companion.hall.tournament.arithmetic import CostLevel
from companion.hall.tournament.events import RoundPaired, read_tournament_event, write_tournament_event
from companion.hall.tournament.pairing import by_rank, histories
from companion.hall.tournament.standings import standings
from companion.hall.tournament.state import fold
from companion.hall.tournament.swiss import SwissPlayer
from tests.hall.tournament.simulated import Played, a_whole_tournament

TWO_SIDED = [game for game, count in COUNTS.items() if count.is_two_sided]
OF_SEVERAL = [game for game, count in COUNTS.items() if not count.is_two_sided]
SIZES = [(5, 4), (6, 4), (7, 5), (8, 5), (11, 6), (16, 5), (23, 6), (33, 7), (64, 7)]
CASES = [(players, rounds, seed) for players, rounds in SIZES for seed in range(3)]


@pytest.fixture(scope="module", params=CASES, ids=str)
def of_two(request: pytest.FixtureRequest) -> Played:
    players, rounds, seed = request.param
    return a_whole_tournament(TWO_SIDED[seed % len(TWO_SIDED)], players, rounds, seed)


@pytest.fixture(scope="module", params=[case for case in CASES if case[0] > 5], ids=str)
def of_several(request: pytest.FixtureRequest) -> Played:
    players, rounds, seed = request.param
    return a_whole_tournament(OF_SEVERAL[0], players, rounds, seed)


def amount(played: Played, level: CostLevel) -> int:
    return sum(
        line.amount
        for each in played.state.rounds
        for lines in (*(one.lines for one in each.tables), *(bye.lines for bye in each.byes))
        for line in lines
        if line.level is level
    )


def test_nobody_has_two_byes(of_two: Played) -> None:
    assert max(past.byes for past in histories(of_two.state).values()) <= 1


def test_nobody_meets_again_while_it_can_be_avoided(of_two: Played) -> None:
    """With at least twice as many players as rounds it always can; the smallest fields are tried by hand in test_swiss."""
    if min(len(each.players) for each in of_two.state.rounds) >= 2 * len(of_two.state.rounds):
        assert amount(of_two, CostLevel.REMATCH) == 0
        assert all(max(past.met.values(), default=0) <= 1 for past in histories(of_two.state).values())


def test_sides_are_balanced_where_that_is_possible(of_two: Played) -> None:
    """No two tables could exchange players for a better balance without worse rematches, points or clubs.

    Where players are few for so many rounds, later rounds are thought of too; `test_foresight` tries these.
    """
    rounds = len(of_two.state.rounds)
    for n, event in enumerate(of_two.events):
        if not isinstance(event, RoundPaired) or len(of_two.state.pairable()) < 2 * rounds:
            continue
        before = fold(of_two.events[:n])
        who = [one.number for one in before.pairable()]
        known = {player.number: player for player in by_rank(before, of_two.count, who, 1)}
        for first, second in combinations(event.tables, 2):
            (a, b), (c, d) = ([known[who] for who in one.players] for one in (first, second))
            now = [x + y for x, y in zip(against(a, b), against(c, d), strict=True)]
            for (e, f), (g, h) in (((a, c), (b, d)), ((a, d), (b, c))):
                other = [x + y for x, y in zip(against(e, f), against(g, h), strict=True)]
                assert now <= other, (event.round, first, second)
    assert max(abs(past.balance) for past in histories(of_two.state).values()) <= 2


def against(one: SwissPlayer, other: SwissPlayer) -> list[int]:
    """Rematch, points, clubs, and how far the sides would then be out of balance."""
    low, high = sorted((one.balance, other.balance))
    return [
        (one.met or {}).get(other.number, 0),
        (one.points - other.points) ** 2,
        int(one.club is not None and one.club == other.club),
        (low + 1) ** 2 + (high - 1) ** 2,
    ]


def test_everybody_who_is_there_plays_or_has_the_bye(of_two: Played) -> None:
    for each in of_two.state.rounds:
        assert len(each.players) == len(set(each.players))
        assert len(each.byes) == len(each.players) % 2
        assert sorted(one.table for one in each.tables) == list(range(1, len(each.tables) + 1))


def test_the_standings_fall_from_the_first_to_the_last(of_two: Played) -> None:
    ranks = standings(of_two.state, of_two.count).ranks
    assert all(one.points >= other.points for one, other in pairwise(ranks))
    assert all(one.place <= other.place for one, other in pairwise(ranks))


def test_the_events_as_json_make_the_same_tournament(of_two: Played) -> None:
    written = json.loads(json.dumps([write_tournament_event(event) for event in of_two.events]))
    assert fold(read_tournament_event(data) for data in written) == of_two.state


@pytest.mark.slow
def test_tables_of_several_have_sizes_that_the_game_allows(of_several: Played) -> None:
    count = of_several.count
    for each in of_several.state.rounds:
        sizes = {len(one.players) for one in each.tables}
        assert not each.byes
        assert min(sizes) >= count.fewest and max(sizes) <= count.most and max(sizes) - min(sizes) <= 1


def test_at_tables_of_several_few_meet_again(of_several: Played) -> None:
    """In a large field three of four meetings at least are first ones."""
    if len(of_several.state.rounds[0].players) >= 16:
        meetings = sum(len(one.players) * (len(one.players) - 1) // 2 for _, one in of_several.state.played())
        assert amount(of_several, CostLevel.REMATCH) <= meetings / 4

"""Groups, knockouts, free play, tables of several, and one format after another."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.public import lists_of
from companion.hall.tournament import judge
from companion.hall.tournament.events import EntrantNumber, FormatKind, ResultCorrected, TournamentFormat
from companion.hall.tournament.pairing import (
    Declined,
    bracket,
    drawn_groups,
    group_pairs,
    group_rounds,
    knockout_pairs,
    waiting_queue,
)
from companion.hall.tournament.standings import standings, table_points
from companion.hall.tournament.tables_of_several import table_sizes
from companion.words import translate
from tests.hall.tournament.simulated import Played, enter, joined, opened, play_round


def why_not(decision: judge.Decision) -> str:
    assert isinstance(decision, Declined)
    return translate(decision.message, "en")


def goals(played: Played, table: int, *numbers: int, number: int = 0) -> None:
    made = judge.result_of(played.count, len(numbers), {"goals": numbers})
    assert not isinstance(made, Declined)
    enter(played, number or len(played.state.rounds), table, made)


# --- groups


@given(st.integers(2, 60), st.integers(3, 9))
def test_in_a_group_everybody_meets_everybody_once(players: int, size: int) -> None:
    for group in drawn_groups(range(players), size):
        rounds = [group_pairs(group, number) for number in range(group_rounds(len(group)))]
        met = [frozenset(pair) for pairs, _ in rounds for pair in pairs]
        assert sorted(map(sorted, met)) == sorted(map(list, combinations(sorted(group), 2)))
        for pairs, pauses in rounds:
            assert sorted([*(who for pair in pairs for who in pair), *pauses]) == sorted(group)
            assert len(pauses) == len(group) % 2


def test_good_seeds_are_spread_over_the_groups() -> None:
    assert drawn_groups(range(1, 9), 4) == ((1, 4, 5, 8), (2, 3, 6, 7))


def test_groups_then_a_knockout_of_the_best() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.GROUPS, group_size=4)), 8)
    for _ in range(3):
        play_round(played, Random(5))
    assert "all groups have played" in why_not(judge.pair(played.state))
    best = [rank.number for rank in standings(played.state, played.count).ranks]
    groups = drawn_groups(played.state.part.seeds, 4)
    firsts = {next(who for who in best if who in group) for group in groups}
    played.does(judge.choose_format(played.state, TournamentFormat(FormatKind.KNOCKOUT, qualified=4)))
    each = play_round(played, Random(6))
    assert len(each.tables) == 2
    # The winners of the two groups are the first seeds: they can meet only in the final.
    assert all(len(firsts & set(one.players)) == 1 for one in each.tables)


def test_who_comes_after_the_first_round_of_the_groups_waits_for_the_next_part() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.GROUPS)), 4)
    play_round(played, Random(1))
    played.does(judge.enter(played.state, "Late"))
    assert "Late comes too late" in why_not(judge.check_in(played.state, EntrantNumber(5)))


def test_the_opponents_of_somebody_who_has_gone_have_byes() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.GROUPS)), 4)
    play_round(played, Random(1))
    played.does(judge.drop(played.state, EntrantNumber(2)))
    each = play_round(played, Random(1))
    assert len(each.tables) == 1 and len(each.byes) == 1


# --- knockout


@given(st.integers(2, 130))
def test_in_a_bracket_the_byes_go_to_the_best(players: int) -> None:
    seeds = list(range(1, players + 1))
    pairs, byes = knockout_pairs(seeds, seeds, 0)
    assert sorted(byes) == seeds[: len(byes)]
    assert 2 * (len(pairs) + len(byes)) == len(bracket(players))


@given(st.integers(2, 130))
def test_if_the_better_seed_always_wins_the_two_best_meet_in_the_final(players: int) -> None:
    seeds = list(range(1, players + 1))
    alive, number = set(seeds), 0
    last: tuple[int, int] | None = None
    while len(alive) > 1:
        pairs, byes = knockout_pairs(seeds, alive, number)
        assert sorted([*byes, *(who for pair in pairs for who in pair)]) == sorted(alive)
        alive = {*byes, *(min(pair) for pair in pairs)}
        last, number = pairs[-1], number + 1
    assert last == (1, 2)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 11, 32])
def test_a_knockout_ends_with_one_who_was_never_beaten(players: int) -> None:
    played = joined(opened("boufbowl", TournamentFormat(FormatKind.KNOCKOUT)), players)
    while not isinstance(judge.pair(played.state), Declined):
        play_round(played, Random(players))
    final = played.state.rounds[-1].tables[0]
    (winner,) = final.winners
    assert f"P{winner} has won it" in why_not(judge.pair(played.state))
    ranks = standings(played.state, played.count).ranks
    assert ranks[0].number == winner
    assert {ranks[0].number, ranks[1].number} == set(final.players)


def eight_of_whom_the_first_seed_wins() -> Played:
    """A knockout of eight: the first seats have won round 1, and round 2 is paired."""
    played = joined(opened("lignes", TournamentFormat(FormatKind.KNOCKOUT)), 8)
    played.does(judge.pair(played.state))
    for table in played.state.rounds[0].tables:
        goals(played, table.table, 1, 0)
    played.does(judge.pair(played.state))
    return played


def corrected(played: Played, goes_on: EntrantNumber | None = None) -> judge.Decision:
    """Table 1 of round 1 the other way round."""
    made = judge.result_of(played.count, 2, {"goals": (0, 1)})
    assert not isinstance(made, Declined)
    return judge.correct(played.state, ResultCorrected(1, 1, made, "Anne", "wrong way", goes_on=goes_on))


def test_a_correction_in_a_knockout_that_has_gone_on_asks_who_goes_on() -> None:
    played = eight_of_whom_the_first_seed_wins()
    beaten, winner = played.state.rounds[0].tables[0].players
    said = why_not(corrected(played))
    assert f"P{winner} has won, but P{beaten} is paired in round 2 already: say who goes on" in said
    other = played.state.rounds[0].tables[1].players[0]
    assert "who goes on" in why_not(corrected(played, other))


def test_the_right_winner_takes_the_place_of_the_other_in_the_round_under_way() -> None:
    played = eight_of_whom_the_first_seed_wins()
    beaten, winner = played.state.rounds[0].tables[0].players
    played.does(corrected(played, winner))
    assert winner in played.state.rounds[1].players and beaten not in played.state.rounds[1].players
    assert played.state.rounds[1].by_hand[-1].why == "wrong way"
    for _ in range(2):
        for table in played.state.rounds[-1].tables:
            goals(played, table.table, 1, 0)
        final = judge.pair(played.state)
        if not isinstance(final, Declined):
            played.does(final)
    assert len(played.state.rounds[2].tables) == 1 and not played.state.rounds[2].byes


@pytest.mark.parametrize("is_played", [False, True])
def test_nobody_comes_back_into_a_knockout_by_a_corrected_result_alone(is_played: bool) -> None:
    played = eight_of_whom_the_first_seed_wins()
    beaten, winner = played.state.rounds[0].tables[0].players
    if is_played:
        for table in played.state.rounds[1].tables:
            goals(played, table.table, 1, 0)
        assert "has played in round 2 already" in why_not(corrected(played, winner))
    played.does(corrected(played, beaten))
    if not is_played:
        for table in played.state.rounds[1].tables:
            goals(played, table.table, 1, 0)
    played.does(judge.pair(played.state))
    last = played.state.rounds[2]
    assert len(last.tables) == 1 and not last.byes and winner not in last.players


def test_who_wins_a_knockout_is_first_also_after_a_correction_that_came_too_late() -> None:
    played = eight_of_whom_the_first_seed_wins()
    beaten = played.state.rounds[0].tables[0].players[0]
    played.does(corrected(played, beaten))
    for _ in range(2):
        for table in played.state.rounds[-1].tables:
            scored = [1, 0] if beaten in table.players else [9, 0]
            goals(played, table.table, *(scored if table.players[1] != beaten else scored[::-1]))
        final = judge.pair(played.state)
        if not isinstance(final, Declined):
            played.does(final)
    assert f"P{beaten} has won it" in why_not(judge.pair(played.state))
    assert standings(played.state, played.count).ranks[0].number == beaten


def test_who_exchanges_places_by_hand_has_the_others_place_in_the_bracket() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.KNOCKOUT)), 8)
    played.does(judge.pair(played.state))
    first, second, *_, last = played.state.part.seeds
    played.does(judge.pair_by_hand(played.state, first, second, "Anne", "brothers"))
    for table in played.state.rounds[0].tables:
        winner = next((who for who in table.players if who in (first, last)), table.players[0])
        goals(played, table.table, *(int(who == winner) for who in table.players))
    played.does(judge.pair(played.state))
    assert len(played.state.rounds[1].tables) == 2 and not played.state.rounds[1].byes


def test_a_correction_that_leaves_the_winner_asks_nothing() -> None:
    played = eight_of_whom_the_first_seed_wins()
    made = judge.result_of(played.count, 2, {"goals": (5, 0)})
    assert not isinstance(made, Declined)
    wanted = ResultCorrected(1, 1, made, "Anne", "typing error")
    played.does(judge.correct(played.state, wanted))
    needless = ResultCorrected(1, 2, made, "Anne", "x", goes_on=played.state.rounds[0].tables[1].players[0])
    assert "does not change who goes on" in why_not(judge.correct(played.state, needless))


def test_a_knockout_takes_no_level_result() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.KNOCKOUT)), 2)
    played.does(judge.pair(played.state))
    level = judge.result_of(played.count, 2, {"goals": (1, 1)})
    decided = judge.result_of(played.count, 2, {"goals": (1, 1)}, winner=0)
    assert not isinstance(level, Declined) and not isinstance(decided, Declined)
    assert "a knockout needs a winner" in why_not(judge.enter_result(played.state, 1, 1, level, "desk"))
    played.does(judge.enter_result(played.state, 1, 1, decided, "desk"))


def test_who_meets_somebody_who_has_gone_goes_on() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.KNOCKOUT)), 8)
    each = play_round(played, Random(3))
    gone, left = each.tables[0].winners[0], each.tables[1].winners[0]
    played.does(judge.drop(played.state, gone))
    played.does(judge.pair(played.state))
    assert len(played.state.rounds[-1].tables) == 1 and len(played.state.rounds[-1].byes) == 1
    assert left in played.state.rounds[-1].players


# --- free play


def free(players: int, tables: int, stay: int = 3) -> Played:
    chosen = TournamentFormat(FormatKind.FREE, tables=tables, longest_stay=stay)
    return joined(opened("lignes", chosen), players)


def test_the_winner_stays_and_the_next_in_the_queue_sits_down() -> None:
    played = free(4, 1)
    played.does(judge.pair(played.state))
    first, second = played.state.rounds[0].tables[0].players
    assert waiting_queue(played.state, [EntrantNumber(n) for n in range(1, 5)]) == [3, 4]
    goals(played, 1, 2, 0)
    played.does(judge.pair(played.state))
    assert set(played.state.rounds[1].tables[0].players) == {first, 3}
    assert waiting_queue(played.state, [EntrantNumber(n) for n in range(1, 5)]) == [4, second]


def test_free_tables_do_not_wait_for_each_other() -> None:
    played = free(6, 2)
    played.does(judge.pair(played.state))
    assert "all tables are taken" in why_not(judge.pair(played.state))
    goals(played, 2, 0, 1)
    played.does(judge.pair(played.state))
    assert [one.table for one in played.state.rounds[1].tables] == [2]
    goals(played, 1, 1, 0, number=1)
    played.does(judge.pair(played.state))
    assert [one.table for one in played.state.rounds[2].tables] == [1]


def test_a_stay_has_an_end() -> None:
    played = free(5, 1, stay=2)
    played.does(judge.pair(played.state))
    winner = played.state.rounds[0].tables[0].players[0]
    for _ in range(2):
        table = played.state.rounds[-1].tables[0]
        goals(played, 1, *((1, 0) if table.players[0] == winner else (0, 1)))
        played.does(judge.pair(played.state))
    assert winner not in played.state.rounds[-1].players


def test_after_a_shared_match_both_leave() -> None:
    played = free(4, 1)
    played.does(judge.pair(played.state))
    goals(played, 1, 1, 1)
    played.does(judge.pair(played.state))
    assert set(played.state.rounds[1].players) == {3, 4}


# --- tables of several


@given(st.integers(1, 200), st.integers(2, 5), st.integers(0, 4), st.integers(0, 9))
def test_tables_differ_by_one_at_most_and_have_sizes_that_are_allowed(
    players: int, fewest: int, more: int, wanted: int
) -> None:
    sizes = table_sizes(players, fewest, fewest + more, wanted)
    if sizes is not None:
        assert sum(sizes) == players
        assert fewest <= min(sizes) and max(sizes) <= fewest + more and max(sizes) - min(sizes) <= 1
    else:
        assert not any(fewest * n <= players <= (fewest + more) * n for n in range(1, players + 1))


def test_tables_are_as_large_as_was_asked_for() -> None:
    assert table_sizes(12, 3, 6, 3) == (3, 3, 3, 3)
    assert table_sizes(13, 3, 6, 4) == (5, 4, 4)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_tables_of_every_size_pay_the_first_and_the_last_alike(size: int) -> None:
    points = table_points(range(1, size + 1), is_two_sided=False)
    assert (points[0], points[-1]) == (120, 0)
    assert sum(points) == 60 * size


def test_who_shares_a_place_shares_its_points() -> None:
    assert table_points((1, 1, 3), is_two_sided=False) == (90, 90, 0)


def test_level_points_at_a_table_go_to_the_lower_reputation() -> None:
    played = opened("ouaf")
    made = judge.result_of(played.count, 3, {"points": (9, 9, 4), "reputation": (2, -1, 0)})
    assert not isinstance(made, Declined)
    assert made.places == (2, 1, 3)


def test_the_wall_shows_every_table_that_plays() -> None:
    played = free(6, 2)
    played.does(judge.pair(played.state))
    goals(played, 1, 1, 0)
    played.does(judge.pair(played.state))
    assert [[one.table for one in each.tables] for each in played.state.played_now] == [[2], [1]]
    pairings, _ = lists_of(played.state)
    assert [row[0] for row in pairings.rows["en"]] == ["2", "1"]

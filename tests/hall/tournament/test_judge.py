"""What the organiser may do, and what he is told when he may not."""

from random import Random

import pytest

from companion.counting.game_count import MatchResult
from companion.hall.tournament import judge
from companion.hall.tournament.events import (
    EntrantNumber,
    FormatKind,
    PairedByHand,
    ResultCorrected,
    RoundPaired,
    TournamentFormat,
)
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.standings import standings
from companion.words import translate
from tests.hall.tournament.simulated import Played, enter, joined, opened, play_round

SWISS = TournamentFormat(FormatKind.SWISS, 3)


def why_not(decision: judge.Decision | MatchResult | Declined) -> str:
    assert isinstance(decision, Declined)
    return translate(decision.message, "en")


def goals(played: Played, *numbers: int, winner: int | None = None) -> MatchResult:
    made = judge.result_of(played.count, len(numbers), {"goals": numbers}, winner)
    assert isinstance(made, MatchResult)
    return made


@pytest.fixture
def four() -> Played:
    return joined(opened("lignes", SWISS), 4)


def running(played: Played) -> Played:
    played.does(judge.pair(played.state))
    return played


# --- players


def test_a_game_that_nobody_knows_has_no_tournament() -> None:
    assert "unknown game chess" in why_not(judge.open_tournament("Cup", "chess", 1))


def test_a_name_stands_on_the_list_once(four: Played) -> None:
    assert "p2 is on the list already, with number 2" in why_not(judge.enter(four.state, " p2 "))


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_name_is_there_and_not_too_long(four: Played, name: str) -> None:
    assert "a name" in why_not(judge.enter(four.state, name))


def test_a_club_is_entered_with_its_first_player(four: Played) -> None:
    four.does(judge.enter(four.state, "Zoé", "Belfort"))
    four.does(judge.enter(four.state, "Ali", "Belfort"))
    assert four.state.clubs == ("Belfort",)


def test_who_is_not_there_is_not_paired(four: Played) -> None:
    four.does(judge.enter(four.state, "Late"))
    assert 5 not in running(four).state.rounds[0].players


def test_one_player_alone_makes_no_round() -> None:
    assert "now there are 1: check players in" in why_not(judge.pair(joined(opened("lignes"), 1).state))


def test_who_has_played_is_dropped_and_not_withdrawn(four: Played) -> None:
    play_round(four, Random(1))
    assert "note instead that the player leaves" in why_not(judge.withdraw(four.state, EntrantNumber(1)))


def test_who_sits_at_a_table_finishes_first(four: Played) -> None:
    running(four)
    assert "still plays at table" in why_not(judge.drop(four.state, EntrantNumber(1)))


def test_who_dropped_may_come_back_in_a_swiss(four: Played) -> None:
    play_round(four, Random(1))
    four.does(judge.drop(four.state, EntrantNumber(1)))
    assert 1 not in play_round(four, Random(1)).players
    four.does(judge.check_in(four.state, EntrantNumber(1)))
    assert 1 in play_round(four, Random(1)).players


def test_a_late_arrival_plays_from_the_next_round_on(four: Played) -> None:
    running(four)
    joined(four, 1)
    assert four.state.entrants[EntrantNumber(5)].first_round == 2
    assert 5 not in four.state.rounds[0].players


@pytest.mark.parametrize("do", [judge.withdraw, judge.check_in, judge.drop])
def test_a_number_that_nobody_has_is_told(four: Played, do: object) -> None:
    assert callable(do)
    assert "there is no player 9" in why_not(do(four.state, EntrantNumber(9)))


# --- rounds


def test_a_round_waits_for_its_results(four: Played) -> None:
    running(four)
    assert why_not(judge.pair(four.state)) == "round 1 still waits for results of these tables: 1, 2"


def test_after_the_last_round_there_is_none(four: Played) -> None:
    for _ in range(3):
        play_round(four, Random(2))
    assert "all rounds are played (3)" in why_not(judge.pair(four.state))
    four.does(judge.end(four.state))
    assert "has ended" in why_not(judge.pair(four.state))


def test_two_exchange_their_places_by_hand_and_it_is_known_who_said_so(four: Played) -> None:
    running(four)
    (a, _), (c, _) = (one.players for one in four.state.rounds[0].tables)
    (event,) = four.does(judge.pair_by_hand(four.state, a, c, "Anne", "brothers"))
    assert isinstance(event, PairedByHand)
    each = four.state.rounds[0]
    assert each.tables[0].players[0] == c and each.tables[1].players[0] == a
    assert (each.by_hand[0].by, each.by_hand[0].why) == ("Anne", "brothers")
    assert not any(one.lines for one in each.tables)


def test_a_pairing_by_hand_has_a_name_and_a_reason(four: Played) -> None:
    running(four)
    (a, b), (c, _) = (one.players for one in four.state.rounds[0].tables)
    assert "say who decides it and why" in why_not(judge.pair_by_hand(four.state, a, c, "Anne", " "))
    assert "both sit at table 1" in why_not(judge.pair_by_hand(four.state, a, b, "Anne", "x"))


def test_nobody_is_moved_away_from_a_result(four: Played) -> None:
    running(four)
    (a, _), (c, _) = (one.players for one in four.state.rounds[0].tables)
    enter(four, 1, 1, goals(four, 2, 0))
    assert "table 1 has a result already" in why_not(judge.pair_by_hand(four.state, a, c, "Anne", "x"))


def test_a_player_with_a_fixed_table_always_sits_there(four: Played) -> None:
    four.does(judge.fix_table(four.state, EntrantNumber(3), 7))
    for _ in range(3):
        assert 3 in next(one.players for one in play_round(four, Random(3)).tables if one.table == 7)
    assert "kept for P3" in why_not(judge.fix_table(four.state, EntrantNumber(1), 7))


def test_at_the_public_table_sit_those_who_were_seen_least() -> None:
    played = joined(opened("lignes", TournamentFormat(FormatKind.SWISS, 4)), 8)
    played.does(judge.choose_stream_table(played.state, 5))
    seen: list[int] = []
    for _ in range(2):
        seen += next(one.players for one in play_round(played, Random(4)).tables if one.table == 5)
    assert len(set(seen)) == 4


def test_groups_are_for_games_of_two() -> None:
    said = why_not(judge.choose_format(opened("ouaf").state, TournamentFormat(FormatKind.GROUPS)))
    assert "3 to 6 at a table" in said


# --- results


def test_a_result_counts_when_it_is_confirmed(four: Played) -> None:
    running(four)
    four.does(judge.enter_result(four.state, 1, 1, goals(four, 3, 1), "table 1"))
    assert list(four.state.rounds[0].waiting) == [1, 2]
    four.does(judge.confirm(four.state, 1, 1, "desk"))
    assert list(four.state.rounds[0].waiting) == [2]
    assert standings(four.state, four.count).ranks[0].points == 3


def test_a_bye_counts_as_a_win_when_the_round_is_over() -> None:
    played = running(joined(opened("lignes", SWISS), 3))
    (bye,) = played.state.rounds[0].byes
    points = {rank.number: rank.points for rank in standings(played.state, played.count).ranks}
    assert points[bye.player] == 0
    enter(played, 1, 1, goals(played, 1, 1))
    points = {rank.number: rank.points for rank in standings(played.state, played.count).ranks}
    assert points.pop(bye.player) == 3
    assert list(points.values()) == [1, 1]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({}, "the goals of each player are missing"),
        ({"goals": (1,)}, "2 players sit there, and 1 number came: 1"),
        ({"goals": (1, -1)}, "goals: expected 0 to 9999, got -1"),
        ({"goals": (1, 1), "tries": (1, 1)}, "unknown number tries; known: goals"),
    ],
)
def test_numbers_that_cannot_be_are_told(
    four: Played, numbers: dict[str, tuple[int, ...]], said: str
) -> None:
    assert why_not(judge.result_of(four.count, 2, numbers)) == said


def test_of_level_players_one_can_be_named_the_winner(four: Played) -> None:
    assert goals(four, 1, 1, winner=1).places == (2, 1)
    assert "only one of those who are level" in why_not(judge.result_of(four.count, 2, {"goals": (2, 1)}, 1))


def test_a_confirmed_result_is_corrected_and_not_entered_again(four: Played) -> None:
    running(four)
    enter(four, 1, 1, goals(four, 1, 0))
    assert "correct it, with a reason" in why_not(
        judge.enter_result(four.state, 1, 1, goals(four, 0, 1), "x")
    )
    assert "has no confirmed result; enter it" in why_not(
        judge.correct(four.state, ResultCorrected(1, 2, goals(four, 0, 1), "Anne", "x"))
    )
    assert "which table 1 has already" in why_not(
        judge.correct(four.state, ResultCorrected(1, 1, goals(four, 1, 0), "Anne", "x"))
    )


def test_a_correction_tells_which_tables_would_be_others_and_moves_nobody() -> None:
    played = joined(opened("lignes", SWISS), 8)
    running(played)
    for table in range(1, 5):
        enter(played, 1, table, goals(played, 2, 0))
    running(played)
    before = played.state.rounds[1]
    wrong = played.state.rounds[0].tables[0]
    winner, loser = wrong.players
    (event,) = played.does(
        judge.correct(played.state, ResultCorrected(1, 1, goals(played, 0, 2), "Anne", "wrong way round"))
    )
    assert isinstance(event, ResultCorrected)
    # The one who has won after all would sit where winners sit, and the other where losers do.
    assert {one.table for one in before.tables if {winner, loser} & set(one.players)} <= set(
        event.would_change
    )
    assert played.state.rounds[1] == before


def test_a_correction_of_the_running_round_changes_no_table(four: Played) -> None:
    running(four)
    enter(four, 1, 1, goals(four, 1, 0))
    (event,) = four.does(judge.correct(four.state, ResultCorrected(1, 1, goals(four, 0, 1), "Anne", "wrong")))
    assert isinstance(event, ResultCorrected) and event.would_change == ()


def test_results_can_be_corrected_after_the_end(four: Played) -> None:
    play_round(four, Random(1))
    four.does(judge.end(four.state))
    four.does(judge.correct(four.state, ResultCorrected(1, 1, goals(four, 9, 0), "Anne", "typing error")))


def test_a_table_that_is_not_there_is_told(four: Played) -> None:
    running(four)
    assert why_not(judge.confirm(four.state, 1, 9, "x")) == "round 1 has no table 9; it has: 1, 2"
    assert why_not(judge.confirm(four.state, 4, 1, "x")) == "there is no round 4; there are: 1"


def test_the_round_is_an_event_with_its_arithmetic(four: Played) -> None:
    (event,) = four.does(judge.pair(four.state))
    assert isinstance(event, RoundPaired)
    assert all(one.lines for one in event.tables)


def test_who_had_only_a_bye_stays_in_the_standings_after_going() -> None:
    played = running(joined(opened("lignes", SWISS), 3))
    each = played.state.rounds[0]
    (bye,) = each.byes
    enter(played, 1, 1, goals(played, 1, 0))
    played.does(judge.drop(played.state, bye.player))
    ranks = {rank.number: rank for rank in standings(played.state, played.count).ranks}
    assert (ranks[bye.player].points, ranks[bye.player].played) == (3, 0)


def test_who_has_gone_before_the_first_round_is_in_no_standings(four: Played) -> None:
    four.does(judge.drop(four.state, EntrantNumber(2)))
    assert [rank.number for rank in standings(four.state, four.count).ranks if rank.number == 2] == []

"""What is told of a match after its end: who has won, what each score is added up from, and what moved the chances."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import wall_ms
from companion.ids import MatchId
from companion.match import Match
from companion.opponent.games import thinker_of, value_of
from companion.opponent.mistakes import Mistake
from companion.opponent.review import SeatAccount, summed
from companion.opponent.seat import steps_of
from companion.play import Concede, seat_said
from companion.rules.boufbowl.plays import Place
from companion.rules.games import GAMES
from companion.rules.lignes.plays import Move, Pass, Relay, Send
from companion.session.history import JudgedPlay
from companion.session.match_controller import MatchController
from companion.session.match_report import (
    MOST_SHOWN,
    MatchReport,
    account_says,
    added_up,
    date_says,
    report_of,
    result_of,
)
from companion.session.match_report import (
    _has_scored as has_scored,
)
from companion.session.match_report import (
    _led_to as led_to,
)
from companion.session.match_report import (
    _says as says_of,
)
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import demonstrations, mat_of, value_data
from companion.timers import Clocks
from companion.virtual.chance import random_plays
from companion.words import clauses, translate

MINUTE_MS = 60_000


def ended(game: str, most: int = 400, seed: int = 7) -> tuple[Match, Snapshot]:
    """A match by chance, a play a minute; after so many plays the first seat gives up."""
    match = Match(GAMES[game], *demonstrations(game)["demo-match"])
    viewer = SnapshotBuilder(MatchController(MatchId("m"), match, None, Clocks(())), mat_of(game), wall_ms)
    noted = []

    def note(play: object) -> None:
        outcome = match.submit(play)  # type: ignore[arg-type]
        assert outcome.ok
        noted.append(
            JudgedPlay(outcome.seq, outcome.seq * MINUTE_MS, "tap", play, (), outcome.events)  # type: ignore[arg-type]
        )
        viewer.recall(noted[-1:])

    for play, _ in zip(random_plays(match, Random(seed)), range(most), strict=False):
        note(play)
    if not match.is_over:
        note(Concede(match.rules.seats(match.state)[0]))  # type: ignore[arg-type]
    last = viewer.look()
    assert last is not None
    return match, last


@pytest.fixture(scope="module", params=["ofusaido", "lignes", "ouaf", "boufbowl"])
def report(request: pytest.FixtureRequest) -> MatchReport:
    match, last = ended(request.param, 60 if request.param == "lignes" else 400)
    return report_of(match, last, lambda _: None)


def test_the_winner_comes_first_and_places_follow_the_points(report: MatchReport) -> None:
    assert report.is_over
    places = [one.place for one in report.sides]
    assert places == sorted(places)
    winners = [one for one in report.sides if one.has_won]
    assert winners
    assert {one.place for one in winners} == {1}
    assert (report.winner is winners[0]) is (len(winners) == 1)


@pytest.mark.parametrize("seed", [5, 7, 13])
def test_in_louaf_level_points_are_parted_by_reputation_as_in_a_tournament(seed: int) -> None:
    match, last = ended("ouaf", seed=seed)
    reputation = {seat.value: worker.reputation for seat, worker in match.state.workers.items()}
    ranked = result_of(match, last).sides
    assert len({one.side.score for one in ranked}) < len(ranked), "somebody is level"
    for one in ranked:
        for other in ranked:
            if one.side.score == other.side.score and reputation[one.side.seat] < reputation[other.side.seat]:
                assert one.place < other.place


def test_the_lines_of_each_side_add_up_to_its_score(report: MatchReport) -> None:
    for one in report.sides:
        amounts = [1 if line.value is None else int(line.value.replace("−", "-")) for line in one.lines]
        assert one.side.score == sum(amounts)


def test_each_turning_point_stands_on_the_curve_where_it_led(report: MatchReport) -> None:
    points = (*report.turning_plays, *report.turning_rolls)
    assert points
    for point in points:
        assert round(100 * report.curves[point.side.seat][point.at]) == point.after_percent
        assert f"{point.seq}" in translate(point.about, "en")
        assert point.moved_percent >= 4, "5 % before they are rounded"


def test_a_lucky_roll_is_told_as_lucky_for_the_side_whose_chances_are_told(report: MatchReport) -> None:
    for point in report.turning_rolls:
        is_lucky = point.after_percent > point.before_percent
        assert point.aside is None or ("good" in translate(point.aside, "en")) is is_lucky


def test_a_mistake_is_a_turning_point_and_says_what_would_have_been_better() -> None:
    match, last = ended("lignes", 30)
    thinker = thinker_of("lignes")
    value, _ = value_of(thinker, value_data("lignes"))
    sums = summed(thinker, value, match.opening.state, steps_of(match.entries))
    slight = min((one for one in sums.swings if not one.is_roll), key=lambda one: one.size)
    for better, told in (
        ("shoot", "mieux : « Tirer », 11 victoires de plus sur 100"),
        ("move", "mieux joué : 11 victoires de plus sur 100"),
    ):
        mistake = replace(slight, mistake=Mistake("move", better, 0.11))
        swings = tuple(mistake if one is slight else one for one in sums.swings)
        report = report_of(match, last, lambda _: None, replace(sums, swings=swings))
        (point,) = (one for one in report.turning_plays if one.at == slight.number)
        assert point.moved_percent == 11
        assert translate(point.aside, "fr").replace("\N{NO-BREAK SPACE}", " ") == told  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["ofusaido", "boufbowl"])
def test_of_two_sides_a_turning_point_tells_the_chances_of_the_one_that_played(game: str) -> None:
    match, last = ended(game)
    report = report_of(match, last, lambda _: None)
    played = {entry.seq: seat_said(entry.play) for entry in match.entries}
    points = (*report.turning_plays, *report.turning_rolls)
    assert len({one.side.seat for one in points}) == 2
    assert all(played[one.seq] in (None, one.side.seat) for one in points)


def test_a_goal_is_told_in_few_words_with_the_score_in_the_order_of_the_table() -> None:
    match, last = ended("lignes", 400)
    goals = [translate(line.says, "en") for side in result_of(match, last).sides for line in side.lines]
    assert goals
    assert all(re.fullmatch(r"min \d+: goal by no\.\s\d+ \(\d+\s–\s\d+\)", told) for told in goals), goals


def test_a_mere_move_is_told_with_the_goal_that_it_led_to_if_it_was_good() -> None:
    match, last = ended("lignes", 400)
    goal = next(n for n, line in enumerate(last.history) if has_scored(line))

    def led(n: int, *, was_good: bool) -> list[str]:
        line = last.history[goal - n]
        return [
            translate(words, "en") for words in led_to(goal - n + 1, match, line, last, was_good=was_good)
        ]

    told = [led(n, was_good=True) for n in range(3)]
    assert told[0] == led(1, was_good=False) == []
    assert [[says.partition("(")[0] for says in one] for one in told[1:]] == [
        ["next play: goal by no.\N{NO-BREAK SPACE}9 "],
        ["2 plays later: goal by no.\N{NO-BREAK SPACE}9 "],
    ]


def test_a_team_that_is_set_up_is_not_told_player_by_player() -> None:
    match, last = ended("boufbowl", 3)
    number = next(n for n, one in enumerate(last.history, 1) if isinstance(one.play, Place))
    line = last.history[number - 1]
    assert line.seat is not None
    (told,) = (translate(one, "fr") for one in says_of(number, match, line, last.scene, line.seat))
    assert told == "l’équipe est en place"


def test_what_spectators_remember_of_a_play_is_its_headline() -> None:
    for game, told in (
        ("ofusaido", r"(goal|foul|no goal) .+"),
        ("boufbowl", r"try by .+|.+ injured"),
        ("ouaf", r"order (reached: \d+ for|missed: \d+ of) \d+"),
    ):
        match, last = ended(game)
        lines = [line for line in last.history if any(one.is_notable for one in line.consequences)]
        assert lines
        for line in lines:
            number = last.history.index(line) + 1
            headline, play = says_of(number, match, line, last.scene, str(line.seat))
            assert re.fullmatch(told, translate(headline, "en")), headline
            assert play != headline


def test_a_play_of_lignes_is_told_by_pieces_and_by_who_wins_the_ball() -> None:
    match, last = ended("lignes", 400)
    told = [
        translate(
            clauses(
                [*says_of(n, match, line, last.scene, ""), *led_to(n, match, line, last, was_good=False)]
            ),
            "en",
        )
        for n, line in enumerate(last.history[:-1], 1)
        if isinstance(line.play, Move | Pass | Relay | Send)
    ]
    assert any(re.search(r": no\.\s\d+ passes to no\.\s\d+", one) for one in told)
    assert any(re.search(r"; \d+ plays later: (Red|Yellow) no\.\s\d+ takes the ball$", one) for one in told)
    assert not [one for one in told if re.search(r"\b[a-m]\d+\b", one)], "cells say nothing without the board"


def test_a_turning_point_of_two_sides_tells_the_score_after_it() -> None:
    match, last = ended("lignes", 400)
    goals = [line.seq for line in last.history if has_scored(line)]
    report = report_of(match, last, lambda _: None)
    for point in report.turning_points:
        home, _, away = point.score.partition("\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}")
        assert int(home) + int(away) == sum(seq <= point.seq for seq in goals)
        assert f"score {point.score}" in translate(point.about, "en")


def test_turning_points_come_in_the_order_of_the_match(report: MatchReport) -> None:
    for points in (report.turning_plays, report.turning_rolls):
        assert [one.seq for one in points] == sorted(one.seq for one in points)


def test_the_few_turning_points_of_a_page_are_those_that_moved_the_chances_most(report: MatchReport) -> None:
    shown = report.turning_points
    others = [one for one in (*report.turning_plays, *report.turning_rolls) if one not in shown]
    assert 0 < len(shown) <= MOST_SHOWN
    assert [one.seq for one in shown] == sorted(one.seq for one in shown)
    assert all(one.moved_percent <= min(each.moved_percent for each in shown) for one in others)


def test_a_match_of_a_few_minutes_tells_where_a_play_stood_by_its_number_alone() -> None:
    match, last = ended("ofusaido")
    report = report_of(match, last, lambda _: None, played_ms=lambda at_ms: at_ms // 1000)
    for point in (*report.turning_plays, *report.turning_rolls):
        assert point.minute is None
        told = translate(point.about, "en")
        assert f"play {point.seq} of {match.seq}" in told
        assert "minute" not in told


def test_where_the_match_has_a_clock_its_minutes_are_told() -> None:
    match, last = ended("ofusaido")
    # The clock stood still for half of each minute between two plays.
    report = report_of(match, last, lambda _: None, played_ms=lambda at_ms: at_ms // 2)
    by_seq = {line.seq: line.at_ms for line in last.history}
    assert report.minutes == max(by_seq.values()) // 2 // MINUTE_MS + 1
    points = (*report.turning_plays, *report.turning_rolls)
    assert [one.minute for one in points] == [by_seq[one.seq] // 2 // MINUTE_MS + 1 for one in points]


def test_a_goal_is_told_with_its_minute() -> None:
    match, last = ended("ofusaido")
    goals = [line for side in result_of(match, last).sides for line in side.lines]
    assert goals
    for line in goals:
        told = re.match(r"(\d+)(?:re|e) min\W+but d", translate(line.says, "fr"))
        assert told is not None
        assert int(told[1]) <= len(match.entries) + 1


def test_in_a_match_of_a_few_minutes_a_goal_has_none() -> None:
    match, last = ended("lignes", 400)
    sides = result_of(match, last, played_ms=lambda at_ms: at_ms // 1000).sides
    goals = [translate(line.says, "en") for side in sides for line in side.lines]
    assert goals and all(told.startswith("goal by") for told in goals)


def test_the_result_alone_is_there_at_once_and_has_no_chances() -> None:
    match, last = ended("ouaf")
    result = result_of(match, last)
    assert (result.curves, result.turning_plays, result.sides[0].account) == ({}, (), None)
    assert result.minutes == len(match.entries)


def test_a_match_that_is_not_over_says_so() -> None:
    match, last = ended("lignes", 3)
    begun = Match(match.rules, match.setup, match.cards)
    viewer = SnapshotBuilder(
        MatchController(MatchId("m"), begun, None, Clocks(())), mat_of("lignes"), wall_ms
    )
    first = viewer.look()
    assert first is not None
    report = result_of(begun, first)
    assert not report.is_over
    assert report.winner is None
    assert translate(report.result, "en") == "the match is not over"
    assert last.is_over


PARTS = st.floats(-1, 1)


@given(st.floats(0, 1), PARTS, PARTS, PARTS)
def test_whole_points_add_up_as_the_chances_do(start: float, luck: float, own: float, others: float) -> None:
    account = SeatAccount(start, luck, own, others, start + luck + own + others)
    told = added_up(account)
    assert round(100 * account.start) + sum(told.values()) == round(100 * account.result)
    for name, part in {"luck": luck, "decisions": own + others}.items():
        assert abs(told[name] - 100 * part) <= 1.51


def test_where_a_chance_came_from_is_told_in_a_sentence_that_adds_up() -> None:
    won = account_says(SeatAccount(0.6, 0.27, 0.09, 0.04, 1.0))
    assert translate(won, "en") == (
        "chances of winning at the start: 60%. Luck (dice, cards): +27. Players' choices: +13. "
        "Total: 100%, a victory."
    )
    level = account_says(SeatAccount(0.6, -0.27, 0.13, 0.04, 0.5))
    assert translate(level, "en").endswith(
        "Luck (dice, cards): −27. Players' choices: +17. Total: 50%, a tie."
    )
    unmoved = account_says(SeatAccount(0.5, 0.0, 0.0, 0.0, 0.5))
    assert translate(unmoved, "en") == "chances of winning at the start: 50%."


def test_the_score_of_a_match_of_two_stands_in_the_order_of_the_table_as_in_its_lines() -> None:
    match, last = ended("lignes", 60)
    report = result_of(match, last)
    assert [side.seat for side in report.seated] == list(map(str, match.rules.seats(match.state)))
    assert report.score == "\u00a0–\u00a0".join(str(side.score) for side in report.seated)


def test_only_dice_are_called_rolls() -> None:
    for game, said in (("ofusaido", "card turned over, play"), ("boufbowl", "roll, play")):
        match, last = ended(game)
        report = report_of(match, last, lambda _: None)
        assert report.turning_rolls
        assert all(translate(one.about, "en").startswith(said) for one in report.turning_rolls)


def test_a_date_is_told_in_both_languages() -> None:
    assert translate(date_says(1_795_694_400_000), "fr") == "26 novembre 2026"

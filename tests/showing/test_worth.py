"""What a play is worth is what the rules answer to it, and what is seen once it is played."""

from random import Random

import pytest

from companion.match import Match
from companion.play import Play, seat_said
from companion.rules.boufbowl.plays import Move
from companion.rules.engine import Json, Refusal
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Scene
from companion.showing.worth import worth
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import chosen_play, random_plays
from companion.words import Text, translate
from tests.plays import play_of
from tests.rules.boufbowl.table import a_table

PLAYS = 90


def a_match(game: str, *plays: Json) -> Match:
    setup, cards = demonstrations(game)["demo-match"]
    match = Match(GAMES[game], setup, cards)
    for play in plays:
        assert match.submit_json(play).ok
    return match


def of(match: Match, play: Json | Play, seat: str) -> str | None:
    meant = play_of(match.rules.game, play) if isinstance(play, dict) else play
    found = worth(match.rules, match.state, meant, seat, mat_of(match.rules.game))
    return None if found is None else translate(found, "en")


def scene(match: Match) -> Scene:
    game = match.rules.game
    return SCENE_BUILDERS[game].scene(match.rules, match.state, (), mat_of(game))


def test_a_walk_says_what_it_costs_and_what_comes_of_it() -> None:
    match = a_match("lignes", {"play": "kickoff_roll", "d6": 2}, {"play": "strategy_roll", "d6": 5, "d12": 2})
    walk = {"play": "move", "piece": "Y9", "path": ["f12"]}
    assert of(match, walk, "yellow") == "points: 7 - 1 = 6; Yellow no.\N{NO-BREAK SPACE}9 has the ball on f12"


def test_a_visitor_reads_of_a_walk_whose_it_is_and_what_is_left_and_no_names_of_cells() -> None:
    match = a_match("lignes", {"play": "kickoff_roll", "d6": 2}, {"play": "strategy_roll", "d6": 5, "d12": 2})

    def told(piece: str, path: list[str]) -> list[str]:
        play = play_of("lignes", {"play": "move", "piece": piece, "path": path})
        ruling = match.rules.judge(match.state, play)
        assert not isinstance(ruling, Refusal)
        plain = SCENE_BUILDERS["lignes"].for_visitor(play, ruling.events)
        assert plain is not None
        assert plain.worth is not None
        return [translate(plain.says, "en"), translate(plain.worth, "en")]

    assert told("Y9", ["f12"]) == ["no.\N{NO-BREAK SPACE}9 takes the ball one cell further", "points left: 6"]
    assert told("Y2", ["c5", "c6"]) == ["no.\N{NO-BREAK SPACE}2 moves 2 cells", "points left: 5"]


def test_a_way_of_boufbowl_says_that_it_leads_to_the_loose_ball() -> None:
    match = a_match("boufbowl")
    for play in random_plays(match, Random(1)):
        state = match.state
        if isinstance(play, Move) and state.ball.carrier is None and play.to == state.ball.zone:
            told = of(match, play, state.active.value)
            assert told is not None
            assert told.startswith("to the ball; movement points left: ")
            return
        assert match.submit(play).ok
    pytest.fail("nobody went to the ball")


def test_who_gets_up_is_told_by_the_play_and_not_a_second_time() -> None:
    match = a_table().at("R4").down("R1").match
    assert of(match, {"play": "stand", "player": "R1"}, "red") is None


def test_a_work_card_says_what_it_may_win_or_lose_and_nothing_of_what_others_have_laid() -> None:
    match = a_match("ouaf")
    chance = Random(1)
    assert match.submit(next(random_plays(match, chance))).ok
    average = match.view()["order"]["average"]
    said = [of(match, {"play": "work", "cards": {"red": n}}, "red") for n in (0, average, 11)]
    assert said == [
        f"if the order is missed and your card is the lowest: reputation -{average}",
        "exactly the average: reputation unchanged",
        f"if the order is served and your card is the highest: reputation +{11 - average}",
    ]
    for seat in ("yellow", "green", "blue"):
        assert match.submit_json({"play": "down", "seats": [seat]}).ok
    assert [of(match, {"play": "work", "cards": {"red": n}}, "red") for n in (0, average, 11)] == said


@pytest.mark.many
@pytest.mark.parametrize("game", ["ofusaido", "boufbowl"])
def test_what_a_contest_is_worth_is_what_the_screens_say_of_it_afterwards(game: str) -> None:
    match, chance = a_match(game), Random(4)
    told = 0
    while len(match.entries) < PLAYS and (play := chosen_play(match, chance)) is not None:
        seat = seat_said(play) or match.expects()[0].seat
        before = of(match, play, seat) if seat is not None else None
        assert match.submit(play).ok
        contest = scene(match).contest
        scales = () if contest is None else contest.scales
        percent = next((one.chance_percent for one in scales if one.seat == seat), None)
        if percent is not None and before is not None:
            assert before == f"chance of success: {percent}%", (
                "a kiosk has room for that beside two long names"
            )
            told += 1
    assert told >= 3


@pytest.mark.parametrize("game", list(GAMES))
def test_all_that_may_be_played_has_a_worth_or_none_and_never_fails(game: str) -> None:
    match, chance = a_match(game), Random(7)
    found: list[Text | None] = []
    while len(match.entries) < PLAYS // 3 and (play := chosen_play(match, chance)) is not None:
        seat = seat_said(play) or match.expects()[0].seat
        if seat is not None:
            found.append(worth(match.rules, match.state, play, seat, mat_of(game)))
        assert match.submit(play).ok
    assert any(one is not None for one in found)

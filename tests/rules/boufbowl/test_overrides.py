"""The referee's word, undo and corrections."""

from typing import Any

import pytest

from companion.rules.boufbowl.words import set_words
from companion.words import translate
from tests.rules.boufbowl.box import Json, effect, modifier, player
from tests.rules.boufbowl.table import BLUE, RED, Table, a_new_table, a_table, an_expert_table


def set_(table: Table, **changes: Any) -> Table:
    return table.override(**changes)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("score.red", 1),
        ("hands.blue", 0),
        ("piles.red", 12),
        ("movement", 9),
        ("players.R1.zone", "c5"),
        ("players.R1.zone", "off"),
        ("players.R1.standing", False),
        ("players.R1.injured", True),
        ("players.R1.fervour", 7),
        ("ball.zone", "a1"),
    ],
)
def test_a_value_of_the_view_is_set(path: str, value: object) -> None:
    table = a_table().play("override", set={path: value}, reason="seen")
    assert table.view(path) == value
    assert table.kinds == ["override"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"phase": "play"},
        {"score.green": 1},
        {"score.red": -1},
        {"score.red": "1"},
        {"score.red": True},
        {"hands.red": 1.5},
        {"movement": 10},
        {"players.R9.zone": "a1"},
        {"players.R1.zone": "z9"},
        {"players.R1.zone": None},
        {"players.R1.standing": "yes"},
        {"players.R1.marker": "dead"},
        {"players.R1.seat": "blue"},
        {"players.R1.powers": []},
        {"ball.zone": "off"},
        {"ball.carrier": "ZZ"},
        {"ball.state": "lost"},
        {"ball.state": "held"},
        {"ball.thrower": "red"},
        {"players.R1.standing": True, "players.R1.marker": "ko"},
        {"ball.carrier": "R1", "ball.state": "ground"},
        {"ball.carrier": "R1", "ball.zone": "c5"},
        {"ball.carrier": "R1", "players.R1.standing": False},
        {"ball.carrier": "R1", "players.R1.zone": "off"},
    ],
)
def test_another_path_or_value_is_refused(changes: dict[str, object]) -> None:
    assert a_table().refused("override", set=changes, reason="no").code == "bad_play"


def test_an_override_needs_a_reason() -> None:
    assert a_table().refused("override", set={"movement": 1}, reason=" ").code == "bad_play"


def test_a_marker_puts_a_player_down_and_standing_takes_it_away() -> None:
    table = set_(a_table(), players__R1__marker="ko")
    assert table.figure("R1") == ("a2", False, "ko")
    assert set_(table, players__R1__standing=True).figure("R1") == ("a2", True, None)


def test_a_carrier_takes_the_ball_along_and_drops_it_when_he_lies_or_leaves() -> None:
    table = a_table().at("R1")
    assert table.ball == ("a2", "R1", "held")
    assert set_(table, players__R1__zone="c3").ball == ("c3", "R1", "held")
    assert set_(table, players__R1__standing=False).ball == ("c3", None, "ground")
    assert set_(a_table().at("R1"), players__R1__zone="off").ball[1:] == (None, "ground")


def test_a_ball_put_elsewhere_has_no_carrier() -> None:
    assert set_(a_table().at("R1"), ball__zone="c3").ball == ("c3", None, "ground")
    assert set_(a_table().at("R1"), ball__carrier=None).ball == ("a2", None, "ground")


def test_a_ball_set_in_the_air_is_due_in_the_next_turn_of_who_is_active() -> None:
    table = set_(a_table().at("R1"), ball__state="air", ball__zone="c3")
    assert table.view("ball") == {"zone": "c3", "carrier": None, "state": "air", "thrower": "red"}
    table.illegal("land")
    assert "land" in table.next_turn().next_turn().waited["red"]


def test_a_ball_moved_in_the_air_stays_its_throwers() -> None:
    table = set_(a_table().next_turn(), ball__zone="a4")
    assert table.view("ball") == {"zone": "a4", "carrier": None, "state": "air", "thrower": "red"}


def test_a_ball_in_the_air_that_is_told_to_have_no_carrier_stays_there() -> None:
    table = set_(a_table(), ball__carrier=None)
    assert table.view("ball") == {"zone": "b3", "carrier": None, "state": "air", "thrower": "red"}


def test_taking_the_ball_by_word_ends_no_turn() -> None:
    assert set_(a_table().at("R1"), ball__carrier="B1").view("active") == "red"


def test_a_carrier_set_into_the_enemy_endzone_tries() -> None:
    table = a_table().at("R1", R1="blue_end")
    assert (table.view("phase"), "resolve" in table.waited["red"]) == ("opposition", True)


def test_a_score_of_two_ends_the_match_and_one_below_reopens_it() -> None:
    table = set_(a_table(), score__blue=2)
    assert (table.event("match_end")["winner"], table.view("phase")) == ("blue", "over")
    assert set_(table, score__red=3).event("match_end")["winner"] == "red"
    assert set_(table, score__red=0, score__blue=1).view("phase") == "play"
    assert table.view("winner") is None


def test_a_match_that_is_reopened_after_its_last_try_goes_on_with_the_placement() -> None:
    table = set_(a_table(), score__red=1).at("R2", R2="b5").move("R2", "blue_end").play("resolve")
    assert table.view("over") is True
    set_(table, score__red=1)
    assert (table.view("phase"), table.view("active"), table.event("turn_end")["reason"]) == (
        "placement",
        "blue",
        "try",
    )


def test_a_pile_set_empty_ends_a_long_match_at_the_draw() -> None:
    table = set_(a_table(length="long"), hands__blue=4).end_turn()
    assert table.view("phase") == "draw"
    assert set_(table, piles__blue=0).view("phase") == "over"
    assert set_(table, piles__blue=1).view("phase") == "draw"


def test_a_hand_set_full_draws_nothing() -> None:
    table = set_(a_table(), hands__blue=3).end_turn()
    assert set_(table, hands__blue=5).view("phase") == "play"


def test_what_no_longer_makes_sense_is_called_off() -> None:
    tackle = a_table().at(R1="a3", B1="a3").tackle("R1", "B1")
    assert set_(tackle, players__B1__zone="c5").view("phase") == "play"
    passing = a_table().at("R4", B1="a1").play("pass", player="R4", to="R5")
    assert set_(passing, players__R5__standing=False).view("phase") == "play"
    pick_up = a_table().at("a3", R1="a3", B1="a3", B2="a3").play("pick_up", player="R1")
    assert set_(pick_up, ball__zone="c3").view("phase") == "play"


def test_what_still_does_goes_on() -> None:
    tackle = a_table().at(R1="a3", B1="a3").tackle("R1", "B1")
    assert set_(tackle, players__R2__zone="a3").roll(1, 1).totals == (2, 1, "attack")


def test_without_an_interceptor_left_a_pass_arrives() -> None:
    table = a_table().at("R4", B1="a1").play("pass", player="R4", to="R5")
    set_(table, players__B1__zone="c5")
    assert (table.kinds, table.ball) == (["override", "no_intercept", "ball"], ("b1", "R5", "held"))


def test_a_landing_at_the_end_of_a_turn_that_is_called_off_lets_the_turn_end() -> None:
    table = a_table().at(R2="b3", B2="b3").next_turn().next_turn().end_turn()
    set_(table, ball__state="ground")
    assert (table.ball, table.view("active")) == (("b3", None, "ground"), "blue")


def test_a_hand_below_what_was_promised_promises_again() -> None:
    table = a_table().at(R1="a3", B1="a3").tackle("R1", "B1").play("commit", seat="red", cards=3)
    assert set_(table, hands__red=1).waited == {"red": {"commit"}}


@pytest.mark.parametrize(
    ("change", "dice"),
    [({"players__R1__injured": True}, ([1], ["ko", "none"])), ({"players__R3__zone": "off"}, ([1, 2], []))],
)
def test_dice_that_are_no_longer_those_of_a_coach_are_rolled_again(
    change: Json, dice: tuple[list[int], list[str]]
) -> None:
    strong = player("R1", power=effect(modifier("tackle both self", "die")))
    brutal = player("R3", power=effect(modifier("tackle both team", "damage", 2)))
    table = a_table(strong, brutal).at(R1="b3", B1="b3").tackle("R1", "B1").add()
    table.dice("red", 1, 2, damage=["ko", "none"])
    assert set_(table, **change).waited == {"red": {"dice"}, "blue": {"dice"}}
    stars, damage = dice
    table.dice("blue", 0).dice("red", *stars, damage=damage)
    assert table.totals == (sum(stars), 0, "attack")


def test_dice_that_still_are_those_of_a_coach_count() -> None:
    table = a_table().at(R1="b3", B1="b3").tackle("R1", "B1").add().dice("red", 2)
    assert set_(table, players__B1__standing=False).waited == {"blue": {"dice"}}


def test_a_choice_of_damage_for_who_lies_by_the_referees_word_is_called_off() -> None:
    table = a_table().at(R1="b3", B1="b3").tackle("R1", "B1").add(red=["HURT2"])
    table.dice("red", 2, damage=["ko", "injured"]).dice("blue", 0)
    assert table.waited == {"red": {"choose_damage"}}
    assert set_(table, players__B1__marker="ko").view("phase") == "play"


def test_players_set_on_the_field_complete_a_placement() -> None:
    table = a_new_table().place("red", RED, "R5")
    changes = {f"players__{ref}__zone": zone for ref, zone in BLUE.items()}
    assert set_(table, **changes).view("phase") == "kickoff"


def test_a_play_is_taken_back() -> None:
    table = a_table().move("R1", "a3")
    assert table.play("undo").figure("R1")[0] == "a2"
    assert table.view("movement") == 3


def test_a_misread_die_is_corrected_and_what_follows_is_judged_again() -> None:
    table = a_table().at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 0)
    seq = table.match.seq
    table.move("R1", "a4")
    fixed = {"play": "dice", "seat": "blue", "stars": [2]}
    table.play("correct", seq=seq, **{"with": fixed})
    assert table.figure("R1") == ("a3", False, "stunned")
    assert [play["seq"] for play in table.event("voided")["plays"]] == [seq + 1]


def test_fervour_is_set_for_purchases() -> None:
    table = set_(an_expert_table(), players__R1__fervour=2)
    assert "buy" in table.waited["red"]


@pytest.mark.parametrize("path", ["players.R2.zone", "ball.zone", "ball.carrier"])
@pytest.mark.parametrize("value", [[], {}, 7, True])
def test_a_value_of_another_kind_is_refused_in_words(path: str, value: object) -> None:
    assert a_table().refused("override", set={path: value}, reason="?").code == "bad_play"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("ball.zone", "a1", "the ball in a1"),
        ("ball.state", "air", "the ball in the air"),
        ("ball.carrier", "R1", "no.\N{NO-BREAK SPACE}1 Name of R1 with the ball"),
        ("ball.carrier", None, "nobody with the ball"),
    ],
)
def test_a_ball_that_is_set_is_told_by_its_place_or_by_who_has_it(
    path: str, value: object, words: str
) -> None:
    assert translate(set_words(a_table().match.state.sheet, path, value), "en") == words

"""The tackle and its damage (p. 10, 11)."""

import pytest

from tests.rules.boufbowl.table import Table, a_table


def a_tackle(**zones: str) -> Table:
    """R1 tackles B1 in a3, one against one."""
    return a_table().at(R1="a3", B1="a3", **zones).tackle("R1", "B1")


def test_a_tackle_is_for_an_opponent_of_the_same_zone() -> None:
    table = a_table().at(R1="a3", B1="a3", R2="a3")
    assert table.illegal("tackle", player="R1", target="B2") == "Boufbowl p. 10"
    table.illegal("tackle", player="R1", target="R2")
    table.down("R1").illegal("tackle", player="R1", target="B1")
    assert {(play.player, play.target) for play in table.options("tackle")} == {("R2", "B1")}


def test_with_more_stars_the_target_goes_down_stunned() -> None:
    table = a_tackle().roll(2, 1)
    assert (table.figure("B1"), table.figure("R1")) == (("a3", False, "stunned"), ("a3", True, None))
    assert (table.view("action_used"), table.view("active")) == (True, "red")


def test_with_fewer_the_tackler_does() -> None:
    table = a_tackle().roll(0, 1)
    assert (table.figure("B1"), table.figure("R1")) == (("a3", True, None), ("a3", False, "stunned"))
    assert table.view("active") == "red"


def test_level_both_do() -> None:
    table = a_tackle().roll(1, 1)
    assert (table.figure("B1"), table.figure("R1")) == (("a3", False, "stunned"), ("a3", False, "stunned"))
    assert table.view("active") == "red"


def test_the_majority_is_a_star() -> None:
    table = a_tackle(R2="a3").roll(1, 1)
    assert table.totals == (2, 1, "attack")


def test_the_targets_ball_falls_and_the_turn_goes_on() -> None:
    table = a_table().at("B1", R1="a3", B1="a3").tackle("R1", "B1").roll(2, 1)
    assert (table.ball, table.view("active")) == (("a3", None, "ground"), "red")


def test_the_turn_ends_when_the_carrier_of_the_active_coach_goes_down() -> None:
    table = a_table().at("R1", R1="a3", B1="a3").tackle("R1", "B1").roll(0, 1)
    assert table.ball == ("a3", None, "ground")
    assert (table.event("turn_end")["reason"], table.view("active")) == ("carrier_down", "blue")


@pytest.mark.parametrize(
    ("face", "marker", "injured"),
    [("none", "stunned", False), ("ko", "ko", False), ("injured", "ko", True)],
)
def test_the_winners_damage_face_applies(face: str, marker: str, injured: bool) -> None:
    table = a_tackle().add(red=["HURT"]).dice("red", 2, damage=[face]).dice("blue", 1)
    assert table.figure("B1") == ("a3", False, marker)
    assert table.view("players.B1.injured") is injured


def test_the_losers_damage_face_does_not() -> None:
    table = a_tackle().add(red=["HURT"]).dice("red", 0, damage=["injured"]).dice("blue", 1)
    assert (table.figure("B1")[1], table.view("players.B1.injured")) == (True, False)
    assert table.figure("R1") == ("a3", False, "stunned")


def test_level_all_damage_faces_apply() -> None:
    table = a_tackle().add(red=["HURT"], blue=["HURT"])
    table.dice("red", 1, damage=["ko"]).dice("blue", 1, damage=["injured"])
    assert (table.figure("B1")[2], table.figure("R1")[2]) == ("ko", "ko")
    assert (table.view("players.B1.injured"), table.view("players.R1.injured")) == (False, True)


def test_two_damage_dice_at_most_and_their_coach_picks_one_that_differs() -> None:
    table = a_tackle().add(red=["HURT2"])
    table.illegal("dice", seat="red", stars=[2], damage=["ko", "none", "none"])
    table.dice("red", 2, damage=["ko", "none"]).dice("blue", 1)
    assert (table.waited, table.view("phase")) == ({"red": {"choose_damage"}}, "opposition")
    assert table.figure("B1")[1] is True
    assert table.illegal("choose_damage", seat="blue", index=0) == "Boufbowl p. 10"
    assert table.refused("choose_damage", seat="red", index=2).code == "bad_play"
    table.play("choose_damage", seat="red", index=1)
    assert (table.figure("B1"), table.view("phase")) == (("a3", False, "stunned"), "play")


def test_two_faces_that_are_the_same_ask_nothing() -> None:
    table = a_tackle().add(red=["HURT2"]).dice("red", 2, damage=["ko", "ko"]).dice("blue", 1)
    assert table.figure("B1")[2] == "ko"


def test_a_coach_whose_face_does_not_apply_is_not_asked() -> None:
    table = a_tackle().add(red=["HURT2"]).dice("red", 0, damage=["ko", "none"]).dice("blue", 1)
    assert table.view("phase") == "play"


def test_level_both_coaches_may_have_to_pick() -> None:
    table = a_tackle().add(red=["HURT2"], blue=["HURT2"])
    table.dice("red", 1, damage=["ko", "none"]).dice("blue", 1, damage=["none", "injured"])
    assert table.waited == {"red": {"choose_damage"}, "blue": {"choose_damage"}}
    table.play("choose_damage", seat="blue", index=1)
    assert table.waited == {"red": {"choose_damage"}}
    table.play("choose_damage", seat="red", index=0)
    assert (table.figure("B1")[2], table.figure("R1")[2]) == ("ko", "ko")
    assert table.view("players.R1.injured") is True


def test_an_injury_lasts_and_takes_the_power_away() -> None:
    table = a_tackle().add(red=["HURT"]).dice("red", 2, damage=["injured"]).dice("blue", 1)
    assert table.event("injured")["player"] == "B1"
    assert table.next_turn().next_turn().view("players.B1.injured") is True


@pytest.mark.parametrize(
    ("marker", "after", "injured"), [(None, "stunned", False), ("stunned", "ko", False), ("ko", "ko", True)]
)
def test_a_tackle_on_a_lying_player_makes_his_state_worse(
    marker: str | None, after: str, injured: bool
) -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1", marker).tackle("R1", "B1").roll(1, 1)
    # R1 alone stands: majority 1, and 1 for a lying opponent.
    assert table.totals == (3, 1, "attack")
    assert (table.figure("B1"), table.view("players.B1.injured")) == (("a3", False, after), injured)


def test_damage_faces_do_not_touch_who_lies_already() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1").add(red=["HURT2"])
    table.dice("red", 2, damage=["ko", "injured"]).dice("blue", 0)
    assert (table.figure("B1")[2], table.view("players.B1.injured")) == ("stunned", False)


def level_on_a_lying_player(marker: str | None, face: str, **house: str) -> Table:
    table = a_table(house=house).at(R1="a3", B1="a3").down("B1", marker).tackle("R1", "B1")
    table.add(red=["HURT"], blue=["HURT"])
    table.dice("red", 1, damage=[face]).dice("blue", 3, damage=["ko"])
    assert table.totals == (3, 3, "level")
    assert table.figure("R1") == ("a3", False, "ko")
    return table


@pytest.mark.parametrize(
    ("marker", "face", "after", "injured"),
    [
        (None, "none", "stunned", False),
        ("stunned", "none", "stunned", False),
        ("ko", "none", "ko", False),
        (None, "ko", "ko", False),
        ("stunned", "ko", "ko", False),
        (None, "injured", "ko", True),
        ("ko", "injured", "ko", True),
    ],
)
def test_level_against_a_lying_player_both_are_hurt(
    marker: str | None, face: str, after: str, injured: bool
) -> None:
    table = level_on_a_lying_player(marker, face)
    assert (table.figure("B1"), table.view("players.B1.injured")) == (("a3", False, after), injured)


def test_level_against_a_lying_player_may_hurt_the_tackler_only() -> None:
    table = level_on_a_lying_player(None, "injured", lying_level="tackler")
    assert (table.figure("B1"), table.view("players.B1.injured")) == (("a3", False, None), False)


def test_of_two_faces_that_apply_to_a_lying_player_the_attacker_picks_one() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1").add(red=["HURT2"])
    table.dice("red", 1, damage=["ko", "injured"]).dice("blue", 3)
    assert table.waited == {"red": {"choose_damage"}}
    table.play("choose_damage", seat="red", index=0)
    assert (table.figure("B1"), table.view("players.B1.injured")) == (("a3", False, "ko"), False)


def test_fewer_against_a_lying_player_the_tackler_goes_down() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1").roll(0, 3)
    assert table.totals == (2, 3, "defence")
    assert table.figure("R1") == ("a3", False, "stunned")


def test_cards_are_promised_first_by_who_started_it() -> None:
    table = a_tackle()
    assert table.illegal("commit", seat="blue", cards=0) == "Boufbowl p. 6; reading attack_is_starter"
    assert table.refused("commit", seat="red", cards=-1).code == "bad_play"
    table.illegal("commit", seat="red", cards=6)
    table.play("commit", seat="red", cards=1)
    assert table.waited == {"blue": {"commit"}}
    table.play("commit", seat="blue", cards=1)
    assert table.waited == {"red": {"bonus"}, "blue": {"bonus"}}
    table.illegal("dice", seat="red", stars=[1])


def test_the_bonuses_are_those_that_were_promised_and_for_this_action() -> None:
    table = a_tackle().play("commit", seat="red", cards=1).play("commit", seat="blue", cards=0)
    assert table.illegal("bonus", seat="red", cards=["PASSING"]) == "Boufbowl p. 6"
    table.illegal("bonus", seat="red", cards=[])
    table.illegal("bonus", seat="red", cards=["R1"])
    table.illegal("bonus", seat="blue", cards=[])
    assert table.refused("bonus", seat="red", cards=["ZZ"]).code == "unknown_card"
    table.play("bonus", seat="red", cards=["STAR"])
    assert table.view("hands.red") == 4


def test_an_empty_hand_promises_nothing_without_being_asked() -> None:
    table = a_table().at(R1="a3", B1="a3").override(hands__red=0, hands__blue=0).tackle("R1", "B1")
    assert table.waited == {"red": {"dice"}, "blue": {"dice"}}
    assert table.kinds == ["tackle", "commit", "commit", "bonus", "bonus"]


def test_the_dice_are_as_many_as_there_are_and_show_faces_that_they_have() -> None:
    table = a_tackle().add()
    assert table.illegal("dice", seat="red", stars=[1, 1]) == "Boufbowl p. 6"
    table.illegal("dice", seat="red", stars=[])
    table.illegal("dice", seat="red", stars=[4])
    table.illegal("dice", seat="red", stars=[1], damage=["ko"])
    assert table.refused("dice", seat="red", stars=[1], damage=["dead"]).code == "bad_play"
    table.dice("red", 1)
    table.illegal("dice", seat="red", stars=[1])


def test_the_stars_of_two_dice_add_up() -> None:
    table = a_tackle().add(red=["DIE"]).dice("red", 2, 3).dice("blue", 1)
    assert table.totals == (5, 1, "attack")
    assert table.event("opposition")["attack"]["lines"] == [
        {"what": "die", "value": 2},
        {"what": "die", "card": "DIE", "value": 3},
    ]


def test_or_by_house_rule_only_the_best_counts() -> None:
    table = a_table(house={"second_die": "best"}).at(R1="a3", B1="a3").tackle("R1", "B1")
    table.add(red=["DIE", "STAR"]).dice("red", 2, 3).dice("blue", 1)
    assert table.totals == (4, 1, "attack")
    assert table.event("opposition")["attack"]["lines"] == [
        {"what": "other_die", "value": 0},
        {"what": "die", "card": "DIE", "value": 3},
        {"what": "bonus", "card": "STAR", "value": 1},
    ]

"""Action cards played for their effect (p. 12)."""

import pytest

from tests.rules.boufbowl.table import Table, a_table

MOVE_UP_TO = "Boufbowl p. 12; reading move_up_to"


def target(*named: str) -> list[dict[str, str]]:
    return [dict(zip(("player", "to"), name.split(">"), strict=False)) for name in named]


def test_a_card_is_played_for_its_effect_and_leaves_the_hand() -> None:
    table = a_table().card("red", "SLOW")
    assert table.kinds == ["card", "cards", "effect"]
    assert table.event("effect") == {
        "kind": "effect",
        "cite": "Boufbowl p. 12",
        "seat": "red",
        "card": "SLOW",
        "text": "as printed",
    }
    assert table.view("hands.red") == 4


def test_without_the_lightning_only_in_ones_own_turn() -> None:
    table = a_table()
    assert table.illegal("card", seat="blue", ref="SLOW") == "Boufbowl p. 12"
    assert table.card("blue", "SONG").view("hands.blue") == 4


def test_a_card_needs_an_effect_and_a_hand_that_may_hold_it() -> None:
    table = a_table()
    assert table.illegal("card", seat="red", ref="STAR") == "Boufbowl p. 4"
    table.illegal("card", seat="red", ref="P-B1")
    assert table.refused("card", seat="red", ref="ZZ").code == "unknown_card"
    assert table.override(hands__red=0).illegal("card", seat="red", ref="SLOW") == "Boufbowl p. 12"


def test_cards_are_played_in_play_and_before_a_try_is_settled_only() -> None:
    table = a_table().at(R1="a3", B1="a3").tackle("R1", "B1")
    assert table.illegal("card", seat="red", ref="SONG") == "Boufbowl p. 12; reading lightning"


def test_as_many_cards_as_one_likes() -> None:
    table = a_table().card("red", "SLOW").card("red", "SLOW").card("blue", "SONG").card("red", "SONG")
    assert table.view("hands") == {"red": 2, "blue": 4}


def test_movement_points() -> None:
    assert a_table().card("red", "LEGS").view("movement") == 5


def test_cards_drawn_as_far_as_the_pile_holds() -> None:
    table = a_table().card("blue", "PAGES")
    assert (table.view("hands.blue"), table.view("piles.blue")) == (6, 36)
    table = a_table().override(piles__blue=1).card("blue", "PAGES")
    assert (table.view("hands.blue"), table.view("piles.blue")) == (5, 0)


def test_one_more_pass_is_used_before_the_basic_action() -> None:
    table = a_table().at("R4").card("red", "THROW").play("pass", player="R4", to="R5")
    assert table.view("action_used") is False
    table.play("pass", player="R5", to="R4")
    assert table.view("action_used") is True
    table.illegal("pass", player="R4", to="R5")


def test_one_more_tackle_is_no_pass() -> None:
    table = a_table().at("R4").card("red", "RAGE").play("pass", player="R4", to="R5")
    assert table.view("action_used") is True
    table.illegal("pass", player="R5", to="R4")
    table.at(R1="a3", B1="a3").tackle("R1", "B1")


def test_what_is_given_in_the_others_turn_is_lost() -> None:
    table = a_table().card("blue", "RAGE").at("R4").play("pass", player="R4", to="R5")
    table.at(R1="a3", B1="a3").illegal("tackle", player="R1", target="B1")


def test_a_move_by_effect_ignores_blocking() -> None:
    table = a_table().at(R1="a3", B1="a3").card("red", "STEP", "R1>a4")
    assert (table.figure("R1")[0], table.view("movement")) == ("a4", 3)


@pytest.mark.parametrize(
    ("named", "cite"),
    [("B1>a3", "Boufbowl p. 12"), ("R1>a4", MOVE_UP_TO), ("R1>c1", MOVE_UP_TO)],
    ids=["an opponent", "too far", "not beside him"],
)
def test_a_move_by_effect_is_for_whom_and_as_far_as_it_says(named: str, cite: str) -> None:
    table = a_table()
    assert table.illegal("card", seat="red", ref="STEP", targets=target(named)) == cite


def test_a_move_of_two_zones_goes_up_to_two_zones() -> None:
    assert a_table().card("red", "SHOVE", "B1>a3").figure("B1")[0] == "a3"
    assert a_table().card("red", "SHOVE", "R1>a4").figure("R1")[0] == "a4"
    a_table().illegal("card", seat="red", ref="SHOVE", targets=target("R1>a5"))


def test_a_zone_that_is_full_takes_nobody_by_effect_either() -> None:
    table = a_table().at(R2="a3", R3="a3")
    table.illegal("card", seat="red", ref="STEP", targets=target("R1>a3"))


def test_no_effect_moves_a_player_into_the_enemy_endzone_outside_his_coachs_turn() -> None:
    table = a_table().at(B1="a1")
    table.illegal("card", seat="red", ref="SHOVE", targets=target("B1>red_end"))
    table.illegal("card", seat="blue", ref="STEP", targets=target("B1>red_end"))
    assert table.at(R1="a5").card("red", "STEP", "R1>blue_end").figure("R1")[0] == "blue_end"


def test_a_carrier_moved_into_the_enemy_endzone_by_effect_tries() -> None:
    table = a_table().at("R1", R1="a5").card("red", "STEP", "R1>blue_end")
    assert table.play("resolve").view("score.red") == 1


def test_who_and_where_must_be_named() -> None:
    table = a_table()
    assert table.refused("card", seat="red", ref="STEP").code == "bad_play"
    assert table.refused("card", seat="red", ref="STEP", targets=target("R1")).code == "bad_play"
    assert table.refused("card", seat="red", ref="STEP", targets=target("R1>z9")).code == "bad_play"
    assert table.refused("card", seat="red", ref="STEP", targets=target("ZZ>a3")).code == "unknown_card"
    table.illegal("card", seat="red", ref="STEP", targets=target("R1>a3", "R2>b3"))


def test_an_effect_raises_a_player_but_no_ko() -> None:
    table = a_table().down("R1", "stunned").down("R2", "ko").card("blue", "UP", "R1")
    assert table.figure("R1") == ("a2", True, None)
    table.illegal("card", seat="red", ref="UP", targets=target("R2"))
    table.illegal("card", seat="red", ref="UP", targets=target("R3"))


def test_an_effect_knocks_a_standing_opponent_down() -> None:
    table = a_table().card("red", "TRIP", "B1")
    assert table.figure("B1") == ("a4", False, "stunned")
    table.illegal("card", seat="red", ref="TRIP", targets=target("B1"))
    table.illegal("card", seat="red", ref="TRIP", targets=target("R1"))


def test_knocking_the_active_carrier_down_ends_the_turn() -> None:
    table = a_table().at("R1").card("blue", "TRIP", "R1")
    assert (table.event("turn_end")["reason"], table.ball) == ("carrier_down", ("a2", None, "ground"))


def test_knocking_the_other_carrier_down_does_not() -> None:
    table = a_table().at("B1").card("red", "TRIP", "B1")
    assert (table.ball, table.view("active")) == (("a4", None, "ground"), "red")


def a_charge() -> Table:
    return a_table().at(R1="a3", R2="a3", B1="a3")


def test_a_tackle_by_effect_counts_only_the_majority_and_takes_no_cards() -> None:
    table = a_charge().card("red", "CHARGE", "R1", "B1")
    assert table.waited == {"red": {"dice"}, "blue": {"dice"}}
    table.dice("red", 1).dice("blue", 1)
    assert table.totals == (2, 1, "attack")
    assert (table.figure("B1")[2], table.view("action_used")) == ("stunned", False)


def test_the_deeds_after_a_tackle_follow_once_it_is_settled() -> None:
    table = a_charge().card("red", "CHARGE", "R1", "B1")
    assert table.view("hands.red") == 4
    table.dice("red", 1).dice("blue", 1)
    assert table.view("hands.red") == 5


def test_who_can_be_nobody_else_need_not_be_named() -> None:
    table = a_table().at(R1="a3", B1="a3").card("red", "CHARGE")
    assert table.view("phase") == "opposition"
    assert a_charge().refused("card", seat="red", ref="CHARGE").code == "bad_play"
    assert a_charge().card("red", "CHARGE", "R2").view("phase") == "opposition"
    assert a_charge().card("blue", "CHARGE", "B1", "R2").dice("blue", 0).dice("red", 0).totals[2] == "defence"


def test_a_tackle_by_effect_needs_somebody_to_tackle() -> None:
    assert a_table().illegal("card", seat="red", ref="CHARGE") == "Boufbowl p. 12; reading tackle_by_effect"


def test_a_tackle_by_effect_on_a_lying_player_gives_no_star_for_it() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").card("red", "CHARGE", "R1", "B1")
    table.dice("red", 1).dice("blue", 1)
    assert table.totals == (2, 1, "attack")
    assert table.figure("B1")[2] == "stunned"


def test_targets_are_used_up_in_the_order_of_the_deeds() -> None:
    table = a_table().at(B1="a3").card("red", "RUSH", "R1>a3", "R1", "B1")
    assert (table.figure("R1")[0], table.view("phase")) == ("a3", "opposition")
    table.dice("red", 2).dice("blue", 0)
    assert table.figure("B1")[2] == "stunned"


def test_a_tackle_lost_by_effect_with_the_ball_ends_the_turn() -> None:
    table = a_table().at("R1", R1="a3", B1="a3").card("red", "CHARGE", "R1", "B1")
    table.dice("red", 0).dice("blue", 1)
    assert (table.event("turn_end")["reason"], table.view("hands.red")) == ("carrier_down", 5)


def test_a_card_in_answer_to_a_try_may_tackle_the_carrier() -> None:
    table = (
        a_table().at("R2", R2="b5", B2="blue_end").move("R2", "blue_end").card("blue", "CHARGE", "B2", "R2")
    )
    table.dice("blue", 0).dice("red", 1)
    # The tackle failed: the try goes on, and cards may still be played.
    assert "resolve" in table.waited["red"]
    assert table.figure("B2") == ("blue_end", False, "stunned")
    assert table.play("resolve").view("score.red") == 1

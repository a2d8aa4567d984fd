"""What movement points pay (p. 7, 8): moves, standing up, leaving the field and coming back."""

from tests.rules.boufbowl.table import a_table


def test_a_move_costs_a_point_and_goes_to_an_adjacent_zone() -> None:
    table = a_table().move("R1", "a3")
    assert table.event("moved") == {
        "kind": "moved",
        "cite": "Boufbowl p. 7",
        "player": "R1",
        "from": "a2",
        "to": "a3",
        "left": 2,
    }
    assert table.illegal("move", player="R1", to="b4") == "Boufbowl p. 7"
    assert table.refused("move", player="R1", to="z9").code == "bad_play"
    assert table.refused("move", player="R9", to="a4").code == "unknown_card"


def test_without_points_nobody_moves() -> None:
    table = a_table().override(movement=0)
    assert table.illegal("move", player="R1", to="a3") == "Boufbowl p. 7"
    assert "move" not in table.waited["red"]


def test_only_the_active_coach_moves_his_players() -> None:
    assert a_table().illegal("move", player="B1", to="a3") == "Boufbowl p. 5"
    assert a_table().illegal("move", player="STAR", to="a3") == "Boufbowl p. 4"


def test_who_lies_or_is_off_does_not_move() -> None:
    table = a_table().down("R1").at(R2="off")
    assert table.illegal("move", player="R1", to="a3") == "Boufbowl p. 7"
    assert table.illegal("move", player="R2", to="b2") == "Boufbowl p. 8"


def test_a_zone_holds_two_of_a_team_lying_ones_counted() -> None:
    table = a_table().at(R1="b3", R2="b3", R3="c3").down("R1")
    assert table.illegal("move", player="R3", to="b3") == "Boufbowl p. 6"


def test_an_endzone_holds_one_of_a_team() -> None:
    table = a_table().at(R1="red_end")
    assert table.illegal("move", player="R5", to="red_end") == "Boufbowl p. 6"


def test_a_zone_holds_four_in_all() -> None:
    table = a_table().at(B1="b3", B2="b3", B3="b3", R1="b3", R3="c3")
    assert table.illegal("move", player="R3", to="b3") == "Boufbowl p. 6"


def test_the_way_forward_past_an_opponent_needs_the_majority() -> None:
    table = a_table().at(R1="a3", B1="a3")
    assert table.illegal("move", player="R1", to="a4") == "Boufbowl p. 7; reading blocking_forward"
    table.at(R2="a3").move("R1", "a4")


def test_two_against_two_is_no_majority() -> None:
    table = a_table().at(R1="a3", R2="a3", B1="a3", B2="a3")
    table.illegal("move", player="R1", to="a4")


def test_a_lying_opponent_blocks_nobody_and_a_lying_friend_helps_nobody() -> None:
    table = a_table().at(R1="a3", B1="a3").down("B1").move("R1", "a4")
    assert table.figure("R1")[0] == "a4"
    table = a_table().at(R1="a3", R2="a3", B1="a3").down("R2")
    table.illegal("move", player="R1", to="a4")


def test_sideways_and_backward_nobody_is_blocked() -> None:
    table = a_table().at(R1="a3", B1="a3", B2="a3").move("R1", "b3")
    assert table.at(R1="a3").move("R1", "a2").figure("R1")[0] == "a2"


def test_forward_is_down_for_blue() -> None:
    table = a_table().end_turn().at(B1="a3", R1="a3")
    table.illegal("move", player="B1", to="a2")
    table.move("B1", "a4")


def test_the_carrier_takes_the_ball_along() -> None:
    table = a_table().at("R1").move("R1", "a3")
    assert table.ball == ("a3", "R1", "held")
    assert table.kinds == ["move", "moved", "ball"]


def test_standing_up_costs_a_point_and_needs_no_marker() -> None:
    table = a_table().down("R1").down("R2", "stunned").down("B1")
    assert table.illegal("stand", player="R2") == "Boufbowl p. 7"
    table.illegal("stand", player="B1")
    table.illegal("stand", player="R3")
    table.play("stand", player="R1")
    assert (table.figure("R1"), table.view("movement")) == (("a2", True, None), 2)


def test_only_a_ko_player_is_taken_off() -> None:
    table = a_table().down("R1", "ko").down("R2", "stunned")
    assert table.illegal("take_off", player="R2") == "Boufbowl p. 8"
    table.illegal("take_off", player="R3")
    table.play("take_off", player="R1")
    assert (table.figure("R1"), table.view("movement")) == (("off", False, "stunned"), 2)
    assert (table.event("moved")["from"], table.event("moved")["to"]) == ("a2", "off")
    table.illegal("take_off", player="R1")


def test_an_injured_player_keeps_his_ko_marker_when_he_is_taken_off() -> None:
    table = a_table().down("R1", "ko", injured=True).play("take_off", player="R1")
    assert table.figure("R1") == ("off", False, "ko")


def test_a_player_off_the_field_stands_before_he_comes_on_by_an_entry() -> None:
    table = a_table().down("R1", zone="off")
    assert table.illegal("bring_on", player="R1", zone="a1") == "Boufbowl p. 8"
    table.play("stand", player="R1")
    table.illegal("bring_on", player="R1", zone="b1")
    table.illegal("bring_on", player="R2", zone="a1")
    table.play("bring_on", player="R1", zone="c1")
    assert (table.figure("R1"), table.view("movement")) == (("c1", True, None), 1)


def test_an_entry_that_is_full_lets_nobody_in() -> None:
    table = a_table().at(R1="off", R2="a1")
    assert table.illegal("bring_on", player="R1", zone="a1") == "Boufbowl p. 6"
    assert [play.zone for play in table.options("bring_on")] == ["c1"]


def test_every_point_is_spent_once() -> None:
    table = a_table().down("R1").move("R2", "b3").play("stand", player="R1").move("R1", "a3")
    assert table.view("movement") == 0
    table.illegal("move", player="R1", to="a2")


def test_players_may_have_to_pay_for_standing_up() -> None:
    table = a_table(house={"stand_up": "point"}).down("R1").down("B1", "stunned").next_turn()
    assert "stood_up" not in table.kinds
    assert (table.figure("R1"), table.figure("B1")) == (("a2", False, None), ("a4", False, None))
    assert table.play("stand", player="B1").view("movement") == 2
    assert table.event("stood_up")["cite"] == "Boufbowl p. 6; reading stand_up"

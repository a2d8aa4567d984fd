"""Placement, kick-off and the beginning of a turn (p. 5, 6)."""

from tests.rules.boufbowl.table import BLUE, RED, a_new_table, a_table


def test_the_active_coach_places_first_and_says_who_has_the_ball() -> None:
    table = a_new_table()
    assert table.waited == {"red": {"place"}}
    assert table.illegal("place", seat="blue", zones=BLUE) == "Boufbowl p. 5"
    assert table.refused("place", seat="red", zones=RED).code == "bad_play"
    table.place("red", RED, "R5")
    assert table.ball == ("b1", "R5", "held")
    assert table.waited == {"blue": {"place"}}


def test_the_other_coach_places_without_a_ball() -> None:
    table = a_new_table().place("red", RED, "R5")
    assert table.illegal("place", seat="blue", zones=BLUE, ball="B1") == "Boufbowl p. 5"
    assert table.place("blue", BLUE).view("phase") == "kickoff"


def test_all_five_are_placed_on_their_own_half_one_a_zone() -> None:
    table = a_new_table()
    four = {ref: zone for ref, zone in RED.items() if ref != "R3"}
    table.illegal("place", seat="red", zones=four, ball="R1")
    table.illegal("place", seat="red", zones={**RED, "R3": "b3"}, ball="R1")
    table.illegal("place", seat="red", zones={**RED, "R3": "a4"}, ball="R1")
    table.illegal("place", seat="red", zones={**RED, "R3": "red_end"}, ball="R1")
    table.illegal("place", seat="red", zones={**RED, "R3": "a2"}, ball="R1")
    table.illegal("place", seat="red", zones={**four, "B3": "c2"}, ball="R1")
    table.illegal("place", seat="red", zones=RED, ball="B1")
    assert table.refused("place", seat="red", zones={**RED, "R3": "z9"}, ball="R1").code == "bad_play"
    assert table.refused("place", seat="red", zones={**four, "ZZ": "c2"}, ball="R1").code == "unknown_card"
    assert table.refused("place", seat="green", zones=RED).code == "bad_play"


def test_the_ball_is_with_a_player_who_stands() -> None:
    table = a_new_table().down("R5", "ko")
    assert table.illegal("place", seat="red", zones=RED, ball="R5") == "Boufbowl p. 7"
    assert {play.ball for play in table.options("place")} == {"R1", "R2", "R3", "R4"}


def test_the_kick_off_is_a_chandelle_into_a_neutral_zone_and_not_the_basic_action() -> None:
    table = a_new_table().place("red", RED, "R5").place("blue", BLUE)
    assert table.waited == {"red": {"kickoff"}}
    assert table.illegal("kickoff", zone="b2") == "Boufbowl p. 5"
    assert table.refused("kickoff", zone="z9").code == "bad_play"
    table.play("kickoff", zone="c3")
    assert table.view("ball") == {"zone": "c3", "carrier": None, "state": "air", "thrower": "red"}
    assert (table.view("phase"), table.view("action_used")) == ("play", False)
    assert table.kinds == ["kickoff", "ball", "cards", "cards", "draw"]
    assert (table.view("hands"), table.view("piles")) == ({"red": 5, "blue": 5}, {"red": 38, "blue": 38})


def test_a_coach_with_five_cards_is_not_asked_to_draw() -> None:
    table = a_table().end_turn()
    assert table.kinds == ["end_turn", "turn_end", "draw"]
    assert (table.view("phase"), table.view("active"), table.view("turn")) == ("play", "blue", 2)


def test_two_cards_are_drawn_at_most_and_up_to_five_in_hand() -> None:
    table = a_table().override(hands__blue=2).end_turn()
    assert table.waited == {"blue": {"draw"}}
    assert table.illegal("draw", seat="blue", count=3) == "Boufbowl p. 6"
    table.illegal("draw", seat="blue", count=0)
    table.illegal("draw", seat="red", count=2)
    assert table.refused("draw", seat="blue", count=-1).code == "bad_play"
    table.play("draw", seat="blue", count=2)
    assert table.event("cards") == {
        "kind": "cards",
        "cite": "Boufbowl p. 6",
        "seat": "blue",
        "hand": 4,
        "pile": 36,
    }


def test_no_more_is_drawn_than_the_pile_holds() -> None:
    table = a_table().override(hands__blue=1, piles__blue=1).end_turn()
    assert table.options("draw")[0].count == 1
    assert table.play("draw", seat="blue", count=1).view("hands.blue") == 2


def test_an_empty_pile_draws_nothing_and_nobody_is_asked() -> None:
    table = a_table().override(hands__blue=1, piles__blue=0).end_turn()
    assert (table.view("phase"), table.view("hands.blue")) == ("play", 1)


def test_at_the_stand_up_players_of_both_teams_without_a_marker_stand() -> None:
    table = a_table().down("R1").down("B1").end_turn()
    assert set(table.event("stood_up")["players"]) == {"R1", "B1"}
    assert (table.figure("R1"), table.figure("B1")) == (("a2", True, None), ("a4", True, None))


def test_then_stunned_markers_go_and_their_players_stay_down() -> None:
    table = a_table().down("R1", "stunned").end_turn()
    assert table.event("marker")["to"] is None
    assert table.figure("R1") == ("a2", False, None)


def test_ko_markers_turn_only_off_the_field() -> None:
    table = a_table().down("R1", "ko").down("R2", "ko", zone="off").end_turn()
    assert table.figure("R1") == ("a2", False, "ko")
    assert table.figure("R2") == ("off", False, "stunned")


def test_a_turn_has_three_movement_points_whatever_was_left() -> None:
    table = a_table().override(movement=9)
    assert table.end_turn().view("movement") == 3


def test_nothing_is_played_before_its_phase() -> None:
    table = a_new_table()
    for kind, fields in (
        ("move", {"player": "R1", "to": "a3"}),
        ("end_turn", {}),
        ("kickoff", {"zone": "b3"}),
    ):
        assert table.illegal(kind, **fields) is not None

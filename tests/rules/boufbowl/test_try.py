"""The try, the point, and what follows (p. 9, 10, 12)."""

from tests.rules.boufbowl.table import BLUE, RED, Table, a_table


def at_the_line(**zones: str) -> Table:
    """R2 holds the ball in b5, before the endzone."""
    return a_table().at("R2", R2="b5", **zones)


def test_the_carrier_who_enters_the_endzone_tries_and_cards_may_still_be_played() -> None:
    table = at_the_line().move("R2", "blue_end")
    assert (table.view("phase"), table.view("score.red")) == ("opposition", 0)
    assert table.illegal("end_turn") == "Boufbowl p. 6"
    table.card("blue", "SONG").card("red", "SLOW")
    assert table.play("resolve").event("try") == {
        "kind": "try",
        "cite": "Boufbowl p. 10",
        "seat": "red",
        "player": "R2",
        "score": {"red": 1, "blue": 0},
    }


def test_with_both_hands_empty_it_is_settled_at_once() -> None:
    table = at_the_line().override(hands__red=0, hands__blue=0).move("R2", "blue_end")
    assert table.kinds == ["move", "moved", "ball", "resolve", "try", "turn_end"]
    assert table.event("turn_end") == {
        "kind": "turn_end",
        "cite": "Boufbowl p. 10",
        "reason": "try",
        "next": "blue",
    }


def test_without_the_ball_nobody_tries() -> None:
    table = a_table().at(R2="b5").move("R2", "blue_end")
    assert table.view("phase") == "play"


def test_a_defender_who_stands_there_may_intercept() -> None:
    table = at_the_line(B2="blue_end").move("R2", "blue_end").play("resolve")
    assert table.waited == {"blue": {"intercept", "no_intercept"}}
    table.play("intercept", player="B2").roll(2, 1)
    assert (table.view("score.red"), table.view("phase")) == (1, "placement")


def test_a_lying_defender_does_not() -> None:
    table = at_the_line(B2="blue_end").down("B2").move("R2", "blue_end").play("resolve")
    assert table.view("score.red") == 1


def test_let_through_it_is_a_point() -> None:
    table = at_the_line(B2="blue_end").move("R2", "blue_end").play("resolve").play("no_intercept")
    assert table.view("score.red") == 1


def test_intercepted_the_defender_holds_it_and_the_scorer_goes_back() -> None:
    table = at_the_line(B2="blue_end").move("R2", "blue_end").play("resolve").play("intercept", player="B2")
    table.roll(0, 1)
    assert (table.ball, table.view("phase"), table.waited) == (
        ("blue_end", "B2", "held"),
        "end",
        {"red": {"back"}},
    )
    assert table.illegal("back", player="R1", zone="a5") == "Boufbowl p. 10"
    table.illegal("back", player="R2", zone="b4")
    table.play("back", player="R2", zone="c5")
    assert (table.event("turn_end")["reason"], table.figure("R2")[0]) == ("intercepted", "c5")


def test_level_the_ball_lies_in_the_endzone() -> None:
    table = at_the_line(B2="blue_end").move("R2", "blue_end").play("resolve").play("intercept", player="B2")
    table.roll(1, 1).play("back", player="R2", zone="a5")
    assert (table.ball, table.event("turn_end")["reason"]) == (("blue_end", None, "ground"), "ball_down")


def test_at_the_end_of_his_coachs_turn_a_player_leaves_the_enemy_endzone_even_lying() -> None:
    table = a_table().at(R1="blue_end").down("R1", "ko").end_turn()
    assert table.waited == {"red": {"back"}}
    assert table.play("back", player="R1", zone="b5").figure("R1") == ("b5", False, "ko")


def test_with_one_way_back_nobody_is_asked() -> None:
    table = a_table().at(R1="blue_end", R2="a5", R3="a5", R4="b5", R5="b5").end_turn()
    assert table.kinds[:3] == ["end_turn", "back", "moved"]
    assert table.figure("R1")[0] == "c5"


def test_after_a_point_markers_go_injuries_stay_and_both_place_again() -> None:
    table = at_the_line().down("B3", "ko", injured=True).override(hands__red=1, hands__blue=4)
    table.move("R2", "blue_end").play("resolve")
    assert (table.figure("B3"), table.view("players.B3.injured")) == (("off", True, None), True)
    assert (table.view("active"), table.view("turn"), table.view("movement")) == ("blue", 2, 3)
    assert table.waited == {"blue": {"place"}}
    table.place("blue", BLUE, "B2").place("red", RED).play("kickoff", zone="a3")
    assert table.view("ball.thrower") == "blue"
    assert (table.view("hands"), table.view("piles")) == ({"red": 5, "blue": 5}, {"red": 34, "blue": 37})


def test_the_second_try_wins() -> None:
    table = at_the_line().override(score__red=1).move("R2", "blue_end").play("resolve")
    assert table.event("match_end") == {
        "kind": "match_end",
        "cite": "Boufbowl p. 12",
        "winner": "red",
        "score": {"red": 2, "blue": 0},
    }
    assert (table.view("phase"), table.view("over"), table.view("winner")) == ("over", True, "red")
    assert table.waited == {}
    table.illegal("end_turn")


def test_a_card_that_takes_the_ball_off_the_carrier_calls_the_try_off() -> None:
    table = at_the_line().move("R2", "blue_end").card("blue", "TRIP", "R2")
    assert table.view("score.red") == 0
    assert table.ball == ("blue_end", None, "ground")
    assert table.waited == {"red": {"back"}}
    table.play("back", player="R2", zone="a5")
    assert table.event("turn_end")["reason"] == "carrier_down"


def test_a_card_that_moves_the_carrier_out_of_the_endzone_too() -> None:
    table = at_the_line().move("R2", "blue_end").card("blue", "SHOVE", "R2>a4")
    assert (table.view("phase"), table.ball) == ("play", ("a4", "R2", "held"))
    assert table.view("active") == "red"


def test_a_card_may_bring_a_defender_in() -> None:
    table = at_the_line(B2="a5").move("R2", "blue_end").card("blue", "STEP", "B2>blue_end").play("resolve")
    assert table.waited == {"blue": {"intercept", "no_intercept"}}


def test_a_long_match_goes_on_after_two_tries() -> None:
    table = (
        a_table(length="long").override(score__red=1).at("R2", R2="b5").move("R2", "blue_end").play("resolve")
    )
    assert (table.view("over"), table.view("score.red"), table.view("intensity")) == (False, 2, 3)


def test_a_long_match_ends_when_a_coach_lacks_a_card_and_his_pile_is_empty() -> None:
    table = a_table(length="long").override(score__red=3, hands__blue=4, piles__blue=0).end_turn()
    assert table.event("match_end")["winner"] == "red"
    assert table.waited == {}


def test_with_five_in_hand_an_empty_pile_ends_nothing() -> None:
    table = a_table(length="long").override(piles__blue=0).end_turn()
    assert table.view("phase") == "play"


def test_a_level_long_match_is_shared() -> None:
    table = a_table(length="long").override(hands__blue=4, piles__blue=0).end_turn()
    assert table.view("winner") == ["red", "blue"]


def test_a_long_match_may_end_at_a_kick_off_too() -> None:
    table = a_table(length="long").at("R2", R2="b5").override(hands__red=4, piles__red=0)
    table.move("R2", "blue_end").play("resolve").place("blue", BLUE, "B1").place("red", RED)
    assert table.play("kickoff", zone="a3").event("match_end")["score"] == {"red": 1, "blue": 0}


def test_who_concedes_loses() -> None:
    table = a_table().override(score__red=1).play("concede", seat="red")
    assert (table.event("match_end")["winner"], table.view("winner")) == ("blue", "blue")
    assert table.override(score__red=0).view("winner") == "blue"


def test_a_clock_that_runs_out_is_noted() -> None:
    table = a_table().play("time_up", clock="match")
    assert (table.kinds, table.view("over")) == (["time_up"], False)

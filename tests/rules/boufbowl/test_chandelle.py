"""The chandelle: in the air, landing, interceptions there and as it leaves (p. 9)."""

from tests.rules.boufbowl.table import Table, a_table


def in_the_air(**zones: str) -> Table:
    """Red's second turn: the kick-off is due to land in b3."""
    return a_table().at(**zones).next_turn().next_turn() if zones else a_table().next_turn().next_turn()


def test_a_chandelle_may_be_kept_out_of_the_endzones() -> None:
    table = a_table(house={"chandelle_to": "not_endzones"}).at("R4")
    cite = table.illegal("chandelle", player="R4", zone="blue_end")
    assert cite == "Boufbowl p. 9; reading chandelle_to"
    table.illegal("chandelle", player="R1", zone="c3")
    table.play("chandelle", player="R4", zone="a5")
    assert table.view("ball") == {"zone": "a5", "carrier": None, "state": "air", "thrower": "red"}
    assert table.view("action_used") is True
    assert len(table.at("R4").next_turn().next_turn().options("chandelle")) == 15


def test_it_stays_up_through_the_turn_it_was_thrown_in_and_the_opponents() -> None:
    table = a_table()
    assert table.illegal("land") == "Boufbowl p. 9"
    table.end_turn()
    assert table.illegal("land") == "Boufbowl p. 9"
    table.end_turn()
    assert "land" in table.waited["red"]
    assert table.play("land").ball == ("b3", None, "ground")


def test_a_ball_that_is_not_in_the_air_does_not_land() -> None:
    assert a_table().at("R4").illegal("land") == "Boufbowl p. 9"


def test_over_one_player_alone_it_is_his() -> None:
    table = in_the_air(R2="b3").play("land")
    assert table.kinds == ["land", "catch", "ball"]
    assert table.ball == ("b3", "R2", "held")


def test_over_opponents_alone_their_coach_names_who_catches_and_the_turn_goes_on() -> None:
    table = in_the_air(B1="b3", B2="b3").play("land")
    assert table.waited == {"blue": {"catch"}}
    assert table.illegal("catch", player="B3") == "Boufbowl p. 9"
    table.play("catch", player="B1")
    assert (table.ball, table.view("active"), table.view("phase")) == (("b3", "B1", "held"), "red", "play")


def test_lying_players_catch_nothing() -> None:
    table = (
        a_table().at(R2="b3", B2="b3").down("R2", "ko").down("B2", "ko").next_turn().next_turn().play("land")
    )
    assert table.ball == ("b3", None, "ground")
    assert table.view("active") == "red"


def test_over_both_teams_the_receiver_is_named_then_the_interceptor() -> None:
    table = in_the_air(R1="b3", R2="b3", B1="b3", B2="b3").play("land")
    assert table.waited == {"red": {"catch"}}
    table.play("catch", player="R1")
    assert table.waited == {"blue": {"intercept", "no_intercept"}}
    table.play("intercept", player="B2").roll(1, 0)
    assert table.event("opposition")["attack"]["player"] == "R1"
    assert table.ball == ("b3", "R1", "held")


def test_let_through_the_receiver_holds_it() -> None:
    table = in_the_air(R2="b3", B2="b3").play("land").play("no_intercept")
    assert table.ball == ("b3", "R2", "held")


def test_intercepted_as_it_lands_the_turn_ends() -> None:
    table = in_the_air(R2="b3", B2="b3").play("land").play("intercept", player="B2").roll(0, 1)
    assert table.ball == ("b3", "B2", "held")
    assert (table.event("turn_end")["reason"], table.view("active")) == ("intercepted", "blue")


def test_level_as_it_lands_it_lies_there_and_the_turn_ends() -> None:
    table = in_the_air(R2="b3", B2="b3").play("land").play("intercept", player="B2").roll(1, 1)
    assert table.ball == ("b3", None, "ground")
    assert table.event("turn_end")["reason"] == "ball_down"


def test_a_landing_is_no_action() -> None:
    assert in_the_air(R2="b3").play("land").view("action_used") is False


def test_left_in_the_air_it_lands_at_the_end_of_the_throwers_turn() -> None:
    table = in_the_air().end_turn()
    assert table.kinds == ["end_turn", "ball", "turn_end", "draw"]
    assert table.ball == ("b3", None, "ground")


def test_at_the_end_of_the_turn_it_may_still_be_intercepted() -> None:
    table = in_the_air(R2="b3", B2="b3").end_turn()
    assert (table.view("phase"), table.view("active")) == ("opposition", "red")
    table.play("intercept", player="B2").roll(1, 0)
    assert table.ball == ("b3", "R2", "held")
    assert (table.event("turn_end")["reason"], table.view("active")) == ("end_turn", "blue")


def test_a_card_lets_an_opponent_try_where_it_leaves() -> None:
    table = thrown().card("blue", "REACH", "B1")
    assert table.waited == {"red": {"dice"}, "blue": {"dice"}}
    assert table.view("phase") == "opposition"


def thrown() -> Table:
    """R4 in a1 throws over c3, B1 beside him."""
    return a_table().at("R4", B1="a1").play("chandelle", player="R4", zone="c3")


def test_more_stars_and_it_is_in_the_air() -> None:
    table = thrown().card("blue", "REACH", "B1").dice("red", 2).dice("blue", 1)
    assert table.event("opposition")["on"] == "chandelle"
    assert table.view("ball") == {"zone": "c3", "carrier": None, "state": "air", "thrower": "red"}
    assert (table.view("active"), table.view("phase")) == ("red", "play")


def test_fewer_and_the_interceptor_holds_it() -> None:
    table = thrown().card("blue", "REACH", "B1").dice("red", 0).dice("blue", 1)
    assert (table.ball, table.event("turn_end")["reason"]) == (("a1", "B1", "held"), "intercepted")


def test_level_and_it_lies_there_beside_the_interceptor_who_is_down() -> None:
    table = thrown().card("blue", "REACH", "B1").dice("red", 1).dice("blue", 1)
    assert table.event("knocked_down") == {
        "kind": "knocked_down",
        "cite": "Boufbowl p. 9",
        "player": "B1",
        "marker": "stunned",
        "section": "Boufbowl p. 9",
    }
    assert (table.ball, table.event("turn_end")["reason"]) == (("a1", None, "ground"), "ball_down")


def test_the_only_opponent_there_need_not_be_named() -> None:
    assert thrown().card("blue", "REACH").view("phase") == "opposition"


def test_the_card_follows_right_on_the_chandelle_of_the_other_coach() -> None:
    table = thrown()
    assert table.illegal("card", seat="red", ref="REACH") == "Boufbowl p. 9; reading intercept_start_when"
    assert table.illegal("card", seat="blue", ref="REACH", targets=[{"player": "B2"}]) == "Boufbowl p. 9"
    table.move("R1", "a3")
    assert table.illegal("card", seat="blue", ref="REACH") == "Boufbowl p. 9; reading intercept_start_when"


def test_a_ball_that_the_referee_takes_out_of_the_air_is_not_intercepted_where_it_left() -> None:
    table = thrown().at("a1")
    assert table.illegal("card", seat="blue", ref="REACH") == "Boufbowl p. 9; reading intercept_start_when"
    assert table.ball == ("a1", None, "ground")


def test_with_nobody_standing_there_the_card_is_for_nobody() -> None:
    table = a_table().at("R4").play("chandelle", player="R4", zone="c3")
    assert table.illegal("card", seat="blue", ref="REACH") == "Boufbowl p. 12"


def test_a_chandelle_goes_up_over_an_endzone_and_caught_there_it_is_a_try() -> None:
    table = a_table().at("R4", R1="b4").play("chandelle", player="R4", zone="blue_end")
    table.next_turn().next_turn().at(R1="b5").move("R1", "blue_end").play("land")
    assert table.ball == ("blue_end", "R1", "held")
    assert table.waited == {"red": {"resolve", "card"}}
    assert table.play("resolve").event("try")["seat"] == "red"


def test_caught_there_at_the_end_of_the_turn_it_is_a_try_before_the_turn_ends() -> None:
    table = a_table().at("R4").play("chandelle", player="R4", zone="blue_end").next_turn().next_turn()
    table.at(R1="blue_end").end_turn()
    assert table.ball == ("blue_end", "R1", "held")
    assert table.waited == {"red": {"resolve", "card"}}
    table.play("resolve")
    assert (table.event("try")["seat"], table.view("score.red")) == ("red", 1)


def test_over_nobody_in_an_endzone_it_lies_there() -> None:
    table = a_table().at("R4").play("chandelle", player="R4", zone="blue_end").next_turn().next_turn()
    assert table.play("land").ball == ("blue_end", None, "ground")


def test_caught_in_the_own_endzone_it_is_no_try() -> None:
    table = a_table().at("R4").play("chandelle", player="R4", zone="red_end").next_turn().next_turn()
    table.at(R1="red_end").play("land")
    assert (table.ball, table.view("phase")) == (("red_end", "R1", "held"), "play")


def test_a_chandelle_is_offered_over_every_zone() -> None:
    assert len(a_table().at("R4").options("chandelle")) == 17

"""Effects with the lightning in the middle of an action (p. 12, house `lightning`), and what they call off."""

import pytest

from tests.rules.boufbowl.box import Json
from tests.rules.boufbowl.table import Table, a_table

LIGHTNING = "Boufbowl p. 12; reading lightning"


def any_moment(*cards: Json, **house: str) -> Table:
    return a_table(*cards, house={"lightning": "any_moment", **house})


def a_pass(**zones: str) -> Table:
    """R4 in a3 passes to R5 in a2."""
    return any_moment().at("R4", R4="a3", R5="a2", **zones).play("pass", player="R4", to="R5")


# --- waiting


def test_a_pass_that_nobody_can_intercept_waits_for_one_resolve() -> None:
    table = a_pass()
    assert (table.view("phase"), table.view("ball.carrier")) == ("opposition", "R4")
    assert table.waited == {"red": {"resolve", "card"}}
    table.play("resolve")
    assert (table.view("phase"), table.view("ball.carrier")) == ("play", "R5")


def test_it_does_not_wait_if_the_other_coach_has_no_card() -> None:
    table = any_moment().override(hands__blue=0).at("R4", R4="a3", R5="a2")
    assert table.play("pass", player="R4", to="R5").view("ball.carrier") == "R5"


def test_between_plays_nobody_is_asked() -> None:
    table = a_table().at("R4", R4="a3", R5="a2")
    assert table.play("pass", player="R4", to="R5").view("ball.carrier") == "R5"


def a_landing(*cards: Json, **zones: str) -> Table:
    """The ball of the kick-off is due over b3, in red's second turn."""
    table = any_moment(*cards).next_turn().next_turn()
    return (table.at(**zones) if zones else table).play("land")


def test_a_landing_over_one_team_waits_for_one_resolve() -> None:
    table = a_landing(R1="b3")
    assert (table.waited, table.view("ball.state")) == ({"red": {"resolve", "card"}}, "air")
    assert table.play("resolve").view("ball.carrier") == "R1"


def test_after_the_resolve_of_a_landing_over_two_teammates_one_is_named() -> None:
    table = a_landing(R1="b3", R2="b3").play("resolve")
    assert table.waited == {"red": {"catch", "card"}}
    assert table.play("catch", player="R2").view("ball.carrier") == "R2"


def test_a_landing_over_nobody_waits_too() -> None:
    table = a_landing()
    assert table.play("resolve").ball == ("b3", None, "ground")


def test_at_the_end_of_the_turn_it_waits_and_then_the_turn_ends() -> None:
    table = any_moment().next_turn().next_turn().at(R1="b3").end_turn()
    assert table.waited == {"red": {"resolve", "card"}}
    table.play("resolve")
    assert (table.view("ball.carrier"), table.view("active")) == ("R1", "blue")


# --- answers


def test_either_coach_plays_a_card_in_the_middle_of_a_pass() -> None:
    a_pass().card("blue", "SONG").card("red", "SONG").play("resolve")


def test_only_with_the_lightning() -> None:
    assert a_pass().illegal("card", seat="red", ref="SLOW") == LIGHTNING
    assert a_pass().illegal("card", seat="blue", ref="SLOW") == "Boufbowl p. 12"


def test_between_plays_no_card_is_played_in_the_middle_of_an_action() -> None:
    table = a_table().at("R4", R4="a3", R5="a2", B1="a3").play("pass", player="R4", to="R5")
    assert table.illegal("card", seat="blue", ref="SONG") == LIGHTNING


def test_a_target_that_is_moved_away_calls_the_pass_off_and_its_action_stays_spent() -> None:
    table = a_pass().card("blue", "SHOVE", "R5>b2")
    assert table.event("called_off") == {"kind": "called_off", "on": "pass", "cite": LIGHTNING}
    assert (table.view("phase"), table.view("ball.carrier"), table.view("action_used")) == (
        "play",
        "R4",
        True,
    )


def test_a_passer_who_is_put_down_loses_the_ball_and_the_turn() -> None:
    table = a_pass().card("blue", "TRIP", "R4")
    assert table.event("called_off")["on"] == "pass"
    assert (table.ball, table.event("turn_end")["reason"]) == (("a3", None, "ground"), "carrier_down")


def test_an_opponent_who_is_moved_into_the_way_may_intercept() -> None:
    table = any_moment().at("R4", R4="a3", R5="a2", B1="b3").play("pass", player="R4", to="R5")
    table.card("blue", "SHOVE", "B1>a3")
    assert table.waited == {"blue": {"intercept", "no_intercept", "card"}}
    table.play("intercept", player="B1").add().dice("red", 0).dice("blue", 2)
    assert table.view("ball.carrier") == "B1"


def test_the_only_interceptor_is_put_down_before_he_is_named() -> None:
    table = a_pass(B1="a3").card("red", "TRIP", "B1")
    assert table.waited == {"red": {"resolve", "card"}}
    assert table.play("resolve").view("ball.carrier") == "R5"


def test_for_an_interceptor_who_is_out_another_may_be_named_and_the_cards_stay() -> None:
    table = a_pass(B1="a3", B2="a2").play("intercept", player="B1")
    table.play("commit", seat="red", cards=1).play("commit", seat="blue", cards=0)
    table.play("bonus", seat="red", cards=["STAR"]).card("red", "TRIP", "B1")
    assert table.waited == {"blue": {"intercept", "no_intercept", "card"}}
    table.play("intercept", player="B2")
    assert table.waited == {"red": {"dice", "card"}, "blue": {"dice", "card"}}
    table.dice("red", 0).dice("blue", 2)
    # STAR counts for red against B2 too; the majority in a2 is red's.
    assert table.totals == (2, 2, "level")


def test_when_all_interceptors_are_out_the_pass_waits_and_arrives() -> None:
    table = a_pass(B1="a3").play("intercept", player="B1").card("red", "TRIP", "B1")
    assert table.play("resolve").view("ball.carrier") == "R5"


def test_no_card_once_a_die_is_told() -> None:
    table = a_pass(B1="a3").play("intercept", player="B1").add().dice("red", 1)
    assert table.illegal("card", seat="blue", ref="SONG") == LIGHTNING


def test_the_majority_is_counted_anew() -> None:
    table = any_moment().at(R1="a3", B1="a3", B2="b3").tackle("R1", "B1").add()
    table.card("blue", "SHOVE", "B2>a3").dice("red", 1).dice("blue", 1)
    assert table.totals == (1, 2, "defence")


@pytest.mark.parametrize("ref", ["R1", "B1"])
def test_a_tackle_is_called_off_without_its_tackler_or_target(ref: str) -> None:
    table = any_moment().at(R1="a3", B1="a3").tackle("R1", "B1").card("blue", "SHOVE", f"{ref}>b3")
    assert (table.event("called_off")["on"], table.view("phase")) == ("tackle", "play")
    assert table.view("action_used") is True


def test_a_lying_target_who_is_stood_up_is_tackled_standing() -> None:
    table = any_moment().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1").card("blue", "UP", "B1")
    table.roll(1, 1)
    assert table.totals == (1, 1, "level")


def test_a_pick_up_without_its_player_is_called_off_and_the_point_is_lost() -> None:
    table = any_moment().at("a3", R1="a3", B1="a3").play("pick_up", player="R1").card("blue", "TRIP", "R1")
    assert (table.event("called_off")["on"], table.view("movement")) == ("pick_up", 2)
    assert table.ball == ("a3", None, "ground")


def test_a_pick_up_whose_opponent_is_out_succeeds() -> None:
    table = any_moment().at("a3", R1="a3", B1="a3").play("pick_up", player="R1").card("red", "TRIP", "B1")
    assert table.ball == ("a3", "R1", "held")


def test_a_try_is_called_off_without_its_carrier() -> None:
    table = any_moment().at("R1", R1="b5").move("R1", "blue_end").card("blue", "SHOVE", "R1>b5")
    assert (table.event("called_off")["on"], table.view("phase")) == ("try", "play")


def test_a_receiver_who_is_out_is_replaced_by_another() -> None:
    table = a_landing(R1="b3", R2="b3", B1="b3").play("catch", player="R1").card("blue", "TRIP", "R1")
    # R2 alone is left to receive: nobody needs to name him.
    assert table.waited == {"blue": {"intercept", "no_intercept", "card"}}
    table.play("intercept", player="B1").add().dice("red", 3).dice("blue", 0)
    assert table.view("ball.carrier") == "R2"


def test_a_landing_whose_last_opponent_is_out_is_caught() -> None:
    table = a_landing(R1="b3", B1="b3").card("red", "TRIP", "B1").play("resolve")
    assert table.view("ball.carrier") == "R1"


def test_promised_cards_are_not_played_for_their_effect() -> None:
    table = any_moment().override(hands__red=2).at(R1="a3", B1="a3").tackle("R1", "B1")
    table.play("commit", seat="red", cards=2)
    assert table.illegal("card", seat="red", ref="SONG") == "Boufbowl p. 6"


def test_a_card_s_own_tackle_in_the_middle_of_a_pass() -> None:
    table = a_pass(B1="a2").card("blue", "CHARGE", "B1", "R5")
    table.dice("red", 0).dice("blue", 2)
    # R5 is put down by the effect: the pass has lost its target.
    assert [table.event("called_off")["on"], table.view("phase")] == ["pass", "play"]


def test_undone_the_pass_waits_again() -> None:
    table = a_pass().card("blue", "SHOVE", "R5>b2").play("undo")
    assert table.waited == {"red": {"resolve", "card"}}
    assert table.play("resolve").view("ball.carrier") == "R5"

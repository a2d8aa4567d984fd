"""Powers and trainings that bend the rules of movement, and powers with deeds (p. 4, 12)."""

from typing import Any

import pytest

from tests.rules.boufbowl.box import Json, deed, effect, player, power, training
from tests.rules.boufbowl.table import Table, a_setup, a_table, an_expert_table, refused_setup


def bends(on: str, what: str, op: str = "ignore", **more: object) -> Json:
    return {"on": on, "what": what, "op": op, **more}


def with_power(ref: str, *modifiers: Json, **more: Any) -> Json:
    return player(ref, power=effect(*modifiers, **more))


def test_a_player_whom_blocking_does_not_stop_goes_forward() -> None:
    table = a_table(with_power("R1", bends("move", "blocking"))).at(R1="a3", B1="a3", R2="a3", B2="a3")
    assert table.illegal("move", player="R2", to="a4") == "Boufbowl p. 7; reading blocking_forward"
    table.move("R1", "a4")
    told = {"kind": "effect", "seat": "red", "card": "R1", "text": "as printed", "cite": "Boufbowl p. 12"}
    assert table.event("effect") == told


def test_a_power_that_was_not_needed_is_not_told() -> None:
    table = a_table(with_power("R1", bends("move", "blocking"))).at(R1="a3").move("R1", "a4")
    assert "effect" not in table.kinds


def test_a_player_enters_a_full_zone() -> None:
    table = a_table(with_power("R1", bends("move", "capacity"))).at(R1="a2", R2="a3", R3="a3")
    assert "R1" in {play.player for play in table.options("move") if play.to == "a3"}
    table.move("R1", "a3")
    assert (table.view("players.R1.zone"), table.event("effect")["card"]) == ("a3", "R1")


@pytest.mark.parametrize(
    ("op", "value", "points"), [("set", 0, 3), ("set", 2, 1), ("add", 1, 1), ("add", -1, 3), ("add", -5, 3)]
)
def test_a_move_costs_what_a_power_says_and_never_less_than_nothing(op: str, value: int, points: int) -> None:
    table = a_table(with_power("R1", bends("move", "cost", op, value=value))).move("R1", "a3")
    assert table.view("movement") == points


def test_what_costs_nothing_needs_no_point() -> None:
    table = a_table(with_power("R1", bends("move", "cost", "set", value=0))).override(movement=0)
    assert "move" in table.waited["red"]
    assert {play.player for play in table.options("move")} == {"R1"}
    assert table.illegal("move", player="R2", to="b3") == "Boufbowl p. 7"
    table.move("R1", "a3")


def test_what_costs_more_than_is_left_is_refused() -> None:
    table = a_table(with_power("R1", bends("move", "cost", "set", value=4)))
    refused = table.refused("move", player="R1", to="a3")
    assert (refused.message, refused.cite) == ("this costs 4 movement points, and red has 3", "Boufbowl p. 7")


def test_standing_up_leaving_the_field_coming_on_and_picking_up_have_a_cost_of_their_own() -> None:
    modifiers = [bends(on, "cost", "set", value=0) for on in ("stand", "take_off", "bring_on", "pick_up")]
    table = a_table(with_power("R1", *modifiers)).at("a2", R1="a2").down("R1")
    table.play("stand", player="R1").play("pick_up", player="R1")
    assert (table.view("movement"), table.view("ball.carrier")) == (3, "R1")
    table.at("b2").down("R1", "ko").play("take_off", player="R1")
    table.override(players__R1__standing=True).play("bring_on", player="R1", zone="a1")
    assert table.view("movement") == 3


def test_a_power_of_the_team_counts_while_its_player_stands() -> None:
    table = a_table(with_power("R1", bends("move", "cost", "set", value=0, who="team")))
    assert table.move("R2", "b3").view("movement") == 3
    assert table.down("R1").move("R2", "b2").view("movement") == 2


def test_a_power_may_make_it_harder_for_the_opponents() -> None:
    table = a_table(with_power("B1", bends("move", "cost", "add", value=1, who="opponent")))
    assert table.move("R1", "a3").view("movement") == 1


def test_a_power_for_a_post_or_with_the_majority() -> None:
    table = a_table(
        with_power("R1", bends("move", "cost", "set", value=0, who="team", **{"if": {"post": "runner"}}))
    )
    assert table.move("R2", "b3").view("movement") == 2
    assert table.move("R3", "c3").view("movement") == 2
    table = a_table(with_power("R1", bends("move", "cost", "set", value=0, **{"if": {"majority": True}})))
    assert table.at(R1="a3", B1="a3").move("R1", "b3").view("movement") == 2
    assert table.move("R1", "a3").view("movement") == 2


def test_a_power_that_counts_once_is_used_up() -> None:
    table = a_table(with_power("R1", bends("move", "cost", "set", value=0), once=True))
    assert table.move("R1", "a3").move("R1", "a2").view("movement") == 2


def test_a_training_is_the_whole_team_s() -> None:
    card = training("BONTA", "bonta", bends("bring_on", "cost", "set", value=0))
    table = an_expert_table(card).at("R2", R2="b5").override(players__R1__fervour=5).move("R2", "blue_end")
    table.play("resolve").play("buy_training", seat="red", ref="BONTA", **{"from": {"R1": 5}})
    assert table.view("trainings.red") == ["BONTA"]


def test_a_bought_power_bends_too() -> None:
    card = power("P-B1", effect=effect(bends("move", "cost", "set", value=0)))
    table = an_expert_table(card).override(players__R1__fervour=2)
    table.play("buy", player="R1", power="P-B1", **{"from": "shown"}).end_turn().end_turn()
    assert table.draw().move("R1", "a3").view("movement") == 3


@pytest.mark.parametrize(
    ("modifier", "named"),
    [
        (bends("tackle", "blocking"), "on: the word 'tackle' cannot be used here; possible: move"),
        (bends("stand", "capacity"), "on: the word 'stand' cannot be used here; possible: move"),
        (
            bends("move", "blocking", "add", value=1),
            "op: the word 'add' cannot be used here; possible: ignore",
        ),
        (bends("move", "cost"), "op: the word 'ignore' cannot be used here; possible: add, set"),
        (bends("move", "cost", "set"), "field value is missing"),
        (bends("move", "speed"), "field"),
        (
            {**bends("move", "star", "add", value=1), "side": "both", "who": "self"},
            "on: the word 'move' cannot be used here",
        ),
    ],
)
def test_a_word_in_the_wrong_place_is_named(modifier: Json, named: str) -> None:
    assert named in refused_setup(a_setup(), with_power("R1", modifier))


def test_no_action_card_bends_a_rule() -> None:
    card = {
        "kind": "action",
        "ref": "A",
        "bonus": {"on": ["tackle"]},
        "effect": effect(bends("move", "blocking")),
    }
    assert "modifiers[0]" in refused_setup(a_setup(), card)


# --- deeds


def test_the_deeds_of_a_players_own_power_are_done_once_a_turn() -> None:
    table = a_table(with_power("R1", deeds=(deed("movement", 2),)))
    assert [(play.player, play.power) for play in table.options("use_power")] == [("R1", "R1")]
    table.play("use_power", player="R1", power="R1")
    assert (table.view("movement"), table.event("effect")["card"]) == (5, "R1")
    assert "use_power" not in table.waited["red"]
    assert table.illegal("use_power", player="R1", power="R1") == "Boufbowl p. 4; reading own_power_deeds"
    table.next_turn().next_turn().play("use_power", player="R1", power="R1")


def test_a_power_marked_once_is_used_once_a_match() -> None:
    table = a_table(with_power("R1", deeds=(deed("movement", 2),), once=True))
    table.play("use_power", player="R1", power="R1").next_turn().next_turn()
    assert table.illegal("use_power", player="R1", power="R1") == "Boufbowl p. 4; reading own_power_deeds"


def test_a_power_without_deeds_is_not_used() -> None:
    assert a_table().illegal("use_power", player="R1", power="R1") == "Boufbowl p. 4"
    table = a_table(with_power("R1", deeds=(deed("movement", 2),)))
    assert table.down("R1").illegal("use_power", player="R1", power="R1") == "Boufbowl p. 7"
    assert table.illegal("use_power", player="B1", power="B1") == "Boufbowl p. 5"


def test_a_deed_of_a_power_names_its_players() -> None:
    table = a_table(with_power("R1", deeds=(deed("knock_down", who="opponent"),))).at(B1="a3")
    assert table.refused("use_power", player="R1", power="R1").code == "bad_play"
    assert table.illegal("use_power", player="R1", power="R1", targets=[{"player": "R2"}]) == "Boufbowl p. 12"
    table.play("use_power", player="R1", power="R1", targets=[{"player": "B1"}])
    assert table.figure("B1") == ("a3", False, "stunned")


def test_a_power_may_ask_for_a_tackle_in_which_only_the_majority_counts() -> None:
    table = a_table(with_power("R1", deeds=(deed("tackle"), deed("draw", 1)))).at(R1="a3", B1="a3")
    table.play("use_power", player="R1", power="R1").roll(1, 0)
    assert (table.figure("B1"), table.view("hands.red")) == (("a3", False, "stunned"), 6)
    assert table.view("action_used") is False


def test_a_power_card_is_discarded_after_its_deeds() -> None:
    card = power("P-B1", effect=effect(deeds=(deed("action", "pass"),)))
    table = an_expert_table(card).override(players__R1__fervour=2)
    table.play("buy", player="R1", power="P-B1", **{"from": "shown"}).end_turn().end_turn().draw()
    table.play("use_power", player="R1", power="P-B1")
    assert table.view("players.R1.powers") == []


def is_told_at_set_up(table: Table) -> bool:
    return any(event.kind == "effect" for event in table.match.opening.events)


def test_a_power_with_deeds_is_not_for_the_players_to_carry_out() -> None:
    assert not is_told_at_set_up(a_table(with_power("R1", deeds=(deed("movement", 2),))))
    assert is_told_at_set_up(a_table(with_power("R1")))

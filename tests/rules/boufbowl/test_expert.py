"""The expert mode: orders, fervour, powers (p. 12 to 15)."""

from typing import Any

import pytest

from companion.event import read_event, write_event
from companion.rules.boufbowl.events import EVENTS
from tests.rules.boufbowl.table import Table, a_table, an_expert_table

NO_ORDER = {"pass": False, "tackle": False, "sprint": False}


def rich(fervour: int = 9, **setup: Any) -> Table:
    """R1 and R3 have fervour."""
    return an_expert_table(**setup).override(players__R1__fervour=fervour, players__R3__fervour=fervour)


def buy(table: Table, player: str, power: str, pile: str = "shown") -> Table:
    return table.play("buy", player=player, power=power, **{"from": pile})


def no_sale(table: Table, player: str, power: str) -> str | None:
    return table.illegal("buy", player=player, power=power, **{"from": "top"})


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("order", {"slot": "tackle"}),
        ("use_power", {"player": "R1", "power": "P-TACKLE"}),
        ("buy", {"player": "R1", "power": "P-B1", "from": "shown"}),
    ],
)
def test_in_mode_normal_there_is_nothing_of_it(kind: str, fields: dict[str, str]) -> None:
    assert a_table().illegal(kind, **fields) == "Boufbowl p. 12"


def test_each_player_in_an_opposition_gets_a_fervour_and_its_winner_one_more() -> None:
    table = an_expert_table().at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 2)
    assert [(x["player"], x["to"]) for x in table.events if x["kind"] == "fervour"] == [("R1", 1), ("B1", 2)]


def test_level_nobody_gets_more() -> None:
    table = an_expert_table().at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 1)
    assert (table.view("players.R1.fervour"), table.view("players.B1.fervour")) == (1, 1)


def test_without_an_opposition_nobody_gets_any_nor_in_mode_normal() -> None:
    table = an_expert_table().at("R4").play("pass", player="R4", to="R5")
    assert "fervour" not in table.kinds
    assert "fervour" not in a_table().at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 0).kinds


def test_an_order_lays_a_card_on_a_slot_that_is_used_until_cleaned() -> None:
    table = an_expert_table().play("order", slot="sprint")
    assert (table.view("movement"), table.view("hands.red")) == (4, 4)
    assert table.event("orders")["slots"] == {**NO_ORDER, "sprint": True}
    assert table.illegal("order", slot="sprint") == "Boufbowl p. 14"
    table.next_turn().next_turn()
    assert table.illegal("order", slot="sprint") == "Boufbowl p. 14"


def test_an_order_takes_a_card_of_the_hand() -> None:
    table = an_expert_table()
    assert table.illegal("order", slot="pass", card="R1") == "Boufbowl p. 4"
    assert table.refused("order", slot="pass", card="ZZ").code == "unknown_card"
    assert table.refused("order", slot="kick").code == "bad_play"
    assert table.override(hands__red=0).illegal("order", slot="pass") == "Boufbowl p. 14"


def test_the_card_of_an_order_lies_face_down() -> None:
    """It may be told, and its coach answers for it; no event shows it."""
    table = an_expert_table().play("order", slot="pass", card="SHOVE")
    assert table.event("order")["slot"] == "pass"
    assert "SHOVE" not in str(table.events)
    logged = write_event(table.match.entries[-1].events[0])
    assert logged["secret"] == {"card": "SHOVE"}
    earlier = {"kind": "order", "slot": "pass", "card": "SHOVE", "cite": "Boufbowl p. 14"}
    assert read_event(EVENTS, earlier).slot == "pass", "a log of before tells the card openly"


def test_an_ordered_action_is_used_before_the_basic_one() -> None:
    table = an_expert_table().at("R4").play("order", slot="pass").play("chandelle", player="R4", zone="c3")
    assert table.view("action_used") is False
    table.at(R1="a3", B1="a3").tackle("R1", "B1")
    assert table.view("action_used") is True


def test_an_order_that_is_not_used_is_lost_with_the_turn() -> None:
    table = (
        an_expert_table()
        .play("order", slot="tackle")
        .next_turn()
        .next_turn()
        .at(R1="a3", B1="a3", R2="b3", B2="b3")
    )
    table.tackle("R1", "B1").roll(1, 0)
    table.illegal("tackle", player="R2", target="B2")


def test_two_fervour_in_all_clean_the_orders_before_the_draw() -> None:
    table = an_expert_table().play("order", slot="pass").play("order", slot="tackle")
    table.override(players__R1__fervour=1, players__R2__fervour=3).next_turn().end_turn()
    assert table.waited == {"red": {"draw", "clean_orders"}}
    paid = {"R1": 1, "R2": 1}
    assert table.illegal("clean_orders", **{"from": {"R1": 2}}) == "Boufbowl p. 13"
    table.illegal("clean_orders", **{"from": {"R2": 3}})
    table.illegal("clean_orders", **{"from": {"R2": 1}})
    table.illegal("clean_orders", **{"from": {"B1": 2}})
    table.play("clean_orders", **{"from": paid})
    assert table.view("orders.red") == NO_ORDER
    assert (table.view("players.R1.fervour"), table.view("players.R2.fervour")) == (0, 2)
    assert table.waited == {"red": {"draw"}}


def test_with_orders_to_clean_a_draw_of_nothing_is_asked_for() -> None:
    table = an_expert_table().play("order", slot="pass").override(players__R1__fervour=2, hands__red=5)
    table.next_turn().end_turn()
    assert table.waited == {"red": {"draw", "clean_orders"}}
    table.play("clean_orders", **{"from": {"R1": 2}})
    assert table.view("phase") == "play"


def test_each_way_to_pay_is_offered_once() -> None:
    table = an_expert_table().play("order", slot="pass").play("order", slot="tackle")
    table.override(players__R1__fervour=1, players__R2__fervour=3).next_turn().end_turn()
    offered = [dict(play.paid) for play in table.options("clean_orders", "red")]
    assert offered == [{"R1": 1, "R2": 1}, {"R2": 2}]


def test_with_one_fervour_nothing_is_cleaned() -> None:
    table = an_expert_table().play("order", slot="pass").override(players__R1__fervour=1, hands__red=5)
    assert table.next_turn().end_turn().view("phase") == "play"


def test_the_first_purchase_closes_the_play() -> None:
    table = buy(rich(), "R1", "P-B1")
    assert (table.view("phase"), table.waited) == ("end", {"red": {"buy", "end_turn"}})
    assert table.event("bought") == {
        "kind": "bought",
        "cite": "Boufbowl p. 15",
        "seat": "red",
        "player": "R1",
        "ref": "P-B1",
    }
    table.illegal("move", player="R1", to="a3")
    table.illegal("card", seat="red", ref="SLOW")
    assert table.end_turn().view("active") == "blue"


def test_a_power_of_ones_own_post_costs_less() -> None:
    table = buy(buy(rich(), "R1", "P-B1"), "R3", "P-B1b")
    assert (table.view("players.R1.fervour"), table.view("players.R3.fervour")) == (7, 6)
    assert table.view("players.R3.powers") == ["P-B1b"]


def test_the_costs_are_the_owners_to_enter() -> None:
    table = buy(rich(house={"costs": {"1_same_post": 4}}), "R1", "P-B1")
    assert table.view("players.R1.fervour") == 5


def test_a_player_pays_with_his_own_fervour() -> None:
    assert no_sale(rich(1), "R1", "P-B1") == "Boufbowl p. 15; reading costs"
    assert no_sale(rich(), "R2", "P-B1") == "Boufbowl p. 15; reading costs"
    assert no_sale(rich(), "B1", "P-B1") == "Boufbowl p. 5"
    assert no_sale(rich(), "R1", "STAR") == "Boufbowl p. 15"


def test_the_intensity_of_the_match_limits_what_is_bought() -> None:
    assert no_sale(rich(), "R1", "P-B2") == "Boufbowl p. 15"
    one_try = rich().override(score__blue=1)
    assert one_try.view("intensity") == 2
    assert buy(one_try, "R1", "P-B2").view("players.R1.fervour") == 5
    assert no_sale(rich().override(score__blue=1), "R1", "P-B3") == "Boufbowl p. 15"


def test_one_power_a_player_in_each_purchase_step() -> None:
    table = buy(rich().override(score__blue=1), "R1", "P-B1")
    assert no_sale(table, "R1", "P-B1b") == "Boufbowl p. 15; reading buying_closes_play"


def test_a_player_has_no_more_powers_than_the_intensity() -> None:
    table = buy(rich(), "R1", "P-B1").next_turn().next_turn()
    assert no_sale(table, "R1", "P-B1b") == "Boufbowl p. 15; reading powers_counted"
    table.override(score__blue=1)
    assert buy(table, "R1", "P-B1b").view("players.R1.powers") == ["P-B1", "P-B1b"]


def test_each_card_has_one_owner() -> None:
    assert no_sale(buy(rich(), "R1", "P-B1"), "R3", "P-B1") == "Boufbowl p. 15"


def test_a_turn_ended_by_losing_the_ball_has_no_purchases() -> None:
    table = rich().at("R1", R1="a3", B1="a3").tackle("R1", "B1").roll(0, 1)
    assert (table.view("active"), table.view("phase")) == ("blue", "play")


@pytest.mark.parametrize(("power", "movement"), [("P-SPRINT", 4), ("P-PASS", 3), ("P-TACKLE", 3)])
def test_an_extra_action_is_taken_and_its_card_discarded(power: str, movement: int) -> None:
    table = buy(rich(), "R1", power).next_turn().next_turn()
    table.play("use_power", player="R1", power=power)
    assert (table.view("players.R1.powers"), table.view("movement")) == ([], movement)
    table.illegal("use_power", player="R1", power=power)


def test_an_extra_tackle_of_a_power_is_one_more_tackle() -> None:
    table = buy(rich(), "R1", "P-TACKLE").next_turn().next_turn().at(R1="a3", B1="a3", R2="b3", B2="b3")
    table.tackle("R1", "B1").roll(1, 0).illegal("tackle", player="R2", target="B2")
    table.play("use_power", player="R1", power="P-TACKLE").tackle("R2", "B2")


def test_only_a_power_with_an_extra_action_of_a_player_who_stands_is_used() -> None:
    table = buy(buy(rich(), "R1", "P-B1"), "R3", "P-SPRINT").next_turn().next_turn()
    assert table.illegal("use_power", player="R1", power="P-B1") == "Boufbowl p. 14"
    assert table.illegal("use_power", player="R1", power="P-SPRINT") == "Boufbowl p. 14"
    assert table.down("R3").illegal("use_power", player="R3", power="P-SPRINT") == "Boufbowl p. 7"


# --- after a try


def scored(**fervour: int) -> Table:
    table = an_expert_table().at("R2", R2="b5")
    table.override(movement=3, **{f"players__{ref}__fervour": n for ref, n in fervour.items()})
    return table.move("R2", "blue_end").play("resolve")


def test_after_a_try_the_scorer_buys_first_then_the_other() -> None:
    table = scored(R1=3, B1=4)
    assert (table.view("phase"), table.waited) == ("training", {"red": {"buy", "done"}})
    assert table.illegal("done", seat="blue") == "Boufbowl p. 15"
    table.play("done", seat="red")
    assert table.waited == {"blue": {"buy", "done"}}
    buy(table, "B1", "P-B2")
    assert (table.event("turn_end")["reason"], table.view("phase")) == ("try", "placement")
    assert table.view("active") == "blue"


def test_each_player_keeps_one_fervour_at_most() -> None:
    table = scored(R1=3, R3=1).play("done", seat="red")
    assert [(x["player"], x["to"]) for x in table.events if x["kind"] == "fervour"] == [("R1", 1)]
    assert table.view("players.R3.fervour") == 1


def test_who_can_buy_nothing_is_passed_over() -> None:
    assert scored().view("phase") == "placement"
    table = scored(B1=2)
    assert table.waited == {"blue": {"buy", "done"}}


def test_a_training_is_paid_by_one_or_several_players_once_a_try() -> None:
    table = scored(R1=4, R2=4, R3=4)
    buying = {"seat": "red", "ref": "BONTA"}
    assert table.illegal("buy_training", **buying, **{"from": {"R1": 4}}) == "Boufbowl p. 15"
    table.illegal("buy_training", **buying, **{"from": {"R1": 5}})
    table.illegal("buy_training", **buying, **{"from": {"B1": 5}})
    table.illegal("buy_training", seat="red", ref="P-B1", **{"from": {"R1": 3, "R2": 2}})
    table.illegal("buy_training", seat="blue", ref="BONTA", **{"from": {"R1": 3, "R2": 2}})
    table.play("buy_training", **buying, **{"from": {"R1": 3, "R2": 2}})
    assert (table.view("players.R1.fervour"), table.view("players.R2.fervour")) == (1, 2)
    assert (table.event("bought")["seat"], table.event("bought")["player"]) == ("red", None)
    assert (
        table.illegal("buy_training", seat="red", ref="BRAKMAR", **{"from": {"R3": 4, "R2": 1}})
        == "Boufbowl p. 15"
    )


def test_any_team_may_buy_any_training_but_each_has_one_owner() -> None:
    table = scored(R1=5, B1=5, B2=5).play("buy_training", seat="red", ref="BRAKMAR", **{"from": {"R1": 5}})
    assert (
        table.illegal("buy_training", seat="blue", ref="BRAKMAR", **{"from": {"B1": 5}})
        == "Boufbowl p. 15; reading any_training"
    )
    table.play("buy_training", seat="blue", ref="BONTA", **{"from": {"B1": 5}})


def test_who_has_bought_all_he_can_is_passed_over_too() -> None:
    table = buy(scored(R1=3), "R1", "P-B1")
    assert (table.view("phase"), table.view("active")) == ("placement", "blue")
    table = buy(scored(R1=3, B1=3), "R1", "P-B1")
    assert table.waited == {"blue": {"buy", "done"}}


def test_powers_are_bought_at_the_new_intensity() -> None:
    table = scored(R1=4)
    assert buy(table, "R1", "P-B2").view("players.R1.powers") == ["P-B2"]


def test_the_winning_try_leaves_nothing_to_buy() -> None:
    table = an_expert_table().at("R2", R2="b5").override(score__red=1, players__R1__fervour=9)
    assert table.move("R2", "blue_end").play("resolve").view("phase") == "over"

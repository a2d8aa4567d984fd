"""An accepted play cites the page that rules it where it stands: the same play has another one against a try."""

import pytest

from tests.rules.boufbowl.table import BLUE, RED, Table, a_new_table, a_table, an_expert_table


def said(table: Table) -> str:
    """The page of the play itself."""
    cite: str = table.events[0]["cite"]
    return cite


def landing() -> Table:
    table = a_table().next_turn().next_turn().at(R1="b3", B1="b3")
    return table.play("land")


def tried() -> Table:
    table = a_table().at("R2", R2="b5", B5="blue_end").move("R2", "blue_end")
    return table.play("resolve")


def picked_up() -> Table:
    return a_table().at("b3", R1="b3", B1="b3", B2="b3").play("pick_up", player="R1")


def passed() -> Table:
    return a_table().at("R4", R4="a3", R5="a2", B1="a3", B2="a2").play("pass", player="R4", to="R5")


@pytest.mark.parametrize(
    ("table", "page"),
    [(picked_up, "p. 8"), (passed, "p. 8"), (landing, "p. 9"), (tried, "p. 10")],
)
def test_who_intercepts_is_said_where_the_action_stands(table: object, page: str) -> None:
    assert callable(table)
    assert said(table().play("intercept", player="B5" if table is tried else "B1")) == f"Boufbowl {page}"


@pytest.mark.parametrize(("table", "page"), [(passed, "p. 8"), (landing, "p. 9"), (tried, "p. 10")])
def test_and_so_is_that_nobody_does(table: object, page: str) -> None:
    assert callable(table)
    assert said(table().play("no_intercept")) == f"Boufbowl {page}"


def test_a_try_is_resolved_on_its_page_and_a_pass_by_the_reading_of_the_lightning() -> None:
    trying = a_table().at("R2", R2="b5").move("R2", "blue_end")
    assert said(trying.play("resolve")) == "Boufbowl p. 10"
    waiting = a_table(house={"lightning": "any_moment"}).at("R4", R4="a3", R5="a2")
    waiting.play("pass", player="R4", to="R5")
    assert said(waiting.play("resolve")) == "Boufbowl p. 12; reading lightning"


def test_players_are_placed_again_after_a_try() -> None:
    first = a_new_table().place("red", RED, "R5")
    assert said(first) == "Boufbowl p. 5"
    scored = a_table().at("R2", R2="b5").move("R2", "blue_end").play("resolve")
    assert scored.event("turn_end")["cite"] == "Boufbowl p. 10"
    assert said(scored.place("blue", BLUE, "B1")) == "Boufbowl p. 10"
    assert said(scored.place("red", RED)) == "Boufbowl p. 10"
    assert said(scored.play("kickoff", zone="b3")) == "Boufbowl p. 10"


def test_a_tackle_on_a_lying_player_has_a_page_of_its_own() -> None:
    standing = a_table().at(R1="a3", B1="a3")
    assert said(standing.tackle("R1", "B1")) == "Boufbowl p. 10"
    lying = a_table().at(R1="a3", B1="a3").down("B1")
    assert said(lying.tackle("R1", "B1")) == "Boufbowl p. 11"
    assert lying.roll(0, 2).event("knocked_down")["cite"] == "Boufbowl p. 11"


def test_a_card_in_answer_to_an_action_rests_on_the_reading_of_the_lightning() -> None:
    assert said(a_table().card("red", "SLOW")) == "Boufbowl p. 12"
    trying = a_table().at("R2", R2="b5").move("R2", "blue_end")
    assert said(trying.card("blue", "SONG")) == "Boufbowl p. 12; reading lightning"


def test_fervour_is_won_paid_for_orders_and_paid_for_powers_on_three_pages() -> None:
    won = an_expert_table().at(R1="a3", B1="a3").tackle("R1", "B1").roll(1, 2)
    assert {x["cite"] for x in won.events if x["kind"] == "fervour"} == {"Boufbowl p. 14"}
    table = an_expert_table().override(players__R1__fervour=9).play("order", slot="sprint")
    assert table.event("orders")["cite"] == "Boufbowl p. 14"
    table.play("buy", player="R1", power="P-B1", **{"from": "shown"})
    assert table.event("fervour")["cite"] == "Boufbowl p. 15"
    assert said(table.end_turn()) == "Boufbowl p. 13"
    table.draw().end_turn()
    table.play("clean_orders", **{"from": {"R1": 2}})
    assert (table.event("fervour")["cite"], table.event("orders")["cite"]) == ("Boufbowl p. 13",) * 2


def test_a_concession_is_of_every_match() -> None:
    ended = a_table().play("concede", seat="red").event("match_end")
    assert ended["cite"] == "Every match; reading concede_others_win"


def test_an_empty_hand_is_refused_on_the_page_of_what_is_played() -> None:
    table = an_expert_table().override(hands__red=0)
    assert table.illegal("card", seat="red", ref="SLOW") == "Boufbowl p. 12"
    assert table.illegal("order", slot="sprint") == "Boufbowl p. 14"
    table.at(R1="a3", B1="a3").tackle("R1", "B1")
    assert table.illegal("commit", seat="blue", cards=6) == "Boufbowl p. 6"


def test_who_has_no_ball_neither_passes_nor_sends_it_up() -> None:
    table = a_table().at("R4")
    assert table.illegal("pass", player="R5", to="R4") == "Boufbowl p. 8"
    assert table.illegal("chandelle", player="R5", zone="b4") == "Boufbowl p. 9"

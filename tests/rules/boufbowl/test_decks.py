"""Decks of which the set-up says the cards (p. 5), and what was spent of them."""

import pytest

from tests.rules.boufbowl.box import Json
from tests.rules.boufbowl.table import BLUE, RED, Table, a_setup, a_table, an_expert_table, refused_setup

DECK = ["STAR", "STAR", "SONG", "PASSING", "SLOW", "TRIP"]


def with_decks(red: object = DECK, blue: object = DECK) -> Json:
    return {
        "red": {"players": list(RED), "deck": red},
        "blue": {"players": list(BLUE), "deck": blue},
    }


def a_deck_table(**setup: object) -> Table:
    return a_table(teams=with_decks(), **setup)


def test_a_deck_of_references_holds_as_many_cards_as_it_names() -> None:
    assert a_deck_table().view("piles") == {"red": 1, "blue": 1}


@pytest.mark.parametrize(
    ("deck", "named"),
    [
        (["STAR", "NOBODY", *["STAR"] * 3], "teams.red.deck[1]: NOBODY is not in any catalogue"),
        (
            ["R1", *["STAR"] * 4],
            "teams.red.deck[0]: R1 is a card of kind player, but a card of kind action is needed here",
        ),
        ("forty", "teams.red.deck: this must be a whole number"),
        ([3], "teams.red.deck[0]: this must be text"),
        ([], "teams.red.deck: a deck that is listed has all cards of its coach, 5 at least; cards here: 0"),
        (
            ["STAR"] * 4,
            "teams.red.deck: a deck that is listed has all cards of its coach, 5 at least; cards here: 4",
        ),
    ],
)
def test_a_deck_is_a_number_or_action_cards(deck: object, named: str) -> None:
    assert named in refused_setup(a_setup(teams=with_decks(red=deck)))


def test_a_card_played_for_its_effect_is_one_of_the_deck_and_goes_to_the_discard_pile() -> None:
    table = a_deck_table()
    refused = table.refused("card", seat="red", ref="LEGS")
    assert (refused.code, refused.cite) == ("illegal_play", "Boufbowl p. 5")
    assert (
        refused.message == "Name of LEGS is not in the deck of red"
        or "LEGS is not in the deck" in refused.message
    )
    table.card("red", "SONG")
    assert table.view("discards") == {"red": ["SONG"], "blue": []}
    assert "red has no" in table.refused("card", seat="red", ref="SONG").message
    table.card("blue", "SONG")


def test_bonus_cards_are_of_the_deck_each_as_often_as_there_are_copies() -> None:
    table = a_deck_table().at(R1="a3", B1="a3").tackle("R1", "B1")
    # Of the deck's cards only the two STAR have a bonus for tackles beside SONG, SLOW and TRIP without stars.
    table.play("commit", seat="red", cards=3).play("commit", seat="blue", cards=0)
    assert "copies of STAR" in table.refused("bonus", seat="red", cards=["STAR", "STAR", "STAR"]).message
    assert table.illegal("bonus", seat="red", cards=["STAR", "STAR", "HURT"]) == "Boufbowl p. 5"
    table.play("bonus", seat="red", cards=["STAR", "STAR", "SONG"])
    assert table.view("discards.red") == ["STAR", "STAR", "SONG"]


def test_no_more_cards_are_promised_than_the_deck_has_left_for_it() -> None:
    table = a_deck_table().at("R4", R4="a3", R5="a2", B1="a3")
    table.play("pass", player="R4", to="R5").play("intercept", player="B1")
    # STAR, STAR and PASSING have a bonus for passes.
    refused = table.refused("commit", seat="red", cards=4)
    assert (refused.code, refused.cite) == ("illegal_play", "Boufbowl p. 5")
    assert {play.cards for play in table.options("commit", "red")} == {0, 1, 2, 3}


def test_nobody_is_asked_for_cards_that_his_deck_does_not_have() -> None:
    table = a_table(teams=with_decks(red=["SLOW"] * 6)).at("R4", R4="a3", R5="a2", B1="a3")
    table.play("pass", player="R4", to="R5").play("intercept", player="B1")
    assert table.waited == {"blue": {"commit"}}


def test_a_card_laid_face_down_on_an_order_is_spent_unknown() -> None:
    table = an_expert_table(teams=with_decks())
    table.play("order", slot="pass")
    assert table.view("unknown_spent") == {"red": 1, "blue": 0}
    assert table.illegal("order", slot="sprint", card="LEGS") == "Boufbowl p. 5"
    table.play("order", slot="sprint", card="SLOW")
    assert (table.view("unknown_spent.red"), table.view("discards.red")) == (2, [])


def test_a_number_of_cards_checks_nothing() -> None:
    table = a_table().card("red", "SLOW").card("red", "SLOW").card("red", "SLOW")
    assert table.view("discards.red") == ["SLOW", "SLOW", "SLOW"]


def test_the_referee_sets_a_discard_pile() -> None:
    table = a_deck_table().card("red", "SONG").override(discards__red=[])
    table.card("red", "SONG")
    table.override(discards__red=["STAR", "STAR"])
    assert table.view("discards.red") == ["STAR", "STAR"]
    assert table.refused("override", set={"discards.red": ["STAR"] * 3}, reason="no").code == "bad_play"
    assert table.refused("override", set={"discards.red": ["R1"]}, reason="no").code == "bad_play"


def test_an_undone_card_is_in_the_hand_again() -> None:
    table = a_deck_table().card("red", "SONG").play("undo")
    assert table.view("discards.red") == []
    table.card("red", "SONG")

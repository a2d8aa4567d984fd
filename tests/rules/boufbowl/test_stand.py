"""The stand of power cards (p. 13), and powers that a player has already (p. 15)."""

from typing import Any

from companion.ids import CardRef
from companion.rules.boufbowl.plays import Buy
from tests.rules.boufbowl.box import power
from tests.rules.boufbowl.table import Table, a_setup, an_expert_table, refused_setup

SHOWN = ["P-B1", "P-R1", "P-B2"]


def a_stand(*cards: Any, **fervour: int) -> Table:
    table = an_expert_table(*cards, shown=SHOWN)
    return table.override(**{f"players__{ref}__fervour": n for ref, n in fervour.items()})


def buy(table: Table, player: str, ref: str, pile: str, **more: Any) -> Table:
    return table.play("buy", player=player, power=ref, **{"from": pile}, **more)


def test_what_lies_face_up_is_bought_there_and_nothing_else() -> None:
    table = a_stand(R1=9)
    assert table.view("shown") == SHOWN
    assert table.illegal("buy", player="R1", power="P-B1b", **{"from": "shown"}) == "Boufbowl p. 15"
    assert table.illegal("buy", player="R1", power="P-B1", **{"from": "top"}) == "Boufbowl p. 15"
    offered = {(play.power, play.pile) for play in table.options("buy")}
    assert ("P-B1", "shown") in offered and ("P-B1b", "top") in offered
    assert ("P-B1", "top") not in offered and ("P-B1b", "shown") not in offered
    buy(table, "R1", "P-B1", "shown")
    assert table.view("shown") == ["P-R1", "P-B2"]


def test_the_card_that_comes_up_is_waited_for_and_holds_nothing_up() -> None:
    table = buy(a_stand(R1=3, R2=9), "R1", "P-B1", "shown")
    assert table.waited == {"red": {"buy", "end_turn", "show"}}
    table.end_turn()
    assert "show" in table.waited["blue"]
    table.play("show", power="P-B1b")
    assert table.view("shown") == ["P-R1", "P-B2", "P-B1b"]
    assert "show" not in table.waited["blue"]


def test_an_empty_pile_shows_nothing() -> None:
    table = buy(a_stand(R1=3), "R1", "P-B1", "shown").play("show")
    assert table.view("shown") == ["P-R1", "P-B2"]
    assert table.illegal("show", power="P-B1b") == "Boufbowl p. 13"


def test_only_a_power_that_is_nobodys_comes_up() -> None:
    table = buy(a_stand(R1=3), "R1", "P-B1", "shown")
    assert table.illegal("show", power="P-B1") == "Boufbowl p. 15"
    assert table.illegal("show", power="P-R1") == "Boufbowl p. 13"
    assert table.illegal("show", power="STAR") == "Boufbowl p. 13"
    assert table.refused("show", power="NOBODY").code == "unknown_card"
    assert {play.power for play in table.options("show")} >= {"P-B1b", None}


def test_untold_the_stand_asks_nothing() -> None:
    table = an_expert_table().override(players__R1__fervour=3)
    assert "shown" not in table.view()
    buy(table, "R1", "P-B1", "shown")
    assert table.waited == {"red": {"end_turn"}}
    assert table.illegal("show", power="P-B1b") == "Boufbowl p. 13"


def test_a_stand_is_of_power_cards_of_mode_expert() -> None:
    assert "shown: only the expert mode has power cards on the stand" in refused_setup(a_setup(shown=SHOWN))
    expert = {"mode": "expert"}
    assert "shown[0]: STAR is a card of kind action" in refused_setup(a_setup(shown=["STAR"], **expert))
    assert "shown[1]: P-B1 is listed twice" in refused_setup(a_setup(shown=["P-B1", "P-B1"], **expert))


def test_another_card_is_drawn_instead_of_a_power_that_he_has() -> None:
    cards = (power("P-B1", name="Rage"), power("P-B1b", name="Rage"), power("P-R1", "runner", name="Wind"))
    table = buy(a_stand(*cards, R1=4), "R1", "P-B1", "shown").play("show", power="P-TACKLE").end_turn()
    table.override(score__red=1, players__R1__fervour=9).end_turn()
    cite = table.illegal("buy", player="R1", power="P-STAR", **{"from": "top"}, instead_of=["P-B1b", "P-R1"])
    assert cite == "Boufbowl p. 15; reading same_power"
    buy(table, "R1", "P-STAR", "top", instead_of=["P-B1b"])
    assert table.view("players.R1.powers") == ["P-B1", "P-STAR"]


def test_a_card_of_the_stand_that_was_put_away_leaves_its_place() -> None:
    cards = (power("P-B1b", name="Rage"), power("P-R1", "runner", name="Rage"))
    table = buy(a_stand(*cards, R1=9), "R1", "P-B1b", "top")
    assert "show" not in table.waited["red"]
    table.end_turn().override(score__red=1, players__R1__fervour=9).end_turn()
    buy(table, "R1", "P-STAR", "top", instead_of=["P-R1"])
    assert table.view("shown") == ["P-B1", "P-B2"]
    assert "show" in table.waited["red"]


def test_his_own_power_counts_too() -> None:
    own = {"text": "He runs.", "modifiers": []}
    cards = (
        {**power("P-R1"), "effect": own},
        {"kind": "player", "ref": "R1", "name": "N", "post": "bruiser", "power": own},
    )
    table = an_expert_table(*cards).override(players__R1__fervour=9, players__R2__fervour=9)
    assert table.options("buy").count(Buy(CardRef("R1"), CardRef("P-B1"), "top", (CardRef("P-R1"),))) == 1
    buy(table, "R1", "P-B1", "top", instead_of=["P-R1"])
    buying = {"player": "R2", "power": "P-B1b", "from": "top", "instead_of": ["P-B1"]}
    assert table.refused("buy", **buying).message == "P-B1 already has an owner"


def test_a_new_card_is_of_the_pile_of_the_one_that_was_taken() -> None:
    table = buy(a_stand(R1=3), "R1", "P-B1", "shown")
    assert table.illegal("show", power="P-B3") == "Boufbowl p. 13; reading power_piles"
    assert table.illegal("show", power="P-R2") == "Boufbowl p. 13; reading power_piles"
    offered = {play.power for play in table.options("show")}
    assert "P-B1b" in offered and not offered & {"P-B3", "P-R2"}
    table.play("show", power="P-B1b")
    assert table.view("shown") == ["P-R1", "P-B2", "P-B1b"]


def test_of_two_bare_places_each_gets_a_card_of_its_pile() -> None:
    table = buy(buy(a_stand(R1=9, R3=9), "R1", "P-B1", "shown"), "R3", "P-R1", "shown")
    table.play("show", power="P-R2").play("show", power="P-B1b")
    assert table.view("shown") == ["P-B2", "P-R2", "P-B1b"]
    assert "show" not in table.waited["red"]


def test_of_one_pile_one_card_lies_face_up() -> None:
    refused = refused_setup(a_setup(shown=["P-R1", "P-B1", "P-B1b"], mode="expert"))
    assert "shown[2]: P-B1b and P-B1 are of one pile" in refused


def test_powers_of_intensity_2_are_one_pile_whatever_their_post() -> None:
    table = a_stand(R1=9).override(score__red=1)
    buy(table, "R1", "P-B2", "shown").play("show", power="P-P2")
    assert table.view("shown") == ["P-B1", "P-R1", "P-P2"]

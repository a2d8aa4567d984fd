"""The draw of lots (§03): who has the higher number is at home; level, the next ability; level in all, another card."""

from typing import Any

import pytest

from tests.rules.ofusaido.cards import Json, changed
from tests.rules.ofusaido.table import a_setup as setup
from tests.rules.ofusaido.table import a_table, refused_setup


def lots(*pairs: str, criterion: str = "TIR", coin: str | None = None) -> Json:
    """Pairs are written `VEGA IVAN`: home's card, then away's."""
    drawn = [dict(zip(("home", "away"), pair.split(), strict=True)) for pair in pairs]
    return {"criterion": criterion, "drawn": drawn, "coin": coin}


def test_the_higher_number_wins_the_draw() -> None:
    event = a_table(lots=lots("VEGA IVAN")).event("lots")
    assert event == {
        "kind": "lots",
        "cite": "OFUSAIDO §03",
        "criterion": "TIR",
        "by": "TIR",
        "home": {"card": "VEGA", "value": 7},
        "away": {"card": "IVAN", "value": 6},
    }


def test_without_a_draw_nothing_is_told() -> None:
    assert "lots" not in a_table().kinds


def test_level_the_next_ability_of_the_list_decides() -> None:
    """HUGO and JULI: TIR 4 each, TDL 4 each, DRB 5 to 4."""
    event = a_table(lots=lots("HUGO JULI")).event("lots")
    assert (event["criterion"], event["by"]) == ("TIR", "DRB")
    assert (event["home"]["value"], event["away"]["value"]) == (5, 4)


def test_after_the_last_ability_comes_the_first() -> None:
    """VEGA and IVAN: PAS 3, TAK 1 and INT 1 each, then TIR 7 to 6."""
    event = a_table(lots=lots("VEGA IVAN", criterion="PAS")).event("lots")
    assert (event["criterion"], event["by"]) == ("PAS", "TIR")


def test_level_in_all_another_pair_is_drawn() -> None:
    event = a_table(lots=lots("FINN GARO", "VEGA IVAN")).event("lots")
    assert event["home"] == {"card": "VEGA", "value": 7}


def test_level_to_the_last_pair_the_coin_decides() -> None:
    event = a_table(lots=lots("FINN GARO", coin="home", criterion="DRB")).event("lots")
    assert event["by"] == "coin"
    assert event["home"] == {"card": "FINN", "value": 4}
    assert event["away"] == {"card": "GARO", "value": 4}


def test_both_sides_may_turn_over_the_same_card_of_two_boxes() -> None:
    event = a_table(lots=lots("VEGA VEGA", "OTIS IVAN", criterion="TDL")).event("lots")
    assert event["home"] == {"card": "OTIS", "value": 6}


def test_the_winner_chooses_who_kicks_off() -> None:
    assert a_table(lots=lots("VEGA IVAN"), kickoff="away").view("active") == "away"


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (lots("IVAN VEGA"), "the winner is at home"),
        (lots("JULI HUGO"), "the winner is at home"),
        (lots("VEGA IVAN", "SILO OTIS"), "no pair follows"),
        (lots("FINN GARO", "FINN MARO", "VEGA IVAN"), "FINN was turned over before"),
        (lots("FINN GARO", "VEGA GARO"), "GARO was turned over before"),
        (lots("VEGA SAMS"), "SAMS is not one of the 18 field players"),
        (lots("UGO IVAN"), "UGO is not one of the 18 field players"),
        (lots("NOBODY IVAN"), "NOBODY is not one of the 18 field players"),
        (lots("VEGA IVAN", coin="home"), "no coin is tossed"),
        (lots("FINN GARO"), "toss a coin"),
        (lots("FINN GARO", coin="away"), "the winner is at home"),
        (lots(coin="home"), "at least one pair"),
        (lots("VEGA IVAN", criterion="PAC"), "criterion"),
        ({**lots("VEGA IVAN"), "coin": "edge"}, "coin"),
        ({"drawn": []}, "criterion"),
    ],
)
def test_a_draw_that_cannot_be_so_is_a_bad_setup(drawn: Any, said: str) -> None:
    assert said in refused_setup(setup(lots=drawn))


def test_what_decided_is_named_in_the_refusal() -> None:
    message = refused_setup(setup(lots=lots("IVAN VEGA")))
    assert "6 to 7" not in message
    assert "by TIR, 7 to 6" in message
    assert "§03" in message


# --- the occasions of the football school (§08)


def test_an_occasion_of_the_football_school_is_played_only_there() -> None:
    afar = changed("AFAR", ecole=True)
    assert "football school only (§08)" in refused_setup(setup(), afar)
    assert a_table(afar, mode="ecole").view("phase") == "turn"


def test_the_one_that_it_replaces_is_not_played_there() -> None:
    double = changed("DOUBLE", ecole=False)
    assert "not played in the football school" in refused_setup(setup(mode="ecole"), double)
    assert a_table(double).view("phase") == "turn"


@pytest.mark.parametrize("value", [1, "yes", []])
def test_the_mark_is_true_false_or_nothing(value: object) -> None:
    assert "ecole" in refused_setup(setup(), changed("AFAR", ecole=value))

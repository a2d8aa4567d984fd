"""Turning the energies (§11): in which order, and which they may be."""

from typing import Any

import pytest

from tests.rules.ofusaido.table import Table, a_table


def opposed() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def order(table: Table, *energies: str) -> list[str]:
    seats = []
    for energy in energies:
        seats.append(table.turn_of)
        table.reveal(energy)
    return seats


def test_bases_first_then_supports_in_turn_attack_first() -> None:
    table = (
        opposed().support("home", "OTIS", "JULI").support("away", "KANT", "ENZO").no_support("home", "away")
    )
    seats = order(table, "B30", "R12", "Y30", "Y03W", "B4-1", "Y21")
    assert seats == ["home", "away", "home", "away", "home", "away"]
    assert table.event("duel")


def test_a_side_that_has_no_support_left_is_skipped() -> None:
    table = (
        opposed().support("home", "OTIS", "JULI", "KOLO").support("away", "KANT").no_support("home", "away")
    )
    assert order(table, "B30", "R12", "Y30", "Y03W", "B4-1", "Y21") == [
        "home", "away", "home", "away", "home", "home",
    ]  # fmt: skip


def test_only_the_defence_has_supports() -> None:
    table = opposed().no_support("home").support("away", "KANT", "ENZO").no_support("home", "away")
    assert order(table, "Y30", "R12", "B30", "Y03W") == ["home", "away", "away", "away"]


def test_a_keeper_without_energy_is_skipped() -> None:
    table = a_table().override(teams__away__energy_pile=0).attempt("home", "DIRECT").shoot("home", "VEGA")
    table.support("home", "IVAN").no_support("away")
    assert order(table, "Y30", "B30") == ["home", "home"]


def test_who_is_not_waited_for_does_not_turn() -> None:
    table = opposed().no_support("home", "away")
    table.illegal("reveal", seat="away", energy="Y30")
    table.reveal("Y30").illegal("reveal", seat="home", energy="B30")


def test_an_energy_of_another_box_is_refused() -> None:
    table = a_table(home={"energies": ["Y30"] * 12}).attempt("home", "THROUGH")
    table.advance("home", "MARO").oppose("away", "PAZ")
    assert table.illegal("reveal", seat="home", energy="B30") == "OFUSAIDO §09"
    assert table.refused("reveal", seat="home", energy="G30").code == "unknown_card"
    table.illegal("reveal", seat="home", energy="MARO")


def test_an_energy_known_to_be_spent_is_refused() -> None:
    table = opposed().reveal("Y21", "B30").shoot("home", "VEGA", "top_left").no_support("home", "away")
    assert table.illegal("reveal", seat="home", energy="Y21") == "OFUSAIDO §09; reading copies_spent"
    table.reveal("Y30").illegal("reveal", seat="away", energy="B30")


def test_an_energy_turned_in_this_duel_is_not_turned_again() -> None:
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("Y30", "R12")
    table.illegal("reveal", seat="home", energy="Y30")


def test_a_copy_may_turn_up_as_often_as_there_are_copies() -> None:
    energies = ["Y30", "Y30", *["R12"] * 10]
    table = a_table(home={"energies": energies}).attempt("home", "THROUGH").advance("home", "MARO")
    table.oppose("away", "PAZ").support("home", "OTIS", "JULI").no_support("away", "home")
    table.reveal("Y30", "B12W", "Y30").illegal("reveal", seat="home", energy="Y30")


def test_both_sides_may_turn_the_same_reference() -> None:
    assert opposed().reveal("Y30", "Y30").totals == (11, 8)


@pytest.mark.parametrize("play", ["support", "no_support", "advance", "action"])
def test_from_the_first_reveal_nothing_else_is_possible_until_the_duel_is_settled(play: str) -> None:
    table = opposed().reveal("Y30")
    chosen: dict[str, dict[str, Any]] = {
        "support": {"cards": ["KANT"]},
        "no_support": {},
        "advance": {"card": "VEGA", "intent": "pass"},
        "action": {"card": "CALM", "choice": 1},
    }
    fields = chosen[play]
    for seat in ("home", "away"):
        table.illegal(play, seat=seat, **fields)


def test_the_duel_says_its_arithmetic_line_by_line() -> None:
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("Y30", "R12", "B4-1")
    duel = table.event("duel")
    assert (duel["phase"], duel["zone"]) == ("progression", "a")
    assert [(x["what"], x["card"], x["value"]) for x in duel["attack"]["lines"]] == [
        ("PAS", "MARO", 6),
        ("post", "MARO", 2),
        ("energy", "Y30", 3),
        ("energy", "B4-1", 4),
    ]
    assert (duel["attack"]["seat"], duel["defence"]["seat"]) == ("home", "away")

"""The ambiguities that a table settles before the match (`house`)."""

import pytest

from companion.rules.ofusaido.rules import OFUSAIDO
from tests.rules.ofusaido.table import Table, a_setup, a_table, refused_setup


def both_whistle(rule: str | None) -> Table:
    house = {} if rule is None else {"both_whistles": rule}
    return a_table(house=house).attempt("home", "THROUGH").contest("MARO", "PAZ", "B21W", "B12W")


@pytest.mark.parametrize(("rule", "offender"), [(None, "home"), ("attack", "home"), ("defence", "away")])
def test_with_a_whistle_on_both_the_foul_is_whose_the_house_says(rule: str | None, offender: str) -> None:
    assert both_whistle(rule).event("foul")["offender"] == offender


def test_with_a_whistle_on_both_there_may_be_no_foul_at_all() -> None:
    table = both_whistle("none")
    assert "foul" not in table.kinds
    assert table.totals == (8 + 2, 8 + 2)


@pytest.mark.parametrize(
    ("rule", "by", "restart"), [("attack", "base", "turn_end"), ("defence", "goalkeeper", "penalty")]
)
def test_both_whistles_in_a_shot(rule: str, by: str, restart: str) -> None:
    table = a_table(house={"both_whistles": rule}).attempt("home", "DIRECT").shot("VEGA", "B21W", "B12W")
    assert (table.event("foul")["by"], table.event("foul")["restart"]) == (by, restart)


@pytest.mark.parametrize("rule", ["attack", "defence", "none"])
def test_both_whistles_are_nothing_to_a_supports_foul(rule: str) -> None:
    """Only the support can be the offender, whatever the base's whistle."""
    table = a_table(house={"both_whistles": rule}).attempt("home", "THROUGH").advance("home", "MARO")
    table.oppose("away", "PAZ").support("home", "OTIS").no_support("away", "home").reveal(
        "Y30", "B12W", "B21W"
    )
    assert (table.event("foul")["offender"], table.event("foul")["by"]) == ("home", "support")


@pytest.mark.parametrize(("rule", "attack"), [(None, 9 + 3 * 4), ("multiply", 9 + 3 * 4), ("add", 9 + 3 * 3)])
def test_two_x2_on_one_energy_make_x4_or_x3(rule: str | None, attack: int) -> None:
    house = {} if rule is None else {"multipliers": rule}
    table = (
        a_table(house=house)
        .override(teams__away__energy_pile=0)
        .attempt("home", "DIRECT")
        .shot("VEGA", "Y30")
    )
    assert table.totals == (attack, 5)


def test_added_multipliers_leave_a_single_one_alone() -> None:
    table = a_table(house={"multipliers": "add"}).attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    assert table.totals == (9 + 3 * 2, 7)


def test_the_defaults_are_those_of_the_contract() -> None:
    defaults = {rule.name: (rule.default, set(rule.choices)) for rule in OFUSAIDO.house_rules}
    assert defaults == {
        "foul_advance": ("shooting_zone", {"shooting_zone", "anywhere"}),
        "both_whistles": ("attack", {"attack", "defence", "none"}),
        "multipliers": ("multiply", {"multiply", "add"}),
    }


@pytest.mark.parametrize("rule", ["foul_advance", "both_whistles", "multipliers"])
def test_another_choice_is_refused(rule: str) -> None:
    assert rule in refused_setup(a_setup(house={rule: "sometimes"}))

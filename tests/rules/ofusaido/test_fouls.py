"""The foul test (§13): which pairs, in which order, and whose foul it is."""

import pytest

from tests.rules.ofusaido.cards import Json
from tests.rules.ofusaido.table import Table, a_table


def opposed(**setup: object) -> Table:
    """MARO passes (8), PAZ stands in the way (8)."""
    return a_table(**setup).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def shooting(**setup: object) -> Table:
    return a_table(**setup).attempt("home", "DIRECT").shoot("home", "VEGA")


def foul(table: Table) -> tuple[str, str, str, str, str]:
    event: Json = table.event("foul")
    return event["offender"], event["card"], event["by"], event["colour"], event["restart"]


def test_one_colour_and_a_whistle_on_the_attacks_energy_is_the_attacks_foul() -> None:
    assert foul(opposed().reveal("B21W", "B30")) == ("home", "MARO", "base", "blue", "turn_end")


def test_one_colour_and_a_whistle_on_the_defences_energy_is_the_defences_foul() -> None:
    assert foul(opposed().reveal("B30", "B21W")) == ("away", "PAZ", "base", "blue", "free_advance")


@pytest.mark.parametrize(
    ("mine", "theirs"), [("B30", "B4-1"), ("B21W", "Y03W"), ("R21W", "B12W"), ("Y30", "R12")]
)
def test_two_colours_or_no_whistle_are_no_foul(mine: str, theirs: str) -> None:
    assert "duel" in opposed().reveal(mine, theirs).kinds


@pytest.mark.parametrize("colour", ["yellow", "blue", "red"])
def test_the_foul_has_the_colour_of_the_energies(colour: str) -> None:
    pair = {"yellow": ("Y30", "Y03W"), "blue": ("B30", "B12W"), "red": ("R12", "R03W")}[colour]
    assert foul(opposed().reveal(*pair)) == ("away", "PAZ", "base", colour, "free_advance")


def test_an_energy_alone_is_no_foul() -> None:
    assert "foul" not in opposed().reveal("B21W").kinds


def test_a_support_of_the_attack_may_foul_the_base_of_the_defence() -> None:
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("Y30", "B30", "B21W")
    assert foul(table) == ("home", "OTIS", "support", "blue", "turn_end")


def test_a_support_of_the_defence_may_foul_the_base_of_the_attack() -> None:
    table = opposed().no_support("home").support("away", "KANT").no_support("home", "away")
    assert foul(table.reveal("B30", "Y30", "B12W")) == ("away", "KANT", "support", "blue", "free_advance")


def test_a_base_commits_no_foul_on_a_support() -> None:
    # The base has the whistle, the support only the colour.
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("Y30", "B21W", "B30")
    assert "duel" in table.kinds
    other = opposed().no_support("home").support("away", "KANT").no_support("home", "away")
    assert "duel" in other.reveal("B21W", "Y30", "B30").kinds


def test_supports_commit_no_foul_on_each_other() -> None:
    table = opposed().support("home", "OTIS").support("away", "KANT").no_support("home", "away")
    assert "duel" in table.reveal("Y30", "R12", "B21W", "B12W").kinds


def test_each_supports_energy_is_tested_as_it_is_turned() -> None:
    table = (
        opposed().support("home", "OTIS", "JULI").support("away", "KANT", "ENZO").no_support("home", "away")
    )
    table.reveal("Y30", "B30", "R12", "R03W", "R21W")
    assert table.view("phase") == "reveal"
    assert foul(table.reveal("Y03W")) == ("away", "ENZO", "support", "yellow", "free_advance")


def test_the_first_foul_ends_the_duel_and_the_rest_is_spent_unseen() -> None:
    table = opposed().support("home", "OTIS").support("away", "KANT").no_support("home", "away")
    table.reveal("B30", "B12W")
    assert "duel" not in table.kinds
    assert (table.counts("home"), table.counts("away")) == ((10, 2), (10, 2))
    # Two of the four were never seen: a new duel may turn anything but B30 and B12W.
    table.free_advance("home", "b").shoot("home", "VEGA", "top_left")
    assert (
        len(table.no_support("home", "away").match.rules.options(table.match.state, "home", "reveal")) == 11
    )


def test_after_a_foul_no_energy_of_the_duel_is_turned_any_more() -> None:
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("B30", "B12W")
    table.illegal("reveal", seat="home", energy="Y30")


def test_in_a_shot_the_keeper_is_the_base_of_the_defence() -> None:
    table = shooting().reveal("B30", "B12W")
    assert foul(table) == ("away", "SAMS", "goalkeeper", "blue", "penalty")
    assert table.event("foul")["cite"] == "OFUSAIDO §13; reading keeper_foul"


def test_the_shooter_may_foul_the_keeper() -> None:
    table = shooting().reveal("B21W", "B30")
    assert foul(table) == ("home", "VEGA", "base", "blue", "turn_end")
    assert table.event("turn_end")["reason"] == "foul"


def test_a_support_of_the_attack_may_foul_the_keeper() -> None:
    table = shooting().support("home", "IVAN").no_support("away").reveal("Y30", "B30", "B21W")
    assert foul(table) == ("home", "IVAN", "support", "blue", "turn_end")


def test_the_last_defender_may_foul_the_shooter() -> None:
    table = shooting().no_support("home").support("away", "BRIK").reveal("B30", "Y30", "B12W")
    assert foul(table) == ("away", "BRIK", "support", "blue", "penalty")


def test_nobody_fouls_a_keeper_without_energy_and_the_last_defender_cannot_be_there() -> None:
    table = shooting().no_support("home")
    bare = a_table().override(teams__away__energy_pile=0).attempt("home", "DIRECT").shoot("home", "VEGA")
    bare.support("home", "IVAN").no_support("away")
    assert "duel" in bare.reveal("B30", "B21W").kinds
    assert table.view("phase") == "support"


def test_an_attackers_foul_is_the_end_of_the_occasion() -> None:
    table = opposed().reveal("B21W", "B30")
    assert table.event("turn_end")["reason"] == "foul"
    assert table.event("turn_end")["next"] == "away"
    assert (table.view("occasion"), table.view("teams.home.occasions_left")) == (None, 5)


@pytest.mark.parametrize(("occasion", "restart"), [("DIRECT", "penalty"), ("AFAR", "free_kick")])
def test_a_defenders_foul_on_a_shooting_zone_is_a_penalty_or_a_free_kick(occasion: str, restart: str) -> None:
    table = (
        a_table(visible="DIRECT AFAR").attempt("home", occasion).shoot("home", "OTIS").reveal("B30", "B12W")
    )
    assert foul(table)[-1] == restart
    assert (table.view("phase"), table.turn_of) == ("set_piece", "home")


def test_the_foul_is_given_against_the_winner_too() -> None:
    """A foul ends the duel whatever the points would have been."""
    table = opposed().reveal("B4-1", "B12W")
    assert table.kinds[:2] == ["reveal", "foul"]


def test_nobody_fouls_at_a_set_piece() -> None:
    table = shooting().reveal("B30", "B12W").shoot("home", "VEGA").reveal("R12", "R03W")
    assert "foul" not in table.kinds
    assert table.totals == (7 + 1 * 2, 5 + 3)


def test_away_attacks_and_home_fouls() -> None:
    table = a_table(kickoff="away").attempt("away", "THROUGH").advance("away", "MARO").oppose("home", "PAZ")
    assert foul(table.reveal("B30", "B12W")) == ("home", "PAZ", "base", "blue", "free_advance")

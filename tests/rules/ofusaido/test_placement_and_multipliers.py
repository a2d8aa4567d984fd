"""Placement (§08) and what multiplies an energy (§08, §11, §12)."""

import pytest

from tests.rules.ofusaido.cards import changed, occasion, zone
from tests.rules.ofusaido.table import Table, a_table


@pytest.mark.parametrize(
    ("card", "placement"),
    [
        ("MARO", 2),  # MC, the ideal post
        ("FINN", 1),  # MG, the ideal line
        ("VEGA", 0),  # BU, neither
        ("NINO", 1),  # DD or MD: his second post is on the line
    ],
)
def test_an_ideal_post_brings_2_else_an_ideal_line_1_never_both(card: str, placement: int) -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", card).oppose("away", "VEGA")
    assert table.view("duel.attack.placement") == placement


@pytest.mark.parametrize(("card", "placement"), [("PAZ", 2), ("MARO", 1), ("KANT", 0)])
def test_the_defence_has_its_own_ideal_posts_and_lines(card: str, placement: int) -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA").oppose("away", card)
    assert table.view("duel.defence.placement") == placement


def test_a_second_post_is_worth_the_first() -> None:
    # KANT is DC and DG, and DG is ideal in zone a of the ladder.
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a").advance("home", "KANT")
    assert table.oppose("away", "HUGO").view("duel.attack.placement") == 2
    assert table.view("duel.defence.placement") == 2


@pytest.mark.parametrize(("last", "placement"), [("BRIK", 2), ("ENZO", 1), ("VEGA", 0)])
def test_the_last_defender_is_the_only_support_with_placement(last: str, placement: int) -> None:
    table = a_table().attempt("home", "DIRECT").shoot("home", "VEGA").support("home", "IVAN")
    table.support("away", last)
    assert table.view("duel.defence.placement") == placement
    assert table.view("duel.attack.placement") == 2


def test_a_keeper_has_no_placement() -> None:
    near = occasion("DIRECT", zone("a", 1, "BU/ATT", "G/G", shot="near"))
    table = a_table(near, visible="DIRECT AFAR").attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    assert table.totals == (7 + 2 + 3 * 2, 5 + 2)


def test_negative_values_count() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R-14", "B4-1")
    assert table.totals == (6 + 2 - 1, 6 + 2 - 1)


def test_negative_values_are_multiplied_too() -> None:
    # The zone doubles the base attacker's energy only.
    table = a_table(visible="DOUBLE DIRECT").attempt("home", "DOUBLE").contest("MARO", "PAZ", "R-14", "B4-1")
    assert table.totals == (6 + 2 - 1 * 2, 6 + 2 - 1)


def test_the_zone_multiplies_the_base_attackers_energy_alone() -> None:
    table = a_table(visible="DOUBLE DIRECT").attempt("home", "DOUBLE").advance("home", "MARO")
    table.oppose("away", "PAZ").support("home", "OTIS").no_support("away", "home")
    assert table.view("duel.attack.times") == 2
    assert table.view("duel.defence.times") == 1
    assert table.reveal("Y30", "R12", "B30").totals == (6 + 2 + 3 * 2 + 3, 6 + 2 + 2)


def after_let_pass(passes: int, **setup: object) -> Table:
    """The ladder, climbed by passes that are let through."""
    table = a_table(visible="LADDER DIRECT", **setup).attempt("home", "LADDER", "a")
    for card in ("DARO", "MARO", "OTIS")[:passes]:
        table.advance("home", card).let_pass("away")
    return table


def test_after_a_let_pass_the_next_base_players_energy_counts_twice() -> None:
    # Zone c, MC/MIL: MARO 6 + 2 + 3x2 = 14; PAZ 6 + 2 + 2.
    assert after_let_pass(1).contest("MARO", "PAZ", "Y30", "R12").totals == (14, 10)


@pytest.mark.parametrize("passes", [2, 3])
@pytest.mark.parametrize("multipliers", ["multiply", "add"])
def test_several_let_passes_in_a_row_count_once(passes: int, multipliers: str) -> None:
    table = after_let_pass(passes, house={"multipliers": multipliers})
    if passes == 3:
        assert (
            table.shoot("home", "VEGA")
            .support("home", "IVAN")
            .support("away", "KANT")
            .view("duel.attack.times")
            == 2
        )
    else:
        assert table.advance("home", "LUKA").oppose("away", "ENZO").view("duel.attack.times") == 2


def test_a_let_pass_counts_for_the_next_duel_only() -> None:
    table = after_let_pass(1).contest("MARO", "KANT", "Y30", "R12")
    assert table.advance("home", "LUKA").oppose("away", "ENZO").view("duel.attack.times") == 1


def test_a_let_pass_does_not_help_supports() -> None:
    table = after_let_pass(1).advance("home", "MARO").oppose("away", "PAZ").support("home", "OTIS")
    assert table.no_support("away", "home").reveal("Y30", "R12", "B30").totals == (6 + 2 + 6 + 3, 10)


def test_a_let_pass_helps_the_shooter() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    # VEGA 7 + 2 + 3 x2 = 15; SAMS 5 + 1 + 2, KANT 2 + 0 = 10.
    assert table.shot("VEGA", "Y30", "R12", "B30", target="top_left", last="KANT").totals == (15, 10)


@pytest.mark.parametrize(("multipliers", "times"), [("multiply", 8), ("add", 4)])
def test_all_multipliers_multiply_together_or_add(multipliers: str, times: int) -> None:
    """FORK b is x2, let pass x2, no last defender x2: x8, or 1 + 1 + 1 + 1 = x4 where they add."""
    table = a_table(visible="FORK DIRECT", house={"multipliers": multipliers}).attempt("home", "FORK")
    table.advance("home", "MARO", to="b").let_pass("away").shoot("home", "VEGA").no_support("home", "away")
    assert table.view("duel.attack.times") == times
    assert table.reveal("R-14", "Y03W").totals == (7 + 2 - 1 * times, 5 + 1 + 3)


@pytest.mark.parametrize(("multipliers", "times"), [("multiply", 16), ("add", 5)])
def test_a_keeper_without_energy_and_no_last_defender_double_twice(multipliers: str, times: int) -> None:
    table = a_table(visible="FORK DIRECT", house={"multipliers": multipliers})
    table.override(teams__away__energy_pile=0).attempt("home", "FORK")
    table.advance("home", "MARO", to="b").let_pass("away").shoot("home", "VEGA").no_support("home", "away")
    assert table.reveal("Y21").totals == (7 + 2 + 2 * times, 5 + 1)


@pytest.mark.parametrize("times", [3, 4])
def test_a_zone_may_have_another_multiplier_than_2(times: int) -> None:
    tripled = occasion("DIRECT", zone("a", 1, "BU/ATT", "DC/DEF", shot="near", times=times))
    table = (
        a_table(tripled, house={"multipliers": "add"}).attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    )
    assert table.totals == (7 + 2 + 3 * (times + 1), 5 + 2)


def test_a_wall_as_last_defender_counts_twice_and_the_keeper_does_not() -> None:
    # SAMS 5 + 2; BRIK post 2 + 3x2.
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12", "R03W", last="BRIK")
    assert table.totals == (7 + 2 + 3, 5 + 2 + 2 + 3 * 2)


def test_a_wall_doubles_a_negative_value_too() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12", "B4-1", last="BRIK")
    assert table.totals == (12, 5 + 2 + 2 - 1 * 2)


def test_a_long_shot_doubles_the_keepers_energy_alone() -> None:
    # OTIS TDL 6 + 2 + 3; SAMS 5 + 2x2, BRIK no place + 3x2.
    table = (
        a_table(visible="AFAR DIRECT").attempt("home", "AFAR").shot("OTIS", "Y30", "R12", "R03W", last="BRIK")
    )
    assert table.totals == (11, 5 + 4 + 6)


def test_a_support_of_the_attack_with_mur_is_not_doubled() -> None:
    table = a_table().attempt("home", "DIRECT").shoot("home", "VEGA").support("home", "BRIK")
    table.support("away", "KANT")
    assert table.reveal("Y30", "R12", "B30", "B30").totals == (7 + 2 + 3 + 3, 5 + 2 + 2 + 0)


def test_the_lines_say_why_an_energy_is_multiplied() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    lines = table.event("duel")["attack"]["lines"]
    assert {"what": "energy", "card": "Y30", "value": 3, "times": 2} in lines
    assert any(line["what"] == "no_last_defender" for line in lines)


def test_ideal_places_of_one_side_are_nothing_to_the_other() -> None:
    """§08: the blue circle is the attack's, the red one the defence's."""
    only_attack = occasion("DIRECT", zone("a", 1, "BU/ATT", "", shot="near"))
    table = (
        a_table(only_attack, changed("BRIK", posts=["BU"])).attempt("home", "DIRECT").shoot("home", "VEGA")
    )
    table.no_support("home").support("away", "BRIK")
    assert table.view("duel.defence.placement") == 0

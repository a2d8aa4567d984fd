"""Penalties and free kicks (§14)."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def penalty(last: str | None = None) -> Table:
    """The keeper fouled VEGA in the box (blue)."""
    return a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W")


def free_kick() -> Table:
    """The keeper fouled OTIS outside it (blue)."""
    return a_table(visible="AFAR DIRECT").attempt("home", "AFAR").shot("OTIS", "B30", "B12W")


def test_a_penalty_is_tir_with_the_attackers_energy_x2() -> None:
    # VEGA TIR 7 + 3x2 = 13, no place; SAMS 5 + 2.
    table = penalty().shoot("home", "VEGA").reveal("Y30", "R12")
    assert table.totals == (13, 7)
    assert table.event("duel")["phase"] == "penalty"


def test_a_free_kick_is_tdl_with_the_keepers_energy_x2() -> None:
    # OTIS TDL 6 + 3, no place; SAMS 5 + 2x2 = 9: level.
    table = free_kick().shoot("home", "OTIS").reveal("Y30", "R12")
    assert table.totals == (9, 9)
    assert table.event("duel")["phase"] == "free_kick"


def test_level_a_set_piece_goes_to_the_defence() -> None:
    table = free_kick().shoot("home", "OTIS").reveal("Y30", "R12")
    assert table.event("duel")["winner"] == "defence"
    assert table.event("no_goal")["card"] == "OTIS"


def test_no_target_and_no_bonus_of_the_keeper_for_it() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.shot("VEGA", "B30", "B12W", target="top_left")
    table.illegal("shoot", seat="home", card="VEGA", target="top_left")
    assert table.shoot("home", "VEGA").view("duel.defence.score") == 5


def test_no_placement_and_no_multiplier_of_the_zone() -> None:
    table = (
        a_table(visible="FORK DIRECT")
        .attempt("home", "FORK")
        .advance("home", "MARO", to="b")
        .let_pass("away")
    )
    table.shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    assert (table.view("duel.attack.placement"), table.view("duel.attack.times")) == (0, 2)
    assert table.view("duel.defence.times") == 1


def test_what_is_refused_at_a_set_piece_has_its_section() -> None:
    table = penalty()
    assert table.illegal("shoot", seat="away", card="PAZ") == "OFUSAIDO §14"
    assert table.illegal("reveal", seat="home", energy="Y30") == "OFUSAIDO §14"
    table.shoot("home", "VEGA")
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §14"
    assert table.illegal("reveal", seat="away", energy="Y30") == "OFUSAIDO §14"
    assert table.illegal("no_support", seat="home") == "OFUSAIDO §14"


def test_what_is_refused_in_a_shot_has_its_section() -> None:
    table = a_table().attempt("home", "DIRECT").shoot("home", "VEGA")
    assert table.illegal("support", seat="away", cards=["PAZ"]) == "OFUSAIDO §12"
    assert table.illegal("support", seat="home", cards=[]) == "OFUSAIDO §12"
    table.no_support("home").no_support("away")
    assert table.illegal("reveal", seat="away", energy="Y30") == "OFUSAIDO §12"


def test_nobody_supports() -> None:
    table = penalty().shoot("home", "VEGA")
    assert table.view("phase") == "reveal"
    table.illegal("support", seat="home", cards=["IVAN"])


@pytest.mark.parametrize(("taker", "hand"), [("VEGA", 7), ("IVAN", 6)])
def test_the_taker_comes_from_the_hand_or_was_used_this_turn(taker: str, hand: int) -> None:
    assert penalty().shoot("home", taker).view("teams.home.hand") == hand


def test_a_passer_or_a_support_of_this_turn_may_take_it() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.shoot("home", "VEGA", "top_left").support("home", "IVAN").no_support("away").reveal("B30", "B12W")
    assert table.shoot("home", "MARO").view("duel.attack.score") == 3


def test_the_taker_is_no_keeper_and_none_of_the_discard() -> None:
    table = penalty().shoot("home", "VEGA").reveal("Y30", "R12").flip_any().waste_turn()
    table.attempt("home", "THROUGH").advance("home", "MARO").let_pass("away").shot(
        "IVAN", "B4-1", "B12W", target="top_left"
    )
    table.illegal("shoot", seat="home", card="SAMS")
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §15"


def test_the_defence_does_not_take_it() -> None:
    penalty().illegal("shoot", seat="away", card="VEGA")


def test_each_side_takes_its_top_energy() -> None:
    table = penalty()
    assert (table.counts("home"), table.counts("away")) == ((11, 1), (11, 1))
    table.shoot("home", "VEGA")
    assert (table.counts("home"), table.counts("away")) == ((10, 1), (10, 1))


def test_then_the_bottom_of_the_discard_returns_and_the_energy_used_is_spent() -> None:
    table = penalty().shoot("home", "VEGA").reveal("Y30", "R12")
    assert (table.counts("home"), table.counts("away")) == ((11, 1), (11, 1))


def test_the_energy_used_is_known_to_be_spent_and_the_rest_is_not() -> None:
    table = penalty().shoot("home", "VEGA").reveal("Y30", "R12").flip_any().waste_turn()
    table.attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    table.illegal("reveal", seat="home", energy="Y30")
    assert table.reveal("B30", "R-14").totals == (11, 12)


def test_without_a_discard_nothing_returns() -> None:
    """All that was spent was overridden away: the energy used goes to the discard, and that is all."""
    table = penalty().override(teams__home__energy_spent=0).shoot("home", "VEGA").reveal("Y30", "R12")
    assert table.counts("home") == (10, 1)


def test_with_an_empty_pile_the_bottom_of_the_discard_is_taken() -> None:
    table = (
        a_table().override(teams__home__energy_pile=1).attempt("home", "DIRECT").shot("VEGA", "B30", "B12W")
    )
    assert table.counts("home") == (0, 1)
    table.shoot("home", "VEGA")
    assert table.counts("home") == (0, 0)
    # And it goes back there: nothing else moves.
    assert table.reveal("B30", "R12").counts("home") == (0, 1)
    assert table.totals == (13, 7)


def test_a_side_that_took_from_its_discard_gets_nothing_under_its_pile() -> None:
    table = (
        a_table().override(teams__home__energy_pile=1, teams__home__energy_spent=4).attempt("home", "DIRECT")
    )
    table.shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    assert table.counts("home") == (0, 4)
    assert table.reveal("Y30", "R12").counts("home") == (0, 5)


def test_a_keeper_with_an_empty_pile_takes_the_bottom_of_the_discard_too() -> None:
    table = (
        a_table().override(teams__away__energy_pile=1).attempt("home", "DIRECT").shot("VEGA", "B30", "B12W")
    )
    table.shoot("home", "VEGA").reveal("Y30", "B12W")
    assert table.totals == (13, 5 + 2)
    assert table.counts("away") == (0, 1)


def test_with_no_energy_at_all_the_stat_stands_alone() -> None:
    table = (
        a_table().override(teams__home__energy_pile=1).attempt("home", "DIRECT").shot("VEGA", "B30", "B12W")
    )
    table.override(teams__home__energy_spent=0).shoot("home", "VEGA")
    assert table.turn_of == "away"
    assert table.reveal("R12").totals == (7, 7)


def test_with_no_energy_on_either_side_it_is_settled_at_once() -> None:
    table = (
        a_table().override(teams__home__energy_pile=1).attempt("home", "DIRECT").shot("VEGA", "B30", "B12W")
    )
    table.override(teams__home__energy_spent=0, teams__away__energy_pile=0, teams__away__energy_spent=0)
    assert table.shoot("home", "VEGA").totals == (7, 5)


@pytest.mark.parametrize(("energy", "kind"), [("Y30", "goal"), ("R-14", "no_goal")])
def test_goal_or_not_the_turn_ends(energy: str, kind: str) -> None:
    table = penalty().shoot("home", "VEGA").reveal(energy, "R12")
    assert table.event(kind)["seat"] == "home"
    assert table.event("turn_end")["reason"] == "set_piece"
    assert table.view("score")["home"] == (1 if kind == "goal" else 0)


def test_the_attack_turns_its_energy_first() -> None:
    penalty().shoot("home", "VEGA").illegal("reveal", seat="away", energy="R12")

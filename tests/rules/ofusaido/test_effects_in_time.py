"""How long an effect holds (`lasts`), how often (`once`), and what is left to the players."""

from typing import Any

import pytest

from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table


def with_cheer(*modifiers: Json, seat: str = "home", **setup: Any) -> Table:
    """Before kick-off `seat` plays CHEER, here with another effect, for the match and marked `once`."""
    cheer = changed("CHEER", effects=[effect(*modifiers, lasts="match", once=True)])
    return a_table(cheer, **setup).action(seat, "CHEER")


def a_man(*modifiers: Json, card: str = "MARO", **more: Any) -> Json:
    """A footballer with an effect of his own."""
    return changed(card, effects=[effect(*modifiers, **more)])


def test_a_players_effect_for_a_duel_counts_while_he_is_in_it() -> None:
    man = a_man(modifier("duel own any", "total", "add", 5))
    table = a_table(man).attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    assert table.totals == (16, 8)
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (11, 7)


def test_a_players_effect_counts_for_him_in_support_too() -> None:
    man = a_man(modifier("duel own any", "total", "add", 5), card="OTIS")
    table = a_table(man).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    assert table.support("home", "OTIS").reveal("Y30", "B30", "R12").totals == (17, 8)


def test_a_players_effect_for_the_turn_counts_from_when_he_is_put_down_to_its_end() -> None:
    man = a_man(modifier("duel own any", "total", "add", 5), lasts="turn")
    table = a_table(man).attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    assert table.totals == (16, 8)
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (16, 7)
    table.flip_any().waste_turn().attempt("home", "DIRECT")
    assert table.shot("IVAN", "Y21", "R12").totals == (6 + 2 + 4, 7)


def test_a_players_effect_for_the_match_counts_on_after_he_is_gone() -> None:
    man = a_man(modifier("duel own any", "total", "add", 5), lasts="match")
    table = a_table(man).attempt("home", "THROUGH").advance("home", "MARO").let_pass("away").give_up("home")
    table.flip_any().waste_turn().attempt("home", "DIRECT")
    assert table.shot("IVAN", "Y30", "R12").totals == (6 + 2 + 6 + 5, 7)


def test_a_keepers_effect_counts_in_goal() -> None:
    man = a_man(modifier("shot own_defence self", "energy", "multiply", 2), card="SAMS")
    assert a_table(man).attempt("home", "DIRECT").shot("VEGA", "R12", "Y21").totals == (11, 5 + 1 * 2)


def test_a_keepers_effect_for_the_match_counts_from_kick_off() -> None:
    man = a_man(modifier("progression own_defence base", "score", "add", 5), card="SAMS", lasts="match")
    table = a_table(man).attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "R03W")
    assert table.totals == (11, 16)


def test_the_second_keepers_effects_do_not_count_on_the_bench() -> None:
    man = a_man(modifier("duel own_defence any", "total", "add", 5), card="TONI", lasts="match")
    table = a_table(man).attempt("home", "DIRECT").shoot("home", "VEGA").reveal("Y30", "B30")
    assert table.totals == (15, 5)


@pytest.mark.parametrize("lasts", ["duel", "turn", "match"])
def test_the_second_keepers_effects_count_from_when_he_comes_into_goal(lasts: str) -> None:
    """A red keeper: TONI comes for the penalty. 7 + 3x2 against 4 + 0 + 5."""
    man = a_man(modifier("penalty own_defence self", "save", "add", 5), card="TONI", lasts=lasts)
    table = a_table(man).attempt("home", "DIRECT").shoot("home", "VEGA").reveal("R12", "R03W")
    assert table.shoot("home", "VEGA").reveal("Y30", "B30").totals == (13, 9)


@pytest.mark.parametrize("lasts", ["duel", "turn", "match"])
def test_an_effect_marked_once_is_used_up_by_the_first_settled_duel_in_which_it_counted(lasts: str) -> None:
    man = a_man(modifier("duel own_attack self", "score", "add", 2), card="SILO", lasts=lasts, once=True)
    table = a_table(man).attempt("home", "THROUGH").contest("SILO", "VEGA", "B4-1", "Y30", intent="dribble")
    assert table.totals == (6 + 2 + 4, 1)
    # TIR 5 + line 1 + 1x2, without the 2.
    assert table.shot("SILO", "R12", "Y21", target="top_left").totals == (8, 7)


def test_once_is_not_used_up_by_a_duel_in_which_it_did_not_count() -> None:
    once = modifier("shot own_attack base", "score", "add", 2)
    table = with_cheer(once, visible="THROUGH DIRECT").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "B30").totals == (11, 8)
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (13, 7)
    table.flip_any().waste_turn().attempt("home", "DIRECT")
    assert table.shot("IVAN", "Y21", "R12").totals == (6 + 2 + 4, 7)


def test_once_is_not_used_up_by_a_duel_that_a_foul_ended() -> None:
    once = modifier("duel own_attack base", "score", "add", 2)
    table = with_cheer(once, visible="THROUGH DIRECT").attempt("home", "THROUGH")
    table.contest("MARO", "PAZ", "B30", "B12W").free_advance("home", "b")
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (13, 7)


def test_once_on_the_energy_of_a_keeper_is_not_used_up_while_he_has_none() -> None:
    """It cannot have counted: there was no energy to count on."""
    once = modifier("shot own_defence goalkeeper", "energy", "multiply", 2)
    table = with_cheer(once, seat="away", visible="DIRECT AFAR")
    table.override(teams__away__energy_pile=0).attempt("home", "DIRECT").shot("VEGA", "R12")
    table.flip_any().override(teams__away__energy_pile=12).waste_turn().attempt("home", "AFAR")
    # Long shot: 5 + 1 x2x2.
    assert table.shot("OTIS", "Y30", "Y21").totals == (6 + 2 + 6, 9)


def test_a_permanent_effect_marked_once_is_used_up_too() -> None:
    coach = changed("BOSS", permanent=effect(modifier("duel own_attack base", "score", "add", 2), once=True))
    table = a_table(coach, mode="pro", home={"coach": "BOSS"}).attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "B30").totals == (13, 8)
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (11, 7)


def test_an_effect_with_no_modifiers_is_carried_out_by_the_players() -> None:
    man = changed("MARO", effects=[effect(text="swap two cards"), effect(text="draw", deeds=("draw 2",))])
    table = a_table(man).attempt("home", "THROUGH").advance("home", "MARO")
    assert [x["text"] for x in table.events if x["kind"] == "effect"] == ["swap two cards", "draw"]
    assert table.view("teams.home.hand") == 7
    # The referee sees to it.
    assert table.override(teams__home__hand=9).view("teams.home.hand") == 9


def test_a_text_may_be_in_two_languages() -> None:
    man = changed("MARO", effects=[effect(text={"en": "sing", "fr": "chantez"})])
    assert a_table(man).attempt("home", "THROUGH").advance("home", "MARO").event("effect")["text"] == "sing"

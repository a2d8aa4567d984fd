"""An accepted play cites the section that rules it where it stands: the same play has another one in a shot."""

from companion.event import read_event, write_event
from companion.rules.ofusaido.events import EVENTS
from tests.rules.ofusaido.table import Table, a_table
from tests.rules.ofusaido.test_set_pieces import penalty
from tests.rules.ofusaido.test_shootout import IN, kick, kicking, level

PROGRESSION, SHOT, SET_PIECE = "OFUSAIDO §11", "OFUSAIDO §12", "OFUSAIDO §14"


def opposed() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def shooting() -> Table:
    return a_table().attempt("home", "DIRECT").shoot("home", "VEGA")


def said(table: Table) -> str:
    """The section of the play itself."""
    cite: str = table.events[0]["cite"]
    return cite


def test_supports_of_a_progression_and_of_a_shot() -> None:
    assert said(opposed().support("home", "OTIS")) == PROGRESSION
    assert said(opposed().no_support("home")) == PROGRESSION
    assert said(shooting().support("home", "OTIS")) == SHOT
    assert said(shooting().no_support("home")) == SHOT


def test_energies_turned_in_a_progression_in_a_shot_and_at_a_penalty() -> None:
    assert said(opposed().reveal("Y30")) == PROGRESSION
    assert said(shooting().no_support("home", "away").reveal("Y30")) == SHOT
    taken = penalty().shoot("home", "VEGA")
    assert said(taken) == SET_PIECE
    assert said(taken.reveal("Y30")) == SET_PIECE


def test_kicks_of_a_shoot_out_and_of_sudden_death() -> None:
    table = kicking().reveal(IN[0])
    assert said(table) == SET_PIECE
    table = kick(kicking(), *[True] * 10)
    assert table.view("phase") == "shootout"
    assert said(table.shoot(table.view("active"), "FINN")) == SET_PIECE


def test_a_shot_is_of_the_phase_of_shots() -> None:
    assert said(shooting()) == SHOT


def test_cards_after_the_turn_cite_the_moment_before_the_draw() -> None:
    table = a_table().attempt("home", "THROUGH").give_up("home")
    assert said(table.play("action", seat="home", card="CALM", choice=1, before_draw=True)) == (
        "OFUSAIDO §16; reading before_draw"
    )
    assert said(a_table().action("home", "CALM")) == "OFUSAIDO §07"


def test_going_on_after_a_foul_is_no_progress_of_a_duel() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "B30", "B12W")
    table.free_advance("home", "b")
    assert said(table) == table.event("progress")["cite"] == "OFUSAIDO §13; reading foul_advance"
    assert opposed().reveal("B4-1", "B30").event("progress")["cite"] == PROGRESSION


def test_the_end_says_how_it_came() -> None:
    assert level().accept_draw().event("match_end")["cite"] == "OFUSAIDO §14; reading draw_accepted"
    shot_out = kick(kicking(), True, False, True, False, True, False)
    assert shot_out.event("match_end")["cite"] == "OFUSAIDO §14; reading shootout_ends"
    assert a_table().play("concede", seat="home").event("match_end")["cite"] == (
        "Every match; reading concede_others_win"
    )
    ahead = a_table().override(score__home=1).waste_all()
    assert ahead.event("match_end")["cite"] == "OFUSAIDO §10"


def test_a_section_is_kept_with_the_log() -> None:
    table = shooting()
    (first, *_) = table.match.submit_json({"play": "no_support", "seat": "home"}).events
    assert read_event(EVENTS, write_event(first)) == first
    assert read_event(EVENTS, {"kind": "no_support", "seat": "home"}).cite == PROGRESSION


def test_nobody_tells_the_section_himself() -> None:
    refused = shooting().refused("no_support", seat="home", section="OFUSAIDO §99")
    assert refused.code == "bad_play"


def test_an_empty_hand_is_refused_in_the_section_of_what_is_played() -> None:
    table = a_table().override(teams__away__hand=0)
    assert table.illegal("action", seat="away", card="CALM", choice=1) == "OFUSAIDO §07"
    table.attempt("home", "DIRECT").shoot("home", "VEGA").no_support("home")
    assert table.illegal("support", seat="away", cards=["BRIK"]) == SHOT
    table = a_table().override(teams__away__hand=0).attempt("home", "THROUGH").advance("home", "MARO")
    assert table.illegal("oppose", seat="away", card="PAZ") == PROGRESSION

"""Taking back and correcting plays of this game: misread energies and wrong cards."""

from typing import Any

from tests.rules.ofusaido.table import Table, a_table


def in_front_of_goal() -> Table:
    """1 attempt, 2 advance, 3 oppose, 4 and 5 reveals (11 to 8), 6 the shot."""
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    return table.shoot("home", "VEGA", "top_left")


def test_an_undo_takes_the_last_play_back() -> None:
    table = in_front_of_goal()
    assert table.play("undo").events == [{"kind": "undone", "to": 6}]
    assert (table.view("phase"), table.view("zone")) == ("shot", "b")
    assert table.counts("away") == (11, 1)


def test_an_undo_of_the_last_reveal_unsettles_the_duel() -> None:
    table = in_front_of_goal().play("undo", to=5)
    assert (table.view("phase"), table.turn_of) == ("reveal", "away")
    assert table.reveal("R03W").totals == (11, 11)


def test_an_undo_to_the_first_play_is_the_kick_off() -> None:
    table = in_front_of_goal()
    fresh = a_table().view()
    assert table.play("undo", to=1).view() == fresh
    table.illegal("undo")


def test_an_undo_brings_back_lasting_effects_and_what_was_used_once() -> None:
    table = a_table().action("home", "DRIVE").attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    assert table.totals == (13, 8)
    table.play("undo").reveal("B30")
    assert table.totals == (13, 8)


def test_a_misread_energy_is_corrected_and_the_rest_judged_again() -> None:
    table = in_front_of_goal()
    # -1 instead of 3: 7 against 8, the defence wins and nobody shoots.
    table.play("correct", seq=4, **{"with": {"play": "reveal", "seat": "home", "energy": "R-14"}})
    voided: list[dict[str, Any]] = table.event("voided")["plays"]
    assert [play["seq"] for play in voided] == [6]
    assert voided[0]["reason"]
    assert (table.view("phase"), table.turn_of) == ("flip", "home")
    assert table.view("teams.home.discard_known") == ["MARO"]


def test_a_correction_that_leaves_the_rest_possible_voids_nothing() -> None:
    table = in_front_of_goal()
    table.play(
        "correct", seq=2, **{"with": {"play": "advance", "seat": "home", "card": "JULI", "intent": "pass"}}
    )
    assert "voided" not in table.kinds
    # JULI 5 + 2 + 3 = 10 against 8: still through.
    assert table.view("phase") == "support"
    table.reveal("B30", "B4-1").flip_any()
    assert table.view("teams.home.discard_known") == ["JULI", "VEGA"]


def test_a_correction_that_is_itself_refused_changes_nothing() -> None:
    table = in_front_of_goal()
    wrong = {"play": "advance", "seat": "home", "card": "SAMS", "intent": "pass"}
    assert table.refused("correct", seq=2, **{"with": wrong}).code == "illegal_play"
    unknown = {"play": "advance", "seat": "home", "card": "NOBODY", "intent": "pass"}
    assert table.refused("correct", seq=2, **{"with": unknown}).code == "unknown_card"
    assert table.refused("correct", seq=2, **{"with": {"play": "wave"}}).code == "bad_play"


def test_a_wrong_scorer_is_corrected_after_the_match() -> None:
    table = a_table().override(teams__home__occasions_left=0, teams__away__occasions_left=1)
    table.attempt("away", "DIRECT").shoot("away", "VEGA").reveal("Y30", "R12")
    assert table.view("winner") == "away"
    # Saved after all: 7 + 2 - 2 = 7 against 5 + 2 = 7.
    table.play("correct", seq=4, **{"with": {"play": "reveal", "seat": "away", "energy": "R-14"}})
    assert (table.view("phase"), table.view("score")) == ("level", {"home": 0, "away": 0})


def test_an_undo_after_a_correction_undoes_the_last_play_of_the_match() -> None:
    table = in_front_of_goal()
    table.play("correct", seq=4, **{"with": {"play": "reveal", "seat": "home", "energy": "B4-1"}})
    assert table.play("undo").event("undone")["to"] == 6
    assert table.view("phase") == "shot"

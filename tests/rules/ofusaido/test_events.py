"""The form of what follows from a play."""

from collections.abc import Callable

import pytest

from tests.rules.ofusaido.table import Table, a_table


def opposed() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def total(side: dict[str, object]) -> int:
    lines = side["lines"]
    assert isinstance(lines, list)
    return sum(line["value"] * line.get("times", 1) for line in lines)


def test_the_accepted_play_comes_first() -> None:
    table = a_table().attempt("home", "THROUGH")
    assert table.kinds[0] == "attempt"
    assert table.events[0]["zone"] == "a"


def test_every_event_says_its_section() -> None:
    table = opposed().reveal("Y30", "R03W")
    assert {x["kind"]: x["cite"] for x in table.events} == {
        "reveal": "OFUSAIDO §11",
        "duel": "OFUSAIDO §11",
        "turn_end": "OFUSAIDO §11",
        "energy": "OFUSAIDO §09",
    }


@pytest.mark.parametrize(
    ("energies", "margin"), [(("Y30", "R12"), 1), (("R12", "Y03W"), 2), (("Y30", "R03W"), 0)]
)
def test_margin_is_without_sign(energies: tuple[str, str], margin: int) -> None:
    assert opposed().reveal(*energies).event("duel")["margin"] == margin


def test_the_lines_add_up_to_the_total() -> None:
    table = (
        a_table(visible="FORK DIRECT")
        .action("away", "CALM", 2)
        .action("home", "CHEER")
        .attempt("home", "FORK")
    )
    table.advance("home", "MARO", to="c").let_pass("away").shot("OTIS", "R-14", "Y21", "B12W", last="BRIK")
    duel = table.event("duel")
    # OTIS 6 + 2 - 1x2 + 1; SAMS 5 + 1 x2x2, BRIK no place + 2x2.
    assert table.totals == (7, 13)
    assert (total(duel["attack"]), total(duel["defence"])) == table.totals


def test_energy_events_come_last_one_a_seat_that_changed() -> None:
    events = opposed().reveal("Y30", "R03W").events
    assert [(x["kind"], x.get("seat")) for x in events[-2:]] == [("energy", "home"), ("energy", "away")]
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO")
    assert [x["seat"] for x in table.events if x["kind"] == "energy"] == ["home"]
    assert [x["seat"] for x in table.let_pass("away").events if x["kind"] == "energy"] == ["home"]


def test_counts_that_do_not_change_are_no_event() -> None:
    assert "energy" not in a_table().attempt("home", "THROUGH").kinds
    assert "energy" not in opposed().reveal("Y30").kinds


def test_a_foul_its_sanction_and_the_end_of_the_turn_come_in_order() -> None:
    assert opposed().reveal("R21W", "R12").kinds == [
        "reveal",
        "foul",
        "sanction",
        "turn_end",
        "energy",
        "energy",
    ]


def test_a_goal_comes_between_the_duel_and_the_end_of_the_turn() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")
    assert table.kinds == ["reveal", "duel", "goal", "turn_end", "energy", "energy"]


def test_a_set_piece_has_its_goal_or_no_goal_too() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    assert table.reveal("Y30", "R12").kinds[:4] == ["reveal", "duel", "goal", "turn_end"]


def test_the_end_of_the_match_follows_the_end_of_the_turn() -> None:
    table = a_table().override(score__home=1, teams__home__occasions_left=0, teams__away__occasions_left=1)
    kinds = table.attempt("away", "DIRECT").give_up("away").kinds
    assert kinds.index("turn_end") < kinds.index("match_end")


def test_no_event_shows_a_secret() -> None:
    table = (
        a_table().action("home", "MERCY", 2).attempt("home", "THROUGH").contest("MARO", "PAZ", "B21W", "B30")
    )
    assert all("secret" not in event for event in table.events)


@pytest.mark.parametrize(
    ("reason", "end"),
    [
        ("lost_duel", lambda: opposed().reveal("Y30", "R03W")),
        ("goal", lambda: a_table().attempt("home", "DIRECT").shot("VEGA", "Y30", "R12")),
        ("no_goal", lambda: a_table().attempt("home", "DIRECT").shot("FINN", "R-14", "Y03W")),
        ("foul", lambda: opposed().reveal("B21W", "B30")),
        ("stall", lambda: a_table().stall("home", "energies")),
        ("no_energy", lambda: a_table().attempt("home", "THROUGH").override(teams__home__energy_pile=0)),
        ("no_card", lambda: a_table().attempt("home", "THROUGH").override(teams__home__hand=0)),
        ("given_up", lambda: a_table().attempt("home", "THROUGH").give_up("home")),
    ],
)
def test_a_turn_ends_for_a_reason(reason: str, end: Callable[[], Table]) -> None:
    event = end().event("turn_end")
    assert event["reason"] == reason
    assert set(event["draw"]) == {"home", "away"}
    assert event["next"] == "away"


def test_the_same_plays_give_the_same_events() -> None:
    one, two = opposed().reveal("R21W", "R12"), opposed().reveal("R21W", "R12")
    assert one.events == two.events
    assert one.match.state == two.match.state

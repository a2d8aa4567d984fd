"""What a foul costs by its colour, for either side (§13)."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def opposed(**setup: object) -> Table:
    return a_table(**setup).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def shooting() -> Table:
    return a_table().attempt("home", "DIRECT").shoot("home", "VEGA")


@pytest.mark.parametrize("energies", [("B21W", "B30"), ("B30", "B12W")])
def test_blue_costs_nothing_more(energies: tuple[str, str]) -> None:
    assert "sanction" not in opposed().reveal(*energies).kinds


@pytest.mark.parametrize(("energies", "seat"), [(("Y12W", "Y30"), "home"), (("Y30", "Y12W"), "away")])
def test_yellow_discards_4_cards_of_the_draw_pile(energies: tuple[str, str], seat: str) -> None:
    table = opposed().override(teams__home__hand=8, teams__away__hand=8).reveal(*energies)
    sanction = table.event("sanction")
    assert (sanction["seat"], sanction["colour"], sanction["discarded"]) == (seat, "yellow", 4)
    assert table.view(f"teams.{seat}.draw_pile") == 15
    assert table.view(f"teams.{seat}.discard_unknown") == 4


@pytest.mark.parametrize("left", [3, 0])
def test_yellow_discards_what_is_there_of_a_short_pile(left: int) -> None:
    table = opposed().override(teams__away__draw_pile=left).reveal("Y30", "Y12W")
    sanction = table.event("sanction")
    assert (sanction["discarded"], sanction["cite"]) == (left, "OFUSAIDO §13; reading yellow_short_pile")
    assert table.view("teams.away.draw_pile") == 0
    assert table.view("teams.away.discard_unknown") == left


def test_red_sends_the_offender_off_and_the_hand_limit_is_1_less() -> None:
    table = opposed().reveal("R12", "R03W")
    sanction = table.event("sanction")
    assert (sanction["seat"], sanction["colour"], sanction["expelled"]) == ("away", "red", "PAZ")
    assert table.view("teams.away.expelled") == ["PAZ"]
    assert table.view("teams.away.hand_limit") == 7
    assert table.view("teams.home.hand_limit") == 8


def test_who_was_sent_off_is_not_played_again_nor_discarded() -> None:
    table = opposed().reveal("R12", "R03W").free_advance("home", "b").shoot("home", "VEGA", "top_left")
    table.no_support("home")
    assert table.illegal("support", seat="away", cards=["PAZ"]) == "OFUSAIDO §13"
    table.no_support("away").reveal("Y30", "B30").flip_any()
    assert table.view("teams.away.discard_known") == []
    table.attempt("away", "THROUGH").illegal("advance", seat="away", card="PAZ", intent="pass")


def test_an_attackers_red_leaves_the_match_too() -> None:
    table = opposed().reveal("R21W", "R12")
    assert table.kinds[:4] == ["reveal", "foul", "sanction", "turn_end"]
    assert table.view("teams.home.expelled") == ["MARO"]
    # 7 in hand, and the limit is 7: nothing to draw.
    assert table.event("turn_end")["draw"] == {"home": 0, "away": 1}
    assert table.view("teams.home.discard_known") == []


def test_red_on_a_support_of_the_attack() -> None:
    table = opposed().support("home", "OTIS").no_support("away", "home").reveal("Y30", "R12", "R21W")
    assert table.event("sanction")["expelled"] == "OTIS"
    assert table.view("teams.home.discard_known") == ["MARO"]


def test_red_on_a_last_defender() -> None:
    table = shooting().no_support("home").support("away", "BRIK").reveal("R12", "Y30", "R03W")
    assert (table.event("foul")["by"], table.event("foul")["restart"]) == ("support", "penalty")
    assert table.view("teams.away.expelled") == ["BRIK"]
    assert table.view("teams.away.goalkeeper") == "SAMS"


def test_yellow_on_a_support_costs_its_side() -> None:
    table = opposed().no_support("home").support("away", "KANT").no_support("home", "away")
    assert table.reveal("Y30", "B30", "Y03W").event("sanction")["seat"] == "away"


def test_a_keeper_sent_off_is_replaced_by_the_second() -> None:
    table = shooting().reveal("R12", "R03W")
    assert table.event("sanction")["expelled"] == "SAMS"
    assert table.view("teams.away.goalkeeper") == "TONI"
    # Penalty: 7 + 3x2 against 4 + 3.
    assert table.shoot("home", "VEGA").reveal("Y30", "B30").totals == (13, 4)


def two_keepers_off() -> Table:
    """`home` shoots twice from afar, and both keepers of `away` see red; the second free kick is to be taken."""
    table = a_table(visible="AFAR DOUBLE").attempt("home", "AFAR").shoot("home", "OTIS").reveal("R12", "R03W")
    table.shoot("home", "OTIS").reveal("Y30", "B30").flip_any().discard("away", "HUGO").waste_turn()
    table.attempt("home", "DOUBLE").advance("home", "MARO").let_pass("away")
    return table.shoot("home", "KOLO", "bottom_right").reveal("R12", "R21W")


def test_with_no_keeper_left_the_goal_is_empty() -> None:
    table = two_keepers_off()
    assert table.view("teams.away.expelled") == ["SAMS", "TONI"]
    assert table.view("teams.away.goalkeeper") is None
    assert table.view("teams.away.hand_limit") == 6


def test_an_empty_goal_is_save_0_and_no_energy() -> None:
    table = two_keepers_off()
    before = table.counts("away")
    table.shoot("home", "KOLO")
    assert table.counts("away") == before
    assert table.view("duel.defence.base") is None
    # Free kick: KOLO TDL 5 + 0 against nothing.
    assert table.reveal("Y03W").totals == (5, 0)


def empty_goal() -> Table:
    """The next attack of `home` on the empty goal of `away`: a shot in the box."""
    table = two_keepers_off().shoot("home", "KOLO").reveal("Y03W").flip("home", "DIRECT")
    table.discard("away", "IVAN").waste_turn()
    return table.attempt("home", "DIRECT").shoot("home", "VEGA")


def test_a_shot_at_an_empty_goal_counts_twice_for_want_of_a_keepers_energy() -> None:
    """§12: x2, and x2 again with no last defender. VEGA 7 + 2 + 1x4."""
    table = empty_goal().no_support("home", "away")
    assert table.view("duel.attack.times") == 4
    assert table.reveal("Y12W").totals == (13, 0)


def test_a_last_defender_may_stand_before_an_empty_goal() -> None:
    """VEGA 7 + 2 + 1x2; BRIK post 2 + 2x2."""
    table = empty_goal().no_support("home").support("away", "BRIK")
    assert table.reveal("Y12W", "B12W").totals == (11, 6)


def test_nobody_is_fouled_in_an_empty_goal() -> None:
    table = empty_goal().support("home", "LUKA").no_support("away").reveal("B30", "B21W")
    assert "duel" in table.kinds


def test_before_an_empty_goal_the_last_defender_still_fouls_as_a_support() -> None:
    """Only he can be the offender of the pair, although the shooter has a whistle too."""
    table = empty_goal().no_support("home").support("away", "BRIK").reveal("Y12W", "Y03W")
    foul = table.event("foul")
    assert (foul["offender"], foul["card"], foul["by"], foul["restart"]) == (
        "away",
        "BRIK",
        "support",
        "penalty",
    )


def test_a_red_foul_in_midfield_sends_the_dribblers_opponent_off() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA", "dribble").oppose("away", "KANT")
    table.reveal("R12", "R03W")
    assert table.view("teams.away.expelled") == ["KANT"]
    assert table.free_advance("home", "b").view("phase") == "shot"

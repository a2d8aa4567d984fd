"""Crosses, and the wall that stops them (§11)."""

from tests.rules.ofusaido.table import Table, a_table


def crossed(occasion: str = "FORK", to: str = "b") -> Table:
    """OTIS crosses to a shooting zone."""
    table = a_table(visible=f"{occasion} DIRECT").attempt("home", occasion, "a")
    return table.advance("home", "OTIS", "cross", to)


def test_a_cross_needs_centre() -> None:
    table = a_table().attempt("home", "THROUGH")
    assert table.illegal("advance", seat="home", card="MARO", intent="cross", to="b") == "OFUSAIDO §11"


def test_a_cross_takes_one_energy() -> None:
    assert crossed().counts("home") == (11, 0)


def test_a_cross_goes_to_any_shooting_zone_of_the_card() -> None:
    table = crossed("LADDER", "e").let_pass("away")
    assert (table.view("zone"), table.view("phase")) == ("e", "shot")


def test_a_cross_goes_to_no_other_zone() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a")
    table.illegal("advance", seat="home", card="OTIS", intent="cross", to="c")


def test_with_one_shooting_zone_a_cross_needs_no_to() -> None:
    table = a_table(visible="LADDER FORK").attempt("home", "LADDER", "a").advance("home", "OTIS", "cross")
    assert table.event("advance")["to"] == "e"
    other = a_table(visible="LADDER FORK").attempt("home", "FORK")
    other.illegal("advance", seat="home", card="OTIS", intent="cross")


def test_after_a_cross_the_crosser_is_not_available() -> None:
    crossed("LADDER", "e").let_pass("away").illegal("shoot", seat="home", card="OTIS")


def test_against_a_cross_only_a_card_with_mur() -> None:
    assert crossed().illegal("oppose", seat="away", card="PAZ") == "OFUSAIDO §11"


def test_a_wall_sends_the_attack_along_the_cards_only_way() -> None:
    table = crossed("LADDER", "e").oppose("away", "BRIK")
    assert table.view("phase") == "support"
    # OTIS PAS 5, no place in a (DG/DEF), 4 = 9; BRIK INT 5, no place (AD/ATT), 3 = 8.
    table.reveal("B4-1", "Y03W")
    assert table.totals == (9, 8)
    assert table.event("progress")["to"] == "c"


def test_of_several_ways_the_attack_says_which_it_follows() -> None:
    table = crossed().oppose("away", "BRIK")
    assert (table.view("phase"), table.turn_of) == ("oppose", "home")
    assert table.waited["home"] >= {"redirect"}
    table.redirect("home", "c")
    assert (table.view("phase"), table.turn_of) == ("support", "home")
    # OTIS PAS 5 + line 1 (MO in MC/MIL) + 4 = 10; BRIK INT 5 + 0 + 3 = 8.
    table.reveal("B4-1", "Y03W")
    assert table.totals == (10, 8)
    assert table.event("progress")["to"] == "c"


def test_while_a_redirect_is_awaited_nothing_else_goes_on() -> None:
    table = crossed().oppose("away", "BRIK")
    table.illegal("redirect", seat="away", to="c")
    table.illegal("redirect", seat="home", to="a")
    table.illegal("let_pass", seat="away")
    table.illegal("oppose", seat="away", card="NINO")
    table.illegal("no_support", seat="home")


def test_no_redirect_before_a_wall_stands() -> None:
    crossed().illegal("redirect", seat="home", to="c")
    a_table().attempt("home", "THROUGH").advance("home", "MARO").illegal("redirect", seat="home", to="b")


def test_a_wall_takes_one_energy_and_its_int() -> None:
    table = crossed().oppose("away", "NINO").redirect("home", "b")
    assert table.counts("away") == (11, 0)
    # NINO INT 3 + line 1 (MD in MDC/MIL) + 3 = 7, his energy is doubled in a shot only.
    assert table.reveal("B4-1", "Y03W").totals == (10, 7)


def test_a_wall_that_wins_ends_the_turn() -> None:
    # OTIS 5 + 1 + 0 = 6; BRIK 5 + 4 = 9.
    table = crossed().oppose("away", "BRIK").redirect("home", "b").reveal("Y03W", "R-14")
    assert table.event("turn_end")["reason"] == "lost_duel"


def test_the_table_waits_for_a_wall_only_if_one_may_be_in_hand() -> None:
    assert crossed().waited["away"] >= {"oppose", "let_pass"}
    table = a_table(visible="FORK DIRECT").override(teams__away__discard_known=["BRIK", "NINO"])
    table.attempt("home", "FORK").advance("home", "OTIS", "cross", "b")
    assert table.waited["away"] & {"oppose", "let_pass"} == {"let_pass"}

"""Players in support (§11, §12)."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def opposed() -> Table:
    """MARO passes, PAZ stands in the way."""
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def shooting() -> Table:
    """VEGA shoots in the box."""
    return a_table().attempt("home", "DIRECT").shoot("home", "VEGA")


def test_the_attack_speaks_first() -> None:
    table = opposed()
    assert (table.view("phase"), table.turn_of) == ("support", "home")
    table.illegal("support", seat="away", cards=["KANT"])
    table.illegal("no_support", seat="away")


def test_each_card_takes_an_energy() -> None:
    table = opposed().support("home", "OTIS", "JULI")
    assert (table.counts("home"), table.view("teams.home.hand")) == ((9, 0), 5)
    assert table.turn_of == "away"


def test_sides_speak_in_turn_until_two_running_add_nobody() -> None:
    table = opposed().no_support("home").support("away", "KANT").support("home", "OTIS")
    table.no_support("away")
    assert table.view("phase") == "support"
    assert table.no_support("home").view("phase") == "reveal"


def test_in_a_progression_any_number_may_come() -> None:
    table = opposed().support("home", "OTIS", "JULI", "KOLO").support("away", "KANT", "ENZO")
    table.support("home", "FINN").no_support("away", "home")
    assert (table.counts("home"), table.counts("away")) == ((7, 0), (9, 0))


def test_a_reveal_of_the_base_attack_stands_for_the_no_support_still_owed() -> None:
    table = opposed().reveal("Y30")
    assert (table.view("phase"), table.turn_of) == ("reveal", "away")
    after_one = opposed().no_support("home").reveal("Y30")
    assert after_one.view("phase") == "reveal"


def test_only_the_attack_closes_support_by_a_reveal() -> None:
    opposed().illegal("reveal", seat="away", energy="Y30")
    opposed().no_support("home").illegal("reveal", seat="away", energy="Y30")


def test_points_of_supports_do_not_count_and_their_energies_do() -> None:
    # MARO 6+2+3, OTIS 2, JULI 1 = 14; PAZ 6+2+2, KANT 3 = 13.
    table = opposed().support("home", "OTIS", "JULI").support("away", "KANT").no_support("home", "away")
    assert table.reveal("B30", "R12", "Y21", "Y03W", "R12").totals == (14, 13)


def test_placement_of_supports_does_not_count_in_a_progression() -> None:
    # JULI (MC) and MIRO (MDC) have the ideal posts: 6+2+3+2 = 13, 6+2+2+3 = 13.
    table = opposed().support("home", "JULI").support("away", "MIRO").no_support("home", "away")
    assert table.reveal("B30", "R12", "Y21", "Y03W").totals == (13, 13)


def test_a_support_needs_an_energy_in_the_pile() -> None:
    table = opposed().override(teams__home__energy_pile=1)
    table.illegal("support", seat="home", cards=["OTIS", "JULI"])
    table.support("home", "OTIS").no_support("away")
    assert table.waited["home"] & {"support", "no_support"} == {"no_support"}
    assert table.illegal("support", seat="home", cards=["JULI"]) == "OFUSAIDO §16"


def test_a_support_comes_from_the_hand() -> None:
    table = opposed()
    for cards in (["MARO"], ["OTIS", "OTIS"], ["SAMS"], ["CALM"], []):
        table.illegal("support", seat="home", cards=cards)


def test_a_hand_with_fewer_cards_than_named_is_refused() -> None:
    table = opposed().override(teams__home__hand=1)
    table.illegal("support", seat="home", cards=["OTIS", "JULI"])
    assert table.support("home", "OTIS").view("teams.home.hand") == 0


# --- in a shot


def test_in_a_shot_one_support_a_side_at_most() -> None:
    table = shooting()
    assert table.illegal("support", seat="home", cards=["OTIS", "JULI"]) == "OFUSAIDO §12"
    table.support("home", "OTIS")
    table.illegal("support", seat="away", cards=["KANT", "BRIK"])


@pytest.mark.parametrize("cards", [["BRIK"], []])
def test_in_a_shot_each_side_speaks_once(cards: list[str]) -> None:
    table = shooting().support("home", "OTIS")
    if cards:
        table.support("away", *cards)
    else:
        table.no_support("away")
    assert table.view("phase") == "reveal"
    table.illegal("support", seat="home", cards=["JULI"])


def test_in_a_shot_a_defence_that_is_owed_its_word_still_has_it() -> None:
    table = shooting().no_support("home")
    assert (table.view("phase"), table.turn_of) == ("support", "away")
    assert table.support("away", "BRIK").view("phase") == "reveal"


def test_a_reveal_closes_support_in_a_shot_too() -> None:
    # No last defender: x2.
    table = shooting().reveal("Y30", "R12")
    assert table.totals == (7 + 2 + 3 * 2, 5 + 2)


def test_the_last_defender_needs_an_energy_of_its_own() -> None:
    table = a_table().override(teams__away__energy_pile=1).attempt("home", "DIRECT").shoot("home", "VEGA")
    table.no_support("home")
    assert table.counts("away") == (0, 0)
    assert table.illegal("support", seat="away", cards=["BRIK"]) == "OFUSAIDO §16"


def test_a_support_in_a_shot_brings_its_energy_and_no_place() -> None:
    # VEGA 7+2+3, IVAN (BU, the ideal post) 2 = 14; SAMS 5+2, KANT (DC) post 2 + 3 = 12.
    table = shooting().support("home", "IVAN").support("away", "KANT")
    assert table.reveal("B30", "R12", "Y21", "Y03W").totals == (14, 12)

"""Stalling (§15)."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def options(table: Table, seat: str, kind: str) -> set[str]:
    return {play.energy for play in table.match.rules.options(table.match.state, seat, kind)}


def after_a_turn(*energies: str) -> Table:
    """A turn of each side: these energies of `home` are known to be spent, base and supports."""
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA").oppose("away", "PAZ")
    supports = ["OTIS", "JULI", "KOLO", "FINN", "GARO"][: len(energies) - 1]
    if supports:
        table.support("home", *supports)
    table.reveal(energies[0], "R-14", *energies[1:])
    if table.view("phase") == "shot":
        table.give_up("home")
    return table.flip_any().waste_turn()


@pytest.mark.parametrize(("spent", "back"), [(7, 5), (5, 5), (3, 3), (0, 0)])
def test_up_to_5_discarded_energies_go_under_the_pile(spent: int, back: int) -> None:
    table = a_table().override(teams__home__energy_pile=12 - spent, teams__home__energy_spent=spent)
    assert table.stall("home", "energies").counts("home") == (12 - spent + back, spent - back)


@pytest.mark.parametrize(("spent", "back"), [(7, 3), (3, 3), (2, 2)])
def test_a_reshuffle_returns_up_to_3(spent: int, back: int) -> None:
    table = a_table().override(teams__home__energy_pile=12 - spent, teams__home__energy_spent=spent)
    assert table.stall("home", "reshuffle").counts("home") == (12 - spent + back, spent - back)


@pytest.mark.parametrize("option", ["energies", "reshuffle"])
@pytest.mark.parametrize(("spent", "back"), [(4, 2), (1, 1), (0, 0)])
def test_the_other_side_recovers_up_to_2(option: str, spent: int, back: int) -> None:
    table = a_table().override(teams__away__energy_pile=12 - spent, teams__away__energy_spent=spent)
    assert table.stall("home", option).counts("away") == (12 - spent + back, spent - back)


def test_a_reshuffle_makes_discard_and_draw_pile_one() -> None:
    # A yellow foul of VEGA: 19 - 4 discarded - 2 drawn for the action and for him.
    table = a_table().action("home", "CALM").attempt("home", "THROUGH").contest("VEGA", "PAZ", "Y12W", "Y30")
    table.flip_any().waste_turn()
    assert table.view("teams.home.discard_known") == ["CALM", "VEGA"]
    assert (table.view("teams.home.discard_unknown"), table.view("teams.home.draw_pile")) == (4, 13)
    table.stall("home", "reshuffle")
    assert table.view("teams.home.discard_known") == []
    assert (table.view("teams.home.discard_unknown"), table.view("teams.home.draw_pile")) == (0, 19)


def test_after_a_reshuffle_a_discarded_player_may_be_in_hand_again() -> None:
    table = after_a_turn("R12").stall("home", "reshuffle").flip_any().waste_turn()
    assert table.attempt("home", "FORK").advance("home", "VEGA", to="b").view("phase") == "oppose"


def test_the_other_options_leave_the_cards_alone() -> None:
    table = after_a_turn("R12").stall("home", "energies")
    assert table.view("teams.home.discard_known") == ["VEGA"]


def test_at_the_end_of_a_stall_hands_are_drawn_from_the_new_pile() -> None:
    """§15: a pile that is empty gives nothing until a reshuffle."""
    table = a_table().override(
        teams__home__draw_pile=0, teams__home__hand=3, teams__home__discard_known=["MARO"]
    )
    table.stall("home", "reshuffle")
    assert table.event("turn_end")["draw"]["home"] == 1
    assert (table.view("teams.home.hand"), table.view("teams.home.draw_pile")) == (4, 0)


def test_the_staller_discards_a_visible_occasion_and_turns_another() -> None:
    table = a_table().stall("home", "energies", "DIRECT")
    assert table.view("teams.home.visible") == ["THROUGH"]
    assert table.view("teams.home.occasions_left") == 5
    assert (table.view("phase"), table.turn_of) == ("flip", "home")
    table.illegal("flip", seat="home", occasion="DIRECT")
    assert table.flip("home", "AFAR").view("active") == "away"


def test_the_discarded_occasion_must_be_visible() -> None:
    a_table().illegal("stall", seat="home", option="energies", discard="FORK")


def test_then_the_turn_ends() -> None:
    table = a_table().stall("home", "reshuffle")
    assert table.event("turn_end")["reason"] == "stall"
    assert table.event("turn_end")["next"] == "away"


def test_only_the_attack_stalls_and_only_at_the_beginning_of_its_turn() -> None:
    a_table().illegal("stall", seat="away", option="energies", discard="DIRECT")
    a_table().attempt("home", "THROUGH").illegal("stall", seat="home", option="energies", discard="DIRECT")
    assert a_table().refused("stall", seat="home", option="both", discard="DIRECT").code == "bad_play"


# --- which energies come back


def test_told_energies_are_no_longer_known_to_be_spent_and_the_others_still_are() -> None:
    six = ["B30", "Y30", "Y21", "R12", "B4-1", "B21W"]
    table = after_a_turn(*six).stall("home", "energies", "DIRECT", six[:5]).flip_any()
    assert table.counts("home") == (11, 1)
    table.waste_turn().attempt("home", "FORK").advance("home", "MARO", to="b").oppose("away", "KANT")
    assert "B21W" not in options(table, "home", "reveal")
    assert set(six[:5]) <= options(table, "home", "reveal")


def test_untold_when_some_but_not_all_come_back_none_is_known_to_be_spent() -> None:
    six = ["B30", "Y30", "Y21", "R12", "B4-1", "B21W"]
    table = after_a_turn(*six).stall("home", "energies", "DIRECT").flip_any()
    table.waste_turn().attempt("home", "FORK").advance("home", "MARO", to="b").oppose("away", "KANT")
    assert len(options(table, "home", "reveal")) == 12


def test_the_other_side_tells_nothing_and_its_energies_are_unknown_then() -> None:
    """`away` placed three, two came back: any of the twelve may turn up."""
    table = (
        a_table().attempt("home", "THROUGH").advance("home", "VEGA").oppose("away", "PAZ").no_support("home")
    )
    table.support("away", "KANT", "ENZO").no_support("home", "away").reveal("Y30", "B30", "R12", "R-14")
    table.flip_any().waste_turn().stall("home", "energies").flip_any().attempt("away", "FORK")
    assert table.counts("away") == (11, 1)
    table.advance("away", "MARO", to="b").oppose("home", "KANT").no_support("away", "home")
    assert len(options(table, "away", "reveal")) == 12


@pytest.mark.parametrize(
    "told",
    [
        ["B30", "Y30", "Y21", "R12"],  # three were spent
        ["B30", "Y30", "R-14"],  # R-14 was not spent
        ["B30", "B30", "Y30"],  # there is one copy
        ["B30", "Y30", "MARO"],
    ],
)
def test_the_energies_told_must_be_those_that_may_come_back(told: list[str]) -> None:
    table = after_a_turn("B30", "Y30", "Y21")
    table.illegal("stall", seat="home", option="energies", discard="DIRECT", energies=told)


def test_an_energy_of_which_there_is_one_is_not_told_twice() -> None:
    table = after_a_turn("B30", "Y30", "Y21")
    told = {"seat": "home", "option": "energies", "discard": "DIRECT", "energies": ["B30", "B30"]}
    assert table.refused("stall", **told).message == "these energy cards cannot all be in the discard"


def test_up_to_five_come_back_and_fewer_may_be_told() -> None:
    table = after_a_turn("B30", "Y30", "Y21").stall("home", "energies", "DIRECT", ["Y30"])
    assert table.counts("home") == (10, 2)


def test_an_unseen_energy_may_be_told() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away").give_up("home")
    table.flip_any().waste_turn().stall("home", "energies", "DIRECT", ["R-14"])
    assert table.counts("home") == (12, 0)


def test_an_unknown_reference_among_the_energies_is_unknown() -> None:
    refused = a_table().refused("stall", seat="home", option="energies", discard="DIRECT", energies=["G30"])
    assert refused.code == "unknown_card"

"""What an action or a unique bonus does at once (deeds)."""

import pytest

from tests.rules.ofusaido.cards import changed, effect
from tests.rules.ofusaido.table import Table, a_table


@pytest.mark.parametrize(("spent", "back"), [(5, 3), (2, 2), (0, 0)])
def test_recover_energies_takes_as_many_as_there_are(spent: int, back: int) -> None:
    table = a_table().override(teams__home__energy_pile=12 - spent, teams__home__energy_spent=spent)
    assert table.action("home", "DRINK").counts("home") == (12 - spent + back, spent - back)


@pytest.mark.parametrize(("pile", "lost"), [(12, 2), (1, 1), (0, 0)])
def test_discard_energies_takes_as_many_as_there_are(pile: int, lost: int) -> None:
    table = a_table().override(teams__home__energy_pile=pile).action("home", "DRINK", 2)
    assert table.counts("home") == (pile - lost, lost)
    assert table.counts("away") == (12, 0)


def test_discarded_energies_are_unseen() -> None:
    table = a_table().action("home", "DRINK", 2).attempt("home", "THROUGH").advance("home", "MARO")
    table.oppose("away", "PAZ").no_support("home", "away")
    assert len(table.match.rules.options(table.match.state, "home", "reveal")) == 12


def test_energies_discarded_to_the_last_end_the_attack() -> None:
    table = (
        a_table().override(teams__home__energy_pile=2).attempt("home", "THROUGH").action("home", "DRINK", 2)
    )
    assert table.event("turn_end")["reason"] == "no_energy"


@pytest.mark.parametrize(("pile", "lost"), [(19, 3), (2, 2)])
def test_opponent_discards_pile(pile: int, lost: int) -> None:
    table = a_table().override(teams__away__draw_pile=pile).action("home", "PRESS")
    assert table.view("teams.away.draw_pile") == pile - lost
    assert table.view("teams.away.discard_unknown") == lost
    assert table.view("teams.home.draw_pile") == 19


@pytest.mark.parametrize(("pile", "drawn"), [(19, 2), (1, 1), (0, 0)])
def test_draw_takes_as_many_as_there_are(pile: int, drawn: int) -> None:
    """The action leaves the hand too."""
    table = a_table().override(teams__home__draw_pile=pile).action("home", "PRESS", 2)
    assert table.view("teams.home.hand") == 8 + drawn - 1
    assert table.view("teams.home.draw_pile") == pile - drawn


def test_recover_card_makes_the_discards_unknown() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "Y03W").flip_any().waste_turn()
    assert table.view("teams.home.discard_known") == ["MARO"]
    table.action("home", "PRESS", 2).action("home", "RECALL")
    # MARO and PRESS lay there: one of them came back, RECALL went.
    assert table.view("teams.home.discard_known") == ["RECALL"]
    assert table.view("teams.home.discard_unknown") == 1
    assert table.view("teams.home.hand") == 8 - 1 + 2 + 1 - 1
    assert table.attempt("home", "FORK").advance("home", "MARO", to="b").view("phase") == "oppose"


def test_recover_card_from_an_empty_discard_brings_nothing() -> None:
    table = a_table().action("home", "RECALL")
    assert (table.view("teams.home.hand"), table.view("teams.home.discard_known")) == (7, ["RECALL"])


# --- cancel_foul


def opposed(seat: str, choice: int = 1) -> Table:
    """A side has MERCY: no foul of it is given, for the turn, or once in the match."""
    table = a_table().action(seat, "MERCY", choice).attempt("home", "THROUGH")
    return table.advance("home", "MARO").oppose("away", "PAZ")


def test_while_cancel_foul_lasts_no_foul_of_that_side_is_given() -> None:
    table = opposed("away").reveal("B30", "B12W")
    assert "foul" not in table.kinds
    assert table.totals == (11, 10)


def test_the_other_sides_foul_is_given() -> None:
    assert opposed("away").reveal("B21W", "B30").event("foul")["offender"] == "home"


def test_a_cancelled_foul_lets_a_later_one_show() -> None:
    table = opposed("away").support("home", "OTIS").no_support("away", "home").reveal("B30", "B12W", "B21W")
    assert (table.event("foul")["offender"], table.event("foul")["card"]) == ("home", "OTIS")


def test_cancel_foul_for_the_turn_ends_with_it() -> None:
    table = (
        opposed("away")
        .reveal("B30", "B12W")
        .give_up("home")
        .flip_any()
        .waste_turn()
        .attempt("home", "DIRECT")
    )
    assert table.shot("VEGA", "Y30", "Y03W").event("foul")["offender"] == "away"


def test_cancel_foul_once_is_used_up_by_the_duel_in_which_it_counted() -> None:
    table = opposed("away", 2).reveal("B30", "B12W")
    assert table.totals == (11, 10)
    table.shoot("home", "VEGA", "top_left").reveal("Y30", "Y03W")
    assert table.event("foul")["offender"] == "away"


def test_cancel_foul_once_waits_for_a_foul() -> None:
    table = opposed("away", 2).reveal("Y30", "B30")
    table.shoot("home", "VEGA", "top_left").reveal("B30", "B12W")
    assert "duel" in table.kinds


def test_a_cancelled_foul_costs_nothing() -> None:
    table = opposed("away").reveal("R12", "R03W")
    assert "sanction" not in table.kinds
    assert table.view("teams.away.expelled") == []


# --- extra_occasion


def test_extra_occasion_turns_a_used_one_face_down_again() -> None:
    table = a_table().waste_turn().waste_turn().action("home", "ENCORE")
    assert table.view("teams.home.occasions_left") == 6
    assert len(table.view("teams.home.visible")) == 2


def test_without_a_used_occasion_nothing_comes_back() -> None:
    assert a_table().action("home", "ENCORE").view("teams.home.occasions_left") == 6


def test_the_occasion_in_play_is_used_already_and_may_be_the_one_that_comes_back() -> None:
    """It left `occasions_left` at once. Which one is face down again is not told."""
    table = a_table().attempt("home", "THROUGH").action("home", "ENCORE")
    assert table.view("teams.home.occasions_left") == 6
    table.give_up("home")
    options = {play.occasion for play in table.match.rules.options(table.match.state, "home", "flip")}
    assert "THROUGH" in options


def test_with_an_extra_occasion_a_side_attacks_a_seventh_time() -> None:
    table = a_table()
    for _ in range(10):
        table.waste_turn()
    table.action("home", "ENCORE")
    attacks = {"home": 5, "away": 5}
    while table.view("phase") == "turn":
        attacks[table.view("active")] += 1
        table.waste_turn()
    assert attacks == {"home": 7, "away": 6}


def test_any_used_occasion_may_be_the_extra_one() -> None:
    table = a_table().waste_turn().waste_turn().waste_turn().waste_turn().action("home", "ENCORE")
    table.attempt("home", table.view("teams.home.visible")[0], "a").give_up("home")
    options = {play.occasion for play in table.match.rules.options(table.match.state, "home", "flip")}
    assert {"THROUGH", "DIRECT"} <= options


def flips(table: Table, seat: str = "home") -> set[str]:
    """The occasions that a side may turn over."""
    return {play.occasion for play in table.match.rules.options(table.match.state, seat, "flip")}


def test_an_occasion_that_was_used_and_did_not_come_back_is_not_turned_over() -> None:
    """THROUGH and DIRECT were used when one came back; FORK was used after."""
    table = a_table().waste_turn().waste_turn().waste_turn().waste_turn().action("home", "ENCORE")
    assert table.view("teams.home.visible") == ["FORK", "LADDER"]
    table.attempt("home", "FORK").give_up("home")
    assert flips(table) == {"THROUGH", "DIRECT", "AFAR", "DOUBLE"}
    assert table.illegal("flip", seat="home", occasion="FORK") == "OFUSAIDO §10; reading extra_occasion_which"


def test_when_it_is_turned_over_it_is_known_which_it_was_and_the_others_stay_used() -> None:
    table = a_table().waste_turn().waste_turn().waste_turn().waste_turn().action("home", "ENCORE")
    table.attempt("home", "FORK").give_up("home").flip("home", "DIRECT")
    table.waste_turn().attempt("home", "LADDER", "a").give_up("home")
    assert flips(table) == {"AFAR", "DOUBLE"}
    assert table.illegal("flip", seat="home", occasion="THROUGH") == "OFUSAIDO §10"


def test_each_extra_occasion_brings_one_back() -> None:
    encore = changed("CHEER", effects=[effect(deeds=("extra_occasion",))])
    table = a_table(encore).waste_turn().waste_turn().action("home", "ENCORE")
    table.attempt("home", "DIRECT").give_up("home").flip("home", "LADDER").waste_turn()
    table.action("home", "CHEER").attempt("home", "FORK").give_up("home")
    # THROUGH was used before the first; THROUGH and DIRECT before the second.
    assert flips(table) == {"THROUGH", "DIRECT", "AFAR", "DOUBLE"}
    table.flip("home", "THROUGH").waste_turn()
    table.attempt("home", "THROUGH").give_up("home")
    assert "DIRECT" in flips(table) and "THROUGH" not in flips(table)


def test_one_that_came_back_and_is_used_again_is_used() -> None:
    table = a_table().waste_turn().waste_turn().action("home", "ENCORE")
    table.attempt("home", "DIRECT").give_up("home").flip("home", "THROUGH").waste_turn()
    table.attempt("home", "THROUGH").give_up("home")
    assert not {"THROUGH", "DIRECT"} & flips(table)


# --- reinstate


def test_reinstate_brings_a_player_back_to_the_discard() -> None:
    table = (
        a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "R03W").action("away", "PARDON")
    )
    assert table.view("teams.away.expelled") == []
    assert table.view("teams.away.discard_known") == ["PAZ", "PARDON"]
    assert table.view("teams.away.hand_limit") == 8


def test_reinstate_brings_a_keeper_back_to_the_bench() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "R12", "R03W").action("away", "PARDON")
    assert (table.view("teams.away.goalkeeper"), table.view("teams.away.expelled")) == ("TONI", [])
    assert table.view("teams.away.hand_limit") == 8
    # TONI sees red himself, and SAMS comes in again.
    table.shoot("home", "VEGA").reveal("Y30", "B30").flip_any().waste_turn().attempt("home", "THROUGH")
    table.advance("home", "MARO").let_pass("away").shot("IVAN", "R12", "R21W", target="top_left")
    assert table.view("teams.away.goalkeeper") == "SAMS"


def test_reinstate_brings_a_keeper_back_to_an_empty_goal() -> None:
    table = (
        a_table(visible="AFAR DOUBLE")
        .attempt("home", "AFAR")
        .shot("OTIS", "R12", "R03W")
        .shoot("home", "OTIS")
    )
    table.reveal("Y30", "B30").flip_any().discard("away", "HUGO").waste_turn().attempt("home", "DOUBLE")
    table.advance("home", "MARO").let_pass("away").shot("KOLO", "R12", "R21W", target="bottom_right")
    assert table.view("teams.away.goalkeeper") is None
    table.action("away", "PARDON")
    assert (table.view("teams.away.goalkeeper"), table.view("teams.away.expelled")) == ("TONI", ["SAMS"])
    # Free kick: KOLO 5 + 0; TONI 4 + 3x2.
    assert table.shoot("home", "KOLO").reveal("Y03W", "B12W").totals == (5, 8)


def test_the_last_one_sent_off_comes_back() -> None:
    table = (
        a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "R03W").free_advance("home", "b")
    )
    table.shot("VEGA", "R-14", "R21W", target="top_left")
    assert table.view("teams.away.expelled") == ["PAZ", "SAMS"]
    table.action("away", "PARDON")
    assert table.view("teams.away.expelled") == ["PAZ"]
    assert table.view("teams.away.hand_limit") == 7


def test_with_nobody_sent_off_reinstate_does_nothing() -> None:
    table = a_table().action("home", "PARDON")
    assert (table.view("teams.home.hand_limit"), table.view("teams.home.expelled")) == (8, [])


def test_the_effect_comes_first_and_then_the_card_is_discarded() -> None:
    """RECALL cannot bring itself back, and a reinstated player lies below PARDON."""
    table = a_table().action("home", "CALM").action("home", "RECALL")
    assert table.view("teams.home.discard_known") == ["RECALL"]
    assert table.view("teams.home.discard_unknown") == 0


def test_several_deeds_are_done_in_order() -> None:
    both = changed("ENCORE", effects=[effect(deeds=("discard_energies 4", "recover_energies 1"))])
    assert a_table(both).action("home", "ENCORE").counts("home") == (9, 3)

"""Staff cards (§07): when they are played, and what becomes of them."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def tables() -> dict[str, Table]:
    """A table in each phase of a turn."""
    progress = a_table().attempt("home", "THROUGH")
    return {
        "turn": a_table(),
        "advance": a_table().attempt("home", "THROUGH"),
        "oppose": a_table().attempt("home", "THROUGH").advance("home", "MARO"),
        "support": a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ"),
        "shot": a_table().attempt("home", "DIRECT"),
        "free_advance": progress.contest("MARO", "PAZ", "B30", "B12W"),
        "set_piece": a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W"),
    }


PHASES = ["turn", "advance", "oppose", "support", "shot", "free_advance", "set_piece"]


@pytest.mark.parametrize("seat", ["home", "away"])
@pytest.mark.parametrize("phase", PHASES)
def test_either_side_plays_an_action_in_any_phase_of_a_turn_before_the_reveal(phase: str, seat: str) -> None:
    table = tables()[phase]
    assert table.view("phase") == phase
    hand = table.view(f"teams.{seat}.hand")
    table.action(seat, "CALM")
    assert table.view("phase") == phase
    assert table.view(f"teams.{seat}.hand") == hand - 1
    assert table.view(f"teams.{seat}.discard_known") == ["CALM"]


def test_an_action_shows_its_text() -> None:
    shown = a_table().action("away", "CALM").event("effect")
    assert (shown["seat"], shown["card"], shown["text"]) == ("away", "CALM", "look at six cards")


def test_a_card_with_two_actions_gives_one_of_them_and_is_discarded() -> None:
    table = a_table().action("home", "CALM", 2)
    table.illegal("action", seat="home", card="CALM", choice=1)


def test_choice_2_of_a_one_action_card_is_refused() -> None:
    assert a_table().illegal("action", seat="home", card="RECALL", choice=2) == "OFUSAIDO §07"


@pytest.mark.parametrize("choice", [0, 3, "1", None])
def test_there_is_no_third_choice(choice: object) -> None:
    assert a_table().refused("action", seat="home", card="CALM", choice=choice).code == "bad_play"


@pytest.mark.parametrize("card", ["MARO", "GREEN", "SAMS", "Y30", "THROUGH"])
def test_only_an_action_of_the_sides_own_is_played(card: str) -> None:
    a_table().illegal("action", seat="home", card=card, choice=1)


def test_an_action_of_no_catalogue_is_unknown() -> None:
    assert a_table().refused("action", seat="home", card="WAVE", choice=1).code == "unknown_card"


def test_an_action_comes_from_the_hand() -> None:
    a_table().override(teams__home__hand=0).illegal("action", seat="home", card="CALM", choice=1)


def test_a_hand_emptied_by_an_action_ends_the_attack() -> None:
    table = a_table().override(teams__home__hand=1).attempt("home", "THROUGH").action("home", "CALM")
    assert table.event("turn_end")["reason"] == "no_card"


def test_an_action_is_not_put_down_as_a_player_nor_drawn_for_before_the_end_of_the_turn() -> None:
    table = a_table().action("home", "CALM").attempt("home", "THROUGH").give_up("home")
    assert table.event("turn_end")["draw"] == {"home": 1, "away": 0}


def test_after_a_reshuffle_an_action_may_be_played_again() -> None:
    """§07: they can be played as often as possible during the match."""
    table = a_table().action("home", "CALM").stall("home", "reshuffle").flip_any()
    assert table.action("home", "CALM").view("teams.home.discard_known") == ["CALM"]


def test_an_action_for_a_duel_ends_with_the_duel() -> None:
    # 8 + 2 + 3 and then VEGA 7 + 2 + 1x2 with nothing more.
    table = a_table().action("home", "DRIVE").attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    assert table.totals == (13, 8)
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (11, 7)


def test_an_action_for_a_duel_ends_with_a_foul_too() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").action("home", "DRIVE")
    table.oppose("away", "PAZ").reveal("B30", "B12W").free_advance("home", "b")
    assert table.shot("VEGA", "R12", "Y21", target="top_left").totals == (11, 7)


def test_an_action_for_a_duel_does_not_outlive_the_turn() -> None:
    table = a_table().action("home", "DRIVE").waste_turn().waste_turn().attempt("home", "FORK")
    assert table.contest("MARO", "PAZ", "Y30", "R03W", to="b").totals == (11, 11)


def test_an_action_for_the_turn_holds_to_its_end_and_no_longer() -> None:
    table = a_table(visible="DIRECT AFAR").action("away", "CALM", 2).attempt("home", "DIRECT")
    assert table.shot("VEGA", "R12", "Y21").totals == (11, 5 + 1 * 2)
    table.flip_any().waste_turn().attempt("home", "AFAR")
    assert table.shot("OTIS", "Y30", "R12").totals == (6 + 2 + 6, 5 + 2 * 2)


def test_an_action_for_the_match_holds_on() -> None:
    table = (
        a_table(visible="DIRECT AFAR")
        .action("away", "CHEER")
        .waste_turn()
        .waste_turn()
        .attempt("home", "AFAR")
    )
    assert table.shot("OTIS", "Y30", "R12").totals == (14, 5 + 4 + 1)


def test_two_actions_add_up() -> None:
    table = a_table().action("home", "DRIVE").action("home", "CHEER").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (6 + 2 + 2 + 3 + 1, 11)


def test_an_action_that_comes_too_late_names_the_section_that_closes_the_moment() -> None:
    turning = a_table().attempt("home", "DIRECT").shoot("home", "VEGA").no_support("home").no_support("away")
    assert turning.illegal("action", seat="home", card="CALM", choice=1) == "OFUSAIDO §11"
    kick = a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    assert kick.illegal("action", seat="home", card="CALM", choice=1) == "OFUSAIDO §14"

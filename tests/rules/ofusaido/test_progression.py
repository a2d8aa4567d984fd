"""Getting on by pass and dribble, and what the defence may do (§11)."""

import pytest

from tests.rules.ofusaido.cards import PLAYERS
from tests.rules.ofusaido.table import a_table


def test_a_pass_takes_one_energy_and_a_card_of_the_hand() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO")
    assert table.counts("home") == (11, 0)
    assert table.view("teams.home.hand") == 7
    assert (table.view("phase"), table.turn_of) == ("oppose", "away")


def test_a_dribble_places_one_energy_and_discards_one_more() -> None:
    """§16."""
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA", "dribble")
    assert table.counts("home") == (10, 1)
    assert table.event("energy") == {
        "kind": "energy",
        "seat": "home",
        "pile": 10,
        "spent": 1,
        "cite": "OFUSAIDO §09",
    }


def test_with_endurance_a_dribble_costs_one_energy() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "SILO", "dribble")
    assert table.counts("home") == (11, 0)


def test_a_dribble_without_endurance_needs_two_energies() -> None:
    table = a_table().override(teams__home__energy_pile=1).attempt("home", "THROUGH")
    assert table.illegal("advance", seat="home", card="VEGA", intent="dribble") == "OFUSAIDO §11"
    assert table.advance("home", "SILO", "dribble").counts("home") == (0, 0)


def test_to_may_be_left_out_if_there_is_one_way() -> None:
    assert a_table().attempt("home", "THROUGH").advance("home", "MARO").event("advance")["to"] == "b"


def test_of_several_ways_the_attack_says_which() -> None:
    table = a_table(visible="FORK DIRECT").attempt("home", "FORK")
    table.illegal("advance", seat="home", card="MARO", intent="pass")
    table.illegal("advance", seat="home", card="MARO", intent="pass", to="a")
    assert table.advance("home", "MARO", to="c").let_pass("away").view("zone") == "c"


def test_a_pass_is_pas_against_int() -> None:
    # MARO PAS 6 + post 2 + 2 = 10; PAZ INT 6 + post 2 + 0 = 8.
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y21", "B30")
    assert table.totals == (10, 8)


def test_a_dribble_is_drb_against_tak() -> None:
    # VEGA DRB 5 + no place + 4 = 9; KANT TAK 7 + no place + 1 = 8.
    table = a_table().attempt("home", "THROUGH").contest("VEGA", "KANT", "B4-1", "Y21", intent="dribble")
    assert table.totals == (9, 8)


def test_the_higher_total_wins_and_the_attack_gets_on() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y21", "B30")
    assert (table.event("duel")["winner"], table.event("duel")["margin"]) == ("attack", 2)
    progress = table.event("progress")
    assert (progress["seat"], progress["from"], progress["to"], progress["opposed"]) == (
        "home",
        "a",
        "b",
        True,
    )
    assert (table.view("phase"), table.view("zone")) == ("shot", "b")


def test_a_level_duel_goes_to_the_defence() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "R03W")
    assert table.totals == (11, 11)
    assert (table.event("duel")["winner"], table.event("duel")["margin"]) == ("defence", 0)


def test_the_defence_wins_and_the_turn_ends() -> None:
    # MARO 8 + 1 = 9; PAZ 8 + 3 = 11.
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "Y03W")
    assert (table.event("duel")["winner"], table.event("duel")["margin"]) == ("defence", 2)
    assert table.event("turn_end")["reason"] == "lost_duel"
    assert table.view("occasion") is None


# --- who may be put down


def test_after_a_pass_the_passer_is_not_available() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.illegal("shoot", seat="home", card="MARO", target="top_left")


def test_after_a_dribble_that_got_through_the_same_card_is_the_next_base_player() -> None:
    table = a_table().attempt("home", "THROUGH").contest("VEGA", "MARO", "B4-1", "Y21", intent="dribble")
    table.illegal("shoot", seat="home", card="IVAN", target="top_left")
    hand = table.view("teams.home.hand")
    assert table.shoot("home", "VEGA", "top_left").view("teams.home.hand") == hand


def test_a_dribbler_leaves_the_hand_once_however_often_he_goes_on() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a")
    for _ in range(3):
        table.advance("home", "SILO", "dribble").let_pass("away")
    assert table.view("teams.home.hand") == 7
    assert table.give_up("home").event("turn_end")["draw"]["home"] == 1
    assert table.view("teams.home.discard_known") == ["SILO"]


def test_a_dribbler_goes_on_although_the_hand_is_empty() -> None:
    table = a_table().override(teams__home__hand=1).attempt("home", "THROUGH")
    table.advance("home", "VEGA", "dribble").let_pass("away")
    assert (table.view("phase"), table.view("teams.home.hand")) == ("shot", 0)
    assert table.shoot("home", "VEGA", "top_left").view("phase") == "support"


def test_a_dribbler_may_then_pass_and_is_gone_for_the_rest() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a")
    table.advance("home", "VEGA", "dribble").let_pass("away")
    table.illegal("advance", seat="home", card="MARO", intent="pass")
    table.advance("home", "VEGA").let_pass("away")
    table.illegal("advance", seat="home", card="VEGA", intent="pass")
    assert table.advance("home", "MARO").view("phase") == "oppose"


def test_a_dribbler_who_was_let_through_is_still_the_base_player() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "VEGA", "dribble").let_pass("away")
    table.illegal("shoot", seat="home", card="IVAN", target="top_left")
    assert table.shoot("home", "VEGA", "top_left").view("phase") == "support"


def test_a_goalkeeper_is_played_only_in_goal() -> None:
    table = a_table().attempt("home", "THROUGH")
    table.illegal("advance", seat="home", card="SAMS", intent="pass")
    table.advance("home", "MARO").illegal("oppose", seat="away", card="TONI")


def test_only_players_of_the_squad_are_put_down() -> None:
    stranger = {**PLAYERS[0], "ref": "ZORO"}
    table = a_table(stranger).attempt("home", "THROUGH")
    table.illegal("advance", seat="home", card="ZORO", intent="pass")
    table.illegal("advance", seat="home", card="CALM", intent="pass")
    table.illegal("advance", seat="home", card="Y30", intent="pass")


def test_a_card_known_to_lie_in_the_discard_is_refused() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "Y03W").flip_any()
    assert table.view("teams.home.discard_known") == ["MARO"]
    table.attempt("away", "THROUGH").advance("away", "MARO").illegal("oppose", seat="home", card="MARO")
    assert table.oppose("home", "PAZ").view("phase") == "support"


def test_a_card_is_refused_if_the_hand_has_no_card() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").override(teams__away__hand=0)
    table.illegal("oppose", seat="away", card="PAZ")
    assert table.waited == {"away": {"let_pass"}}


# --- the defence


def test_a_defender_takes_one_energy() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    assert table.counts("away") == (11, 0)
    assert (table.view("teams.away.hand"), table.view("phase"), table.turn_of) == (7, "support", "home")


def test_a_defence_without_energy_puts_no_card_down() -> None:
    """§16."""
    table = a_table().override(teams__away__energy_pile=0).attempt("home", "THROUGH").advance("home", "MARO")
    assert table.illegal("oppose", seat="away", card="PAZ") == "OFUSAIDO §16"
    assert table.waited["away"] & {"oppose", "let_pass"} == {"let_pass"}


def test_the_attack_does_not_oppose_itself() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO")
    table.illegal("oppose", seat="home", card="PAZ")
    table.illegal("let_pass", seat="home")


def test_let_through_the_attack_moves_on_with_no_duel() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    assert "duel" not in table.kinds
    assert table.event("progress")["opposed"] is False
    assert table.view("zone") == "b"


def test_let_through_the_placed_energies_are_spent_unseen() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    assert table.counts("home") == (11, 1)
    # Unseen, so that any of the twelve may still turn up.
    table.shoot("home", "VEGA", "top_left").no_support("home", "away")
    assert len(table.match.rules.options(table.match.state, "home", "reveal")) == 12


@pytest.mark.parametrize("intent", ["pass", "dribble"])
def test_an_attack_without_energy_to_place_ends_its_turn(intent: str) -> None:
    """§16, reason `no_energy`."""
    energies = 1 if intent == "pass" else 2
    table = a_table().override(teams__home__energy_pile=energies).attempt("home", "THROUGH")
    table.advance("home", "VEGA", intent).let_pass("away")
    assert table.event("turn_end")["reason"] == "no_energy"
    assert table.kinds.index("progress") < table.kinds.index("turn_end")


def test_when_a_duel_is_settled_its_energies_go_to_the_discard_at_once() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y21", "B30")
    assert (table.counts("home"), table.counts("away")) == ((11, 1), (11, 1))


def test_players_stay_on_the_table_to_the_end_of_the_turn() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y21", "B30")
    assert table.view("teams.away.discard_known") == []
    table.shoot("home", "VEGA", "top_left").no_support("home").illegal("support", seat="away", cards=["PAZ"])

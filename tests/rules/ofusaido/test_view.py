"""What anybody may see."""

import json

from tests.rules.ofusaido.table import Table, a_table

COMMON = {"game", "rules_version", "phase", "turn", "active", "score", "over", "winner"}
OWN = {"mode", "attacking", "zone", "occasion", "clock_hint", "teams"}
TEAM = {
    "hand", "hand_limit", "draw_pile", "discard_known", "discard_unknown", "energy_pile", "energy_spent",
    "occasions_left", "visible", "expelled", "goalkeeper", "coach_bonus_used",
}  # fmt: skip


def opposed() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def test_the_view_has_what_every_game_has_and_its_own() -> None:
    view = a_table().view()
    assert view.keys() >= COMMON | OWN
    assert view["teams"]["home"].keys() >= TEAM
    assert (view["game"], view["mode"], view["clock_hint"]) == ("ofusaido", "amateur", [45, 60])
    assert isinstance(view["rules_version"], str)


def test_the_view_is_json() -> None:
    table = opposed()
    assert json.loads(json.dumps(table.view())) == table.view()


def test_turn_counts_attacks_from_1() -> None:
    table = a_table()
    assert [table.waste_turn().view("turn") for _ in range(3)] == [2, 3, 4]


def test_active_is_whose_turn_it_is_also_while_the_other_is_waited_for() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO")
    assert (table.turn_of, table.view("active"), table.view("attacking")) == ("away", "home", "home")


def test_active_stays_while_occasions_are_turned_over() -> None:
    table = a_table().attempt("home", "THROUGH").give_up("home")
    assert (table.view("phase"), table.view("active"), table.view("turn")) == ("flip", "home", 1)


def test_the_duel_shows_what_can_be_known_before_the_reveal() -> None:
    table = opposed().support("home", "OTIS")
    duel = table.view("duel")
    attack = {"base": "MARO", "intent": "pass", "supports": ["OTIS"], "score": 6, "placement": 2, "times": 1}
    defence = {"base": "PAZ", "intent": "pass", "supports": [], "score": 6, "placement": 2, "times": 1}
    assert duel["attack"].items() >= attack.items()
    assert duel["defence"].items() >= defence.items()
    assert set(duel["odds"]) == {"attack", "defence", "foul_by_attack", "foul_by_defence"}


def test_the_score_of_a_keeper_is_save_and_target_after_effects() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").let_pass("away")
    table.shoot("home", "VEGA", "top_left").no_support("home")
    duel = table.view("duel")
    assert (duel["attack"]["intent"], duel["defence"]["base"]) == ("shot", "SAMS")
    assert (duel["attack"]["score"], duel["defence"]["score"]) == (7, 6)
    # A let pass and, as if support closed now, no last defender.
    assert duel["attack"]["times"] == 4


def test_the_score_is_after_effects() -> None:
    table = a_table().action("home", "DRIVE").attempt("home", "THROUGH").advance("home", "MARO")
    assert table.oppose("away", "PAZ").view("duel.attack.score") == 8


def test_the_times_of_a_long_shot_are_the_keepers() -> None:
    table = a_table(visible="AFAR DIRECT").attempt("home", "AFAR").shoot("home", "OTIS")
    assert (table.view("duel.attack.times"), table.view("duel.defence.times")) == (2, 2)


def test_intent_names_the_set_piece() -> None:
    penalty = a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    assert penalty.view("duel.attack.intent") == "penalty"
    afar = (
        a_table(visible="AFAR DIRECT")
        .attempt("home", "AFAR")
        .shot("OTIS", "B30", "B12W")
        .shoot("home", "OTIS")
    )
    assert afar.view("duel.attack.intent") == "free_kick"
    assert (afar.view("duel.attack.times"), afar.view("duel.defence.times")) == (1, 2)
    five = ["VEGA", "IVAN", "SILO", "OTIS", "HUGO"]
    kick = a_table().waste_all().shootout("home", *five).shootout("away", *five)
    assert kick.view("duel.attack.intent") == "shootout"


def test_what_was_spent_unseen_is_not_shown() -> None:
    """The energies placed lie face down: only their numbers are known."""
    assert "Y30" not in json.dumps(opposed().view("teams"))


def test_lists_are_in_the_order_in_which_cards_came_there() -> None:
    table = (
        opposed()
        .support("home", "VEGA", "OTIS")
        .no_support("away", "home")
        .reveal("R-14", "Y03W", "R12", "B12W")
    )
    assert table.view("teams.home.discard_known") == ["MARO", "VEGA", "OTIS"]

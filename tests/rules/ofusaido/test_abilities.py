"""Abilities that are actions (§04): announced from the table or from the hand, and carried out as an action is."""

from typing import Any

import pytest

from companion.play import write_play
from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table, refused_setup
from tests.rules.ofusaido.table import a_setup as setup

NOT_THERE = "OFUSAIDO §04; reading ability_table"
TEAM_COUNTS = ("hand", "draw_pile", "discard_known")


def able(ref: str, where: str, *effects: Json, **more: Any) -> Json:
    """A card of the box with announced effects; the first says what `more` says too."""
    first, *others = effects
    return changed(
        ref, effects=[{**first, "announced": where, **more}, *({**one, "announced": where} for one in others)]
    )


STRIKE = effect(modifier("duel own_attack self", "score", "add", 3))
HELP = effect(modifier("progression own_attack base", "energy", "multiply", 2), lasts="turn")


def passing(*cards: Json, **more: Any) -> Table:
    """MARO passes for `home`, and PAZ opposes him."""
    return a_table(*cards, **more).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


# --- from the table


def test_an_announced_effect_does_not_count_by_itself() -> None:
    table = passing(able("MARO", "table", STRIKE)).reveal("Y30", "R12")
    assert table.totals == (6 + 2 + 3, 6 + 2 + 2)


def test_announced_it_counts_as_an_actions_does() -> None:
    table = passing(able("MARO", "table", STRIKE)).play("ability", seat="home", card="MARO")
    assert table.kinds == ["ability", "effect"]
    assert table.event("ability")["cite"] == "OFUSAIDO §04"
    assert table.event("effect")["cite"] == "OFUSAIDO §04"
    assert table.view("duel.attack.score") == 9
    table.reveal("Y30", "R12")
    assert table.totals == (6 + 3 + 2 + 3, 6 + 2 + 2)


def test_the_card_stays_on_the_table() -> None:
    table = passing(able("MARO", "table", STRIKE))
    before = [table.view(f"teams.home.{name}") for name in TEAM_COUNTS]
    table.play("ability", seat="home", card="MARO")
    assert [table.view(f"teams.home.{name}") for name in TEAM_COUNTS] == before


def test_a_defender_announces_too_and_so_does_a_keeper_in_goal() -> None:
    keeper = able("SAMS", "table", effect(modifier("shot own_defence self", "save", "add", 4)))
    table = a_table(keeper).attempt("home", "DIRECT").shoot("home", "VEGA")
    table.play("ability", seat="away", card="SAMS")
    assert table.view("duel.defence.score") == 9


def test_a_keeper_on_the_bench_announces_nothing() -> None:
    table = a_table(able("TONI", "table", STRIKE)).attempt("home", "DIRECT")
    assert table.illegal("ability", seat="home", card="TONI") == NOT_THERE


def test_a_card_that_does_not_lie_there_announces_nothing_from_the_table() -> None:
    table = passing(able("VEGA", "table", STRIKE))
    assert table.illegal("ability", seat="home", card="VEGA") == NOT_THERE


def test_nothing_is_announced_from_the_table_at_the_start_of_a_turn() -> None:
    keeper = able("SAMS", "table", STRIKE)
    assert a_table(keeper).illegal("ability", seat="home", card="SAMS") == "OFUSAIDO §04"
    assert "ability" not in a_table(keeper).waited["home"]


# --- from the hand


def test_from_the_hand_the_card_is_shown_and_discarded_after_its_effect() -> None:
    table = passing(able("VEGA", "hand", HELP)).play("ability", seat="home", card="VEGA")
    assert (table.view("teams.home.hand"), table.view("teams.home.discard_known")) == (6, ["VEGA"])
    # MARO 6 + ideal post 2 + 3 x2; PAZ 6 + 2 + 2.
    assert table.reveal("Y30", "R12").totals == (14, 10)


def test_from_the_hand_it_may_be_announced_before_anything_is_tried() -> None:
    draws = able("VEGA", "hand", effect(deeds=("draw 2",)))
    table = a_table(draws).play("ability", seat="home", card="VEGA")
    assert (table.view("teams.home.hand"), table.view("teams.home.draw_pile")) == (9, 17)
    a_table(draws).play("ability", seat="away", card="VEGA")


def test_a_deed_is_done_by_the_engine() -> None:
    table = a_table(able("VEGA", "hand", effect(deeds=("opponent_discards_pile 3",))))
    table.play("ability", seat="home", card="VEGA")
    assert table.view("teams.away.draw_pile") == 16
    assert table.view("teams.away.discard_unknown") == 3


def test_a_foul_may_be_cancelled_by_an_ability() -> None:
    table = passing(able("PAZ", "table", effect(deeds=("cancel_foul",))))
    table.play("ability", seat="away", card="PAZ").reveal("R12", "R03W")
    assert "foul" not in table.kinds and "duel" in table.kinds


@pytest.mark.parametrize("where", ["put down", "discarded", "sent off"])
def test_a_card_that_cannot_be_in_the_hand_is_not_shown(where: str) -> None:
    table = passing(able("MARO", "hand", HELP))
    cite = "OFUSAIDO §11"
    if where == "discarded":
        table = a_table(able("MARO", "hand", HELP)).override(teams__home__discard_known=["MARO"])
        cite = "OFUSAIDO §15"
    elif where == "sent off":
        table = a_table(able("MARO", "hand", HELP)).override(teams__home__expelled=["MARO"])
        cite = "OFUSAIDO §13"
    assert table.illegal("ability", seat="home", card="MARO") == cite


def test_an_empty_hand_shows_nothing() -> None:
    table = a_table(able("VEGA", "hand", HELP)).override(teams__home__hand=0)
    assert table.illegal("ability", seat="home", card="VEGA") == "OFUSAIDO §04"


def test_a_keeper_is_never_in_the_hand() -> None:
    table = a_table(able("SAMS", "hand", HELP))
    assert table.illegal("ability", seat="home", card="SAMS") == "OFUSAIDO §03"


# --- which, and how often


def test_of_several_abilities_it_is_said_which() -> None:
    both = able("MARO", "table", STRIKE, effect(deeds=("draw 1",)))
    table = passing(both)
    assert table.illegal("ability", seat="home", card="MARO") == "OFUSAIDO §04"
    assert table.illegal("ability", seat="home", card="MARO", effect=3) == "OFUSAIDO §04"
    assert table.play("ability", seat="home", card="MARO", effect=2).view("teams.home.hand") == 8
    table.play("ability", seat="home", card="MARO", effect=1)


def test_effects_that_count_by_themselves_are_not_numbered() -> None:
    card = changed("MARO", effects=[STRIKE, {**effect(deeds=("draw 1",)), "announced": "table"}])
    table = passing(card)
    assert table.view("duel.attack.score") == 9
    assert table.illegal("ability", seat="home", card="MARO", effect=2) == "OFUSAIDO §04"
    assert table.play("ability", seat="home", card="MARO").event("ability")["effect"] == 1
    assert table.view("teams.home.hand") == 8


def test_an_ability_is_announced_once_a_turn() -> None:
    table = passing(able("MARO", "table", STRIKE)).play("ability", seat="home", card="MARO")
    assert table.illegal("ability", seat="home", card="MARO") == "OFUSAIDO §04"
    table.reveal("R-14", "Y03W").flip_any().waste_turn()
    assert table.view("active") == "home"
    table.override(teams__home__discard_known=[]).attempt("home", table.view("teams.home.visible")[0])
    table.shoot("home", "MARO").play("ability", seat="home", card="MARO")


def test_one_that_is_marked_once_is_announced_once_a_match() -> None:
    keeper = able("SAMS", "table", effect(deeds=("recover_energies 1",)), once=True)
    table = a_table(keeper).attempt("home", "DIRECT").play("ability", seat="away", card="SAMS")
    table.give_up("home").flip_any().waste_turn().attempt("home", "THROUGH")
    refused = table.refused("ability", seat="away", card="SAMS")
    assert (refused.cite, "once in a match" in refused.message) == (
        "OFUSAIDO §04; reading ability_once",
        True,
    )
    # The other side's copy of the card has not been announced.
    table.play("ability", seat="home", card="SAMS")


def test_one_that_is_marked_once_is_used_up_by_the_first_duel_in_which_it_counted() -> None:
    base = effect(modifier("duel own_attack base", "score", "add", 3), lasts="match")
    table = passing(able("VEGA", "hand", base, once=True)).play("ability", seat="home", card="VEGA")
    assert table.reveal("Y30", "R12").totals == (14, 10)
    table.shoot("home", "IVAN", "top_left")
    assert table.view("duel.attack.score") == 6


def test_a_turns_ability_ends_with_the_turn() -> None:
    table = a_table(able("VEGA", "hand", HELP)).play("ability", seat="away", card="VEGA").waste_turn()
    table.attempt("away", "THROUGH").advance("away", "MARO").oppose("home", "PAZ")
    assert table.view("duel.attack.times") == 1


# --- whose, and when


@pytest.mark.parametrize(
    ("card", "cite"),
    [("CALM", "§01"), ("UGO", "§03"), ("VEGA", "§04"), ("SAMS", "§04"), ("Y30", "§01")],
)
def test_only_a_footballer_of_the_squad_with_such_an_ability_announces(card: str, cite: str) -> None:
    assert passing().illegal("ability", seat="home", card=card) == f"OFUSAIDO {cite}"


def test_there_are_no_abilities_in_the_football_school() -> None:
    table = a_table(able("VEGA", "hand", HELP), mode="ecole")
    assert table.illegal("ability", seat="home", card="VEGA") == "OFUSAIDO §02"
    assert "ability" not in table.waited["home"]


def test_nothing_is_announced_while_energies_are_turned() -> None:
    table = passing(able("VEGA", "hand", HELP)).reveal("Y30")
    table.illegal("ability", seat="home", card="VEGA")


def test_what_may_be_announced_is_waited_for_and_offered() -> None:
    table = passing(able("MARO", "table", STRIKE), able("VEGA", "hand", HELP))
    assert "ability" in table.waited["home"]
    offered = table.match.rules.options(table.match.state, "home", "ability")
    assert [write_play(play) for play in offered] == [
        {"play": "ability", "seat": "home", "card": "MARO", "effect": 1},
        {"play": "ability", "seat": "home", "card": "VEGA", "effect": 1},
    ]


def test_a_shooter_who_was_sent_off_is_offered_no_ability() -> None:
    five = ("VEGA", "IVAN", "SILO", "OTIS", "HUGO")
    table = a_table(able("VEGA", "table", STRIKE)).waste_all().shootout("home", *five).shootout("away", *five)
    assert "ability" in table.waited["home"]
    table.override(teams__home__expelled=["VEGA"])
    assert "ability" not in table.waited["home"]
    assert table.illegal("ability", seat="home", card="VEGA") == "OFUSAIDO §13"


def test_an_ability_can_be_taken_back_and_corrected() -> None:
    cards = able("MARO", "table", STRIKE), able("VEGA", "hand", HELP)
    table = passing(*cards).play("ability", seat="home", card="MARO").play("undo")
    assert table.view("duel.attack.score") == 6
    table.play("ability", seat="home", card="MARO")
    table.play("correct", seq=6, **{"with": {"play": "ability", "seat": "home", "card": "VEGA"}})
    assert (table.view("duel.attack.score"), table.view("duel.attack.times")) == (6, 2)


def test_the_text_of_an_announced_deed_is_not_shown_when_the_card_is_put_down() -> None:
    table = a_table(able("MARO", "table", effect(deeds=("draw 1",)))).attempt("home", "THROUGH")
    assert "effect" not in table.advance("home", "MARO").kinds


# --- what is no ability


@pytest.mark.parametrize(
    "fields", [{"card": "VEGA", "effect": 0}, {"card": "VEGA", "effect": "1"}, {}, {"card": "VEGA", "to": 1}]
)
def test_a_play_that_is_no_ability_is_bad(fields: Json) -> None:
    assert passing().refused("ability", seat="home", **fields).code == "bad_play"


def test_an_unknown_card_is_unknown() -> None:
    assert passing().refused("ability", seat="home", card="NOBODY").code == "unknown_card"


@pytest.mark.parametrize(
    "card",
    [
        changed("MARO", effects=[{**STRIKE, "announced": "bench"}]),
        changed("CALM", effects=[{**effect(text="as printed"), "announced": "hand"}]),
        changed("BOSS", unique={**effect(text="as printed"), "announced": "hand"}),
        changed("ARENA", effects=[{**effect(text="as printed"), "announced": "table"}]),
        changed("MARO", effects=[{**STRIKE, "announced": True}]),
    ],
)
def test_only_footballers_announce_from_table_or_hand(card: Json) -> None:
    assert "announced" in refused_setup(setup(), card)

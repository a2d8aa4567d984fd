"""Coaches (§05) and stadiums (§06), in `pro` and `elite`."""

import pytest

from companion.words import translate
from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table


def a_pro_table(*cards: Json, **setup: object) -> Table:
    return a_table(*cards, **{"mode": "pro", **setup})


def test_a_permanent_bonus_applies_by_itself_and_is_a_line() -> None:
    # BOSS: +1 on the base's energy in a progression. 8 + (3 + 1) = 12.
    table = (
        a_pro_table(home={"coach": "BOSS"}).attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "R03W")
    )
    assert table.totals == (12, 11)
    (line,) = (x for x in table.event("duel")["attack"]["lines"] if x.get("card") == "BOSS")
    assert (line["what"], line["value"]) == ("effect", 1)


def test_a_permanent_bonus_holds_all_match_long() -> None:
    table = a_pro_table(home={"coach": "BOSS"}).waste_turn().waste_turn().attempt("home", "FORK")
    assert table.contest("MARO", "PAZ", "Y30", "R03W", to="b").totals == (12, 11)


def test_a_permanent_bonus_is_its_own_sides() -> None:
    table = (
        a_pro_table(away={"coach": "BOSS"}).attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "R03W")
    )
    assert table.totals == (11, 11)


def test_a_bonus_joins_the_energy_before_it_is_multiplied() -> None:
    # DOUBLE: (3 + 1) x2.
    table = a_pro_table(visible="DOUBLE DIRECT", home={"coach": "BOSS"}).attempt("home", "DOUBLE")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (8 + 4 * 2, 11)


def test_the_unique_bonus_is_played_once_in_the_match() -> None:
    table = a_pro_table(home={"coach": "BOSS"})
    assert table.view("teams.home.coach_bonus_used") is False
    shown = table.coach_bonus("home").event("effect")
    assert (shown["seat"], shown["card"]) == ("home", "BOSS")
    assert table.view("teams.home.coach_bonus_used") is True
    table.illegal("coach_bonus", seat="home")
    # +1 on the energy, +2 on the total.
    assert table.attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "R03W").totals == (14, 11)
    table.give_up("home").flip_any().waste_turn().illegal("coach_bonus", seat="home")


def test_the_play_of_the_unique_bonus_says_what_it_does() -> None:
    table = a_pro_table(
        changed("BOSS", unique=effect(text="Draw 1 card.", deeds=("draw 1",))), home={"coach": "BOSS"}
    )
    match = table.coach_bonus("home").match
    label = match.rules.label(match.state, match.entries[-1].play)
    assert translate(label, "en") == "home uses the coach's bonus: Draw 1 card."


def test_the_unique_bonus_costs_no_card() -> None:
    table = a_pro_table(home={"coach": "BOSS"}).coach_bonus("home")
    assert (table.view("teams.home.hand"), table.view("teams.home.discard_known")) == (8, [])


def test_the_unique_bonus_lasts_as_it_says() -> None:
    table = a_pro_table(home={"coach": "BOSS"}).coach_bonus("home").waste_turn().waste_turn()
    assert table.attempt("home", "FORK").contest("MARO", "PAZ", "Y30", "R03W", to="b").totals == (12, 11)


def test_the_defence_may_use_its_bonus_too() -> None:
    table = a_pro_table(away={"coach": "BOSS"}).attempt("home", "THROUGH").advance("home", "MARO")
    table.coach_bonus("away").oppose("away", "PAZ").reveal("Y30", "R03W")
    assert table.totals == (11, 13)


def test_no_bonus_during_the_reveal() -> None:
    table = a_pro_table(away={"coach": "BOSS"}).attempt("home", "THROUGH").advance("home", "MARO")
    table.oppose("away", "PAZ").reveal("Y30").illegal("coach_bonus", seat="away")


def test_without_a_coach_there_is_no_bonus() -> None:
    assert a_pro_table().illegal("coach_bonus", seat="home") == "OFUSAIDO §05"


def test_a_coach_without_a_unique_bonus_gives_none() -> None:
    table = a_pro_table(changed("BOSS", unique=None), home={"coach": "BOSS"})
    table.illegal("coach_bonus", seat="home")
    assert "coach_bonus" not in table.waited["home"]


def test_a_unique_bonus_may_be_a_deed() -> None:
    coach = changed("BOSS", unique=effect(deeds=("draw 2",)))
    table = a_pro_table(coach, home={"coach": "BOSS"}).coach_bonus("home")
    assert (table.view("teams.home.hand"), table.view("teams.home.draw_pile")) == (10, 17)


def test_a_stadium_applies_by_itself_and_is_a_line() -> None:
    # ARENA: -1 on the stat of a long shot. OTIS 6 - 1 + 2 + 3x2; SAMS 5 + 2x2.
    table = (
        a_pro_table(visible="AFAR DIRECT", stadium="ARENA").attempt("home", "AFAR").shot("OTIS", "Y30", "R12")
    )
    assert table.totals == (5 + 2 + 6, 9)
    assert any(x.get("card") == "ARENA" for x in table.event("duel")["attack"]["lines"])


@pytest.mark.parametrize("seat", ["home", "away"])
def test_a_stadium_is_for_whoever_attacks(seat: str) -> None:
    table = (
        a_pro_table(visible="AFAR DIRECT", stadium="ARENA", kickoff=seat)
        .attempt(seat, "AFAR")
        .shoot(seat, "OTIS")
    )
    assert table.view("duel.attack.score") == 5


@pytest.mark.parametrize(
    ("side", "totals"), [("attack", (12, 11)), ("defence", (11, 12)), ("both", (12, 12))]
)
def test_a_stadium_is_for_the_attack_the_defence_or_both(side: str, totals: tuple[int, int]) -> None:
    stadium = changed("ARENA", effects=[effect(modifier(f"duel {side} base", "energy", "add", 1))])
    table = a_pro_table(stadium, stadium="ARENA").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == totals


def test_a_stadium_may_have_several_effects() -> None:
    one, two = modifier("duel both base", "energy", "add", 1), modifier("duel attack base", "total", "add", 3)
    stadium = changed("ARENA", effects=[effect(one), effect(two)])
    table = a_pro_table(stadium, stadium="ARENA").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (15, 12)


def test_effects_of_stadium_and_coach_count_at_a_set_piece() -> None:
    """§14."""
    stadium = changed("ARENA", effects=[effect(modifier("set_piece attack base", "score", "add", 1))])
    coach = changed("BOSS", permanent=effect(modifier("penalty own_defence goalkeeper", "save", "add", 3)))
    table = a_pro_table(stadium, coach, stadium="ARENA", away={"coach": "BOSS"}).attempt("home", "DIRECT")
    table.shot("VEGA", "B30", "B12W").shoot("home", "VEGA").reveal("Y30", "R12")
    assert table.totals == (7 + 1 + 6, 5 + 3 + 2)


def test_texts_of_stadium_and_permanent_bonus_are_shown_at_kick_off() -> None:
    """Nobody but the players can carry them out."""
    stadium = changed("ARENA", effects=[effect(text="the pitch is wet")])
    coach = changed("BOSS", permanent=effect(text="sing", deeds=("draw 1",)))
    table = a_pro_table(stadium, coach, stadium="ARENA", home={"coach": "BOSS"})
    assert [(x["kind"], x["card"], x["text"]) for x in table.events] == [
        ("effect", "ARENA", "the pitch is wet"),
        ("effect", "BOSS", "sing"),
    ]
    assert table.view("teams.home.hand") == 8

"""Every word of an effect: on, side, who, what, op, if."""

import pytest

from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table


def cheered(words: str, what: str, op: str, value: int, seat: str = "home", **conditions: object) -> Table:
    """Before kick-off `seat` plays CHEER, here with another effect, for the match."""
    return with_cheer(modifier(words, what, op, value, **conditions), seat=seat)


def with_cheer(*modifiers: Json, seat: str = "home", once: bool = False, **setup: object) -> Table:
    cheer = changed("CHEER", effects=[effect(*modifiers, lasts="match", once=once)])
    return a_table(cheer, **{"visible": "FORK DOUBLE", **setup}).action(seat, "CHEER")


def a_pass(table: Table) -> tuple[int, int]:
    """MARO 6 + 2 + 3 = 11 against PAZ 6 + 2 + 3 = 11."""
    return table.attempt("home", "FORK").contest("MARO", "PAZ", "Y30", "R03W", to="b").totals


def a_dribble(table: Table) -> tuple[int, int]:
    """MARO 4 + 2 + 3 = 9 against PAZ 5 + 2 + 3 = 10."""
    return (
        table.attempt("home", "FORK").contest("MARO", "PAZ", "Y30", "R03W", intent="dribble", to="b").totals
    )


def a_cross(table: Table) -> tuple[int, int]:
    """OTIS 5 + 1 + 3 = 9 against BRIK 5 + 3 = 8."""
    table.attempt("home", "FORK").advance("home", "OTIS", "cross", "b").oppose("away", "BRIK")
    return table.redirect("home", "b").reveal("Y30", "R03W").totals


def in_front(table: Table) -> Table:
    """Past zone a by a pass let through, whose bonus a duel has used up."""
    return table.attempt("home", "FORK").advance("home", "MARO", to="b").let_pass("away")


def a_near_shot(table: Table) -> tuple[int, int]:
    """VEGA 7 + 2 + 1x2x2 = 13 against SAMS 5 + 1 + 1, KANT 2 + 0 = 9."""
    return in_front(table).shot("VEGA", "R12", "Y21", "B30", last="KANT").totals


def a_long_shot(table: Table) -> tuple[int, int]:
    """OTIS 6 + 2 + 1x2 = 10 against SAMS 5 + 1x2, KANT 0 = 7."""
    table.attempt("home", "FORK").advance("home", "MARO", to="c").let_pass("away")
    return table.shot("OTIS", "R12", "Y21", "B30", last="KANT").totals


def a_penalty(table: Table) -> tuple[int, int]:
    """VEGA 7 + 1x2 = 9 against SAMS 5 + 1 = 6."""
    return in_front(table).shot("VEGA", "B30", "B12W").shoot("home", "VEGA").reveal("R12", "Y21").totals


def a_free_kick(table: Table) -> tuple[int, int]:
    """OTIS 6 + 1 = 7 against SAMS 5 + 1x2 = 7."""
    table.attempt("home", "FORK").advance("home", "MARO", to="c").let_pass("away")
    return table.shot("OTIS", "B30", "B12W").shoot("home", "OTIS").reveal("R12", "Y21").totals


DUELS = {
    "pass": (a_pass, (11, 11)),
    "dribble": (a_dribble, (9, 10)),
    "cross": (a_cross, (9, 8)),
    "near_shot": (a_near_shot, (13, 9)),
    "long_shot": (a_long_shot, (10, 7)),
    "penalty": (a_penalty, (9, 6)),
    "free_kick": (a_free_kick, (7, 7)),
}
MOMENTS = {
    "duel": set(DUELS),
    "progression": {"pass", "dribble", "cross"},
    "shot": {"near_shot", "long_shot"},
    "set_piece": {"penalty", "free_kick"},
    **{name: {name} for name in DUELS},
}


@pytest.mark.parametrize("duel", DUELS)
@pytest.mark.parametrize("on", MOMENTS)
def test_an_effect_counts_on_its_moment_and_no_other(on: str, duel: str) -> None:
    play, (attack, defence) = DUELS[duel]
    bonus = 10 if duel in MOMENTS[on] else 0
    assert play(cheered(f"{on} own any", "total", "add", 10)) == (attack + bonus, defence)


@pytest.mark.parametrize("seat", ["home", "away"])
@pytest.mark.parametrize(
    ("side", "attacking", "defending"),
    [
        ("own", {"own"}, {"own"}),
        ("own_attack", {"own"}, set()),
        ("own_defence", set(), {"own"}),
        ("opponent", {"other"}, {"other"}),
        ("both", {"own", "other"}, {"own", "other"}),
    ],
)
def test_an_effect_counts_for_its_side(
    side: str, attacking: set[str], defending: set[str], seat: str
) -> None:
    """`home` attacks: who played the card is the attack or the defence."""
    own, other = (0, 1) if seat == "home" else (1, 0)
    helped = attacking if seat == "home" else defending
    expected = [11, 11]
    expected[own] += 5 if "own" in helped else 0
    expected[other] += 5 if "other" in helped else 0
    assert a_pass(cheered(f"duel {side} base", "energy", "add", 5, seat)) == tuple(expected)


# --- who


@pytest.mark.parametrize(
    ("who", "bonus"),
    [("base", 1), ("support", 2), ("any", 3), ("goalkeeper", 0), ("last_defender", 0), ("self", 0)],
)
def test_who_of_the_cards_of_a_progression(who: str, bonus: int) -> None:
    """One base and two supports, +1 on the energy of each that is meant. 6+2+3+1+2 = 14."""
    table = cheered(f"duel own_attack {who}", "energy", "add", 1).attempt("home", "FORK")
    table.advance("home", "MARO", to="b").oppose("away", "PAZ").support("home", "OTIS", "JULI")
    assert table.reveal("Y30", "B30", "R12", "Y21").totals == (14 + bonus, 8)


@pytest.mark.parametrize(
    ("who", "bonus"), [("base", 1), ("goalkeeper", 1), ("support", 1), ("last_defender", 1), ("any", 2)]
)
def test_the_keeper_is_base_and_goalkeeper_the_last_defender_support_and_last_defender(
    who: str, bonus: int
) -> None:
    assert a_near_shot(cheered(f"duel opponent {who}", "energy", "add", 1)) == (13, 9 + bonus)


def test_self_is_the_card_that_bears_the_effect() -> None:
    own = effect(modifier("duel own_attack self", "energy", "add", 4))
    table = a_table(changed("OTIS", effects=[own])).attempt("home", "THROUGH").advance("home", "MARO")
    # OTIS in support: his energy, not MARO's, and not that of away's OTIS.
    table.oppose("away", "OTIS").support("home", "OTIS")
    assert table.reveal("Y30", "B30", "R12").totals == (8 + 3 + 1 + 4, 3 + 1 + 0)


# --- what and op


@pytest.mark.parametrize(
    ("what", "op", "value", "attack"),
    [
        ("energy", "add", -2, 9),
        ("energy", "multiply", 3, 17),
        ("energy", "set", 4, 12),
        ("energy", "multiply", 0, 8),
        ("score", "add", 2, 13),
        ("score", "multiply", 2, 17),
        ("score", "set", 1, 6),
        ("total", "add", -3, 8),
        ("total", "multiply", 2, 22),
        ("total", "set", 20, 20),
        ("save", "add", 5, 11),
    ],
)
def test_what_is_changed_and_how(what: str, op: str, value: int, attack: int) -> None:
    """MARO: score 6, placement 2, energy 3."""
    assert a_pass(cheered("duel own_attack base", what, op, value)) == (attack, 11)


@pytest.mark.parametrize(
    ("what", "op", "value", "defence"),
    [("save", "add", 3, 12), ("save", "multiply", 2, 14), ("save", "set", 1, 5), ("score", "add", 3, 9)],
)
def test_a_keeper_has_a_save_and_no_score(what: str, op: str, value: int, defence: int) -> None:
    """SAMS: save 5 changed, and then +1 for the target; 5 + 1 + 1 + 2 + 0 = 9."""
    assert a_near_shot(cheered("shot opponent goalkeeper", what, op, value)) == (13, defence)


def test_a_support_has_no_score_that_counts() -> None:
    table = cheered("duel own_attack support", "score", "add", 9).attempt("home", "FORK")
    table.advance("home", "MARO", to="b").oppose("away", "PAZ").support("home", "OTIS")
    assert table.reveal("Y30", "B30", "R12").totals == (12, 8)


def test_on_the_total_an_effect_counts_once_however_many_cards_fit() -> None:
    table = cheered("duel own_attack any", "total", "add", 5).attempt("home", "FORK")
    table.advance("home", "MARO", to="b").oppose("away", "PAZ").support("home", "OTIS", "JULI")
    assert table.reveal("Y30", "B30", "R12", "Y21").totals == (14 + 5, 8)


def test_on_the_total_of_both_it_counts_once_a_side() -> None:
    assert a_pass(cheered("duel both any", "total", "add", 5)) == (16, 16)


def test_on_the_total_of_a_support_it_counts_only_with_one() -> None:
    assert a_pass(cheered("duel own_attack support", "total", "add", 5)) == (11, 11)


def test_first_set_then_add_then_multiply_within_one_number() -> None:
    words = "duel own_attack base"
    mixed = [modifier(words, "energy", op, n) for op, n in (("multiply", 2), ("add", 1), ("set", 4))]
    # (4 + 1) x2.
    assert a_pass(with_cheer(*mixed)) == (8 + 10, 11)


def test_energy_comes_before_the_score_and_the_score_before_the_total() -> None:
    words = "duel own_attack base"
    mixed = [modifier(words, what, "multiply", 2) for what in ("total", "score", "energy")]
    # (6x2 + 2 + 3x2) x2.
    assert a_pass(with_cheer(*mixed)) == (40, 11)


@pytest.mark.parametrize(("house", "times"), [("multiply", 6), ("add", 4)])
def test_effect_multipliers_join_the_rules_own(house: str, times: int) -> None:
    """DOUBLE x2, and an effect x3: x6, or 1 + 1 + 2 = x4."""
    triple = modifier("duel own_attack base", "energy", "multiply", 3)
    table = with_cheer(triple, house={"multipliers": house}).attempt("home", "DOUBLE").advance("home", "MARO")
    table.oppose("away", "PAZ")
    assert table.view("duel.attack.times") == times
    assert table.reveal("R-14", "Y30").totals == (8 - times, 8)


@pytest.mark.parametrize(("house", "score"), [("multiply", 6 * 4), ("add", 6 * 3)])
def test_multipliers_of_a_score_join_by_the_same_house_rule(house: str, score: int) -> None:
    twice = modifier("duel own_attack base", "score", "multiply", 2)
    table = with_cheer(twice, twice, house={"multipliers": house})
    assert a_pass(table) == (score + 2 + 3, 11)


def test_an_effect_on_the_keepers_energy_joins_the_long_shots() -> None:
    # 5 + 1 x2x2.
    assert a_long_shot(cheered("duel opponent goalkeeper", "energy", "multiply", 2)) == (10, 9)


# --- if


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"post": "MC"}, True),
        ({"post": "BU"}, False),
        ({"line": "MIL"}, True),
        ({"line": "DEF"}, False),
        ({"nationality": "IT"}, True),
        ({"nationality": "FR"}, False),
        ({"icon": "CENTRE"}, False),
        ({"min_speed": 3}, True),
        ({"min_speed": 4}, False),
        ({"min_strength": 3}, True),
        ({"min_strength": 4}, False),
        ({"min_health": 3}, True),
        ({"min_health": 4}, False),
        ({"max_level": 6}, True),
        ({"max_level": 5}, False),
        ({"score_diff": "level"}, True),
        ({"score_diff": "leading"}, False),
        ({"turn_from": 1}, True),
        ({"turn_from": 2}, False),
        ({"post": "MC", "nationality": "IT"}, True),
        ({"post": "MC", "nationality": "FR"}, False),
    ],
)
def test_all_conditions_must_hold_for_the_card_concerned(condition: Json, holds: bool) -> None:
    """MARO is an Italian MC of level 6, with 3 everywhere."""
    assert a_pass(cheered("duel own_attack base", "score", "add", 5, **condition)) == (
        16 if holds else 11,
        11,
    )


def test_each_card_is_held_against_the_conditions() -> None:
    table = cheered("duel own_attack any", "energy", "add", 1, icon="CENTRE").attempt("home", "FORK")
    table.advance("home", "MARO", to="b").oppose("away", "PAZ").support("home", "OTIS", "JULI", "NINO")
    # OTIS and NINO have CENTRE: 8 + 3 + 1 + 2 + 4, and 2.
    assert table.reveal("Y30", "B30", "R12", "Y21", "B4-1").totals == (18 + 2, 8)


@pytest.mark.parametrize(
    ("score", "standing"), [((1, 0), "leading"), ((1, 1), "level"), ((0, 1), "trailing")]
)
@pytest.mark.parametrize("wanted", ["leading", "level", "trailing"])
def test_score_diff_is_that_of_the_side_of_the_card(
    score: tuple[int, int], standing: str, wanted: str
) -> None:
    table = cheered("duel own_attack base", "score", "add", 5, score_diff=wanted)
    table.override(score__home=score[0], score__away=score[1])
    assert a_pass(table) == (16 if wanted == standing else 11, 11)


def test_score_diff_of_an_opponents_card_is_the_opponents() -> None:
    table = cheered("duel opponent base", "score", "add", 5, score_diff="trailing").override(score__home=1)
    assert a_pass(table) == (11, 16)


def test_turn_from_reads_the_attacks_of_both() -> None:
    table = cheered("duel own_attack base", "score", "add", 5, turn_from=3).waste_turn().waste_turn()
    assert table.view("turn") == 3
    assert table.attempt("home", "DOUBLE").contest("MARO", "PAZ", "Y30", "R03W").totals[0] == 8 + 6 + 5

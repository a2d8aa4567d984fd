"""The end of a turn (§10): discards, draws, occasions turned over, hands above their limit."""

import pytest

from tests.rules.ofusaido.table import Table, a_table


def lost(*energies: str) -> Table:
    """MARO and OTIS lose to PAZ."""
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    return table.support("home", "OTIS").no_support("away", "home").reveal("R-14", "Y03W", "R12")


def test_everything_on_the_table_goes_to_the_discards() -> None:
    table = lost()
    assert table.view("teams.home.discard_known") == ["MARO", "OTIS"]
    assert table.view("teams.away.discard_known") == ["PAZ"]


def test_both_sides_draw_up_to_their_limit() -> None:
    table = lost()
    assert table.event("turn_end")["draw"] == {"home": 2, "away": 1}
    assert (table.view("teams.home.hand"), table.view("teams.home.draw_pile")) == (8, 17)
    assert (table.view("teams.away.hand"), table.view("teams.away.draw_pile")) == (8, 18)


@pytest.mark.parametrize("left", [0, 1])
def test_they_draw_while_their_pile_lasts(left: int) -> None:
    table = a_table().override(teams__home__draw_pile=left).attempt("home", "THROUGH").advance("home", "MARO")
    table.oppose("away", "PAZ").support("home", "OTIS").reveal("R-14", "Y03W", "R12")
    assert table.event("turn_end")["draw"]["home"] == left
    assert (table.view("teams.home.hand"), table.view("teams.home.draw_pile")) == (6 + left, 0)


def test_a_yellow_foul_leaves_less_to_draw() -> None:
    """The draw is counted after the sanction."""
    table = a_table().override(teams__home__draw_pile=4).attempt("home", "THROUGH")
    table.contest("MARO", "PAZ", "Y12W", "Y30")
    assert table.event("turn_end")["draw"]["home"] == 0


def test_after_an_occasion_is_used_the_attack_turns_one_over() -> None:
    table = lost()
    assert (table.view("phase"), table.turn_of) == ("flip", "home")
    assert (table.view("turn"), table.view("active")) == (1, "home")
    table.flip("home", "FORK")
    assert table.view("teams.home.visible") == ["DIRECT", "FORK"]
    assert (table.view("phase"), table.view("turn"), table.view("active")) == ("turn", 2, "away")


@pytest.mark.parametrize("occasion", ["THROUGH", "DIRECT"])
def test_a_used_or_a_visible_occasion_is_not_turned_over(occasion: str) -> None:
    lost().illegal("flip", seat="home", occasion=occasion)


def test_an_occasion_that_is_not_the_sides_own_is_not_turned_over() -> None:
    lost().illegal("flip", seat="home", occasion="MARO")
    lost().illegal("flip", seat="away", occasion="FORK")


def test_with_none_face_down_nothing_is_turned_over() -> None:
    table = a_table().override(teams__home__occasions_left=2).attempt("home", "THROUGH").give_up("home")
    assert (table.view("phase"), table.view("active")) == ("turn", "away")


def test_the_attack_turns_over_first() -> None:
    """`away` has an extra occasion to turn over too."""
    table = a_table().override(teams__away__occasions_left=2).waste_turn().attempt("away", "THROUGH")
    table.action("home", "CALM").action("away", "ENCORE").give_up("away")
    assert table.turn_of == "away"
    other = a_table().override(teams__home__occasions_left=2).attempt("home", "THROUGH").give_up("home")
    assert other.view("phase") == "turn"


def test_the_other_side_attacks_then() -> None:
    table = a_table()
    attackers = []
    for _ in range(4):
        attackers.append(table.view("active"))
        table.waste_turn()
    assert attackers == ["home", "away", "home", "away"]


def test_a_side_with_no_occasion_left_attacks_no_more() -> None:
    """§10: the number of attacks may vary."""
    table = a_table().override(teams__away__occasions_left=0).attempt("home", "THROUGH").give_up("home")
    assert table.event("turn_end")["next"] == "home"
    assert table.flip_any().view("active") == "home"
    assert table.view("turn") == 2


# --- hands above their limit


def above() -> Table:
    """`home` holds 10 cards when its turn ends."""
    return (
        a_table()
        .override(teams__home__hand=10)
        .attempt("home", "THROUGH")
        .give_up("home")
        .flip("home", "AFAR")
    )


def test_a_hand_above_its_limit_discards_exactly_the_excess() -> None:
    table = above()
    assert (table.view("phase"), table.waited) == ("discard", {"home": {"discard"}})
    table.illegal("discard", seat="home", cards=["MARO"])
    table.illegal("discard", seat="home", cards=["MARO", "VEGA", "SILO"])
    table.discard("home", "MARO", "CALM")
    assert (table.view("teams.home.hand"), table.view("phase")) == (8, "turn")
    assert table.view("teams.home.discard_known") == ["MARO", "CALM"]


def test_of_several_copies_one_discard_is_offered() -> None:
    table = a_table(mode="pro", home={"actions": ["GREEN"] * 9}).override(teams__home__hand=9)
    state = table.attempt("home", "THROUGH").give_up("home").flip("home", "AFAR").match.state
    offered = table.match.rules.options(state, "home", "discard")
    assert [play.cards for play in offered].count(("GREEN",)) == 1
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("cards", [["MARO", "MARO"], ["MARO", "SAMS"], ["MARO", "Y30"], ["MARO", "GREEN"]])
def test_what_cannot_be_in_the_hand_is_not_discarded(cards: list[str]) -> None:
    above().illegal("discard", seat="home", cards=cards)


def test_a_card_that_lies_in_the_discard_is_not_discarded() -> None:
    table = lost().flip_any().waste_turn().override(teams__home__hand=9).waste_turn()
    assert table.illegal("discard", seat="home", cards=["MARO"]) == "OFUSAIDO §15"
    assert table.discard("home", "VEGA").view("phase") == "turn"


def test_a_hand_that_is_not_above_its_limit_does_not_discard() -> None:
    above().illegal("discard", seat="away", cards=["MARO"])


def test_both_hands_may_be_above() -> None:
    table = a_table().override(teams__home__hand=9, teams__away__hand=9).attempt("home", "THROUGH")
    table.give_up("home").flip("home", "AFAR")
    assert set(table.waited) == {"home", "away"}
    table.discard("away", "MARO")
    assert table.view("phase") == "discard"
    assert table.discard("home", "MARO").view("active") == "away"


def test_first_flip_and_then_discard() -> None:
    table = a_table().override(teams__home__hand=10).attempt("home", "THROUGH").give_up("home")
    assert table.view("phase") == "flip"
    table.illegal("discard", seat="home", cards=["MARO", "VEGA"])


def test_between_turns_nobody_plays_an_action() -> None:
    """§16: no play once the hand is made up again."""
    above().illegal("action", seat="home", card="CALM", choice=1)
    lost().illegal("action", seat="away", card="CALM", choice=1)

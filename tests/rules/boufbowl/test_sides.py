"""Teams and figures (p. 5, 12), and who won the toss (p. 5)."""

from tests.rules.boufbowl.box import Json, player
from tests.rules.boufbowl.table import a_new_table, a_setup, a_table, refused_setup


def of(side: str, *refs: str) -> list[Json]:
    return [player(ref, side=side) for ref in refs]


def test_each_team_is_of_one_side_and_the_other_of_another() -> None:
    a_new_table(*of("bonta", "R1", "R2"), *of("brakmar", "B1", "B2"))
    named = refused_setup(a_setup(), *of("bonta", "R1"), *of("brakmar", "R2"))
    assert "teams.red.players[1]: R2 and R1 belong to different teams" in named
    named = refused_setup(a_setup(), *of("bonta", "R1", "B3"))
    assert "teams.blue.players[2]: B3 belongs to the same team as R1" in named


def test_cards_that_name_no_side_play_for_any() -> None:
    a_new_table(player("R1", side="bonta"), player("B1", side="brakmar"))


def test_a_figure_stands_on_the_field_once() -> None:
    named = refused_setup(a_setup(), player("R1", figure="hugo"), player("R2", figure="hugo"))
    assert "teams.red.players[1]: R2 and R1 are the same figure" in named
    named = refused_setup(a_setup(), player("R1", figure="hugo"), player("B2", figure="hugo"))
    assert "teams.blue.players[1]: B2 and R1 are the same figure" in named


def test_who_won_the_toss_is_told_and_changes_nothing() -> None:
    table = a_table(toss="blue")
    assert (table.view("toss"), table.view("active")) == ("blue", "red")
    assert "toss" not in a_table().view()
    assert "toss: this must be one of red, blue" in refused_setup(a_setup(toss="green"))

"""Préparation: the board as data, when the match ends, the house rules."""

from typing import Any

import pytest

from companion.rules.lignes.rules import LIGNES
from tests.rules.lignes.table import a_setup, a_table, bonal, refused_setup
from tests.rules.table import Json

YELLOW_START = {
    "Y1": "g1", "Y2": "c4", "Y3": "f4", "Y4": "h4", "Y5": "k4", "Y6": "c7", "Y7": "f7", "Y8": "h7",
    "Y9": "g10", "Y10": "e9", "Y11": "k7",
}  # fmt: skip


def board(path: str, value: Any) -> Json:
    """The board that ships with one thing changed: `yellow.goal.left`; None takes it away."""

    def changed(data: Any, names: list[str]) -> Any:
        name, *rest = names
        copy = dict(data)
        if rest:
            copy[name] = changed(copy[name], rest)
        elif value is None:
            del copy[name]
        else:
            copy[name] = value
        return copy

    return a_setup(board=changed(bonal(), path.split(".")))


# --- the board that ships


def test_each_piece_starts_on_its_cell() -> None:
    pieces = a_table().view("pieces")
    assert {piece: cell for piece, cell in pieces.items() if piece.startswith("Y")} == YELLOW_START


def test_red_starts_mirrored() -> None:
    pieces = a_table().view("pieces")
    for piece, cell in YELLOW_START.items():
        assert pieces[piece.replace("Y", "R")] == f"{cell[0]}{22 - int(cell[1:])}"


def test_the_keepers_stand_in_the_middle_of_their_goals() -> None:
    assert a_table().at("Y1", "R1") == ["g1", "g21"]


def test_the_ball_lies_in_the_centre_circle() -> None:
    assert a_table().ball == ("g11", None)


# --- a board of one's own


SMALL: Json = {
    "columns": 9,
    "rows": 12,
    "centre": "e6",
    "corners": ["a1", "i1", "a12", "i12"],
    "yellow": {
        "goal": {"left": "d1", "middle": "e1", "right": "f1"},
        "area": ["c1", "g3"],
        "penalty_spot": "e3",
        "start": {f"Y{n}": cell for n, cell in enumerate("e1 a4 b4 c4 d4 e4 f4 g4 e5 h4 i4".split(), start=1)},
    },
    "red": {
        "goal": {"left": "f12", "middle": "e12", "right": "d12"},
        "area": ["c12", "g10"],
        "penalty_spot": "e10",
        "start": {f"R{n}": cell for n, cell in enumerate("e12 a9 b9 c9 d9 e9 f9 g9 e8 h9 i9".split(), start=1)},
    },
}  # fmt: skip


def test_a_board_of_another_size_is_played_on() -> None:
    table = a_table(board=SMALL).kickoff("red").budget(6)
    assert table.ball == ("e6", "R9")
    table.put(Y9="a6", Y6="b6", Y5="c6").walk("R9", "e5 e4 e3").to_shot(2).shoot("e1")
    assert table.view("phase") == "save"


def test_the_goals_may_change_ends() -> None:
    turned = {
        **SMALL,
        "yellow": {**SMALL["red"], "start": {k.replace("R", "Y"): v for k, v in SMALL["red"]["start"].items()}},
        "red": {**SMALL["yellow"], "start": {k.replace("Y", "R"): v for k, v in SMALL["yellow"]["start"].items()}},
    }  # fmt: skip
    table = a_table(board=turned).kickoff("yellow").budget(6).put(R9="a6", R6="b6", R5="c6")
    table.walk("Y9", "e5 e4 e3").to_shot(2).shoot("e1")
    assert table.waited == {"red": {"save_roll"}}


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("columns", 2, "board.columns"),
        ("columns", 27, "board.columns"),
        ("rows", "21", "board.rows"),
        ("centre", "n11", "board.centre"),
        ("centre", "11g", "board.centre"),
        ("centre", None, "centre"),
        ("corners", ["a1", "m1", "a21"], "board.corners"),
        ("corners", ["a1", "m1", "a21", "a21"], "board.corners"),
        ("corners", ["a1", "m1", "a20", "m20"], "board.corners"),
        ("yellow.goal.left", "e1", "board.yellow.goal"),
        ("yellow.goal", {"left": "h1", "middle": "g1", "right": "f1"}, "board.yellow.goal"),
        ("yellow.goal", {"left": "f2", "middle": "g2", "right": "h2"}, "board.yellow.goal"),
        ("red.goal", {"left": "f21", "middle": "g21", "right": "h21"}, "board.red.goal"),
        ("red.goal", {"left": "f1", "middle": "g1", "right": "h1"}, "board.red"),
        ("yellow.goal", {"left": "f1", "middle": "g1"}, "board.yellow.goal"),
        ("yellow.area", ["d1"], "board.yellow.area"),
        ("yellow.area", ["g1", "j4"], "board.yellow.area"),
        ("yellow.area", ["d1", "j18"], "board.red.area"),
        ("yellow.area", "d1", "board.yellow.area"),
        ("yellow.penalty_spot", "g5", "board.yellow.penalty_spot"),
        ("yellow.penalty_spot", "g1", "board.yellow.penalty_spot"),
        ("yellow.start.Y1", "g5", "board.yellow.start.Y1"),
        ("yellow.start.Y2", "f4", "board.yellow.start.Y3"),
        ("yellow.start.Y2", "c18", "board.red.start.R2"),
        ("yellow.start.Y9", "g11", "board.yellow.start.Y9"),
        ("yellow.start.Y9", "g22", "board.yellow.start.Y9"),
        ("yellow.start.Y9", None, "board.yellow.start"),
        ("yellow.start.Y12", "a1", "board.yellow.start"),
        ("yellow.colour", "yellow", "board.yellow"),
        ("blue", {}, "board"),
    ],
)  # fmt: skip
def test_a_board_that_cannot_be_played_on_is_refused_where_it_is_wrong(
    path: str, value: Any, where: str
) -> None:
    assert refused_setup(board(path, value)).startswith(where) or where in refused_setup(board(path, value))


@pytest.mark.parametrize("data", [None, 7, [], {}])
def test_a_board_is_an_object(data: Any) -> None:
    assert "board" in refused_setup(a_setup(board=data))


# --- the end, the house, the catalogue


def test_without_a_word_the_first_to_three_goals_wins() -> None:
    assert a_table().view("end") == {"goals": 3}


@pytest.mark.parametrize(
    "end",
    [{}, {"goals": 0}, {"goals": "3"}, {"goals": 3, "halves": 2}, {"halves": 0, "minutes": 20}, {"minutes": 20}, 3,
     {"halves": 2, "minutes": 0}],
)  # fmt: skip
def test_an_end_is_goals_or_halves(end: Any) -> None:
    assert refused_setup(a_setup(end=end)).startswith("end")


@pytest.mark.parametrize(
    "house",
    [
        {"trajectory": "nine"},
        {"keeper_counts": "no"},
        {"foul_on": "ball"},
        {"pass_to": "free"},
        {"restart_by": "coin"},
        {"offside": True},
    ],
)
def test_a_house_rule_has_a_name_and_its_choices(house: Json) -> None:
    assert refused_setup(a_setup(house=house)).startswith("house")


def test_the_house_rules_are_shown() -> None:
    assert a_table().view("house") == {
        "trajectory": "eight",
        "keeper_counts": False,
        "foul_on": "pair",
        "pass_to": "teammate",
        "restart_by": "conceded",
    }
    house = {
        "trajectory": "any",
        "keeper_counts": True,
        "foul_on": "carrier",
        "pass_to": "anywhere",
        "restart_by": "die",
    }
    assert a_table(house=house).view("house") == house
    assert {rule.name: rule.default for rule in LIGNES.house_rules} == a_table().view("house")


def test_the_match_is_played_without_cards() -> None:
    assert "without cards" in refused_setup(a_setup(), {"kind": "player", "ref": "JO001-001"})
    a_table(catalogue=[])


def test_nothing_else_is_set() -> None:
    assert "teams" in refused_setup(a_setup(teams={}))

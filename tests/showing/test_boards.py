"""The ways over a board that the last play took."""

from companion.rules.lignes.plays import Move
from companion.showing.scene import Board, Cell, Piece, Way, ways_taken
from companion.words import Text

CELLS = tuple(Cell(name, 10.0 * n, 0, 10, 10) for n, name in enumerate(("a1", "a2", "a3", "a4")))
BENCH = Cell("bench", 0, 20, 40, 10, "bench")


def board(at: dict[str, str], ball: str | None = None, carrier: str = "") -> Board:
    pieces = tuple(
        Piece(name, Text("1"), Text("one"), "home", cell, has_ball=name == carrier)
        for name, cell in at.items()
    )
    return Board(40, 30, (*CELLS, BENCH), pieces, ball)


def test_a_piece_that_walked_goes_over_the_cells_that_its_play_tells() -> None:
    walk = Move("Y1", ("a2", "a3"))  # type: ignore[arg-type]
    assert ways_taken(board({"Y1": "a1"}), board({"Y1": "a3"}), (walk,)) == (Way(("a1", "a2", "a3")),)


def test_a_piece_that_was_put_elsewhere_goes_there_straight() -> None:
    assert ways_taken(board({"Y1": "a1"}), board({"Y1": "a4"}), ()) == (Way(("a1", "a4")),)


def test_a_ball_that_was_passed_goes_from_piece_to_piece() -> None:
    at = {"Y1": "a1", "Y2": "a4"}
    ways = ways_taken(board(at, carrier="Y1"), board(at, carrier="Y2"), ())
    assert ways == (Way(("a1", "a4")),)


def test_a_ball_that_is_carried_has_no_way_of_its_own() -> None:
    before, after = board({"Y1": "a1"}, carrier="Y1"), board({"Y1": "a2"}, carrier="Y1")
    assert ways_taken(before, after, ()) == (Way(("a1", "a2")),)


def test_who_comes_from_the_bench_takes_no_way_over_the_board() -> None:
    assert ways_taken(board({"Y1": "bench"}), board({"Y1": "a2"}), ()) == ()


def test_nothing_that_stays_has_a_way() -> None:
    assert ways_taken(board({"Y1": "a1"}, ball="a2"), board({"Y1": "a1"}, ball="a2"), ()) == ()

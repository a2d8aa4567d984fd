"""Along a board's edges stands what its cells are called, as plays and prints call them."""

import pytest

from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.edges import edges_of
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Board, Cell
from companion.storage.shipped_data import demonstrations, mat_of
from ui.presenters.plan import BoardPlan, Rectangle

ROOM = Rectangle(10, 20, 800, 600)


def board_of(game: str) -> Board:
    setup, cards = demonstrations(game)["demo-match"]
    match = Match(GAMES[game], setup, cards)
    board = SCENE_BUILDERS[game].scene(match.rules, match.state, (), mat_of(game)).board
    assert board is not None
    return board


@pytest.mark.parametrize(("game", "left", "top"), [("lignes", "abcdefghijklm", 21), ("boufbowl", "abc", 5)])
def test_rows_have_letters_and_columns_numbers_as_on_the_printed_board(
    game: str, left: str, top: int
) -> None:
    edges = edges_of(board_of(game).cells)
    assert [sign.says for sign in edges.left] == list(left)
    assert [sign.says for sign in edges.top] == [str(n) for n in range(1, top + 1)]


@pytest.mark.parametrize("game", ["lignes", "boufbowl"])
def test_a_sign_stands_in_line_with_the_cells_that_it_names_and_on_none(game: str) -> None:
    plan = BoardPlan(board_of(game), ROOM, edge_px=20)
    for says, at in plan.laid.signs:
        named = [cell for name, cell in plan.cells.items() if says in (name[0], name[1:]) and len(name) <= 3]
        x, y = at.middle
        assert all(abs(cell.middle[0] - x) < 0.01 or abs(cell.middle[1] - y) < 0.01 for cell in named), (
            f"{says} stands beside its cells"
        )
        assert all(cell.away(x, y) > 0 for cell in plan.cells.values())


@pytest.mark.parametrize("room", [ROOM, Rectangle(0, 0, 500, 900), Rectangle(0, 0, 480, 300)])
@pytest.mark.parametrize("game", ["lignes", "boufbowl"])
def test_cells_and_signs_have_room_together(game: str, room: Rectangle) -> None:
    plan = BoardPlan(board_of(game), room, edge_px=16)
    for one in (*plan.cells.values(), *(at for _, at in plan.laid.signs)):
        assert room.x - 1 <= one.x <= one.x + one.width <= room.x + room.width + 1
        assert room.y - 1 <= one.y <= one.y + one.height <= room.y + room.height + 1


def test_a_board_that_names_its_cells_otherwise_has_no_signs() -> None:
    cells = tuple(Cell(name, 100.0 * n, 0.0, 100.0, 100.0) for n, name in enumerate(("north", "south")))
    assert edges_of(cells).left == edges_of(cells).top == ()
    plan = BoardPlan(Board(200.0, 100.0, cells, (), None), ROOM, edge_px=20)
    assert plan.laid.signs == ()
    assert plan.cells["north"].width == 400


def test_cells_that_lie_across_have_their_letters_above() -> None:
    """Named as on a chessboard: the letter says the column."""
    cells = tuple(
        Cell(f"{a}{n}", 10.0 * x, 10.0 * n, 10.0, 10.0) for x, a in enumerate("ab") for n in (1, 2, 3)
    )
    edges = edges_of(cells)
    assert [sign.says for sign in edges.top] == ["a", "b"]
    assert [sign.says for sign in edges.left] == ["1", "2", "3"]

"""Where a board's cells and pieces stand on a screen, and what a finger there means."""

import math
from dataclasses import replace

import pytest

from companion.showing.scene import Board, Cell, Piece
from companion.words import Text
from ui.presenters.plan import BoardPlan, Rectangle

CELLS = tuple(Cell(f"c{n}", 100.0 * n, 0.0, 100.0, 100.0) for n in range(4))
ROOM = Rectangle(10, 20, 800, 600)


def piece(name: str, cell: str) -> Piece:
    return Piece(name, Text("{name}", name=name), Text("{name}", name=name), "red", cell)


def board(*pieces: Piece) -> Board:
    return Board(400.0, 100.0, CELLS, pieces, None)


def test_a_board_is_as_large_as_its_room_allows_and_in_the_middle() -> None:
    plan = BoardPlan(board(), ROOM)
    assert plan.cells["c0"] == Rectangle(10, 220, 200, 200)
    assert plan.middle_of("c3") == (710, 320)


def test_pieces_that_share_a_cell_stand_side_by_side_and_in_it() -> None:
    plan = BoardPlan(board(piece("R1", "c1"), piece("R2", "c1"), piece("R3", "c1")), ROOM)
    cell = plan.cells["c1"]
    spots = [plan.spots[name] for name in ("R1", "R2", "R3")]
    assert len({(spot.x, spot.y) for spot in spots}) == 3
    for spot in spots:
        assert cell.x <= spot.x - spot.side / 2 <= spot.x + spot.side / 2 <= cell.x + cell.width


def test_a_finger_means_the_nearest_that_is_offered_and_nothing_far_away() -> None:
    plan = BoardPlan(board(piece("R1", "c1")), ROOM)
    x, y = plan.middle_of("R1")
    assert plan.nearest(x, y, {"R1", "c0", "c3"}, 30) == "R1"
    assert plan.nearest(x - 110, y, {"R1", "c0"}, 30) == "c0"
    assert plan.nearest(x, y, {"c3"}, 30) is None
    assert plan.nearest(x, y, (), 30) is None


def test_a_finger_on_a_piece_means_it_and_beside_it_its_cell_and_at_its_rim_either() -> None:
    plan = BoardPlan(board(piece("R1", "c1"), piece("R2", "c1")), ROOM)
    offered = {"R1", "R2", "c1"}
    cell, spot = plan.cells["c1"], plan.spots["R1"]
    assert plan.meant(spot.x, spot.y, offered, 30, 10) == ("R1",)
    assert plan.meant(cell.x + 10, cell.y + 10, offered, 30, 10) == ("c1",)
    assert plan.meant(*cell.middle, offered, 30, 20) == ("c1", "R1", "R2")
    assert plan.meant(spot.x + spot.side / 2 - 3, spot.y, {"R1"}, 30, 10) == ("R1",)
    assert plan.meant(spot.x, spot.y, {"c3"}, 30, 10) == ()


def test_a_finger_in_the_middle_of_a_cell_never_means_what_stands_in_another() -> None:
    plan = BoardPlan(board(piece("R1", "c1")), ROOM)
    empty = plan.cells["c2"]
    far = 10 * empty.width
    assert plan.meant(*empty.middle, {"R1", "c3"}, far, 0) == ()
    assert plan.meant(*empty.middle, {"R1", "c2"}, far, 0) == ("c2",)
    assert plan.meant(empty.x + 1, empty.middle[1], {"R1"}, far, 0) == ("R1",), "its rim still helps a finger"


def test_two_pieces_on_a_square_cell_stand_in_its_corners_larger_than_side_by_side() -> None:
    plan = BoardPlan(board(piece("R1", "c1"), piece("R2", "c1")), ROOM)
    one, other, cell = plan.spots["R1"], plan.spots["R2"], plan.cells["c1"]
    assert one.side == other.side > min(cell.width, cell.height) / 2
    assert math.dist((one.x, one.y), (other.x, other.y)) >= one.side, "they do not cover each other"
    for spot in (one, other):
        assert cell.x <= spot.x - spot.side / 2 and spot.x + spot.side / 2 <= cell.x + cell.width
        assert cell.y <= spot.y - spot.side / 2 and spot.y + spot.side / 2 <= cell.y + cell.height


def test_cells_are_worked_out_anew_only_when_they_stand_elsewhere() -> None:
    first = BoardPlan(board(), ROOM)
    moved = BoardPlan(board(piece("R1", "c1")), ROOM, first)
    assert moved.has_cells_of_before
    assert moved.cells is first.cells
    assert not BoardPlan(board(), Rectangle(0, 0, 400, 300), first).has_cells_of_before


def test_a_place_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(KeyError):
        BoardPlan(board(), ROOM).middle_of("z9")


def test_what_is_printed_under_a_piece_is_told_beside_it_towards_the_middle() -> None:
    cells = (replace(CELLS[0], sign="4/6"), *CELLS[1:3], replace(CELLS[3], sign="1/2"))
    keeper, other = piece("R1", "c0"), piece("R2", "c2")
    plan = BoardPlan(Board(400.0, 100.0, cells, (keeper, other), None), ROOM)
    tags = dict(plan.tags())
    assert tags["4/6"].middle == plan.cells["c1"].middle
    assert tags["1/2"].middle == plan.cells["c3"].middle, "a piece stands beside it, and none on it"
    assert "4/6" not in dict(plan.tags(["c1"])), "a mark lies beside it, and a piece on it"

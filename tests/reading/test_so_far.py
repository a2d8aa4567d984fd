"""What waits for something that may follow is told at once, and played when a person says so."""

import pytest

from companion.mat import SQUARE_MM, Unrest
from companion.reading.answer import SureReading
from companion.reading.reader import Reader
from tests.reading.board import STRATEGY, Board
from tests.reading.branching import BALL, DEFENDER, SHOOTER, WINGER, branching_table
from tests.reading.table import TestTable


@pytest.fixture
def board() -> Board:
    return Board(STRATEGY)


def _kinds(reader: Reader) -> list[str]:
    return [] if reader.so_far is None else [play.kind for play in reader.so_far.row]


def _over(board: Board, cell: str) -> frozenset[tuple[int, int]]:
    x_mm, y_mm = next(zone for zone in board.mat.zones if zone.name == cell).middle_mm
    return frozenset({(int(x_mm // SQUARE_MM), int(y_mm // SQUARE_MM))})


def test_a_thing_is_told_from_its_first_sighting_on() -> None:
    table = branching_table()
    table.lay(WINGER, "home.pass")
    assert table.look(100) is None
    assert table.reader.so_far is not None
    assert [lying.ref for lying in table.reader.so_far.says] == [WINGER]
    assert _kinds(table.reader) == []


def test_a_play_that_waits_is_told_and_played_when_a_person_says_that_it_is_meant(board: Board) -> None:
    board.reader.rests(board.now_ms, is_at_rest=False)
    board.walk("Y6", "c9")
    assert board.look(300) is None
    assert _kinds(board.reader) == ["move"]
    assert board.reader.so_far is not None
    board.reader.mean(board.reader.so_far.key)
    assert board.played(100)["piece"] == "Y6"
    assert board.look(100) is None
    assert board.reader.so_far is None


def test_who_says_that_something_else_was_meant_changes_nothing(board: Board) -> None:
    board.reader.rests(board.now_ms, is_at_rest=False)
    board.walk("Y6", "c9")
    board.look(300)
    board.reader.mean("another")
    assert board.look(200) is None


def test_a_hand_that_has_gone_elsewhere_has_let_go_of_a_piece(board: Board) -> None:
    board.reader.rests(board.now_ms, is_at_rest=False, unrest=Unrest(_over(board, "c9")))
    board.walk("Y6", "c9")
    assert board.look(400) is None
    board.reader.rests(board.now_ms, is_at_rest=False, unrest=Unrest(_over(board, "h18")))
    assert board.played(200)["piece"] == "Y6"


def test_a_hand_that_comes_back_to_where_the_carrier_was_may_take_him_too(board: Board) -> None:
    upon = board.view["ball"]["carrier"]
    here = board.view["ball"]["cell"]
    mate = next(piece for piece, cell in board.view["pieces"].items() if piece[0] == upon[0] and cell != here)
    board.reader.rests(board.now_ms, is_at_rest=False, unrest=Unrest(_over(board, here)))
    board.kick(upon, board.view["pieces"][mate])
    assert board.look(600, SureReading) is None


def test_a_support_is_played_once_the_hand_has_left_its_place(table: TestTable) -> None:
    table.reader.rests(table.now_ms, is_at_rest=False, unrest=Unrest())
    table.lay(SHOOTER, "home.support")
    assert table.played(300)["cards"] == [SHOOTER]


def test_while_the_hand_stays_there_a_second_support_may_follow(table: TestTable) -> None:
    x_mm, y_mm = next(zone for zone in table.mat.zones if zone.name == "home.support").middle_mm
    beside = frozenset({(int(x_mm // SQUARE_MM) + 1, int(y_mm // SQUARE_MM))})
    table.reader.rests(table.now_ms, is_at_rest=False, unrest=Unrest(beside))
    table.lay(SHOOTER, "home.support")
    assert table.look(600) is None


@pytest.fixture
def table() -> TestTable:
    table = branching_table()
    table.lay(BALL, "pitch.2.left")
    table.lay(WINGER, "home.pass")
    table.played()
    table.lay(DEFENDER, "away.oppose")
    table.played()
    return table

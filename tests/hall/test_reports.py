"""What a table reports besides the public view: what is open, who is called, how its machine is; and what is answered to it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.bus.messages import (
    MachineState,
    OrderOutcome,
    OrderVerb,
    TableReport,
    payload_of,
    read_message,
)
from companion.hall.store.changes import PLAYERS_CALL
from companion.observation import Tap
from companion.reading.answer import Desync, TableQuestion
from companion.session.inbox import RefereeCall
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.shipped_data import mat_of
from companion.table.hall.line import machine_state
from companion.table.hall.teller import report_of
from companion.virtual.chance import chosen_play
from companion.words import Text
from tests.hall.evening import Evening
from tests.hall.test_orders import Board

MACHINE = MachineState(1_000)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    evening = Evening(tmp_path)
    board = Board(evening)
    yield board
    board.store.close()
    evening.close()


def ask(board: Board) -> TableQuestion:
    """Have the table ask a question with one option."""
    play = chosen_play(board.controller.match, Random(1))
    assert play is not None
    question = TableQuestion("q1", Text("which one is it?"), (play,), ())
    board.controller.question = question
    return question


def test_a_question_is_reported_and_answered_with_the_name_of_who_answered(board: Board) -> None:
    ask(board)
    viewer = SnapshotBuilder(board.controller, mat_of("lignes"), lambda: 0)
    snapshot = viewer.look()
    report = report_of(snapshot, MACHINE)
    assert report.question is not None
    assert (report.question.key, len(report.question.options)) == ("q1", 1)
    assert read_message(TableReport, payload_of(report)) == report
    order = board.order(verb=OrderVerb.ANSWER, args={"key": "q1", "option": 0}, expect=None)
    assert board.outcome(order) is OrderOutcome.DONE
    (seen,) = board.store.records(board.controller.name)[0].observations
    assert isinstance(seen, Tap)
    assert seen.said["by"] == "Anna"


def test_none_of_these_plays_nothing(board: Board) -> None:
    ask(board)
    order = board.order(verb=OrderVerb.ANSWER, args={"key": "q1", "option": None}, expect=None)
    assert board.outcome(order) is OrderOutcome.DONE
    assert board.controller.match.seq == 0


def test_a_question_that_is_settled_is_not_answered_again(board: Board) -> None:
    ask(board)
    order = board.order(verb=OrderVerb.ANSWER, args={"key": "q0", "option": 0}, expect=None)
    assert board.outcome(order) is OrderOutcome.CONFLICT
    assert board.controller.match.seq == 0


def test_another_difference_than_the_one_that_was_seen_is_not_approved(board: Board) -> None:
    board.controller.desync = Desync("d1", (Text("a card is missing"),), ())
    right = board.order(verb=OrderVerb.APPROVE, args={"key": "d0"}, expect=None)
    assert board.outcome(right) is OrderOutcome.CONFLICT


def test_a_call_goes_to_the_hall_has_an_age_and_is_answered_by_name(board: Board) -> None:
    viewer = SnapshotBuilder(board.controller, mat_of("lignes"), lambda: 0)

    def report() -> None:
        board.table.line.report(viewer.look())
        board.evening.pass_time(500)

    def calls() -> list[tuple[str, str]]:
        return [(call.kind, call.subject) for _, call in board.evening.store.open_calls()]

    board.controller.take(RefereeCall("c1"), 0)
    report()
    assert calls() == [(PLAYERS_CALL, "c1")]
    order = board.order(verb=OrderVerb.COMING, args={"call": "c1"}, expect=None)
    assert board.outcome(order) is OrderOutcome.DONE
    report()
    assert calls() == []
    snapshot = viewer.look() or None
    assert board.controller.coming == "Anna"
    assert snapshot is None
    late = board.order("o2", verb=OrderVerb.COMING, args={"call": "c0"}, expect=None)
    assert board.outcome(late) is OrderOutcome.CONFLICT


def test_a_call_that_is_taken_back_is_closed_and_a_restarted_hall_opens_no_second_one(board: Board) -> None:
    viewer = SnapshotBuilder(board.controller, mat_of("lignes"), lambda: 0)
    board.controller.take(RefereeCall("c1"), 0)
    board.table.line.report(viewer.look())
    board.evening.pass_time(500)
    board.evening.desk.close()
    board.evening.store.close()
    board.evening.open_hall()
    board.evening.pass_time(1_000)
    assert len(board.evening.store.open_calls()) == 1
    board.controller.take(RefereeCall(None), 0)
    board.table.line.report(viewer.look())
    board.evening.pass_time(500)
    assert board.evening.store.open_calls() == []


def test_the_temperature_is_told_where_there_is_a_thermometer(tmp_path: Path) -> None:
    thermometer = tmp_path / "temp"
    assert machine_state(tmp_path, thermometer).celsius is None
    thermometer.write_text("48312\n", encoding="ascii")
    assert machine_state(tmp_path, thermometer).celsius == 48
    thermometer.write_text("hot\n", encoding="ascii")
    assert machine_state(tmp_path, thermometer).celsius is None
    assert machine_state(tmp_path, thermometer).disk_free_mb > 0

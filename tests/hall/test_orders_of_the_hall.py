"""An order begins in the hall's store, goes to its table, and ends there with what became of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bus.messages import OrderOutcome, OrderResult, OrderVerb, payload_of
from companion.bus.wire import Letter, TopicPart
from companion.hall.requests import ANSWER_MS, TTL_MS, Asker, OrderWish, new_order
from companion.hall.store.changes import KeptOrder, OrderFate
from companion.play import Note, write_play
from companion.table.hall.teller import letter_of, table_user
from tests.hall.evening import WALL_MS, Evening
from tests.hall.test_orders import Board

ANNA = Asker("Anna", "referee", "the die was cocked")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    evening = Evening(tmp_path, has_orders=True)
    board = Board(evening)
    yield board
    board.store.close()
    evening.close()


def asked(board: Board, *, at_ms: int = WALL_MS, **changes: object) -> KeptOrder:
    wish = OrderWish(
        "t1",
        board.controller.name,
        OrderVerb.PLAY,
        {"play": write_play(Note("a word"))},
        board.controller.match.seq,
    )
    kept = new_order(replace(wish, **changes), ANNA, at_ms)  # type: ignore[arg-type]
    board.evening.store.ask_order(kept)
    return kept


def settle(board: Board, ms: int = 1_000) -> None:
    """Let hall and table speak, and the table's session take what came."""
    board.evening.pass_time(ms)
    for item in board.items:
        board.controller.take(item, board.evening.now_ms)
    board.items.clear()
    board.evening.pass_time(1_000)


def fate(board: Board, kept: KeptOrder) -> OrderFate | None:
    found = board.evening.store.order(kept.order.id)
    assert found is not None
    return found.fate


def test_an_order_is_sent_done_and_kept_with_who_when_and_why(board: Board) -> None:
    kept = asked(board)
    settle(board)
    (found,) = board.evening.store.orders_of("t1", 10)
    assert (found.fate, found.seq) == (OrderFate.DONE, 1)
    assert (found.order.by, found.role, found.why, found.asked_at_ms) == (
        "Anna",
        "referee",
        "the die was cocked",
        WALL_MS,
    )
    assert found.order.id == kept.order.id
    assert board.notes() == 1


def test_an_order_is_sent_again_until_it_is_answered_and_done_once(board: Board) -> None:
    kept = asked(board)
    board.evening.pass_time(3_000)
    assert fate(board, kept) is None
    settle(board)
    assert fate(board, kept) is OrderFate.DONE
    assert board.notes() == 1


def test_a_match_that_went_on_is_a_conflict(board: Board) -> None:
    late = asked(board)
    first = asked(board)
    settle(board)
    assert {fate(board, late), fate(board, first)} == {OrderFate.DONE, OrderFate.CONFLICT}


def test_nothing_waits_for_a_table_that_is_away(board: Board) -> None:
    board.table.line.close()
    board.evening.tables.clear()
    board.evening.pass_time(1_000)
    kept = asked(board)
    board.evening.pass_time(1_000)
    assert fate(board, kept) is OrderFate.ABSENT
    board.table.connect()
    board.evening.tables.append(board.table)
    board.open(board.table.line)
    settle(board)
    assert board.notes() == 0


def test_a_table_that_does_not_answer_is_told_as_such(board: Board) -> None:
    kept = asked(board)
    board.evening.pass_time(TTL_MS + ANSWER_MS + 2_000)
    assert fate(board, kept) is OrderFate.UNANSWERED


def test_what_the_rules_refuse_is_kept_with_the_reason_in_both_languages(board: Board) -> None:
    kept = asked(board, args={"play": {"play": "undo", "to": 99}})
    settle(board)
    found = board.evening.store.order(kept.order.id)
    assert found is not None
    assert found.fate is OrderFate.REFUSED
    assert found.says is not None
    assert found.says.en != found.says.fr


def test_time_is_added_to_a_clock_once_though_the_order_comes_twice(board: Board) -> None:
    kept = asked(board, verb=OrderVerb.CLOCK, args={"order": "pause"}, expect=None)
    settle(board)
    assert fate(board, kept) is OrderFate.DONE
    board.table.line._inbox.put(Letter("c/1/t/t1/do", payload_of(kept.order)))
    board.table.line.step(board.evening.now_ms)
    assert board.items == []


def test_another_table_cannot_answer_for_this_one(board: Board) -> None:
    kept = asked(board)
    board.evening.pass_time(1_000)
    other = board.evening.bus.wire(table_user("t2", "1"))
    other.open(lambda _letter: None, lambda: None)
    other.send(letter_of("t2", TopicPart.DONE, OrderResult(kept.order.id, OrderOutcome.DONE, 9)))
    board.evening.pass_time(500)
    assert fate(board, kept) is None


def start_again(board: Board) -> None:
    """Have the hall killed, and started again."""
    evening = board.evening
    evening.desk.close()
    evening.store.close()
    evening.open_hall()


def test_a_hall_that_was_killed_sends_its_order_again_and_the_table_does_it_once(board: Board) -> None:
    kept = asked(board, at_ms=WALL_MS - 500)
    board.evening.pass_time(500)
    start_again(board)
    # At its first look the new hall has heard nothing of the table yet.
    board.evening.desk.step()
    assert fate(board, kept) is None
    settle(board)
    assert fate(board, kept) is OrderFate.DONE
    assert board.notes() == 1


def test_an_order_that_a_killed_hall_may_have_sent_is_never_said_to_be_unsent(board: Board) -> None:
    kept = asked(board, at_ms=WALL_MS - TTL_MS - 1)
    start_again(board)
    board.evening.pass_time(2_000)
    assert fate(board, kept) is OrderFate.UNANSWERED

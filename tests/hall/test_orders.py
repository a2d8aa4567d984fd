"""A referee's order from the hall: done once, on exactly the match that he saw, or answered why not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.bus.messages import OrderOutcome, OrderResult, OrderVerb, TableOrder, payload_of, read_message
from companion.bus.wire import Letter
from companion.hall.matches import NoCopy, report_from
from companion.ids import MatchId, SeatName
from companion.match import Match
from companion.observation import Tap
from companion.play import Concede, Note, write_play
from companion.rules.games import GAMES
from companion.session.inbox import Amendment, Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.storage.log import MatchStore
from companion.storage.shipped_data import demonstrations
from companion.table.hall.line import HallLine
from companion.table.hall.orders import OpenMatch
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from tests.hall.evening import Evening, Table

NOTE = {"play": write_play(Note("a word"))}


class Board:
    """A table with an open match, and a referee at the hall who hears its answers."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.table: Table = evening.seat("t1")
        self.store = MatchStore(self.table.path)
        setup, cards = next(iter(demonstrations("lignes").values()))
        match = Match(GAMES["lignes"], setup, cards)
        log = self.store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        self.controller = MatchController(log.id, match, None, Clocks(()))
        self.items: list[Item] = []
        self.open(self.table.line)
        evening.pass_time(1_000)

    def open(self, line: HallLine) -> None:
        line.orders.open(OpenMatch(self.controller.name, self.items.append))

    def order(self, name: str = "o1", **changes: object) -> TableOrder:
        order = TableOrder(
            name, "Anna", self.controller.name, OrderVerb.PLAY, NOTE, self.controller.match.seq
        )
        return replace(order, **changes)  # type: ignore[arg-type]

    def send(self, order: TableOrder) -> None:
        self.table.line._inbox.put(Letter("c/1/t/t1/do", payload_of(order)))

    def answers(self, order: TableOrder, later_ms: int = 0) -> list[OrderResult]:
        """Send an order, have it carried out, and return the answers."""
        self.send(order)
        self.table.line.step(self.evening.now_ms)
        for item in self.items:
            self.controller.take(item, self.evening.now_ms + later_ms)
        self.items.clear()
        self.evening.pass_time(500)
        return [answer.result for answer in self.evening.hall.results()]

    def outcome(self, order: TableOrder, later_ms: int = 0) -> OrderOutcome:
        (answer,) = self.answers(order, later_ms)
        assert answer.id == order.id
        return answer.outcome

    def notes(self) -> int:
        return sum(
            isinstance(seen, Tap) and seen.id.startswith("do-")
            for record in self.store.records(self.controller.name)
            for seen in record.observations
        )


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    evening = Evening(tmp_path)
    board = Board(evening)
    yield board
    board.store.close()
    evening.close()


def test_an_order_is_done_and_kept_with_who_gave_it(board: Board) -> None:
    (answer,) = board.answers(board.order())
    assert (answer.outcome, answer.seq) == (OrderOutcome.DONE, 1)
    (seen,) = board.store.records(board.controller.name)[0].observations
    assert isinstance(seen, Tap)
    assert seen.said == {"order": "o1", "by": "Anna", "play": NOTE["play"]}


def test_a_repeated_order_is_answered_from_the_log_and_done_once(board: Board) -> None:
    order = board.order()
    assert board.outcome(order) is OrderOutcome.DONE
    assert board.outcome(order) is OrderOutcome.DONE
    assert board.notes() == 1


def test_an_order_is_known_again_after_a_new_start_of_the_table(board: Board) -> None:
    order = board.order()
    board.answers(order)
    board.table.line.close()
    board.table.connect()
    board.open(board.table.line)
    board.evening.pass_time(500)
    assert board.outcome(order) is OrderOutcome.DONE
    assert board.notes() == 1


def test_an_order_that_comes_twice_at_once_is_answered_once(board: Board) -> None:
    order = board.order()
    board.send(order)
    assert len(board.answers(order)) == 1
    assert board.notes() == 1


def test_an_order_on_a_match_that_has_gone_on_is_a_conflict(board: Board) -> None:
    order = board.order()
    board.answers(board.order("o0"))
    assert board.outcome(order) is OrderOutcome.CONFLICT
    assert board.notes() == 1


def test_a_play_needs_the_number_that_the_referee_saw(board: Board) -> None:
    assert board.outcome(board.order(expect=None)) is OrderOutcome.CONFLICT


def test_what_the_rules_do_not_allow_is_refused_and_a_repeat_too(board: Board) -> None:
    order = board.order(args={"play": {"play": "undo", "to": 99}})
    assert board.outcome(order) is OrderOutcome.REFUSED
    assert board.outcome(order) is OrderOutcome.REFUSED


def test_an_order_without_sense_is_refused(board: Board) -> None:
    assert board.outcome(board.order(args={"nothing": 1})) is OrderOutcome.REFUSED
    assert board.controller.match.seq == 0


def test_an_order_that_waited_too_long_is_not_done(board: Board) -> None:
    assert board.outcome(board.order(), later_ms=20_000) is OrderOutcome.EXPIRED
    assert board.controller.match.seq == 0


def test_while_somebody_at_the_table_decides_a_correction_the_table_is_busy(board: Board) -> None:
    board.controller.proposal = Amendment(1, Note("x"))
    assert board.outcome(board.order()) is OrderOutcome.BUSY


def test_without_an_open_match_somebody_has_to_walk_there(board: Board) -> None:
    board.table.line.orders.close()
    (answer,) = board.answers(board.order())
    assert answer.outcome is OrderOutcome.BUSY
    assert answer.says is not None
    assert "go there" in answer.says.en


def test_a_correction_comes_from_the_hall(board: Board) -> None:
    play = chosen_play(board.controller.match, Random(1))
    assert play is not None
    board.controller.take(PlayIntent(play), board.evening.now_ms)
    args = {"seq": 1, "instead": write_play(play), "reason": "misread"}
    assert board.outcome(board.order("o2", verb=OrderVerb.CORRECT, args=args)) is OrderOutcome.DONE


def test_a_clock_that_is_not_there_is_refused_and_needs_no_number(board: Board) -> None:
    clock = {"order": "add", "clock": "none", "ms": 5}
    assert board.outcome(board.order(verb=OrderVerb.CLOCK, args=clock, expect=None)) is OrderOutcome.REFUSED
    start = {"order": "start"}
    assert (
        board.outcome(board.order("o2", verb=OrderVerb.CLOCK, args=start, expect=None)) is OrderOutcome.DONE
    )


def test_an_order_is_written_and_read_the_same(board: Board) -> None:
    order = board.order()
    assert read_message(TableOrder, payload_of(order)) == order


def test_an_ended_match_is_told_from_the_halls_copy(board: Board) -> None:
    name = board.controller.name
    assert (
        board.outcome(board.order(args={"play": write_play(Concede(SeatName("red")))})) is OrderOutcome.DONE
    )
    board.evening.pass_time(3_000)
    report = report_from(board.evening.store.address, name)
    assert report.is_over
    assert report.winner is not None
    assert report.winner.side.seat == "yellow"
    with pytest.raises(NoCopy):
        report_from(board.evening.store.address, MatchId("nobody"))

"""The hall's copy of a table's log is always a prefix of it; every gap is found and filled, and a fork is proven."""

import shutil
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.bus.messages import (
    LARGEST_BYTES,
    PIECE_CHARS,
    LogNews,
    RecordAnswer,
    RecordPiece,
    RecordRequest,
    payload_of,
    read_message,
)
from companion.bus.wire import Letter, TopicPart
from companion.hall.branches import LogKey
from companion.hall.links import Lamp
from companion.hall.store.changes import FORK_CALL
from companion.storage.outbox import ChainedRecord, OutboxReader
from companion.table.hall import teller
from companion.table.hall.teller import LogTeller, TellerName, letter_of
from tests.hall.evening import Evening, Table


def records(table: Table) -> LogNews:
    with OutboxReader(table.path) as outbox:
        return LogNews(outbox.log, outbox.after(0, 64, 10**6))


def said(table: Table, news: LogNews) -> Letter:
    return letter_of(table.account, TopicPart.LOG, news)


def test_what_a_table_keeps_is_soon_in_the_hall(evening: Evening) -> None:
    table = evening.seat("t1")
    evening.pass_time()
    table.play(5)
    evening.pass_time(500)
    assert evening.kept(table) == table.chain()[1]
    assert evening.standing("t1").lamp is Lamp.GOOD
    assert table.match is not None
    assert evening.store.plays("t1") == {table.match: 5}


def test_an_answer_that_comes_twice_is_followed_by_one_request(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(300)
    with OutboxReader(table.path) as outbox:
        told = LogTeller(TellerName("t1", "1"), outbox)
        (asked,) = evening.hall.hear(told.welcomed(), evening.now_ms)
        twice = 2 * told.hear(asked)
        (asked,) = evening.hall.hear(twice, evening.now_ms)
        assert read_message(RecordRequest, asked.payload).have == 64
        # The second one was late, and is of records that are there.
        asks = evening.hall.hear([*told.hear(asked), twice[0]], evening.now_ms)
        assert [read_message(RecordRequest, one.payload).have for one in asks] == [128]


def test_what_was_played_before_the_hall_was_there_is_fetched(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(200)
    evening.pass_time(1_000)
    assert evening.kept(table) == table.chain()[1]


def test_a_record_that_comes_twice_is_kept_once(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(3)
    letter = said(table, records(table))
    evening.hall.hear([letter, letter], 0)
    evening.hall.hear([letter], 0)
    assert evening.kept(table) == table.chain()[1]


def test_records_in_another_order_are_not_kept_until_their_turn(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(4)
    news = records(table)
    evening.hall.hear([said(table, replace(news, records=news.records[2:]))], 0)
    assert evening.kept(table) == []
    evening.hall.hear([said(table, replace(news, records=news.records[:2]))], 0)
    assert evening.kept(table) == table.chain()[1][:2]


def test_a_damaged_record_is_not_kept_and_is_fetched_again(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(2)
    news = records(table)
    first = news.records[0]
    damaged = (
        replace(first, body=first.body.replace("1", "2", 1)),
        replace(first, kind="roll"),
        replace(first, hash="0" * 64),
        replace(first, n=2),
    )
    for one in damaged:
        evening.hall.hear([said(table, replace(news, records=(one,)))], 0)
    assert evening.kept(table) == []
    assert evening.hall.refused == 3
    evening.pass_time(1_000)
    assert evening.kept(table) == table.chain()[1]


def test_a_body_that_claims_another_log_is_not_kept(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(2)
    evening.hall.hear([said(table, replace(records(table), log="another"))], 0)
    assert evening.hall.tips("t1") == {}


def test_a_hall_that_was_away_fetches_what_it_missed(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(3)
    evening.pass_time()
    evening.desk.close()
    evening.store.close()
    table.play(100)
    evening.bus.stop()
    evening.bus.start()
    evening.open_hall()
    evening.pass_time(1_500)
    assert evening.kept(table) == table.chain()[1]


def test_a_hall_whose_file_is_deleted_is_whole_again_while_play_goes_on(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(150)
    evening.pass_time()
    for name in ("hall.db", "hall.db-wal", "hall.db-shm"):
        (evening.folder / name).unlink(missing_ok=True)
    table.play(2)
    evening.pass_time()
    assert evening.desk.trouble is None
    assert evening.kept(table) == table.chain()[1]


def test_a_dead_broker_costs_nothing_but_time(evening: Evening) -> None:
    table = evening.seat("t1")
    evening.pass_time()
    evening.bus.stop()
    table.play(80)
    evening.pass_time()
    evening.bus.start()
    evening.pass_time()
    assert evening.kept(table) == table.chain()[1]


def test_a_copied_log_that_both_went_on_is_kept_as_two_branches_and_a_referee_is_called(
    evening: Evening,
) -> None:
    table = evening.seat("t1")
    table.play(90)
    shutil.copy(table.path, evening.folder / "copy.db")
    table.play(30)
    evening.pass_time()
    ours = table.chain()[1]
    for beside in table.path.parent.glob("matches.db*"):
        beside.unlink()
    shutil.copy(evening.folder / "copy.db", table.path)
    table.plays = 90
    table.play(70, events=2)
    evening.pass_time(12_000)
    theirs = table.chain()[1]
    assert evening.kept(table) == ours
    assert ours[:91] == theirs[:91]
    assert evening.kept(table, branch=1) == theirs[91:]
    assert evening.standing("t1").lamp is Lamp.FORKED
    assert [call.kind for _, call in evening.store.open_calls()] == [FORK_CALL]


def test_a_fork_is_found_even_if_the_older_branch_is_longer(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(10)
    shutil.copy(table.path, evening.folder / "copy.db")
    table.play(200)
    evening.pass_time()
    for beside in table.path.parent.glob("matches.db*"):
        beside.unlink()
    shutil.copy(evening.folder / "copy.db", table.path)
    table.plays = 10
    table.play(1, events=2)
    evening.pass_time(12_000)
    assert evening.kept(table, branch=1) == table.chain()[1][11:]


def test_forks_survive_a_new_start_of_the_hall(evening: Evening) -> None:
    test_a_copied_log_that_both_went_on_is_kept_as_two_branches_and_a_referee_is_called(evening)
    table = evening.tables[0]
    evening.desk.close()
    evening.store.close()
    evening.open_hall()
    table.play(3)
    evening.pass_time()
    assert evening.standing("t1").lamp is Lamp.FORKED
    assert evening.kept(table, branch=1) == table.chain()[1][91:]


def test_a_new_log_at_a_table_stands_beside_the_old_one(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(5)
    evening.pass_time()
    old = LogKey("t1", table.chain()[0])
    for beside in table.path.parent.glob("matches.db*"):
        beside.unlink()
    table.match = None
    table.play(2)
    evening.pass_time(12_000)
    assert len(evening.store.records(old)) == 6
    assert evening.kept(table) == table.chain()[1]
    assert evening.standing("t1").lamp is Lamp.GOOD


def test_a_table_that_says_nothing_is_silent_and_one_whose_line_broke_is_gone(evening: Evening) -> None:
    one, other = evening.seat("t1"), evening.seat("t2")
    evening.pass_time()
    evening.tables = [other]
    evening.pass_time(15_000)
    assert evening.standing("t1").lamp is Lamp.SILENT
    assert evening.standing("t2").lamp is Lamp.GOOD
    one.wire.lose()
    evening.pass_time(500)
    assert evening.standing("t1").lamp is Lamp.GONE


def test_records_that_the_table_has_and_the_hall_has_not_are_counted(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(4)
    table.line.step(evening.now_ms)
    evening.desk.step()
    assert (evening.standing("t1").behind, evening.standing("t1").lamp) == (5, Lamp.BEHIND)


def test_a_table_answers_with_64_records_at_most(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(200)
    with OutboxReader(table.path) as outbox:
        teller = LogTeller(TellerName("t1", "1"), outbox)
        wanted = Letter("c/1/t/t1/want", payload_of(RecordRequest(outbox.log, 0)))
        (letter,) = teller.hear(wanted)
    answer = read_message(RecordAnswer, letter.payload)
    assert [one.n for one in answer.records] == list(range(1, 65))


def test_a_stranger_is_not_heard(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(2)
    evening.hall._is_known = lambda account: account != "t1"
    evening.pass_time()
    assert evening.hall.standings(evening.now_ms) == []


def test_nonsense_on_the_wire_changes_nothing(evening: Evening) -> None:
    for payload in (b"", b"{", b"[]", b"\xff", b'{"log": 1}', payload_of({"log": "x", "n": -1})):
        for part in TopicPart:
            evening.hall.hear([Letter(f"c/1/t/t1/{part}", payload)], 0)
    assert evening.hall.tips("t1") == {}


def long_record(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a record that is longer than the longest message, as the limits are now, between others."""
    monkeypatch.setattr(teller, "LARGEST_BYTES", 20_000)
    monkeypatch.setattr(teller, "PIECE_CHARS", 3_000)
    table.play(2)
    table.play(1, events=400)
    table.play(2)


def test_a_record_that_fits_into_no_message_comes_in_pieces(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.seat("t1")
    evening.pass_time()
    long_record(table, monkeypatch)
    with OutboxReader(table.path) as outbox:
        assert max(len(one.body) for one in outbox.after(0, 64, 10**6)) > 20_000
    evening.pass_time(1_000)
    assert evening.kept(table) == table.chain()[1]
    assert evening.standing("t1").lamp is Lamp.GOOD


def test_pieces_that_are_lost_or_come_twice_are_asked_for_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.seat("t1")
    long_record(table, monkeypatch)
    pieces = 0
    hear = evening.hall.hear

    def worse(letters: Iterable[Letter], now_ms: int) -> list[Letter]:
        nonlocal pieces
        told: list[Letter] = []
        for letter in letters:
            is_piece = b'"piece"' in letter.payload
            pieces += is_piece
            told += [] if is_piece and pieces % 3 == 0 else [letter] * (1 + (is_piece and pieces % 3 == 1))
        return hear(told, now_ms)

    monkeypatch.setattr(evening.hall, "hear", worse)
    evening.pass_time(40_000)
    assert pieces > 6
    assert evening.kept(table) == table.chain()[1]


def test_a_piece_is_short_enough_whatever_is_written_in_it() -> None:
    worst = ChainedRecord(1, "play", 1, '"' * PIECE_CHARS, "0" * 64, "m")
    answer = RecordAnswer("l", 0, True, piece=RecordPiece(worst, 0, PIECE_CHARS))
    assert len(payload_of(answer)) < LARGEST_BYTES / 2

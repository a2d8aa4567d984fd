"""One bad table: whatever it sends, the others are copied, the pages stand, and people are told which table it is."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bus.messages import LARGEST_BYTES, DamagedMessage, PublicView, RecordAnswer, read_message
from companion.bus.wire import FROM_TABLE, Letter, TopicPart
from companion.errors import Malformed
from companion.hall.access import HallRole
from companion.hall.branches import MOST_BRANCHES, LogKey
from companion.hall.desk import (
    LETTER_BYTES,
    MOST_WAITING,
    MOST_WAITING_BYTES,
    SHARE_AT_ONCE_BYTES,
    SHARE_BYTES_PER_S,
    FairInbox,
)
from companion.hall.hall import CALLS_APART_MS, MOST_LOGS
from companion.hall.links import Lamp
from companion.hall.store.changes import StoreChanges
from companion.hall.store.store import HallStore
from companion.storage import strict_json
from companion.storage.chain import Kind
from companion.storage.outbox import OutboxReader
from tests.hall.evening import Evening, Table
from tests.hall.garbage import BODIES, HEAD, chained, every_garbage, garbage, letter, news
from tests.hall.pages_evening import OpenPages, open_pages
from tests.quick import first_quick

BAD = "bad"


@pytest.fixture
def table(evening: Evening) -> Table:
    return evening.seat("t1")


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        opened.hall.seat(3, "lignes", 6)
        opened.hall.seat(4, "ouaf", 6)
        yield opened


def send(evening: Evening, *letters: Letter) -> None:
    """Put letters into the hall's inbox with those of others, and let the hall take all of them."""
    for one in letters:
        evening.desk._inbox.put(one)
    while evening.desk.step():
        pass


def expect_copied(evening: Evening, table: Table) -> None:
    assert evening.kept(table) == table.chain()[1]
    assert evening.standing(table.account).lamp is Lamp.GOOD


# --- each letter for itself


@first_quick("part", FROM_TABLE)
def test_no_garbage_of_any_kind_keeps_anothers_record_away(
    evening: Evening, table: Table, part: TopicPart
) -> None:
    evening.pass_time()
    bad = list(garbage(BAD, part))
    told = 0
    for at in range(0, len(bad), 20):
        table.play()
        with OutboxReader(table.path) as outbox:
            played = news("t1", outbox.log, list(outbox.after(told, 9, 100_000)))
            told = outbox.tip().n
        evening.hall.hear([*bad[at : at + 20], played], evening.now_ms)
        assert len(evening.kept(table)) == told
    evening.pass_time()
    expect_copied(evening, table)
    assert evening.standing(BAD).refused > len(bad) / 2


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_that_breaks_who_believes_it_is_kept_and_nothing_is_told_of_it(
    evening: Evening, table: Table, body: str
) -> None:
    table.play(2)
    records = chained("l", [(Kind.MATCH, body), (Kind.MATCH, body), (Kind.PLAY, body)])
    table.line.step(evening.now_ms)
    send(evening, news(BAD, "l", records))
    evening.pass_time()
    expect_copied(evening, table)
    assert evening.hall.tips(BAD) == {"l": [(3, records[-1].hash)]}
    (kept,) = [one for one in evening.store.matches() if one.key.account == BAD]
    assert kept.game in ("", "ouaf") or kept.game == "x" * 32


def test_a_kept_letter_that_cannot_be_taken_does_not_hinder_a_hall_that_is_started_again(
    evening: Evening, table: Table
) -> None:
    table.play(2)
    for one in every_garbage(BAD):
        if one.is_kept:
            evening.bus.carry(BAD, one)
    evening.desk.close()
    evening.store.close()
    evening.open_hall()
    table.play(1)
    evening.pass_time()
    expect_copied(evening, table)


@pytest.fixture
def odd_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that fails with the records of the bad table in a way that nobody foresaw."""
    keep = HallStore.keep

    def keeps_nothing_of_the_bad(store: HallStore, changes: StoreChanges) -> None:
        if any(new.key.account == BAD for new in changes.records):
            raise OverflowError("a value that the database cannot hold")
        keep(store, changes)

    monkeypatch.setattr(HallStore, "keep", keeps_nothing_of_the_bad)


@pytest.mark.usefixtures("odd_store")
def test_what_nobody_foresaw_is_found_among_the_others_and_counted(evening: Evening, table: Table) -> None:
    evening.pass_time()
    for n in range(3):
        table.play(2)
        table.line.step(evening.now_ms)
        send(evening, news(BAD, f"l{n}", chained(f"l{n}", [(Kind.PLAY, "{}")])))
        assert evening.kept(table) == table.chain()[1]
    standing = evening.standing(BAD)
    assert (standing.refused, standing.unread) == (3, (TopicPart.LOG,))
    expect_copied(evening, table)


@pytest.mark.usefixtures("odd_store")
def test_a_call_is_not_lost_with_the_letter_of_another_that_fails(evening: Evening) -> None:
    report = b'{"machine":{"disk_free_mb":1},"call":{"id":"c1"}}'
    bad = news(BAD, "l", chained("l", [(Kind.PLAY, "{}")]))
    send(evening, letter("t1", TopicPart.REPORT, report), bad)
    assert [call.subject for _, call in evening.store.open_calls()] == ["c1"]


def test_a_table_that_sends_only_damaged_letters_is_told(evening: Evening) -> None:
    evening.seat(BAD)
    evening.pass_time()
    evening.tables.clear()
    for n in range(3):
        assert evening.standing(BAD).lamp is Lamp.GOOD, f"{n} letters may be damaged on the way"
        send(evening, letter(BAD, TopicPart.VIEW, b"[" * 10_000))
    assert evening.standing(BAD).lamp is Lamp.UNREAD


# --- what it costs


@pytest.mark.parametrize(
    "payload",
    [
        b"[" + b"1," * 1_990_000 + b"1]",
        b"[" + b'"",' * 1_300_000 + b"1]",
        b"{" + b",".join(b'"%d":1' % n for n in range(300_000)) + b',"299999":2}',
        b'"' + b'\\"' * 1_990_000,
        b'"' + b"\\" * 3_990_000,
    ],
    ids=["numbers", "texts", "names", "no end", "backslashes"],
)
def test_a_message_of_a_million_parts_is_refused_before_it_is_read(
    payload: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    monkeypatch.setattr("companion.storage.strict_json._whole_number", lambda _digits: read.append(1))
    with pytest.raises(Malformed):
        read_message(RecordAnswer, payload)
    assert not read


def test_faults_of_a_long_list_are_not_all_looked_for() -> None:
    waits = ",".join("1" * 30_000)
    payload = f'{{"match":"m","seq":1,"game":"g","headline":"x","sides":[],"waits":[{waits}]}}'
    with pytest.raises(Malformed) as refused:
        read_message(PublicView, payload.encode())
    assert len(refused.value.every_one) <= 400


def test_what_is_no_json_is_told_from_what_is_not_understood() -> None:
    for payload in (b"", b"[" * 10_000, b"NaN", b"\xff"):
        with pytest.raises(DamagedMessage):
            read_message(PublicView, payload)
    for payload in (
        b"{}",
        b'{"match":"\\ud800"}',
        b'{"seq":%d}' % 2**63,
        b"[" * 100_000,
        b"x" * LARGEST_BYTES,
    ):
        with pytest.raises(Malformed) as refused:
            read_message(PublicView, payload)
        assert not isinstance(refused.value, DamagedMessage)


# --- floods


def put_all(inbox: FairInbox, *letters: Letter) -> None:
    for one in letters:
        inbox.put(one)


def test_letters_of_one_table_that_wait_are_bounded_and_counted() -> None:
    inbox = FairInbox(lambda: 0)
    put_all(inbox, *[letter(BAD, TopicPart.LOG, bytes(3_850_000))] * 150)
    assert inbox.overflow() == {BAD: 149}
    assert inbox.overflow() == {}
    put_all(inbox, *[letter("t2", TopicPart.LOG, b"{}")] * (MOST_WAITING + 5))
    assert inbox.overflow() == {"t2": 5}
    waiting = inbox._waiting
    assert all(one.queued_bytes <= MOST_WAITING_BYTES for one in waiting.values())


def test_who_sent_least_goes_first() -> None:
    inbox = FairInbox(lambda: 0)
    put_all(inbox, *[letter(BAD, TopicPart.LOG, bytes(100_000))] * 30)
    put_all(inbox, *[letter("t2", TopicPart.LOG, bytes(1_000))] * 3)
    taken, _ = inbox.take(0)
    assert [one.topic for one in taken[:4]] == ["c/1/t/bad/log", *["c/1/t/t2/log"] * 3]


def test_a_table_whose_share_is_used_up_waits_until_it_grows_again() -> None:
    now_ms = 0
    inbox = FairInbox(lambda: now_ms)
    one = letter(BAD, TopicPart.LOG, bytes(MOST_WAITING_BYTES))
    taken = 0
    for _ in range(20):
        inbox.put(one)
        taken += len(inbox.take(0)[0])
    assert taken == SHARE_AT_ONCE_BYTES // MOST_WAITING_BYTES
    now_ms += 1000 * (MOST_WAITING_BYTES + 2 * LETTER_BYTES) // SHARE_BYTES_PER_S
    assert inbox.take(0)[0] == [one]
    put_all(inbox, letter("t2", TopicPart.LOG, b"{}"), one)
    assert [got.topic for got in inbox.take(0)[0]] == ["c/1/t/t2/log"]


def test_of_a_tables_states_the_newest_waits() -> None:
    inbox = FairInbox(lambda: 0)
    put_all(inbox, *[letter(BAD, TopicPart.VIEW, b"%d" % n) for n in range(1_000)])
    assert [one.payload for one in inbox.take(0)[0]] == [b"999"]


def test_a_head_comes_after_the_records_before_it() -> None:
    inbox = FairInbox(lambda: 0)
    parts = (TopicPart.HEAD, TopicPart.LOG, TopicPart.UP)
    put_all(inbox, *[letter("t1", part, b"{}") for part in parts])
    assert [one.topic.rpartition("/")[2] for one in inbox.take(0)[0]] == ["up", "log", "head"]


def test_who_floods_is_told_for_a_while_and_what_was_not_taken_of_a_log_is_asked_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hall.desk.MOST_WAITING", 8)
    table = evening.seat("t1")
    evening.pass_time()
    for _ in range(12):
        table.play()
        table.line.step(evening.now_ms)
    evening.desk.step()
    assert evening.standing("t1").lamp is Lamp.FLOODING
    evening.pass_time(12_000)
    expect_copied(evening, table)


def test_of_a_log_that_is_continued_again_and_again_a_few_branches_are_kept(evening: Evening) -> None:
    (first, *_) = records = chained("l", [(Kind.MATCH, HEAD % ("ouaf", 1)), (Kind.PLAY, "{}")])
    forks = [chained("l", [(Kind.PLAY, f'{{"n":{n}}}')], after=first)[0] for n in range(3_000)]
    send(evening, news(BAD, "l", records))
    evening.hall.hear([news(BAD, "l", [fork]) for fork in forks], evening.now_ms)
    assert len(evening.hall.tips(BAD)["l"]) == MOST_BRANCHES
    assert len(evening.store.open_calls()) == MOST_BRANCHES - 1
    assert evening.standing(BAD).lamp is not Lamp.GOOD


def test_records_that_are_here_are_looked_up_together(
    evening: Evening, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play(230)
    evening.pass_time()
    asked: list[range] = []
    hashes_of = HallStore.hashes_of

    def counted(store: HallStore, key: LogKey, branch: int, numbers: range) -> dict[int, str]:
        asked.append(numbers)
        return hashes_of(store, key, branch, numbers)

    monkeypatch.setattr(HallStore, "hashes_of", counted)
    with OutboxReader(table.path) as outbox:
        known = list(outbox.after(20, 63, 100_000))
        odd = replace(known[-1], n=84, hash="0" * 64)
        for _ in range(50):
            evening.hall.hear([news("t1", outbox.log, [*known, odd])], evening.now_ms)
    assert len(asked) <= 2


def test_records_that_do_not_follow_each_other_are_no_message(evening: Evening) -> None:
    one, _, other = chained("l", [(Kind.PLAY, "{}")] * 3)
    send(evening, news(BAD, "l", [one, other]))
    assert evening.hall.tips(BAD) == {} and evening.standing(BAD).refused == 1


def test_who_replaces_its_states_without_end_is_told_and_who_fetches_up_is_not() -> None:
    now_ms = 0
    inbox = FairInbox(lambda: now_ms)
    view = letter(BAD, TopicPart.VIEW, bytes(1_000))
    answer = letter("t2", TopicPart.ANSWER, bytes(1_000_000))
    views: list[Letter] = []
    for n in range(400):
        if not inbox._waiting or not inbox._waiting["t2"].queue:
            inbox.put(answer)  # the hall asks for one after the other
        if n % 10 == 0:
            put_all(inbox, letter("t2", TopicPart.HEAD, b"{}"), letter("t2", TopicPart.VIEW, bytes(9_000)))
        views += [one for one in inbox.take(0)[0] if one.topic.endswith("view")]
        now_ms += 25
    assert not inbox.overflow(), "its share is used up, and what it sends waits"
    assert len(views) >= 4, "its view is not what waits longest"
    for _ in range(3_000):
        inbox.put(view)
        inbox.take(0)
    put_all(inbox, *[view] * 100)
    assert list(inbox.overflow()) == [BAD]


def test_a_table_has_a_few_logs_and_one_call_a_second(evening: Evening) -> None:
    for n in range(2 * MOST_LOGS):
        send(evening, news(BAD, f"l{n}", chained(f"l{n}", [(Kind.PLAY, "{}")])))
    assert len(evening.hall.tips(BAD)) == MOST_LOGS
    for n in range(20):
        report = b'{"machine":{"disk_free_mb":1},"call":{"id":"c%d"}}' % n
        send(evening, letter(BAD, TopicPart.REPORT, report))
        evening.now_ms += CALLS_APART_MS // 5
    assert len(evening.store.open_calls()) == 1
    assert sum(call.kind == "call" for _, call in evening.store.open_calls()) == 1


# --- the pages


@pytest.mark.slow
def test_the_pages_stand_whatever_one_table_sends(pages: OpenPages) -> None:
    hall = pages.hall
    account = hall.played[3].table.account
    anna = pages.guest(HallRole.ORGANISER)
    taken = 0
    for part in (TopicPart.UP, TopicPart.VIEW, TopicPart.REPORT):
        for one in list(garbage(account, part))[::3]:
            refused = hall.evening.hall.refused
            hall.thread.run(lambda one=one: hall.evening.hall.hear([one], hall.evening.now_ms))  # type: ignore[misc]
            if hall.evening.hall.refused == refused or taken == 0:
                # It was taken, and so it is shown.
                taken += 1
                for path in ("/tables", "/tables/3", "/office"):
                    assert anna.get(path).status == 200, (path, one.payload[:200])
    assert taken > 40
    assert 'id="table-4"' in anna.get("/tables").body
    assert not hall.stumbles


ODD_VIEWS: tuple[dict[str, Any], ...] = (
    {"role": "umpire"},
    {"role": 'a"><script>'},
    {"seat": "nobody"},
    {"name": ""},
    {"score": 2**63 - 1},
)


@pytest.mark.parametrize("change", ODD_VIEWS, ids=lambda change: next(iter(change)))
def test_a_view_of_a_later_version_is_shown_as_far_as_it_is_understood(
    pages: OpenPages, change: dict[str, Any]
) -> None:
    side = {"seat": "home", "name": "Ann", "role": "home", **change}
    scale = {"seat": "who", "role": "x", "lines": [{"says": "x", "amount": "2"}]}
    view = {
        "match": "m", "seq": 1, "game": "later", "headline": "turn 2", "sides": [side],
        "contest": {"title": "x", "scales": [scale]},
    }  # fmt: skip
    hall = pages.hall
    account = hall.played[3].table.account
    payload = strict_json.canonical(view).encode()
    hall.thread.run(lambda: send(hall.evening, letter(account, TopicPart.VIEW, payload)))
    anna = pages.guest(HallRole.REFEREE)
    for path in ("/tables", "/tables/3"):
        answer = anna.get(path)
        assert answer.status == 200
        assert "Turn 2" in answer.body or "turn 2" in answer.body
        assert "<script>" not in answer.body.replace('<script src="/static/live.js" defer></script>', "")


def test_a_table_that_cannot_be_drawn_is_one_tile(pages: OpenPages, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw: a view of which the template makes an error."""
    hall = pages.hall
    bad = hall.played[3].table.account
    standings = hall.standings

    def odd() -> Any:
        for one in standings():
            if one.account == bad:
                assert one.view is not None
                object.__setattr__(one.view, "headline", object())
            yield one

    monkeypatch.setattr(hall, "standings", lambda: list(odd()))
    anna = pages.guest(HallRole.ORGANISER)
    said = anna.get("/tables").body
    assert said.count("This table sends something that is not understood here") == 1
    assert 'id="table-3"' in said and 'id="table-4"' in said
    anna.language = "fr"
    assert "Cette table envoie quelque chose qui n’est pas compris ici" in anna.get("/tables").body


@pytest.mark.slow
def test_a_match_that_cannot_be_rebuilt_is_told_on_its_own_page_alone(pages: OpenPages) -> None:
    hall = pages.hall
    account = hall.played[3].table.account
    log, _ = hall.thread.run(hall.played[3].table.chain)
    view = b'{"match":"odd","seq":1,"game":"ouaf","headline":"x","sides":[]}'
    for n, body in enumerate(BODIES):
        records = chained(f"odd{n}", [(Kind.MATCH, body), (Kind.PLAY, body)])
        head = b'{"log":"odd%d","n":2,"hash":"%s","match":"m"}' % (n, records[-1].hash.encode())
        letters = (
            letter(account, TopicPart.HEAD, head),
            news(account, f"odd{n}", records),
            letter(account, TopicPart.VIEW, view.replace(b'"odd"', b'"m"')),
        )
        hall.thread.run(lambda letters=letters: send(hall.evening, *letters))  # type: ignore[misc]
        anna = pages.guest(HallRole.REFEREE)
        assert anna.get("/tables/3").status == 200, body[:60]
        assert anna.get("/tables/4").status == 200
    assert log and not hall.stumbles

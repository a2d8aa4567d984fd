"""A table and a hall whose programs are not the same: what one does not know is left out, and what cannot be read is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.bus.joining import JoinAnswer, JoinOpening, JoinRequest, JoinTicket
from companion.bus.messages import (
    LogHead,
    LogNews,
    OrderOutcome,
    OrderResult,
    PictureAnswer,
    PictureRequest,
    PublicView,
    RecordAnswer,
    RecordRequest,
    TableOrder,
    TableReport,
    TableStatus,
    payload_of,
    read_message,
    read_order,
)
from companion.bus.wire import Letter, TopicPart
from companion.hall.access import HallRole
from companion.hall.links import Lamp
from companion.hall.store.store import HallStore
from companion.version import program_version
from companion.words import Wording
from tests.hall.evening import Evening
from tests.hall.pages_evening import OpenPages, open_pages
from tests.hall.test_orders import Board
from tests.web.public.views import played_views, view

HASH = "a" * 64
RECORD = {"n": 1, "kind": "play", "seq": 1, "body": "{}", "hash": HASH}
FIRST_FORMS: dict[type[Any], dict[str, Any]] = {
    LogNews: {"log": "l", "records": [RECORD]},
    LogHead: {"log": "l", "n": 1},
    RecordRequest: {"log": "l", "have": 0},
    RecordAnswer: {
        "log": "l",
        "have": 0,
        "is_known": True,
        "piece": {"record": RECORD, "at": 0, "of": 2},
    },
    TableStatus: {"is_up": True, "version": "0.1.0"},
    OrderResult: {"id": "i", "outcome": "refused", "says": {"en": "no", "fr": "non"}},
    PublicView: {
        "match": "m",
        "seq": 1,
        "game": "ouaf",
        "headline": {"en": "turn 2", "fr": "tour 2"},
        "sides": [{"seat": "home", "name": "Ann", "role": "home"}],
        "clocks": [{"name": "turn", "left_ms": 1, "is_running": True}],
        "last": {"says": "x"},
        "contest": {"title": "x", "scales": [{"seat": "home", "role": "x", "lines": [{"says": "x"}]}]},
    },
    TableReport: {
        "machine": {"disk_free_mb": 1},
        "question": {"key": "q", "asks": "x"},
        "difference": {"key": "q", "says": ["x"]},
        "call": {"id": "c"},
        "devices": [{"device": "camera", "says": "x"}],
    },
    PictureRequest: {"match": "m", "seen": "c"},
    PictureAnswer: {"match": "m", "seen": "c"},
    JoinRequest: {"token": "t", "name": "pi", "commitment": HASH},
    JoinTicket: {"ticket": "t"},
    JoinOpening: {"ticket": "t", "number": "1"},
    JoinAnswer: {"state": "waiting"},
}
"""The messages of the first version with nothing but what they must have, as they may come for ever."""


def later(data: Any) -> Any:
    """Return a message as a later program may write it: every object in it has one field more."""
    if isinstance(data, dict):
        return {**{name: later(item) for name, item in data.items()}, "later": [{"x": 1}]}
    return [later(item) for item in data] if isinstance(data, list) else data


def later_payload(payload: bytes) -> bytes:
    return json.dumps(later(json.loads(payload))).encode()


@pytest.fixture
def board(evening: Evening) -> Iterator[Board]:
    board = Board(evening)
    yield board
    board.store.close()


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        opened.hall.seat(3, "lignes", 14)
        yield opened


def hear(evening: Evening, part: TopicPart, payload: bytes) -> None:
    evening.hall.hear([Letter(f"c/1/t/t1/{part}", payload)], evening.now_ms)


# --- the messages


@pytest.mark.parametrize("kind", FIRST_FORMS, ids=lambda kind: kind.__name__)
def test_a_message_of_the_first_version_is_read(kind: type[Any]) -> None:
    assert isinstance(read_message(kind, json.dumps(FIRST_FORMS[kind]).encode()), kind)


@pytest.mark.parametrize("kind", FIRST_FORMS, ids=lambda kind: kind.__name__)
def test_fields_of_a_later_version_are_left_out(kind: type[Any]) -> None:
    first = json.dumps(FIRST_FORMS[kind]).encode()
    assert read_message(kind, later_payload(first)) == read_message(kind, first)


@pytest.mark.parametrize("game", ["ofusaido", "lignes", "ouaf", "boufbowl"])
def test_the_views_of_a_later_table_are_read_whole(game: str) -> None:
    for shown in played_views(game, 12):
        assert read_message(PublicView, later_payload(payload_of(shown))) == shown


def test_a_third_language_of_a_later_table_is_left_out() -> None:
    said = json.dumps({**FIRST_FORMS[PublicView], "headline": {"en": "a", "fr": "b", "de": "c"}})
    assert read_message(PublicView, said.encode()).headline == Wording("a", "b")


# --- a later table, an older hall


def test_a_hall_follows_a_later_table(evening: Evening) -> None:
    table = evening.seat("t1")
    send = table.wire.send
    table.line._wire.send = lambda letter: send(  # type: ignore[method-assign]
        Letter(letter.topic, later_payload(letter.payload), letter.is_kept)
    )
    evening.pass_time()
    table.play(70)
    table.line.show(view(70, 3))
    table.line.report(None)
    evening.pass_time()
    standing = evening.standing("t1")
    assert (standing.lamp, standing.unread) == (Lamp.GOOD, ())
    assert evening.kept(table) == table.chain()[1]
    assert standing.view == view(70, 3) and standing.report is not None


def test_what_cannot_be_read_is_told_until_it_can(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(2)
    table.line.show(view(2, 3))
    evening.pass_time()
    hear(evening, TopicPart.VIEW, b'{"match": "m", "sides": "of another form"}')
    standing = evening.standing("t1")
    assert (standing.lamp, standing.unread) == (Lamp.UNREAD, (TopicPart.VIEW,))
    assert standing.behind == 0, "the records are fetched all the same"
    with HallStore(evening.address) as store:
        assert [link.unread for link in store.links()] == ["view"]
    hear(evening, TopicPart.VIEW, payload_of(view(3, 4)))
    assert evening.standing("t1").lamp is Lamp.GOOD


def test_who_speaks_without_being_understood_is_not_silent(evening: Evening) -> None:
    evening.seat("t1")
    evening.pass_time()
    evening.tables.clear()
    evening.now_ms += 60_000
    assert evening.standing("t1").lamp is Lamp.SILENT
    hear(evening, TopicPart.HEAD, b'{"heads": []}')
    assert evening.standing("t1").lamp is Lamp.UNREAD


def test_a_damaged_message_is_no_later_version(evening: Evening) -> None:
    evening.seat("t1")
    evening.pass_time()
    hear(evening, TopicPart.VIEW, payload_of(view(1, 1))[:-9])
    assert evening.standing("t1").lamp is Lamp.GOOD


def test_the_office_says_which_programs_do_not_fit(pages: OpenPages) -> None:
    account = pages.hall.played[3].table.account

    def told() -> None:
        letters = [Letter(f"c/1/t/{account}/{part}", b'{"another": "form"}') for part in ("view", "report")]
        pages.hall.evening.hall.hear(letters, pages.hall.evening.now_ms)

    pages.hall.thread.run(told)
    ours = program_version()
    anna = pages.guest(HallRole.ORGANISER)
    said = anna.get("/office").body
    assert "Connected, but part of what it tells cannot be read" in said
    assert "Not understood: what is open at the table, what the public sees;" in said
    assert f"program is 1, the hall&#39;s is {ours}: bring the older one up to date" in said
    assert "Part of what it tells cannot be read here: see the office" in anna.get("/tables").body
    anna.language = "fr"
    assert "mettez à jour le plus ancien" in anna.get("/office").body


# --- a later hall, an older table


def test_an_order_of_the_first_version_is_read() -> None:
    order = {"id": "i", "by": "Anna", "match": "m", "verb": "play", "args": {"play": {}}}
    assert isinstance(read_order(json.dumps(order).encode()), TableOrder)


@pytest.mark.parametrize(
    "changes", [{"verb": "dance"}, {"only_if": "it rains"}, {"args": {"play": {}, "later": 1}}]
)
def test_an_order_that_a_table_does_not_know_is_refused_with_the_reason(
    board: Board, changes: dict[str, Any]
) -> None:
    order = {**json.loads(payload_of(board.order())), **changes}
    board.table.line._inbox.put(Letter("c/1/t/t1/do", json.dumps(order).encode()))
    board.table.line.step(board.evening.now_ms)
    for item in board.items:
        board.controller.take(item, board.evening.now_ms)
    board.evening.pass_time(500)
    (answer,) = board.evening.hall.results()
    assert (answer.result.id, answer.result.outcome) == ("o1", OrderOutcome.REFUSED)
    assert answer.result.says is not None
    assert board.notes() == 0 and board.controller.match.seq == 0


def test_what_a_later_hall_asks_for_besides_hinders_no_table(evening: Evening) -> None:
    table = evening.seat("t1")
    table.play(3)
    log, hashes = table.chain()
    asked = later_payload(payload_of(RecordRequest(log, 1, hashes[0])))
    evening.pass_time()
    table.line._inbox.put(Letter("c/1/t/t1/want", asked))
    answered: list[Letter] = []
    table.line._wire.send = lambda letter: not answered.append(letter)  # type: ignore[method-assign, func-returns-value]
    table.line.step(evening.now_ms)
    (answer,) = [letter for letter in answered if letter.topic.endswith("answer")]
    assert [record.n for record in read_message(RecordAnswer, answer.payload).records] == [2, 3, 4]

"""The thread that owns a controller."""

import threading
from queue import SimpleQueue

import pytest

from companion.errors import LogFull, StorageError
from companion.ids import MatchId
from companion.match import Match
from companion.play import Note
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent, QuestionAnswer
from companion.session.match_controller import MatchController
from companion.session.session import Session, SnapshotWatch
from companion.session.session_event import RemarkEvent, RulingEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.record import Record
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.live_table import FramedTable, TableEquipment
from companion.table.wiring import bare_controller
from companion.words import Text, translate
from tests.plays import play_of

SETUP, CARDS = demonstrations("ofusaido")["demo-match"]
ATTEMPT = play_of(
    "ofusaido", {"play": "attempt", "seat": "home", "occasion": SETUP["teams"]["home"]["visible"][0]}
)
LONG_S = 10.0


def opened() -> MatchController:
    return bare_controller(MatchId("table1"), Match(GAMES["ofusaido"], SETUP, CARDS))


def heard(told: "SimpleQueue[SessionEvent]", kind: type) -> SessionEvent:
    """The next thing of a kind that is told."""
    while not isinstance(one := told.get(timeout=LONG_S), kind):
        pass
    return one


def test_what_is_put_in_from_any_thread_is_answered() -> None:
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    session = Session(opened, told.put)
    session.start()
    threading.Thread(target=session.put, args=(PlayIntent(ATTEMPT),)).start()
    ruled = heard(told, RulingEvent)
    session.stop()
    assert isinstance(ruled, RulingEvent)
    assert ruled.refusal is None
    assert not session.is_running


def test_all_that_stands_in_the_queue_is_taken_in_before_it_stops() -> None:
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    session = Session(opened, told.put)
    for _ in range(50):
        session.put(PlayIntent(Note("x")))
    session.start()
    session.stop(LONG_S)
    assert session.controller().match.seq == 50


class FullDisk:
    def append(self, record: Record) -> None:
        raise StorageError(Text("no room"))


def test_a_log_that_cannot_be_written_stops_the_session_and_is_told() -> None:
    told: SimpleQueue[SessionEvent] = SimpleQueue()

    def open_controller() -> MatchController:
        controller = opened()
        controller.match.log_to(FullDisk())
        return controller

    session = Session(open_controller, told.put)
    session.start()
    session.put(PlayIntent(ATTEMPT))
    remarked = heard(told, RemarkEvent)
    session.stop()
    assert isinstance(remarked, RemarkEvent)
    assert remarked.is_trouble
    assert session.controller().match.seq == 0


class Tight:
    """A disk with no room at first."""

    def __init__(self) -> None:
        self.kept: list[Record] = []
        self.has_room = False

    def append(self, record: Record) -> None:
        if not self.has_room:
            raise LogFull(Text("no room"))
        self.kept.append(record)


def test_a_full_disk_is_told_and_once_there_is_room_the_match_goes_on() -> None:
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    disk = Tight()

    def open_controller() -> MatchController:
        controller = opened()
        controller.match.log_to(disk)
        return controller

    session = Session(open_controller, told.put)
    session.start()
    for _ in range(2):
        session.put(PlayIntent(ATTEMPT))
        remarked = heard(told, RemarkEvent)
        assert isinstance(remarked, RemarkEvent)
        assert not remarked.is_trouble
    assert session.controller().match.seq == 0
    disk.has_room = True
    session.put(PlayIntent(ATTEMPT))
    again = heard(told, RemarkEvent)
    assert isinstance(again, RemarkEvent)
    assert "there is room on the disk again" in translate(again.says, "en")
    ruled = heard(told, RulingEvent)
    session.stop()
    assert isinstance(ruled, RulingEvent)
    assert ruled.refusal is None
    assert len(disk.kept) == 1


def test_a_film_goes_on_while_the_disk_is_full_and_ends_with_what_is_not_kept() -> None:
    told: list[SessionEvent] = []

    controller, disk = opened(), Tight()
    controller.match.log_to(disk)
    live = FramedTable(controller, TableEquipment(), told.append)
    live.take([PlayIntent(ATTEMPT)], 0)
    assert [type(one) for one in told] == [RemarkEvent]
    with pytest.raises(LogFull):
        live.expect_kept()
    disk.has_room = True
    live.take([PlayIntent(ATTEMPT)], 50)
    live.look([], 100)
    live.expect_kept()
    assert len(disk.kept) == 1
    assert any(isinstance(one, RulingEvent) for one in told)


def test_a_match_that_cannot_be_opened_is_told_to_who_asks_for_it() -> None:
    def open_controller() -> MatchController:
        raise StorageError(Text("no such match"))

    session = Session(open_controller, lambda _told: None)
    session.start()
    with pytest.raises(StorageError, match="no such match"):
        session.controller(LONG_S)
    session.stop()


def test_screens_are_given_a_snapshot_only_where_something_is_new() -> None:
    given: SimpleQueue[object] = SimpleQueue()
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    watch = SnapshotWatch(lambda one: SnapshotBuilder(one, mat_of("ofusaido"), lambda: 0), given.put)
    session = Session(opened, told.put, watched=watch)
    session.start()
    session.put(QuestionAnswer("nobody asked this", None))
    session.put(PlayIntent(ATTEMPT))
    heard(told, RulingEvent)
    session.stop(LONG_S)
    found = [given.get() for _ in range(given.qsize())]
    assert len(found) >= 2
    assert all(isinstance(one, Snapshot) for one in found)

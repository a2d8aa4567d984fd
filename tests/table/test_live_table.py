"""A live table's wiring: what devices say reaches the match by callback, whichever way the table is driven."""

import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.session_event import NoticeEvent, RulingEvent, SessionEvent, TowerRequest
from companion.table.live_table import FramedTable, TableEquipment, ThreadedTable
from companion.table.tower import LinkedTower, ThrownTower, TowerAtTable
from companion.table.wiring import bare_controller
from companion.virtual.acting.actor import ThrowGesture
from companion.words import Text
from devices.tower.tower_status import Report, RollMeaning, RollVerdict, TowerReport, TowerStatus, WireLine
from tests.session.sitting import LIGNES, WHY, roll

LONG_S = 10.0


class ToldTower:
    """A tower whose reports a test makes."""

    def __init__(self) -> None:
        self.armed: list[TowerRequest] = []
        self.hear: Callable[[Report], None] | None = None

    def start(self, hear: Callable[[Report], None]) -> None:
        self.hear = hear

    def stop(self) -> None:
        self.hear = None

    def arm(self, arms: TowerRequest) -> None:
        self.armed.append(arms)

    def roll(self, arms: TowerRequest, *faces: str) -> None:
        assert self.hear is not None
        fallen = roll(",".join(arms.dice), ",".join(faces), arms.request)
        self.hear(RollVerdict(fallen, RollMeaning.COUNTS, WHY))


def match() -> Match:
    setup, cards = LIGNES
    return Match(GAMES["lignes"], setup, cards)


def next_of(told: "SimpleQueue[SessionEvent]", kind: type) -> SessionEvent:
    while not isinstance(one := told.get(timeout=LONG_S), kind):
        pass
    return one


def test_a_roll_is_judged_as_soon_as_the_tower_calls_back() -> None:
    told: SimpleQueue[SessionEvent] = SimpleQueue()
    tower = ToldTower()
    table = ThreadedTable(
        lambda: bare_controller(MatchId("table"), match()),
        TableEquipment(devices=(TowerAtTable(tower),)),
        told.put,
    )
    table.start()
    arms = next_of(told, TowerRequest)
    assert isinstance(arms, TowerRequest)
    tower.roll(arms, "3")
    ruled = next_of(told, RulingEvent)
    table.stop()
    assert isinstance(ruled, RulingEvent)
    assert (ruled.by, ruled.refusal) == ("tower", None)
    assert tower.armed[0] == arms
    assert tower.hear is None, "the tower ends with the table"


def test_a_roll_between_two_frames_is_judged_with_the_next_one() -> None:
    told: list[SessionEvent] = []
    tower = ToldTower()
    with FramedTable(
        bare_controller(MatchId("table"), match()),
        TableEquipment(devices=(TowerAtTable(tower),)),
        told.append,
    ) as table:
        table.look((), 0)
        tower.roll(tower.armed[-1], "3")
        assert not [one for one in told if isinstance(one, RulingEvent)]
        table.look((), 50)
    (ruled,) = [one for one in told if isinstance(one, RulingEvent)]
    assert (ruled.by, ruled.refusal) == ("tower", None)


@pytest.mark.parametrize("standing", [TowerStatus.READY, TowerStatus.SILENT])
def test_a_tower_is_told_of_when_it_stands_otherwise_and_not_for_each_line(
    tmp_path: Path, standing: TowerStatus
) -> None:
    heard: list[Report] = []
    tower = LinkedTower(str(tmp_path / "no-port"), tmp_path / "rolls.db")
    tower._news.hear = heard.append
    stands = TowerReport(standing, Text("so it is"))
    for report in (
        stands,
        WireLine(True, "PONG"),
        TowerReport(TowerStatus.SLOW, Text("it is slow")),
        stands,
    ):
        tower._news.tell(report)
    assert heard == [stands]


def test_dice_whose_play_was_entered_by_hand_meanwhile_are_not_thrown_into_the_virtual_tower(
    tmp_path: Path,
) -> None:
    heard: SimpleQueue[Report] = SimpleQueue()
    tower = ThrownTower(("d6", "d12"), tmp_path / "rolls.db", seed=1, speed=4.0)
    tower.start(heard.put)
    try:
        tower.arm(TowerRequest("ab12", ("d12",)))
        until_s = time.monotonic() + LONG_S
        while not tower.is_asked and time.monotonic() < until_s:
            time.sleep(0.01)
        tower.throw(ThrowGesture(("d6", "d12"), ("3", "9")))
        assert not tower.is_rolling
        tower.throw(ThrowGesture(("d12",), ("11",)))
        while not isinstance(report := heard.get(timeout=LONG_S), RollVerdict):
            pass
    finally:
        tower.stop()
    assert (report.roll.dice, report.roll.faces) == (("d12",), ("11",))


def test_a_report_has_the_time_of_the_picture_with_which_it_is_taken() -> None:
    told: list[SessionEvent] = []
    tower = ToldTower()
    with FramedTable(
        bare_controller(MatchId("table"), match()),
        TableEquipment(devices=(TowerAtTable(tower),)),
        told.append,
    ) as table:
        assert tower.hear is not None
        tower.hear(TowerReport(TowerStatus.SILENT, Text("nobody answers")))
        table.look((), 700)
    assert [one.notice.at_ms for one in told if isinstance(one, NoticeEvent)] == [700]

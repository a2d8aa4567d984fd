"""A fourth kind of device goes through every layer by one row and one line of the registry: docs/adding-a-device.md, done."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.table_house import TableHouse
from companion.backend.table_match import equipment_for
from companion.clock import monotonic_ms
from companion.ids import MatchId
from companion.match import Match
from companion.play import kind_said
from companion.rules.games import GAMES
from companion.session.inbox import Item
from companion.session.session_event import NoticeEvent, SessionEvent
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.table.live_table import FramedTable, TableEquipment
from companion.table.wiring import bare_controller
from companion.words import Text, Wording, translate
from tests.session.sitting import OFUSAIDO, Sitting, lay_support
from tests.toy.pedal import kind
from tests.toy.pedal.device import PedalReport, VirtualPedal
from tests.toy.pedal.kind import PEDAL, PEDAL_KIND
from tests.toy.registered import register_pedal
from ui.presenters.lines import PageRequest, PageWish
from ui.setup.match_setup import MatchSetup, SetupStage
from ui.setup.ready_lines import step_options
from ui.setup.setup_lines import lines

LONG_MS = 10_000


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register_pedal(monkeypatch, tmp_path)


@pytest.fixture
def pedal(tmp_path: Path) -> VirtualPedal:
    return VirtualPedal(tmp_path / "pedal0")


@pytest.fixture
def backend(tmp_path: Path) -> LocalBackend:
    return LocalBackend(Places(tmp_path / "data"))


def with_pedal(pedal: VirtualPedal) -> TableDevices:
    return TableDevices().choose(PEDAL, str(pedal.path))


def in_english(words: Text | Wording | str) -> str:
    return words if isinstance(words, str) else translate(words, "en")


def until(is_so: Callable[[], bool]) -> None:
    """Look again and again while another thread works."""
    end_ms = monotonic_ms() + LONG_MS
    while not is_so():
        assert monotonic_ms() < end_ms
        os.sched_yield()


def test_a_pedal_that_is_plugged_in_is_found(backend: LocalBackend, pedal: VirtualPedal) -> None:
    assert [one.name for one in backend.find(PEDAL)] == [str(pedal.path)]
    assert PEDAL in [offer.name for offer in backend.devices()]


def test_it_is_chosen_in_a_step_of_its_own_when_a_match_is_set_up(
    backend: LocalBackend, pedal: VirtualPedal
) -> None:
    setup = MatchSetup.of(backend.games()[0])
    assert PEDAL in setup.further
    setup = replace(setup, stage=SetupStage.READY).visit(PEDAL)
    assert in_english(setup.asks) == "which pedal says next?"
    assert in_english(lines(setup)[0].says) == "no pedal is plugged in"
    setup = setup.seen(PEDAL, backend.find(PEDAL))
    line, search = lines(setup)
    assert line.says == ""
    assert [in_english(one.says) for one in line.options] == ["pedal pedal0", "no pedal"]
    assert [in_english(one.says) for one in search.options] == ["look again"]
    chosen = setup.choose(line.key, line.options[0].value)
    assert chosen.request.gear == with_pedal(pedal)
    assert lines(chosen)[0].options[0].is_chosen
    assert chosen.on().stage == SetupStage.READY


def test_it_is_checked_before_the_match_and_the_check_leads_back_to_its_step(
    backend: LocalBackend, pedal: VirtualPedal
) -> None:
    setup = replace(MatchSetup.of(backend.games()[0]), gear=with_pedal(pedal))
    (result,) = PEDAL_KIND.check(setup.game.name, setup.gear, house(backend))
    assert (in_english(result.what), result.standing) == ("pedal", "good")
    assert result in backend.check(setup.request)
    assert step_options(setup, result)[0].value == PageRequest(PageWish.STEP, PEDAL)
    assert replace(setup, stage=SetupStage.READY).visit(PEDAL).on().stage == SetupStage.READY
    pedal.unplug()
    assert [one.standing for one in backend.check(setup.request) if one.device == PEDAL] == ["poor"]


def house(backend: LocalBackend) -> TableHouse:
    return backend._desk.house


class TableSitting(Sitting):
    """A match at a table with devices, in a time of its own."""

    def __init__(self, devices: TableEquipment) -> None:
        match = Match(GAMES["ofusaido"], *OFUSAIDO)
        self.table = FramedTable(bare_controller(MatchId("table1"), match), devices, self.hear)
        super().__init__(self.table.controller)

    def hear(self, told: SessionEvent) -> None:
        self.told.append(told)

    def take(self, item: Item) -> list[SessionEvent]:
        self.table.take((item,), self.now_ms)
        return []

    def wait(self, ms: int) -> list[SessionEvent]:
        for _ in range(ms // 100):
            self.now_ms += 100
            self.table.look((), self.now_ms)
        return []

    def plays(self) -> list[str]:
        """What was played, after what the devices have said by now."""
        self.table.look((), self.now_ms)
        return [kind_said(one.play) for one in self.ruled()]


def test_a_press_says_yes_to_what_was_understood_so_far(backend: LocalBackend, pedal: VirtualPedal) -> None:
    sitting = TableSitting(equipment_for("ofusaido", with_pedal(pedal), house(backend)))
    with sitting.table:
        lay_support(sitting)
        sitting.wait(300)
        assert sitting.plays() == []
        pedal.press()
        until(lambda: sitting.plays() == ["support"])


def test_a_press_when_nothing_was_understood_does_nothing(backend: LocalBackend, pedal: VirtualPedal) -> None:
    device, *_ = equipment_for("ofusaido", with_pedal(pedal), house(backend)).devices
    assert isinstance(device, kind.PedalAtTable)
    assert list(device._items(PedalReport.PRESSED, 0)) == []


@pytest.fixture
def live(backend: LocalBackend, pedal: VirtualPedal) -> Iterator[LiveMatch]:
    setup, _ = demonstrations("ofusaido")["demo-match"]
    live = backend.begin(PlayRequest(setup, with_pedal(pedal)))
    yield live
    live.stop()


def test_the_screens_are_told_when_it_is_unplugged(live: LiveMatch, pedal: VirtualPedal) -> None:
    notices: list[NoticeEvent] = []

    def is_told() -> bool:
        notices.extend(one for one in live.news() if isinstance(one, NoticeEvent))
        return bool(notices)

    pedal.unplug()
    until(is_told)
    assert [(one.notice.device, one.notice.says) for one in notices] == [(PEDAL, "lost")]
    assert in_english(notices[0].words) == "the pedal is gone: touch the screen instead"


def test_the_settings_remember_it_for_the_next_match_while_it_is_there(
    live: LiveMatch, backend: LocalBackend, pedal: VirtualPedal
) -> None:
    assert backend.settings().devices == {PEDAL: str(pedal.path)}
    assert backend.last_gear() == with_pedal(pedal)
    pedal.unplug()
    assert backend.last_gear() == TableDevices()

"""A match that is shown begins at once."""

from pathlib import Path

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations
from companion.table.acted_match import ActedFate
from companion.table.show import Scenery, Show
from companion.table.wiring import bare_controller
from tests.bench.trials.cards import OVER_LAMP
from vision.frame import Frame
from vision.virtual.light import Sensor
from vision.virtual.table import VirtualTable

pytestmark = pytest.mark.drawn


@pytest.mark.slow
def test_the_first_picture_waits_for_no_die_although_the_match_begins_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, cards = demonstrations("lignes")["demo-match"]
    truth, match = (Match(GAMES["lignes"], setup, cards) for _ in range(2))
    controller = bare_controller(MatchId("show"), match)
    # Who waits for the tower now, which nobody has asked for dice, waits to the end of his patience.
    monkeypatch.setattr(Show, "_comes_true", lambda *_: pytest.fail("the tower is waited for"))
    with Show(truth, controller, Scenery(3), lambda _told: None, tmp_path / "rolls.db") as show:
        frame = next(show.frames())
    assert frame is not None


class BusyMachine:
    """The clock of a machine on which each picture takes a tenth of a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        drawn = VirtualTable.frame

        def frame(table: VirtualTable) -> Frame:
            self.now_s += 0.1
            return drawn(table)

        monkeypatch.setattr(VirtualTable, "frame", frame)
        monkeypatch.setattr("companion.table.show.time", self)

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.mark.slow
def test_on_a_busy_machine_a_show_keeps_its_speed_with_fewer_pictures_and_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, cards = demonstrations("ouaf")["demo-match"]
    truth, match = (Match(GAMES["ouaf"], setup, cards) for _ in range(2))
    controller = bare_controller(MatchId("show"), match)
    machine = BusyMachine(monkeypatch)
    with Show(truth, controller, Scenery(3, speed=2.0), lambda _told: None, tmp_path / "rolls.db") as show:
        for _ in show.frames():
            if len(match.entries) >= 6:
                break
        assert 2.0 * machine.now_s == pytest.approx(show.table.now_ms / 1000, abs=3.0)
        assert (show.acted.score.wrong, show.acted.score.missed) == ([], [])


@pytest.mark.slow
def test_a_player_tilts_a_card_that_reflects_the_lamp_as_he_is_told_and_it_is_read(tmp_path: Path) -> None:
    setup, cards = demonstrations("ouaf")["demo-match"]
    truth, match = (Match(GAMES["ouaf"], setup, cards) for _ in range(2))
    controller = bare_controller(MatchId("show"), match)
    scenery = Scenery(7000, OVER_LAMP, Sensor(0.8, jpeg=None, is_grey=True), is_sleeved=True, px_a_module=3.0)
    with Show(truth, controller, scenery, lambda _told: None, tmp_path / "rolls.db") as show:
        for _ in show.frames():
            if match.entries:
                break
        assert show.acted.score.fates[ActedFate.TILTED] == 1

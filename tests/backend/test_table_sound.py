"""What is heard at the screens' table, as loud as the owners chose; and that a lost loudspeaker spoils nothing but the
sound.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.backend.table_match import TableSound
from companion.cue import Cue
from companion.ids import MatchId
from companion.session.inbox import PlayIntent
from companion.session.session_event import NoticeEvent, RulingEvent, SessionEvent
from companion.settings import Settings
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from devices.audio.audio_status import Direction
from devices.audio.mixer import RATE
from devices.audio.player import Speaker
from devices.audio.watchdog import AudioReport, AudioWatchdog
from tests.devices.audio.fake_card import FakeCard
from tests.plays import play_of
from ui.settings.settings_lines import with_sound_turned

NAME = MatchId("table1")
USB = (Direction.OUT, "usb")
BLOCK = 480
PATIENCE_S = 20.0
ATTEMPT = play_of("ofusaido", {"play": "attempt", "seat": "home", "occasion": "OC005-900"})


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test looks at the loudspeaker itself, and lets it go itself."""
    stop = AudioWatchdog.stop

    def stopped(watchdog: AudioWatchdog) -> None:
        stop(watchdog)
        watchdog.run()

    monkeypatch.setattr(AudioWatchdog, "start", lambda _: None)
    monkeypatch.setattr(AudioWatchdog, "stop", stopped)


class Room:
    """A table's sound, and an ear in front of the loudspeaker."""

    def __init__(self, *plugged: tuple[Direction, str]) -> None:
        self.card = FakeCard(*plugged)
        self.now_ms = 0
        tone = np.full(RATE // 100, 0.5, np.float32)
        self.speaker = Speaker(lambda: dict.fromkeys(Cue, tone), now_ms=lambda: self.now_ms)
        self.sound = TableSound(self.speaker, self.card)
        self.told: list[str] = []

    def begin(self, seq: int = 0, match: MatchId = NAME) -> None:
        self.sound.begin("ofusaido", match, seq, self._tell)

    def _tell(self, report: AudioReport) -> None:
        self.told.append(str(report.status))

    def is_heard(self) -> bool:
        """Whether the loudspeaker makes a noise now."""
        stream = self.card.streams[-1]
        return bool(np.abs(stream.work(BLOCK)).max() > 0)  # type: ignore[arg-type]

    def lose(self) -> None:
        self.card.plugged.clear()
        self.card.streams[-1].is_active = False


@pytest.fixture
def room() -> Room:
    return Room(USB)


def test_a_match_begins_with_a_whistle_once_the_loudspeaker_is_open(room: Room) -> None:
    room.begin()
    room.sound.look()
    assert room.is_heard()
    assert room.told == [], "that it is there is heard"


def test_one_that_goes_on_does_not(room: Room) -> None:
    room.begin(seq=7)
    room.sound.look()
    assert not room.is_heard()


def test_nothing_is_heard_nor_opened_while_the_sound_is_off(room: Room) -> None:
    room.sound.set(Settings(is_muted=True))
    room.begin()
    room.sound.look()
    assert not room.card.streams
    room.sound.set(Settings(is_muted=False))
    room.sound.look()
    assert room.is_heard()
    room.sound.set(Settings(is_muted=True))
    assert room.speaker.volume.is_muted


def test_it_is_as_loud_as_the_owners_chose(room: Room) -> None:
    room.sound.set(Settings(volume_percent=25))
    assert room.speaker.volume.factor == 0.25


def test_a_loudspeaker_that_is_lost_is_told_once_and_once_that_it_is_there_again(room: Room) -> None:
    room.begin()
    room.sound.look()
    room.lose()
    for _ in range(3):
        room.now_ms += 40_000
        room.sound.look()
    assert room.told == ["lost"]


def test_where_there_is_none_it_is_told_in_the_first_match_only() -> None:
    room = Room()
    room.begin()
    room.sound.look()
    room.sound.end(NAME)
    room.begin(match=MatchId("table2"))
    room.sound.look()
    assert room.told == ["no-device"]


def test_the_match_before_ends_when_the_next_is_on_and_that_goes_on_to_be_heard(room: Room) -> None:
    room.begin()
    room.begin(match=MatchId("table2"))
    room.sound.end(NAME)
    room.sound.look()
    assert room.is_heard()


def test_a_match_of_the_house_is_heard_and_told_of_a_lost_loudspeaker_and_goes_on(tmp_path: Path) -> None:
    room = Room(USB)
    backend = LocalBackend(Places(tmp_path), lambda: room.sound)
    setup, _ = demonstrations("ofusaido")["demo-match"]
    live = backend.begin(PlayRequest(setup, TableDevices()))
    try:
        room.sound.look()
        assert room.is_heard()
        backend.change(with_sound_turned)
        assert room.speaker.volume.is_muted
        backend.change(with_sound_turned)
        room.sound.look()
        room.lose()
        room.sound.look()
        live.put(PlayIntent(ATTEMPT))
        told = list(until_played(live))
        assert [one.notice.says for one in told if isinstance(one, NoticeEvent)] == ["lost"]
    finally:
        live.stop()


def until_played(live: LiveMatch) -> Iterator[SessionEvent]:
    """What is told until the first play has been judged."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        for told in live.news():
            yield told
            if isinstance(told, RulingEvent):
                return
    raise AssertionError("nothing was judged")

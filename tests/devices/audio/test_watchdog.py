"""Devices that come, go and hang, without a device and without a sleep."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from companion.cue import Cue, EventId
from companion.ids import MatchId
from companion.threads import ACCIDENTS
from companion.words import LANGUAGES, Text, translate
from devices.audio.audio_status import AudioStatus, Direction, audio_sentence
from devices.audio.mixer import Samples, Volume
from devices.audio.player import SilentPlayer, SoundPlayer, Speaker
from devices.audio.tone import Microphone
from devices.audio.watchdog import (
    AGAIN_MS,
    AGAIN_SELDOM_MS,
    LOOK_MS,
    STALLED_MS,
    AudioLine,
    AudioReport,
    AudioWatchdog,
)
from devices.errors import SoundTrouble
from tests.devices.audio.fake_card import FakeCard, steady

OUT, IN = Direction.OUT, Direction.IN
BANK = {Cue.GOAL: steady(), Cue.TURN: steady(0.2, 480)}


class Desk:
    """A card, its lines, and a clock."""

    def __init__(self, card: FakeCard, wanted: str | None = None, *, has_ear: bool = False) -> None:
        self.now_ms = 100_000
        self.card = card
        self.reports: list[AudioReport] = []
        self.heard: list[Samples] = []
        self.loads = 0
        self.speaker = Speaker(self._load, wanted, self.clock)
        self.ear = Microphone(lambda _rate: self.heard.append, None, self.clock)
        lines: list[AudioLine] = [self.speaker]
        if has_ear:
            lines.append(self.ear)
        self.dog = AudioWatchdog(card, lines, self.reports.append, self.clock)

    def clock(self) -> int:
        return self.now_ms

    def _load(self) -> dict[Cue, Samples]:
        self.loads += 1
        return BANK

    def run(self, ms: int, *, plays: bool = True) -> "Desk":
        """Let the time pass; the open loudspeaker asks for blocks all the while, if it plays."""
        for _ in range(ms // LOOK_MS):
            self.dog.look()
            for stream in self.card.streams:
                if stream.is_active and plays:
                    stream.work(480 if stream.name.startswith("speaker") else steady(0))  # type: ignore[arg-type]
            self.now_ms += LOOK_MS
        return self

    @property
    def standings(self) -> list[AudioStatus]:
        return [report.status for report in self.reports if report.direction is OUT]


def test_a_loudspeaker_is_opened_and_plays() -> None:
    desk = Desk(FakeCard((OUT, "speaker"))).run(LOOK_MS)
    assert desk.standings == [AudioStatus.READY]
    desk.speaker.play(Cue.GOAL)
    assert desk.card.play() == pytest.approx(0.1)


def test_a_lost_device_is_said_once_looked_for_and_found_again() -> None:
    desk = Desk(FakeCard((OUT, "speaker"))).run(LOOK_MS)
    desk.card.unplug("speaker")
    desk.run(10_000)
    assert desk.standings == [AudioStatus.READY, AudioStatus.LOST, AudioStatus.NO_DEVICE]
    desk.card.plugged.append((OUT, "speaker"))
    desk.run(AGAIN_MS + LOOK_MS)
    assert desk.standings[-1] is AudioStatus.READY
    desk.speaker.play(Cue.GOAL)
    assert desk.card.play() == pytest.approx(0.1)
    assert desk.loads == 1


def test_what_was_played_while_the_device_was_away_is_never_heard() -> None:
    desk = Desk(FakeCard((OUT, "speaker"))).run(LOOK_MS)
    desk.card.unplug("speaker")
    desk.run(2_000)
    desk.speaker.play(Cue.GOAL)
    desk.run(1_000)
    desk.card.plugged.append((OUT, "speaker"))
    desk.run(AGAIN_MS + LOOK_MS)
    assert not desk.card.play().any()


def test_a_stream_that_asks_for_nothing_hangs_and_is_opened_again() -> None:
    desk = Desk(FakeCard((OUT, "speaker"))).run(1_000)
    desk.run(STALLED_MS - 2 * LOOK_MS, plays=False)
    assert desk.standings == [AudioStatus.READY]
    desk.run(4 * LOOK_MS, plays=False)
    assert desk.card.streams[0].is_closed
    assert desk.standings == [AudioStatus.READY, AudioStatus.LOST, AudioStatus.READY]


def test_the_device_that_was_chosen_is_waited_for_and_no_other_taken() -> None:
    desk = Desk(FakeCard((OUT, "speaker of the television")), "usb").run(2_000)
    assert desk.standings == [AudioStatus.NOT_FOUND]
    assert "speaker of the television" in translate(desk.reports[0].says, "en")
    desk.card.plugged.append((OUT, "speaker, USB Audio"))
    desk.run(AGAIN_MS + LOOK_MS)
    assert desk.standings[-1] is AudioStatus.READY
    assert desk.card.streams[-1].name == "speaker, USB Audio"


def test_a_device_that_is_held_by_another_program_is_tried_again() -> None:
    desk = Desk(FakeCard((OUT, "speaker")))
    desk.card.refused = SoundTrouble(AudioStatus.TAKEN, Text("busy"))
    desk.run(3_000)
    assert desk.standings == [AudioStatus.TAKEN]
    desk.card.refused = None
    assert desk.run(AGAIN_MS + LOOK_MS).standings == [AudioStatus.TAKEN, AudioStatus.READY]


def test_without_the_library_it_is_said_once_and_seldom_tried_again() -> None:
    card = FakeCard()
    card.trouble = SoundTrouble(AudioStatus.NO_LIBRARY, audio_sentence(AudioStatus.NO_LIBRARY, OUT))
    desk = Desk(card).run(AGAIN_SELDOM_MS - LOOK_MS)
    assert desk.standings == [AudioStatus.NO_LIBRARY] and card.refreshed == 1
    desk.run(2 * LOOK_MS)
    assert card.refreshed == 2


def test_a_card_of_another_rate_plays_at_the_same_pitch() -> None:
    desk = Desk(FakeCard((OUT, "speaker"), rate=44_100)).run(LOOK_MS)
    desk.speaker.play(Cue.TURN)
    block = desk.card.play(882)
    assert np.count_nonzero(np.abs(block) > 0.01) == pytest.approx(441, abs=2)  # 480 samples at 48 kHz.


def test_a_missing_microphone_costs_the_loudspeaker_a_moment_now_and_then_and_only_in_silence() -> None:
    desk = Desk(FakeCard((OUT, "speaker")), has_ear=True).run(AGAIN_SELDOM_MS - LOOK_MS)
    assert desk.card.refreshed == 1
    desk.speaker.play(Cue.GOAL)
    desk.run(2_000)
    assert desk.card.refreshed == 1
    desk.run(25_000)
    assert desk.card.refreshed == 2
    assert desk.standings == [AudioStatus.READY]
    assert [report.status for report in desk.reports if report.direction is IN] == [AudioStatus.NO_DEVICE]


def test_a_microphone_that_is_plugged_in_is_heard() -> None:
    desk = Desk(FakeCard((OUT, "speaker")), has_ear=True).run(LOOK_MS)
    desk.card.plugged.append((IN, "ear"))
    desk.run(AGAIN_SELDOM_MS + LOOK_MS)
    desk.card.hear(steady(0.3, 100))
    assert len(desk.heard[-1]) == 100


def test_when_one_of_two_is_lost_both_are_open_again_a_moment_later() -> None:
    desk = Desk(FakeCard((OUT, "speaker"), (IN, "ear")), has_ear=True).run(LOOK_MS)
    desk.card.unplug("speaker")
    desk.card.plugged.append((OUT, "speaker"))
    desk.run(2 * LOOK_MS)
    assert [stream.name for stream in desk.card.streams if stream.is_active] == ["speaker", "ear"]


def test_the_thread_reports_what_it_cannot_know_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    card = FakeCard((OUT, "speaker"))
    desk = Desk(card)
    looks: list[int] = []

    def look() -> None:
        looks.append(1)
        if len(looks) == 1:
            raise RuntimeError("what nobody foresaw")
        desk.dog._stop.set()

    monkeypatch.setattr(desk.dog, "look", look)
    monkeypatch.setattr("companion.threads.PAUSE_S", 0)
    desk.dog.run()
    assert "what nobody foresaw" in translate(desk.reports[0].says, "en")
    assert [str(problem) for problem in ACCIDENTS.taken()][-1] == "what nobody foresaw"
    assert len(looks) == 2


def test_it_stops_with_every_stream_closed() -> None:
    desk = Desk(FakeCard((OUT, "speaker")))
    is_open = threading.Event()
    dog = AudioWatchdog(desk.card, [desk.speaker], lambda _report: is_open.set())
    dog.start()
    assert is_open.wait(10)
    dog.stop()
    assert desk.card.streams
    assert all(stream.is_closed for stream in desk.card.streams)


@pytest.mark.parametrize("make", [SilentPlayer, lambda: Speaker(lambda: BANK)])
def test_any_player_takes_everything_at_any_time(make: Callable[[], SoundPlayer]) -> None:
    player = make()
    for cue in Cue:
        player.play(cue, EventId(MatchId("k3f7ab"), 1))
    player.withdraw(EventId(MatchId("k3f7ab"), 0))
    player.volume = Volume(0.5)
    assert player.volume == Volume(0.5)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("status", AudioStatus)
def test_every_standing_is_one_line(status: AudioStatus, direction: Direction, language: str) -> None:
    told = translate(audio_sentence(status, direction, wanted="usb", found=["a"], problem="busy"), language)
    assert told and "\n" not in told and "{" not in told

"""The whole way through a real sound server, to a loudspeaker that is recorded."""

import contextlib
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.cue import Cue, EventId
from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.sounding import sounding
from companion.storage.shipped import demonstrations
from companion.virtual.chance import random_plays
from devices.audio.card import PortAudio
from devices.audio.cues import bank
from devices.audio.player import Speaker
from devices.audio.standing import Standing
from devices.audio.watchdog import Report, Watchdog
from tests.devices.audio.sound_server import Recorder, SoundServer, why_not
from tests.devices.audio.spectra import recognised

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=str(why_not())),
]
WITHIN_MS = 100
BANK = bank()
MATCH = MatchId("k3f7ab")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundServer]:
    with SoundServer(tmp_path) as server:
        monkeypatch.setenv("PULSE_SERVER", server.address)
        yield server


@contextlib.contextmanager
def speaking(wanted: str | None = None) -> Iterator[tuple[Speaker, list[Report]]]:
    reports: list[Report] = []
    speaker = Speaker(lambda: BANK, wanted)
    watchdog = Watchdog(PortAudio(), [speaker], reports.append)
    watchdog.start()
    try:
        stands(reports, Standing.READY)
        yield speaker, reports
    finally:
        watchdog.stop()


def stands(reports: list[Report], standing: Standing) -> None:
    Recorder.until(lambda: reports and reports[-1].standing is standing, f"never {standing}")


def heard_after_ms(speaker: Speaker, recorder: Recorder, cue: Cue) -> tuple[float, Cue]:
    """How long after it was wanted a cue is on the record, and which it is taken for."""
    mark, begun_s = recorder.mark, time.monotonic()
    speaker.play(cue)
    place, heard_s = recorder.until_onset(mark)
    guess = recognised(recorder.until_silent(place), BANK)[0][1]
    return (heard_s - begun_s) * 1000, guess


def test_each_cue_is_heard_for_what_it_is_within_a_tenth_of_a_second(server: SoundServer) -> None:
    with server.record() as recorder, speaking() as (speaker, _):
        for cue in Cue:
            late_ms, guess = heard_after_ms(speaker, recorder, cue)
            assert guess is cue
            assert late_ms <= WITHIN_MS, f"{cue} after {late_ms:.0f} ms"


def test_the_sound_server_is_killed_in_play_and_sound_comes_back(server: SoundServer) -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])
    plays = random_plays(match, Random(4))
    slowest_s = 0.0
    with speaking() as (speaker, reports):
        for n, play in enumerate(plays):
            if n == 20:
                server.kill()
            begun_s = time.monotonic()
            outcome = match.submit(play)
            what = sounding("ofusaido", EventId(MATCH, outcome.seq), play, outcome.events)
            if what.cue is not None:
                speaker.play(what.cue, what.of)
            slowest_s = max(slowest_s, time.monotonic() - begun_s)
            if n == 60:
                break
        stands(reports, Standing.NO_DEVICE)
        assert match.seq == 61 and slowest_s < 0.5
        server.start()
        with server.record() as recorder:
            stands(reports, Standing.READY)
            recorder.sound(recorder.mark, 2_000)
            _, guess = heard_after_ms(speaker, recorder, Cue.QUESTION)
        assert guess is Cue.QUESTION
        assert [report.standing for report in reports] == [
            Standing.READY, Standing.LOST, Standing.NO_DEVICE, Standing.READY,
        ]  # fmt: skip


def test_a_sound_server_that_hangs_holds_nobody_up(server: SoundServer) -> None:
    with server.record() as recorder, speaking() as (speaker, reports):
        server.signal(signal.SIGSTOP)
        begun_s = time.monotonic()
        for _ in range(50):
            speaker.play(Cue.TURN)
        assert time.monotonic() - begun_s < 0.05
        time.sleep(3.5)
        server.signal(signal.SIGCONT)
        Recorder.until(lambda: reports[-1].standing is Standing.READY, "comes back")
        recorder.sound(recorder.mark, 3_000)
        _, guess = heard_after_ms(speaker, recorder, Cue.GOAL)
        assert guess is Cue.GOAL

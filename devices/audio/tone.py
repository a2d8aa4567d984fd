"""Plays a test tone, and measures whether a microphone hears it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.clock import monotonic_ms
from companion.cue import Cue
from companion.words import Text
from devices.audio.audio_status import Direction
from devices.audio.mixer import RATE, Samples, Volume, normalise_loudness
from devices.audio.player import Speaker
from devices.audio.sound_card import Hear, SoundCard, Stream, choose_device
from devices.audio.watchdog import SoundDesk, until_it_flows, wait
from devices.errors import SoundTrouble

# --- microphone
# Gives the samples of a microphone to a listener, such as the test of a loudspeaker.


class Microphone:
    """Opens a microphone and passes its samples on. `begin` is called with the sample rate after each opening
    and returns the listener; both run in threads that must not wait.
    """

    direction = Direction.IN
    is_quiet = True
    """The watchdog may interrupt it at any time: what it misses harms nobody."""

    def __init__(
        self,
        begin: Callable[[int], Hear],
        wanted: str | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._begin = begin
        self._wanted = wanted
        self._now_ms = now_ms
        self._hear: Hear = _nobody
        self.beat_ms = 0

    def open(self, card: SoundCard, gone: Callable[[], None]) -> Stream:
        self._hear = _nobody
        device = choose_device(card.devices(self.direction), self._wanted, self.direction)
        stream = card.open_input(device, self._take, gone)
        self._hear = self._begin(stream.rate)
        return stream

    def missing(self, now_ms: int) -> None: ...

    def _take(self, samples: Samples) -> None:
        self.beat_ms = self._now_ms()
        self._hear(samples)


def _nobody(_samples: Samples) -> None: ...


# --- tone

HZ = 1_000
"""The pitch of the test tone."""
LENGTH_S = 1.0
"""The length of the test tone."""
HEARD_DB = 10.0
"""How far the tone must stand above the room at its own pitch to count as heard. Chosen; silence varies by a
few dB.
"""
_WINDOW_S = 0.04
"""Length of the windows: many periods of the tone, so that it stands out of the noise."""
_HOP_S = 0.005
"""Time between two windows, and so the fineness of the delay that is measured."""


@dataclass(frozen=True, slots=True)
class ToneReport:
    """How much louder the tone is than the room, and when it began, in ms after the microphone's first sample (None:
    not heard).
    """

    above_db: float
    began_ms: int | None

    @property
    def is_heard(self) -> bool:
        return self.above_db >= HEARD_DB


def tone() -> Samples:
    """Return the test tone, (n,) float32 at `RATE`, as loud as a cue."""
    t = np.arange(round(LENGTH_S * RATE)) / RATE
    fade = np.clip(np.minimum(t, LENGTH_S - t) / 0.01, 0, 1)
    return normalise_loudness((fade * np.sin(2 * np.pi * HZ * t)).astype(np.float32))


def find_tone(room: Samples, after: Samples, rate: int) -> ToneReport:
    """Measure how much louder a test tone is than the room, and when it begins. `room` was recorded before the tone
    and `after` since it was played: (n,) float32 at `rate`.
    """
    before, since = _strength(room, rate), _strength(after, rate)
    if not len(before) or not len(since):
        return ToneReport(0.0, None)
    floor = max(float(np.median(before)), 1e-12)
    above_db = 10 * float(np.log10(max(float(np.max(since)), 1e-12) / floor))
    # The amplitude passes one half when the tone begins in the middle of the window.
    first = int(np.argmax(since >= float(np.max(since)) / 4))
    began_ms = round((first * _HOP_S + _WINDOW_S / 2) * 1000)
    return ToneReport(above_db, began_ms if above_db >= HEARD_DB else None)


def _strength(sound: Samples, rate: int) -> np.ndarray:
    """Return the power at the tone's pitch in each window: (windows,) float64."""
    window, hop = round(_WINDOW_S * rate), round(_HOP_S * rate)
    if len(sound) < window:
        return np.zeros(0)
    windows = np.lib.stride_tricks.sliding_window_view(sound, window)[::hop]
    wave = np.hanning(window) * np.exp(-2j * np.pi * HZ * np.arange(window) / rate)
    return np.abs(windows @ wave) ** 2 / window**2


# --- tone test
# Plays a tone, and measures what the microphone hears of it.

ECHO_S = 1.0
"""So long after the tone it may still arrive, by way of two buffers and the room."""


class _Tape:
    """Records everything that a microphone hears."""

    def __init__(self) -> None:
        self.rate = RATE
        self._pieces: list[Samples] = []

    def begin(self, rate: int) -> Hear:
        self.rate = rate
        self._pieces = []
        return lambda samples: self._pieces.append(samples.copy())

    @property
    def length(self) -> int:
        """How many samples there are."""
        return sum(len(piece) for piece in self._pieces)

    def recorded(self) -> Samples:
        return np.concatenate([np.zeros(0, np.float32), *self._pieces])


def play_tone(
    device: str | None, microphone: str | None, volume: float, say: Callable[[Text], None]
) -> tuple[ToneReport | None, Text | None]:
    """Play a tone and return what the microphone heard of it; without a microphone None, and the reason.

    Raises `SoundTrouble`.
    """
    # A cue of the mixer's is what it plays; this one sounds as the tone.
    sound = tone()
    speaker = Speaker(lambda: {Cue.QUESTION: sound}, device)
    speaker.volume = Volume(volume)
    tape = _Tape()
    ear = Microphone(tape.begin, microphone)
    with SoundDesk([speaker, ear]) as desk:
        say(desk.ready(Direction.OUT))
        no_ear: Text | None = None
        try:
            say(desk.ready(Direction.IN))
            until_it_flows(ear)
        except SoundTrouble as trouble:
            no_ear = trouble.message
        until_it_flows(speaker)
        begun = tape.length
        say(Text("a tone of {hz} Hz is played", hz=HZ))
        speaker.play(Cue.QUESTION)
        wait(lambda: speaker.is_quiet, LENGTH_S + 1)
        time.sleep(ECHO_S)
    if no_ear is not None:
        return None, no_ear
    recorded = tape.recorded()
    return find_tone(recorded[:begun], recorded[begun:], tape.rate), None

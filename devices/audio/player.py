"""Plays cues through a loudspeaker, or not at all; no caller ever waits."""

from collections.abc import Callable
from typing import Protocol

from companion.clock import monotonic_ms
from companion.cue import Cue, EventId
from devices.audio.audio_status import Direction
from devices.audio.mixer import RATE, Bank, Mixer, Samples, Volume, resample
from devices.audio.sound_card import SoundCard, Stream, choose_device


class SoundPlayer(Protocol):
    """Plays cues. Any thread may call it; it returns at once and never raises."""

    volume: Volume

    def play(self, cue: Cue, of: EventId | None = None) -> None:
        """Play a cue now, or drop it if it cannot begin within 300 ms."""

    def withdraw(self, first: EventId) -> None:
        """Silence the cue of this event, and the cues of all later events of its match."""


class SilentPlayer:
    """Plays nothing: for a table without sound."""

    def __init__(self) -> None:
        self.volume = Volume(is_muted=True)

    def play(self, cue: Cue, of: EventId | None = None) -> None: ...

    def withdraw(self, first: EventId) -> None: ...


class Speaker:
    """Plays cues through a loudspeaker, which a watchdog opens as soon as there is one.

    `load` makes the sounds, in the watchdog's thread, before the device is opened for the first time.
    `wanted` is a number or a part of a name in the list of devices; None is the system's default.
    """

    direction = Direction.OUT

    def __init__(
        self, load: Callable[[], Bank], wanted: str | None = None, now_ms: Callable[[], int] = monotonic_ms
    ) -> None:
        self._load = load
        self._loaded: Bank | None = None
        self._wanted = wanted
        self._now_ms = now_ms
        self._mixer = Mixer()
        self.beat_ms = 0

    # --- in any thread

    @property
    def volume(self) -> Volume:
        return self._mixer.volume

    @volume.setter
    def volume(self, volume: Volume) -> None:
        self._mixer.volume = volume

    def play(self, cue: Cue, of: EventId | None = None) -> None:
        self._mixer.play(cue, of, self._now_ms())

    def withdraw(self, first: EventId) -> None:
        self._mixer.withdraw(first)

    @property
    def is_quiet(self) -> bool:
        return self._mixer.is_quiet

    # --- in the watchdog's

    def open(self, card: SoundCard, gone: Callable[[], None]) -> Stream:
        device = choose_device(card.devices(self.direction), self._wanted, self.direction)
        if self._loaded is None:
            self._loaded = self._load()
        stream = card.open_output(device, self._render, gone)
        self._mixer.bank = {cue: resample(sound, RATE, stream.rate) for cue, sound in self._loaded.items()}
        return stream

    def missing(self, now_ms: int) -> None:
        self._mixer.drop_late(now_ms)

    # --- in PortAudio's

    def _render(self, frames: int) -> Samples:
        now_ms = self._now_ms()
        self.beat_ms = now_ms
        return self._mixer.mix(frames, now_ms)

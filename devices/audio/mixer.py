"""Mixes the cues that sound at the same time. Pure: it takes the time, gives blocks of samples, and knows no
device.

Any thread may give orders; the next block carries them out in their order. Nobody waits: an order is one
append to a deque, which CPython does in one step, and mixing takes no lock.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.cue import Cue, EventId
from devices.audio.loudness import Samples

Bank = Mapping[Cue, Samples]
"""The samples of each cue, all at one rate."""

MOST_LATE_MS = 300
"""A cue that could not begin for so long is dropped, because the table has gone on. Chosen by ear."""
MOST_VOICES = 8
"""More cues at once are noise: the oldest one stops."""
MOST_ORDERS = 256
"""How many orders are kept while no device asks for blocks."""
KNEE = 0.8
"""The sum of all voices stays as it is below this level, and is bent above it so that it never reaches 1."""


@dataclass(frozen=True, slots=True)
class Volume:
    """How loud cues are played, as a factor from 0 to 2 (more than 1 for a weak loudspeaker).

    Raises `ValueError` outside.
    """

    factor: float = 1.0
    is_muted: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.factor <= 2:
            raise ValueError(f"expected a volume from 0 to 2, got {self.factor}")

    @property
    def gain(self) -> float:
        """The factor of the samples: 0 while muted."""
        return 0.0 if self.is_muted else self.factor


@dataclass(frozen=True, slots=True)
class _Play:
    cue: Cue
    of: EventId | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class _Withdraw:
    first: EventId


@dataclass(slots=True)
class _Voice:
    """A cue that sounds: the next sample to play, and the gain of the last one."""

    cue: Cue
    of: EventId | None
    sound: Samples
    gain: float
    at: int = 0
    is_withdrawn: bool = False

    @property
    def is_done(self) -> bool:
        return self.is_withdrawn or self.at >= len(self.sound)


class Mixer:
    """Mixes all cues that sound. Any thread may call `play` and `withdraw`; one thread calls `mix`."""

    def __init__(self, bank: Bank | None = None, volume: Volume | None = None) -> None:
        self.bank: Bank = bank or {}
        self.volume = volume or Volume()
        self._orders: deque[_Play | _Withdraw] = deque(maxlen=MOST_ORDERS)
        self._voices: list[_Voice] = []

    @property
    def is_quiet(self) -> bool:
        """Whether nothing sounds and no order waits."""
        return not self._voices and not self._orders

    def play(self, cue: Cue, of: EventId | None, now_ms: int) -> None:
        """Starts a cue with the next block."""
        self._orders.append(_Play(cue, of, now_ms))

    def withdraw(self, first: EventId) -> None:
        """Silences the cue of this event, and the cues of all later events of its match, even if they have
        begun.
        """
        self._orders.append(_Withdraw(first))

    def mix(self, frames: int, now_ms: int) -> Samples:
        """Returns the next block, (frames,) float32 from -1 to 1."""
        self._obey(now_ms)
        block = np.zeros(frames, np.float32)
        for voice in self._voices:
            self._add(voice, block)
        self._voices = [voice for voice in self._voices if not voice.is_done]
        return _bent(block)

    def drop_late(self, now_ms: int) -> None:
        """Drops all cues; called while there is no device to mix for."""
        self._obey(now_ms)
        self._voices.clear()

    def _obey(self, now_ms: int) -> None:
        while self._orders:
            order = self._orders.popleft()
            match order:
                case _Play():
                    self._begin(order, now_ms)
                case _Withdraw(first):
                    self._silence(first)

    def _begin(self, order: _Play, now_ms: int) -> None:
        sound = self.bank.get(order.cue)
        if sound is None or now_ms - order.at_ms > MOST_LATE_MS:
            return
        self._voices = self._voices[-(MOST_VOICES - 1) :]
        self._voices.append(_Voice(order.cue, order.of, sound, self.volume.gain))

    def _silence(self, first: EventId) -> None:
        for voice in self._voices:
            if voice.of is not None and voice.of.comes_with_or_after(first):
                voice.is_withdrawn = True
        # Cues that have not begun stop at once; the others fade out over one block.
        self._voices = [voice for voice in self._voices if voice.at or not voice.is_withdrawn]

    def _add(self, voice: _Voice, block: Samples) -> None:
        part = voice.sound[voice.at : voice.at + len(block)]
        gain = 0.0 if voice.is_withdrawn else self.volume.gain
        # A change of volume is spread over the block, because a step would click.
        block[: len(part)] += part * np.linspace(voice.gain, gain, len(part), dtype=np.float32)
        voice.gain = gain
        voice.at += len(part)


def _bent(block: Samples) -> Samples:
    """Bends a sum of voices so that it stays below 1."""
    size = np.abs(block)
    over = size > KNEE
    if over.any():
        block[over] = np.sign(block[over]) * (KNEE + (1 - KNEE) * np.tanh((size[over] - KNEE) / (1 - KNEE)))
    return block

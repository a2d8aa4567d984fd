"""Mixes what sounds at once. Pure: it is handed the time, gives blocks of samples, and knows no device.

Orders come from any thread and are obeyed, in their order, when the next block is mixed. Nobody waits: giving an order
is one append to a deque, which CPython does in one step, and the block is mixed without a lock.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from companion.cue import Cue, EventId
from devices.audio.loudness import Samples

Bank = Mapping[Cue, Samples]

MOST_LATE_MS = 300
"""A cue that could not begin for so long is not played: the table has gone on."""
MOST_VOICES = 8
"""More at once is noise: the oldest makes room."""
MOST_ORDERS = 256
"""As many wait at most, where no device asks for blocks and nobody looks for one."""
KNEE = 0.8
"""Below it a sum of voices is as it is; above it is bent, and never reaches 1."""


@dataclass(frozen=True, slots=True)
class Volumes:
    """How loud, from 0 to 1 and beyond for a weak loudspeaker: all together, and each cue beside the others."""

    all: float = 1.0
    by_cue: Mapping[Cue, float] = field(default_factory=dict)
    is_muted: bool = False

    def __post_init__(self) -> None:
        for volume in (self.all, *self.by_cue.values()):
            if not 0 <= volume <= 2:
                raise ValueError(f"expected a volume from 0 to 2, got {volume}")

    def of(self, cue: Cue) -> float:
        return 0.0 if self.is_muted else self.all * self.by_cue.get(cue, 1.0)

    def with_cue(self, cue: Cue, volume: float) -> "Volumes":
        return replace(self, by_cue={**self.by_cue, cue: volume})


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
    """A cue that sounds: how far it has come, and how loud its last sample was let through."""

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
    """Everything that sounds. `play` and `withdraw` in any thread, `mix` in one."""

    def __init__(self, bank: Bank | None = None, volumes: Volumes | None = None) -> None:
        self.bank: Bank = bank or {}
        self.volumes = volumes or Volumes()
        self._orders: deque[_Play | _Withdraw] = deque(maxlen=MOST_ORDERS)
        self._voices: list[_Voice] = []

    @property
    def is_quiet(self) -> bool:
        """Nothing sounds, and nothing is about to."""
        return not self._voices and not self._orders

    def play(self, cue: Cue, of: EventId | None, now_ms: int) -> None:
        """Let a cue begin with the next block."""
        self._orders.append(_Play(cue, of, now_ms))

    def withdraw(self, first: EventId) -> None:
        """Silence this event's cue and those of all that came after it in its match, begun or not."""
        self._orders.append(_Withdraw(first))

    def mix(self, frames: int, now_ms: int) -> Samples:
        """The next block."""
        self._obey(now_ms)
        block = np.zeros(frames, np.float32)
        for voice in self._voices:
            self._add(voice, block)
        self._voices = [voice for voice in self._voices if not voice.is_done]
        return _bent(block)

    def drop_late(self, now_ms: int) -> None:
        """Forget what can no longer be played in time; for as long as there is no device to mix for."""
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
        self._voices.append(_Voice(order.cue, order.of, sound, self.volumes.of(order.cue)))

    def _silence(self, first: EventId) -> None:
        for voice in self._voices:
            if voice.of is not None and voice.of.comes_with_or_after(first):
                voice.is_withdrawn = True
        # What has not begun is gone at once; what sounds fades out over one block.
        self._voices = [voice for voice in self._voices if voice.at or not voice.is_withdrawn]

    def _add(self, voice: _Voice, block: Samples) -> None:
        part = voice.sound[voice.at : voice.at + len(block)]
        gain = 0.0 if voice.is_withdrawn else self.volumes.of(voice.cue)
        # A volume that changes glides over the block: a step would click.
        block[: len(part)] += part * np.linspace(voice.gain, gain, len(part), dtype=np.float32)
        voice.gain = gain
        voice.at += len(part)


def _bent(block: Samples) -> Samples:
    """The sum, kept within what a device takes."""
    size = np.abs(block)
    over = size > KNEE
    if over.any():
        block[over] = np.sign(block[over]) * (KNEE + (1 - KNEE) * np.tanh((size[over] - KNEE) / (1 - KNEE)))
    return block

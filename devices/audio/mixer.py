"""Mixes the cues that sound at the same time, at one sample rate and equally loud. Pure: it takes the time.

Any thread may give orders; the next block carries them out in their order. Nobody waits: an order is one
append to a deque, which CPython does in one step, and mixing takes no lock.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.cue import Cue, EventId

# --- loudness
# Measures how loud people hear a sound, and makes all sounds equally loud. Pure.
#
# The measure is the momentary loudness of ITU-R BS.1770-4: the K-weighted mean square of the loudest 400 ms. A
# sound shorter than that measures as quieter, as the ear hears it.

Samples = NDArray[np.float32]
"""One channel of sound: (n,) float32 from -1 to 1, `RATE` samples a second."""

RATE = 48_000
"""Samples a second of every sound that the program makes."""
TARGET_LUFS = -17.0
"""The loudness of every cue. Chosen: well above a room at play, and low enough for the shortest knock to
reach it.
"""
PEAK = 0.89
"""The largest sample, -1 dB: a converter may overshoot between samples (EBU R 128 advises the same margin)."""
_WINDOW = RATE * 4 // 10
_HOP = RATE // 20
_OFFSET_DB = -0.691
"""ITU-R BS.1770-4: the weighting lifts a tone of 997 Hz by as much."""

# The two filters of BS.1770 at 48 kHz: a shelf for the head, and a high pass. Numerators and denominators.
_SHELF = (
    (1.53512485958697, -2.69169618940638, 1.19839281085285),
    (1.0, -1.69065929318241, 0.73248077421585),
)
_HIGH_PASS = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))


def k_weight(sound: Samples) -> NDArray[np.float64]:
    """Filter a sound with the K-weighting of BS.1770, which follows the ear: (n,) to (n,) float64."""
    length = (
        len(sound) + RATE // 10
    )  # Padding: the filters ring on, and a cyclic convolution would wrap that to the beginning.
    spectrum = np.fft.rfft(sound.astype(np.float64), length)
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(length))
    for above, below in (_SHELF, _HIGH_PASS):
        spectrum *= np.polyval(above[::-1], z) / np.polyval(below[::-1], z)
    return np.fft.irfft(spectrum, length)[: len(sound)]


def loudness_lufs(sound: Samples) -> float:
    """Return the largest momentary loudness of a sound, in LUFS; minus infinity for silence."""
    energy = np.concatenate([[0.0], np.cumsum(k_weight(sound) ** 2)])
    starts = np.arange(0, max(1, len(sound) - _WINDOW + 1), _HOP)
    ends = np.minimum(starts + _WINDOW, len(sound))
    most = float(np.max(energy[ends] - energy[starts])) / _WINDOW
    return _OFFSET_DB + 10 * float(np.log10(most)) if most > 0 else float("-inf")


def normalise_loudness(sound: Samples) -> Samples:
    """Scale a sound to `TARGET_LUFS`, or as near to it as its peaks allow."""
    loudness = loudness_lufs(sound)
    if loudness == float("-inf"):
        return sound
    gain = 10 ** ((TARGET_LUFS - loudness) / 20)
    peak = float(np.max(np.abs(sound)))
    return (sound * min(gain, PEAK / peak)).astype(np.float32)


# --- resampling
# Converts sounds from one sample rate to another. Pure.


def resample(sound: Samples, rate: int, wanted: int) -> Samples:
    """Return the sound at another rate, (n,) to (n * wanted / rate,) float32, by cutting or padding its
    spectrum. Exact for sounds that begin and end in silence.
    """
    if rate == wanted or not len(sound):
        return sound
    length = max(1, round(len(sound) * wanted / rate))
    spectrum = np.fft.rfft(sound)
    kept = np.zeros(length // 2 + 1, dtype=spectrum.dtype)
    common = min(len(kept), len(spectrum))
    kept[:common] = spectrum[:common]
    return (np.fft.irfft(kept, length) * (length / len(sound))).astype(np.float32)


# --- mixer

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
        """Start a cue with the next block."""
        self._orders.append(_Play(cue, of, now_ms))

    def withdraw(self, first: EventId) -> None:
        """Silence the cue of this event, and the cues of all later events of its match, even if they have
        begun.
        """
        self._orders.append(_Withdraw(first))

    def mix(self, frames: int, now_ms: int) -> Samples:
        """Return the next block, (frames,) float32 from -1 to 1."""
        self._obey(now_ms)
        block = np.zeros(frames, np.float32)
        for voice in self._voices:
            self._add(voice, block)
        self._voices = [voice for voice in self._voices if not voice.is_done]
        return _bent(block)

    def drop_late(self, now_ms: int) -> None:
        """Drop all cues; called while there is no device to mix for."""
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
    """Bend a sum of voices so that it stays below 1."""
    size = np.abs(block)
    over = size > KNEE
    if over.any():
        block[over] = np.sign(block[over]) * (KNEE + (1 - KNEE) * np.tanh((size[over] - KNEE) / (1 - KNEE)))
    return block

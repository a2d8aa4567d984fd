"""Makes a test tone, and measures whether a microphone hears it. Pure."""

from dataclasses import dataclass

import numpy as np

from devices.audio.loudness import RATE, Samples, normalise_loudness

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
    """Returns the test tone, (n,) float32 at `RATE`, as loud as a cue."""
    t = np.arange(round(LENGTH_S * RATE)) / RATE
    fade = np.clip(np.minimum(t, LENGTH_S - t) / 0.01, 0, 1)
    return normalise_loudness((fade * np.sin(2 * np.pi * HZ * t)).astype(np.float32))


def find_tone(room: Samples, after: Samples, rate: int) -> ToneReport:
    """Measures how much louder a test tone is than the room, and when it begins. `room` was recorded before the tone
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
    """Returns the power at the tone's pitch in each window: (windows,) float64."""
    window, hop = round(_WINDOW_S * rate), round(_HOP_S * rate)
    if len(sound) < window:
        return np.zeros(0)
    windows = np.lib.stride_tricks.sliding_window_view(sound, window)[::hop]
    wave = np.hanning(window) * np.exp(-2j * np.pi * HZ * np.arange(window) / rate)
    return np.abs(windows @ wave) ** 2 / window**2

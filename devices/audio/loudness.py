"""Measures how loud people hear a sound, and makes all sounds equally loud. Pure.

The measure is the momentary loudness of ITU-R BS.1770-4: the K-weighted mean square of the loudest 400 ms. A
sound shorter than that measures as quieter, as the ear hears it.
"""

import numpy as np
from numpy.typing import NDArray

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
    """Filters a sound with the K-weighting of BS.1770, which follows the ear: (n,) to (n,) float64."""
    length = (
        len(sound) + RATE // 10
    )  # Padding: the filters ring on, and a cyclic convolution would wrap that to the beginning.
    spectrum = np.fft.rfft(sound.astype(np.float64), length)
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(length))
    for above, below in (_SHELF, _HIGH_PASS):
        spectrum *= np.polyval(above[::-1], z) / np.polyval(below[::-1], z)
    return np.fft.irfft(spectrum, length)[: len(sound)]


def loudness_lufs(sound: Samples) -> float:
    """Returns the largest momentary loudness of a sound, in LUFS; minus infinity for silence."""
    energy = np.concatenate([[0.0], np.cumsum(k_weight(sound) ** 2)])
    starts = np.arange(0, max(1, len(sound) - _WINDOW + 1), _HOP)
    ends = np.minimum(starts + _WINDOW, len(sound))
    most = float(np.max(energy[ends] - energy[starts])) / _WINDOW
    return _OFFSET_DB + 10 * float(np.log10(most)) if most > 0 else float("-inf")


def normalise_loudness(sound: Samples) -> Samples:
    """Scales a sound to `TARGET_LUFS`, or as near to it as its peaks allow."""
    loudness = loudness_lufs(sound)
    if loudness == float("-inf"):
        return sound
    gain = 10 ** ((TARGET_LUFS - loudness) / 20)
    peak = float(np.max(np.abs(sound)))
    return (sound * min(gain, PEAK / peak)).astype(np.float32)

"""Tells cues from one another by ear: by how much of each pitch there is, and when."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.cue import Cue
from devices.audio.mixer import RATE, Samples

_FRAME = 1024
_BANDS_HZ = np.geomspace(90, 12_000, 33)
_FLOOR_DB = -70.0
LISTEN_MS = 2_400


def spectrogram(sound: Samples) -> NDArray[np.float64]:
    """Frames by bands, in dB above a floor: what is fainter is silence."""
    wanted = LISTEN_MS * RATE // 1000
    padded = np.pad(sound[:wanted], (0, max(0, wanted - len(sound))))
    frames = padded[: len(padded) // _FRAME * _FRAME].reshape(-1, _FRAME) * np.hanning(_FRAME)
    power = np.abs(np.fft.rfft(frames)) ** 2 / _FRAME**2
    hz = np.fft.rfftfreq(_FRAME, 1 / RATE)
    bands = [power[:, (hz >= low) & (hz < high)].sum(axis=1) for low, high in pairwise(_BANDS_HZ)]
    decibels: NDArray[np.float64] = 10 * np.log10(np.array(bands).T + 1e-12)
    return np.maximum(decibels, _FLOOR_DB) - _FLOOR_DB


def recognised(heard: Samples, bank: Mapping[Cue, Samples]) -> list[tuple[float, Cue]]:
    """The cues, the likeliest first, and how many dB a band each is away: the sound begins somewhere within 40 ms."""
    shifted = [spectrogram(heard[shift:]) for shift in range(0, RATE * 40 // 1000, 240)]

    def distance(sound: Samples) -> float:
        reference = spectrogram(sound)
        return min(float(np.sqrt(np.mean((one - reference) ** 2))) for one in shifted)

    return sorted((distance(sound), cue) for cue, sound in bank.items())

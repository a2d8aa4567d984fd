"""The same sound at another number of samples a second. Pure."""

import numpy as np

from devices.audio.loudness import Samples


def resample(sound: Samples, rate: int, wanted: int) -> Samples:
    """The sound with its spectrum cut or filled up, which is exact for what begins and ends in silence."""
    if rate == wanted or not len(sound):
        return sound
    length = max(1, round(len(sound) * wanted / rate))
    spectrum = np.fft.rfft(sound)
    kept = np.zeros(length // 2 + 1, dtype=spectrum.dtype)
    common = min(len(kept), len(spectrum))
    kept[:common] = spectrum[:common]
    return (np.fft.irfft(kept, length) * (length / len(sound))).astype(np.float32)

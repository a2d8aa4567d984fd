"""Converts sounds from one sample rate to another. Pure."""

import numpy as np

from devices.audio.loudness import Samples


def resample(sound: Samples, rate: int, wanted: int) -> Samples:
    """Returns the sound at another rate, (n,) to (n * wanted / rate,) float32, by cutting or padding its
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

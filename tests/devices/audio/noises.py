"""What a microphone at a table hears: dice in a tray, and everything else. Made by arithmetic, so that it is known."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from devices.audio.mixer import RATE

Sound = NDArray[np.float64]


def _line(seconds: float) -> Sound:
    return np.zeros(round(seconds * RATE))


def room(seconds: float, level_db: float, seed: int = 1) -> Sound:
    """A steady hiss of so many dB."""
    return np.random.default_rng(seed).standard_normal(round(seconds * RATE)) * 10 ** (level_db / 20)


def dice(at_s: float, length_s: float, seed: int, *, level_db: float = -12.0) -> Sound:
    """Two dice that fall into a wooden tray at a time: knocks that come closer together and fade."""
    chance = Random(seed)
    line = _line(length_s)
    for _ in range(2):
        when, gap, strength = at_s + chance.uniform(0, 0.08), chance.uniform(0.12, 0.2), 1.0
        while gap > 0.025:
            _knock(line, when, strength * 10 ** (level_db / 20), chance)
            when += gap
            gap *= chance.uniform(0.65, 0.85)
            strength *= chance.uniform(0.6, 0.9)
    return line


def knock(at_s: float, length_s: float) -> Sound:
    """One alone: a glass put down."""
    line = _line(length_s)
    _knock(line, at_s, 0.25, Random(1))
    return line


def _knock(line: Sound, at_s: float, strength: float, chance: Random) -> None:
    t = np.arange(round(0.06 * RATE)) / RATE
    sound = sum(
        np.exp(-t / chance.uniform(0.004, 0.01)) * np.sin(2 * np.pi * chance.uniform(900, 7_000) * t)
        for _ in range(5)
    )
    start = round(at_s * RATE)
    part = line[start : start + len(t)]
    part += strength / 5 * sound[: len(part)]  # type: ignore[index]


def speech(seconds: float, level_db: float = -25.0) -> Sound:
    """Syllables four a second, a voice of 140 Hz and its overtones, that swell for 50 ms and go."""
    t = np.arange(round(seconds * RATE)) / RATE
    voice = sum((np.sin(2 * np.pi * 140 * n * t) / n for n in range(1, 25)), start=np.zeros_like(t))
    syllables = np.clip(np.sin(2 * np.pi * 4 * t), 0, 1) ** 1.5
    return 10 ** (level_db / 20) * syllables * voice


def applause(seconds: float, seed: int = 5) -> Sound:
    """Many hands: knocks without end."""
    chance = Random(seed)
    line = _line(seconds)
    when = 0.6
    while when < seconds:
        _knock(line, when, chance.uniform(0.1, 0.3), chance)
        when += chance.expovariate(12)
    return line

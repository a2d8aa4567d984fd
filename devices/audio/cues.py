"""The sounds that come with the program: the notes of each cue, synthesised, all made equally loud."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.cue import Cue
from devices.audio.mixer import RATE, Samples, normalise_loudness

# --- synthesis
# Synthesises the sounds of instruments: whistles, bells, brass, drums, wood. Pure, and the same on every
# machine.
#
# An instrument takes a pitch and a length and gives samples between about -1 and 1; `render_notes` adds notes
# up. The numbers of the instruments were chosen by ear.

Wave = NDArray[np.float64]
"""Samples at `RATE`: (n,) float64."""

_FADE_S = 0.004
"""How long a note fades in and out: a sudden step would click."""


class Instrument(StrEnum):
    """The instruments that play notes."""

    WHISTLE = "whistle"
    BELL = "bell"
    GONG = "gong"
    BRASS = "brass"
    CROWD = "crowd"
    DRUM = "drum"
    WOOD = "wood"
    MARIMBA = "marimba"
    BUZZER = "buzzer"


@dataclass(frozen=True, slots=True)
class MusicNote:
    """A note: when it begins, how long it sounds, its pitch, and its level beside the other notes of the cue."""

    instrument: Instrument
    at_ms: int
    ms: int
    hz: float
    level: float = 1.0


def render_notes(notes: Sequence[MusicNote]) -> Samples:
    """Render notes together: (n,) float32 at `RATE`, not yet at a common loudness."""
    end_ms = max(note.at_ms + note.ms for note in notes)
    line = np.zeros(_samples(end_ms))
    for note in notes:
        t = np.arange(_samples(note.ms)) / RATE
        wave = _PLAYED[note.instrument](t, note.hz) * _faded(t)
        start = _samples(note.at_ms)
        line[start : start + len(wave)] += note.level * wave
    return line.astype(np.float32)


def _samples(ms: int) -> int:
    return ms * RATE // 1000


def _faded(t: Wave) -> Wave:
    end_s = len(t) / RATE
    return np.clip(np.minimum(t, end_s - t) / _FADE_S, 0, 1)


def _sine(t: Wave, hz: float | Wave) -> Wave:
    """Return a tone whose pitch may change: its phase sums up the pitch so far."""
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(np.asarray(hz, dtype=np.float64), t.shape)) / RATE
    return np.sin(phase)


def _noise(t: Wave, low_hz: float, high_hz: float, seed: int) -> Wave:
    """Return noise between two pitches. Built from raw generator bits, which are the same in every numpy."""
    raw = np.random.PCG64(seed).random_raw(len(t))
    spectrum = np.fft.rfft(raw / 2.0**63 - 1.0)
    hz = np.fft.rfftfreq(len(t), 1 / RATE)
    # Edges an octave wide, or the noise would whistle itself.
    edge = np.clip(np.log2(np.maximum(hz, 1) / low_hz) + 0.5, 0, 1)
    edge *= np.clip(np.log2(high_hz / np.maximum(hz, 1)) + 0.5, 0, 1)
    noise = np.fft.irfft(spectrum * edge, len(t))
    return noise / max(1e-9, float(np.max(np.abs(noise))))


def _partials(t: Wave, hz: float, parts: Sequence[tuple[float, float, float]]) -> Wave:
    """Return the sound of something struck: each partial with its ratio to the pitch, its level, and the
    seconds until it has fallen to 1/e.
    """
    total = sum(
        (level * np.exp(-t / ring_s) * np.sin(2 * np.pi * ratio * hz * t) for ratio, level, ring_s in parts),
        start=np.zeros_like(t),
    )
    return total / sum(level for _, level, _ in parts)


def _whistle(t: Wave, hz: float) -> Wave:
    """Return the sound of a whistle: two chambers slightly out of tune, a pea that turns 32 times a second,
    and breath.
    """
    pressure = np.clip(t / 0.03, 0, 1) * np.clip((t[-1] - t) / 0.04, 0, 1)
    pea = _sine(t, 32 + 6 * np.clip(t / 0.15, 0, 1))
    pitch = hz * (0.96 + 0.04 * pressure) + 0.012 * hz * pea
    tones = 0.62 * _sine(t, pitch) + 0.3 * _sine(t, 1.065 * pitch) + 0.08 * _sine(t, 2.03 * pitch)
    breath = 0.12 * _noise(t, 1800, 7000, seed=7)
    return pressure * ((0.7 + 0.3 * pea) * tones + breath)


def _bell(t: Wave, hz: float) -> Wave:
    return _partials(t, hz, ((1, 1, 0.5), (2, 0.5, 0.35), (3.01, 0.25, 0.2), (4.2, 0.12, 0.1)))


def _gong(t: Wave, hz: float) -> Wave:
    parts = (
        (1, 1, 1.1),
        (1.48, 0.7, 0.9),
        (2.09, 0.6, 0.7),
        (2.77, 0.45, 0.5),
        (3.6, 0.3, 0.35),
        (5.1, 0.2, 0.2),
    )
    return (0.75 + 0.25 * _sine(t, 5.5)) * _partials(t, hz, parts)


def _brass(t: Wave, hz: float) -> Wave:
    """Return the sound of a horn, with more overtones the more breath it gets."""
    breath = np.clip(t / 0.05, 0, 1) * np.clip((t[-1] - t) / 0.08, 0, 1)
    pitch = hz * (1 + 0.004 * _sine(t, 5.5))
    overtones = [breath ** (0.6 * n) / n * _sine(t, n * pitch) for n in range(1, 9) if n * hz < 12_000]
    return breath * sum(overtones, start=np.zeros_like(t)) / 2


def _crowd(t: Wave, hz: float) -> Wave:
    """Return the sound of many voices around a pitch, which swell and fade."""
    swell = np.sin(np.pi * np.clip(t / t[-1], 0, 1)) ** 0.7
    return swell * (0.8 + 0.2 * _sine(t, 7)) * _noise(t, 0.7 * hz, 2.4 * hz, seed=11)


def _drum(t: Wave, hz: float) -> Wave:
    """Return the sound of a drum: a skin whose pitch falls, and the stick."""
    skin = np.exp(-t / 0.09) * _sine(t, hz * (1 + 0.6 * np.exp(-t / 0.03)))
    return 0.8 * skin + 0.2 * np.exp(-t / 0.012) * _noise(t, 600, 5000, seed=3)


def _wood(t: Wave, hz: float) -> Wave:
    return _partials(t, hz, ((1, 1, 0.07), (2.57, 0.6, 0.02), (4.9, 0.2, 0.006)))


def _marimba(t: Wave, hz: float) -> Wave:
    return _partials(t, hz, ((1, 1, 0.16), (3.93, 0.3, 0.06), (9.2, 0.08, 0.02)))


def _buzzer(t: Wave, hz: float) -> Wave:
    """Return the sound of a buzzer: odd overtones only."""
    tones = [_sine(t, n * hz) / n for n in (1, 3, 5, 7, 9)]
    return 0.7 * sum(tones, start=np.zeros_like(t))


_PLAYED: Mapping[Instrument, Callable[[Wave, float], Wave]] = {
    Instrument.WHISTLE: _whistle,
    Instrument.BELL: _bell,
    Instrument.GONG: _gong,
    Instrument.BRASS: _brass,
    Instrument.CROWD: _crowd,
    Instrument.DRUM: _drum,
    Instrument.WOOD: _wood,
    Instrument.MARIMBA: _marimba,
    Instrument.BUZZER: _buzzer,
}


# --- cues

_WHISTLE, _BELL, _BRASS = Instrument.WHISTLE, Instrument.BELL, Instrument.BRASS
_MARIMBA, _DRUM = Instrument.MARIMBA, Instrument.DRUM
_PEA_HZ = 2_800.0
"""The pitch of a referee's whistle, where small loudspeakers are loudest; chosen by ear."""

SCORES: Mapping[Cue, tuple[MusicNote, ...]] = {
    Cue.WHISTLE_SHORT: (MusicNote(_WHISTLE, 0, 220, _PEA_HZ),),
    Cue.WHISTLE_LONG: (MusicNote(_WHISTLE, 0, 1_100, _PEA_HZ),),
    Cue.WHISTLE_DOUBLE: (MusicNote(_WHISTLE, 0, 240, _PEA_HZ), MusicNote(_WHISTLE, 340, 800, _PEA_HZ)),
    Cue.KICKOFF: (
        MusicNote(_WHISTLE, 0, 450, _PEA_HZ),
        MusicNote(_DRUM, 520, 300, 130, 1.6),
        MusicNote(_DRUM, 640, 300, 130, 1.2),
    ),
    Cue.GOAL: (
        MusicNote(_BRASS, 0, 180, 392.0),
        MusicNote(_BRASS, 160, 180, 523.3),
        MusicNote(_BRASS, 320, 180, 659.3),
        MusicNote(_BRASS, 480, 900, 784.0),
        MusicNote(_BRASS, 480, 900, 523.3, 0.7),
        MusicNote(_BRASS, 480, 900, 659.3, 0.6),
        MusicNote(Instrument.CROWD, 200, 2_000, 900.0, 1.4),
    ),
    Cue.SAVE: (
        MusicNote(_DRUM, 0, 250, 180, 1.2),
        MusicNote(Instrument.CROWD, 60, 900, 420.0, 0.9),
        MusicNote(_BRASS, 120, 220, 466.2, 0.8),
        MusicNote(_BRASS, 320, 420, 349.2, 0.8),
    ),
    Cue.CARD_YELLOW: (MusicNote(_WHISTLE, 0, 160, _PEA_HZ, 0.8), MusicNote(_BELL, 220, 900, 1_318.5)),
    Cue.CARD_BLUE: (
        MusicNote(_WHISTLE, 0, 160, _PEA_HZ, 0.8),
        MusicNote(_BELL, 220, 400, 880.0),
        MusicNote(_BELL, 400, 800, 880.0),
    ),
    Cue.CARD_RED: (
        MusicNote(_WHISTLE, 0, 160, _PEA_HZ, 0.8),
        MusicNote(_BRASS, 220, 260, 311.1),
        MusicNote(_BRASS, 460, 260, 261.6),
        MusicNote(_BRASS, 700, 600, 207.7),
    ),
    Cue.TURN: (MusicNote(_BELL, 0, 350, 1_046.5), MusicNote(_BELL, 130, 600, 1_568.0)),
    Cue.LAST_TEN: (MusicNote(Instrument.WOOD, 0, 240, 1_150.0),),
    Cue.TIME: (MusicNote(Instrument.GONG, 0, 2_400, 196.0),),
    Cue.QUESTION: (
        MusicNote(_MARIMBA, 0, 300, 587.3),
        MusicNote(_MARIMBA, 150, 300, 740.0),
        MusicNote(_MARIMBA, 300, 500, 987.8),
    ),
    Cue.ERROR: (MusicNote(Instrument.BUZZER, 0, 150, 170.0), MusicNote(Instrument.BUZZER, 220, 260, 150.0)),
}
"""The notes of each cue, composed by ear. Whistles share a pitch and differ in length; all others differ in
both.
"""


def render_cues() -> dict[Cue, Samples]:
    """Render every cue: one (n,) float32 array each, at `RATE`. It takes a quarter of a second, so call it
    once.
    """
    return {cue: normalise_loudness(render_notes(notes)) for cue, notes in SCORES.items()}

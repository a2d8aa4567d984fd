"""Holds the sounds that come with the program: the notes of each cue, all made equally loud."""

from collections.abc import Mapping

from companion.cue import Cue
from devices.audio.loudness import Samples, normalise_loudness
from devices.audio.synthesis import Instrument, MusicNote, render_notes

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
    """Renders every cue: one (n,) float32 array each, at `RATE`. Takes a quarter of a second, so call it
    once.
    """
    return {cue: normalise_loudness(render_notes(notes)) for cue, notes in SCORES.items()}

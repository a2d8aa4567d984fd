"""The sounds that come with the program: for each cue its notes, as data, and all of them equally loud."""

from collections.abc import Mapping

from companion.cue import Cue
from devices.audio.loudness import Samples, levelled
from devices.audio.synthesis import Instrument, Note, score

_WHISTLE, _BELL, _BRASS = Instrument.WHISTLE, Instrument.BELL, Instrument.BRASS
_MARIMBA, _DRUM = Instrument.MARIMBA, Instrument.DRUM
_PEA_HZ = 2_800.0
"""A referee's whistle, and where small loudspeakers are at their best."""

SCORES: Mapping[Cue, tuple[Note, ...]] = {
    Cue.WHISTLE_SHORT: (Note(_WHISTLE, 0, 220, _PEA_HZ),),
    Cue.WHISTLE_LONG: (Note(_WHISTLE, 0, 1_100, _PEA_HZ),),
    Cue.WHISTLE_DOUBLE: (Note(_WHISTLE, 0, 240, _PEA_HZ), Note(_WHISTLE, 340, 800, _PEA_HZ)),
    Cue.KICKOFF: (
        Note(_WHISTLE, 0, 450, _PEA_HZ),
        Note(_DRUM, 520, 300, 130, 1.6),
        Note(_DRUM, 640, 300, 130, 1.2),
    ),
    Cue.GOAL: (
        Note(_BRASS, 0, 180, 392.0),
        Note(_BRASS, 160, 180, 523.3),
        Note(_BRASS, 320, 180, 659.3),
        Note(_BRASS, 480, 900, 784.0),
        Note(_BRASS, 480, 900, 523.3, 0.7),
        Note(_BRASS, 480, 900, 659.3, 0.6),
        Note(Instrument.CROWD, 200, 2_000, 900.0, 1.4),
    ),
    Cue.SAVE: (
        Note(_DRUM, 0, 250, 180, 1.2),
        Note(Instrument.CROWD, 60, 900, 420.0, 0.9),
        Note(_BRASS, 120, 220, 466.2, 0.8),
        Note(_BRASS, 320, 420, 349.2, 0.8),
    ),
    Cue.CARD_YELLOW: (Note(_WHISTLE, 0, 160, _PEA_HZ, 0.8), Note(_BELL, 220, 900, 1_318.5)),
    Cue.CARD_BLUE: (
        Note(_WHISTLE, 0, 160, _PEA_HZ, 0.8),
        Note(_BELL, 220, 400, 880.0),
        Note(_BELL, 400, 800, 880.0),
    ),
    Cue.CARD_RED: (
        Note(_WHISTLE, 0, 160, _PEA_HZ, 0.8),
        Note(_BRASS, 220, 260, 311.1),
        Note(_BRASS, 460, 260, 261.6),
        Note(_BRASS, 700, 600, 207.7),
    ),
    Cue.TURN: (Note(_BELL, 0, 350, 1_046.5), Note(_BELL, 130, 600, 1_568.0)),
    Cue.LAST_TEN: (Note(Instrument.WOOD, 0, 240, 1_150.0),),
    Cue.TIME: (Note(Instrument.GONG, 0, 2_400, 196.0),),
    Cue.QUESTION: (
        Note(_MARIMBA, 0, 300, 587.3),
        Note(_MARIMBA, 150, 300, 740.0),
        Note(_MARIMBA, 300, 500, 987.8),
    ),
    Cue.ERROR: (Note(Instrument.BUZZER, 0, 150, 170.0), Note(Instrument.BUZZER, 220, 260, 150.0)),
}
"""Whistles share their pitch and differ in length; everything else differs in both."""


def bank() -> dict[Cue, Samples]:
    """Every cue, ready to be mixed. Takes a quarter of a second: it is made once."""
    return {cue: levelled(score(notes)) for cue, notes in SCORES.items()}

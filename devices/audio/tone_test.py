"""Plays a tone, and measures what the microphone hears of it."""

import time
from collections.abc import Callable

import numpy as np

from companion.cue import Cue
from companion.words import Text
from devices.audio.audio_status import Direction
from devices.audio.loudness import RATE, Samples
from devices.audio.microphone import Microphone
from devices.audio.mixer import Volume
from devices.audio.player import Speaker
from devices.audio.sound_card import Hear
from devices.audio.sound_desk import SoundDesk, until_it_flows, wait
from devices.audio.tone import HZ, LENGTH_S, ToneReport, find_tone, tone
from devices.errors import SoundTrouble

ECHO_S = 1.0
"""So long after the tone it may still arrive, by way of two buffers and the room."""


class _Tape:
    """Records everything that a microphone hears."""

    def __init__(self) -> None:
        self.rate = RATE
        self._pieces: list[Samples] = []

    def begin(self, rate: int) -> Hear:
        self.rate = rate
        self._pieces = []
        return lambda samples: self._pieces.append(samples.copy())

    @property
    def length(self) -> int:
        """How many samples there are."""
        return sum(len(piece) for piece in self._pieces)

    def recorded(self) -> Samples:
        return np.concatenate([np.zeros(0, np.float32), *self._pieces])


def play_tone(
    device: str | None, microphone: str | None, volume: float, say: Callable[[Text], None]
) -> tuple[ToneReport | None, Text | None]:
    """Plays a tone and returns what the microphone heard of it; without a microphone None, and the reason.

    Raises `SoundTrouble`.
    """
    # A cue of the mixer's is what it plays; this one sounds as the tone.
    sound = tone()
    speaker = Speaker(lambda: {Cue.QUESTION: sound}, device)
    speaker.volume = Volume(volume)
    tape = _Tape()
    ear = Microphone(tape.begin, microphone)
    with SoundDesk([speaker, ear]) as desk:
        say(desk.ready(Direction.OUT))
        no_ear: Text | None = None
        try:
            say(desk.ready(Direction.IN))
            until_it_flows(ear)
        except SoundTrouble as trouble:
            no_ear = trouble.message
        until_it_flows(speaker)
        begun = tape.length
        say(Text("a tone of {hz} Hz is played", hz=HZ))
        speaker.play(Cue.QUESTION)
        wait(lambda: speaker.is_quiet, LENGTH_S + 1)
        time.sleep(ECHO_S)
    if no_ear is not None:
        return None, no_ear
    recorded = tape.recorded()
    return find_tone(recorded[:begun], recorded[begun:], tape.rate), None

"""`companion sound play`: plays the cues one after the other."""

import argparse
import sys
import time

from companion.cli.sound import ALL
from companion.cue import Cue
from companion.storage.places import places
from companion.words import Text, translate
from devices.audio.audio_status import Direction
from devices.audio.cues import render_cues
from devices.audio.mixer import Volume
from devices.audio.player import Speaker
from devices.audio.sound_card import LATENCY_S
from devices.audio.sound_desk import SoundDesk, until_it_flows, wait
from devices.audio.voice_pack import read_voice_pack

GAP_S = 0.3
"""Silence between two cues, so that they can be told apart."""
LONGEST_S = 15.0


def run(args: argparse.Namespace) -> int:
    """Run; 0: all were played. Raises `SoundTrouble`."""
    pack = read_voice_pack(places(args.data).voices)
    for problem in pack.problems:
        print(f"companion: {translate(problem, args.lang)}", file=sys.stderr)
    sounds = {**render_cues(), **pack.sounds}
    speaker = Speaker(lambda: sounds, args.device)
    speaker.volume = Volume(args.volume / 100)
    with SoundDesk([speaker]) as desk:
        print(translate(desk.ready(Direction.OUT), args.lang), flush=True)
        until_it_flows(speaker)
        for cue in _cues(args.cues):
            whose = Text("yours") if cue in pack.sounds else Text("built-in")
            print(f"{cue:<15} {translate(whose, args.lang)}", flush=True)
            speaker.play(cue)
            wait(lambda: speaker.is_quiet, LONGEST_S)
            time.sleep(LATENCY_S + GAP_S)
    return 0


def _cues(words: list[str]) -> list[Cue]:
    return [cue for word in words for cue in (Cue if word == ALL else [Cue(word)])]

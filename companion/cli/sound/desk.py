"""`companion sound list`, `play` and `test`: sound devices, the cues, and what the microphone hears."""

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
from devices.audio.sound_card import LATENCY_S, PortAudio, choose_device
from devices.audio.tone import ToneReport, play_tone
from devices.audio.voice_pack import read_voice_pack
from devices.audio.watchdog import SoundDesk, until_it_flows, wait

# --- listing
# `companion sound list`: lists loudspeakers and microphones with their numbers and names.


def run_list(args: argparse.Namespace) -> int:
    """Run; 0: there is a loudspeaker. Raises `SoundTrouble` if there is none, or no library."""
    card = PortAudio()
    card.refresh()
    for direction in Direction:
        for device in card.devices(direction):
            mark = "*" if device.is_default else " "
            way = translate(Text(direction.value), args.lang)
            what = Text(
                "{channels} channels, {rate} samples a second", channels=device.channels, rate=device.rate
            )
            print(f"{mark} {device.number:>3}  {way:<13} {device.name}, {translate(what, args.lang)}")
    choose_device(card.devices(Direction.OUT), None, Direction.OUT)
    return 0


# --- playing
# `companion sound play`: plays the cues one after the other.

GAP_S = 0.3
"""Silence between two cues, so that they can be told apart."""
LONGEST_S = 15.0


def run_play(args: argparse.Namespace) -> int:
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


# --- testing
# `companion sound test`: plays a tone, and says what the microphone hears of it.

EXIT_NOT_HEARD = 1


def run_test(args: argparse.Namespace) -> int:
    """Run; 0: the tone was heard; 1: it was not, or there is no microphone. Raises `SoundTrouble` without a loudspeaker."""

    def say(text: Text) -> None:
        print(translate(text, args.lang), flush=True)

    what, no_ear = play_tone(args.device, args.microphone, args.volume / 100, say)
    if what is None:
        say(no_ear or Text("the microphone heard nothing"))
        return EXIT_NOT_HEARD
    say(_verdict(what))
    return 0 if what.is_heard else EXIT_NOT_HEARD


def _verdict(what: ToneReport) -> Text:
    above_db = round(what.above_db)
    if what.began_ms is None:
        return Text(
            "the microphone does not hear the tone ({db} dB louder than the room): are loudspeaker and "
            "microphone turned on, loud enough and near each other?",
            db=above_db,
        )
    return Text(
        "the microphone hears the tone after {ms} ms, {db} dB louder than the room: loudspeaker and microphone work",
        ms=what.began_ms,
        db=above_db,
    )

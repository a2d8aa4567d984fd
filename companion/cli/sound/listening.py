"""`companion sound listen`: prints when the microphone hears dice, to help find a good place for it."""

import argparse
from queue import SimpleQueue

from companion.words import Text, translate
from devices.audio.audio_status import Direction
from devices.audio.dice_listener import Hint
from devices.audio.microphone import Microphone, listen_for_dice
from devices.audio.sound_desk import SoundDesk

_SAYS = {
    Hint.MOVING: Text("the microphone hears rolling dice"),
    Hint.REST: Text("the microphone hears the dice no more: they lie still"),
}


def run(args: argparse.Namespace) -> int:
    """Run until the program is stopped. Raises `SoundTrouble` without a microphone."""
    hints: SimpleQueue[Hint] = SimpleQueue()
    ear = Microphone(listen_for_dice(hints.put, lambda: False), args.microphone)
    with SoundDesk([ear]) as desk:
        print(translate(desk.ready(Direction.IN), args.lang), flush=True)
        try:
            while True:
                print(translate(_SAYS[hints.get()], args.lang), flush=True)
        except KeyboardInterrupt:
            return 0

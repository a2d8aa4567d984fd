"""`companion sound list`: lists loudspeakers and microphones with their numbers and names."""

import argparse

from companion.words import Text, translate
from devices.audio.audio_status import Direction
from devices.audio.sound_card import PortAudio, choose_device


def run(args: argparse.Namespace) -> int:
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

"""`companion sound test`: plays a tone, and says what the microphone hears of it."""

import argparse

from companion.words import Text, translate
from devices.audio.tone import ToneReport
from devices.audio.tone_test import play_tone

EXIT_NOT_HEARD = 1


def run(args: argparse.Namespace) -> int:
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

"""`companion calibrate sound`: plays a tone, and asks the microphone or a person whether it was heard."""

import argparse
from collections.abc import Callable

from calibration.profile import Profiles
from calibration.walk_profiles import make_sound_profile
from calibration.walks.sound import SoundWalk, TonePlayback
from calibration.walkthrough import StepState
from companion.cli.calibrate.telling import Teller
from companion.cli.calibrate.walking import expect_profiles_kept
from companion.storage.places import places
from companion.words import Text
from devices.audio.tone_test import play_tone


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "--device", metavar="NAME", help=said(Text("the loudspeaker: its number, or a part of its name"))
    )
    parser.add_argument(
        "--microphone", metavar="NAME", help=said(Text("the microphone: its number, or a part of its name"))
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: the tone was heard; 1: it was not. Raises `SoundTrouble` without a loudspeaker."""
    expect_profiles_kept(args)
    teller, walk = Teller(args.lang), SoundWalk()
    teller.tell(walk.step)
    heard, no_ear = play_tone(args.device, args.microphone, 1.0, teller.say)
    step = walk.feed(TonePlayback(heard, no_ear))
    if step.waits:
        answer = teller.ask(step)
        if answer is None:
            teller.say(Text("nobody answered: this command needs somebody at the keyboard"))
            return 1
        step = walk.answer(answer)
    teller.result(step)
    if step.state is not StepState.DONE:
        return 1
    path = Profiles(places(args.data).calibration).save(make_sound_profile(walk, args.device or "default"))
    teller.say(Text("saved in {file}", file=str(path)))
    return 0

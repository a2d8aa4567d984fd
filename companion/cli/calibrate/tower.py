"""`companion calibrate tower`: sets the tower's thresholds with its own command CAL."""

import argparse
from collections.abc import Callable

from calibration.errors import CalibrationError
from calibration.profile import Profiles
from calibration.tower_talk import Talk, calibrate
from calibration.walk_profiles import make_tower_profile
from calibration.walks.tower import TowerWalk
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.cli.calibrate.telling import Teller, has_pressed_enter
from companion.cli.calibrate.walking import expect_profiles_kept
from companion.cli.tower.port_option import add_port
from companion.clock import monotonic_ms
from companion.storage.places import places
from companion.words import Text
from devices.tower.ports import harbour


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_port(parser, said, is_required=False)
    parser.add_argument(
        "--patience",
        type=int,
        default=120,
        metavar="SECONDS",
        help=said(Text("give up after this many seconds without progress")),
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: the tower has its thresholds."""
    expect_profiles_kept(args)
    teller, walk = Teller(args.lang), TowerWalk()
    port = harbour(args.port).open()
    try:
        talk = Talk(port)
        hello = talk.greet()
        teller.say(Text("tower {serial} on {port}", serial=hello.serial, port=port.name))
        patience = _Patience(args.patience)

        def each(step: WalkthroughStep) -> bool:
            if WalkthroughReply.READY in step.answers and has_pressed_enter():
                walk.answer(WalkthroughReply.READY)
            teller.tell(walk.step)
            patience.look(walk.step)
            return True

        calibrate(talk, walk, each)
    finally:
        port.close()
    teller.result(walk.step)
    profile = make_tower_profile(walk, hello.serial)
    path = Profiles(places(args.data).calibration).save(profile)
    words = " ".join(profile.data["set"])
    teller.say(Text("the tower keeps {words}; the report is kept in {file}", words=words, file=str(path)))
    return 0


class _Patience:
    """Gives up when there was no progress for too long."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._done, self._since_ms = -1, monotonic_ms()

    def look(self, step: WalkthroughStep) -> None:
        """Check whether there is progress. Raises `CalibrationError` after too long without."""
        now_ms = monotonic_ms()
        if step.done != self._done:
            self._done, self._since_ms = step.done, now_ms
        elif now_ms - self._since_ms > 1000 * self._seconds:
            raise CalibrationError(
                Text(
                    "there was no progress for {seconds} s; the next step was: {hint}",
                    seconds=self._seconds,
                    hint=step.hint,
                )
            )

"""Opens the camera for a calibration and feeds its frames to the walkthrough."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from calibration.errors import CalibrationError
from calibration.profile import Profile
from calibration.walkthrough import Walkthrough, WalkthroughReply
from companion.cli.calibrate.telling import Teller, has_pressed_enter
from companion.cli.phone import camera_named
from companion.rules.games import GAMES
from companion.storage.places import places
from companion.storage.write_permission import expect_to_keep
from companion.table.sight import Sight
from companion.words import Text
from vision.errors import EndOfPictures
from vision.frame import Frame


def expect_profiles_kept(args: argparse.Namespace) -> None:
    """Check that a profile can be kept, before anybody holds a board for minutes. Raises `StorageError`."""
    expect_to_keep(places(args.data).calibration / "profile.json")


def add_source(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    """Add the option for the source of pictures."""
    parser.add_argument(
        "--source", "--camera", metavar="SOURCE", default="0",
        help=said(Text(
            "the camera: 0, /dev/video2, phone, http://ADDRESS:8080/video, rtsp://…, a video, a folder of "
            "pictures, or virtual:table, virtual:lamp, virtual:board, virtual:dice; default: camera 0"
        )),
    )  # fmt: skip
    parser.add_argument(
        "--patience", type=int, default=180, metavar="SECONDS",
        help=said(Text("give up after this many seconds without progress")),
    )  # fmt: skip


def add_mat(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    """Add the option for the mat."""
    parser.add_argument(
        "--mat", metavar="GAME",
        help=said(Text("whose mat it is: {games}, or the file of a mat; default: the mat that the camera sees",
                       games=", ".join(GAMES))),
    )  # fmt: skip


@contextmanager
def sight(args: argparse.Namespace, *, is_grey: bool = True) -> Iterator[Sight]:
    """Open the chosen camera. Raises `VisionError`."""
    with camera_named(args.source, places(args.data), args.lang, is_grey=is_grey, is_paced=False) as source:
        seen = Sight(args.source, args.data, source)
        try:
            seen.open()
            yield seen
        finally:
            seen.close()


def walk_on(walk: Walkthrough[Frame], seen: Sight, teller: Teller, patience_s: int) -> None:
    """Feed frames and answers to a walkthrough until it is over.

    Raises `CalibrationError` after too long without progress.
    """
    gained: tuple[int, str] | None = None
    since_ms = 0
    while not walk.step.is_over:
        _answer(walk, teller)
        try:
            frame = seen.frame()
        except EndOfPictures as end:
            raise CalibrationError(
                Text("{end}; the next step was: {hint}", end=end.message, hint=walk.step.hint)
            ) from end
        step = walk.feed(frame)
        teller.tell(step)
        now = (step.done, step.hint.template)
        if now != gained or step.waits:
            gained, since_ms = now, frame.at_ms
        if frame.at_ms - since_ms > 1000 * patience_s:
            raise CalibrationError(
                Text(
                    "there was no progress for {seconds} s; the next step was: {hint}",
                    seconds=patience_s, hint=step.hint,
                )
            )  # fmt: skip


def _answer(walk: Walkthrough[Frame], teller: Teller) -> None:
    """Wait for a person's answer if a step needs one; otherwise take one that was typed meanwhile."""
    step = walk.step
    if step.waits:
        answer = teller.ask(step)
        if answer is None:
            raise CalibrationError(Text("nobody answered: this command needs somebody at the keyboard"))
        walk.answer(answer)
    elif WalkthroughReply.READY in step.answers and has_pressed_enter():
        walk.answer(WalkthroughReply.READY)


def keep(seen: Sight, profile: Profile, teller: Teller) -> None:
    """Save a profile, from now on the one in use, and say where."""
    path = seen.profiles.save(profile)
    teller.say(Text("saved in {file}", file=str(path)))

"""Walks through a calibration in the terminal: feeds it frames of the camera, and prints its hints and its result."""

import argparse
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from calibration.errors import CalibrationError
from calibration.grade import CalibrationReport, GradeMark
from calibration.profile import CalibrationKind, Profiles
from calibration.walk_profiles import NOT_KEPT
from calibration.walkthrough import Coverage, StepState, Walkthrough, WalkthroughReply, WalkthroughStep
from companion.backend.devices.calibrations import calibration_of
from companion.backend.devices.sound import MICROPHONE, SOUND_KIND
from companion.backend.devices.tower import TOWER
from companion.backend.interface import TableDevices
from companion.cli.camera import camera_named
from companion.cli.options import Said
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.cli.tower.monitor import add_port
from companion.clock import monotonic_ms
from companion.mat import Mat
from companion.rules.games import GAMES
from companion.storage.kept_files import expect_to_keep
from companion.storage.places import places
from companion.table.calibration_camera import CalibrationCamera
from companion.words import Text, Wording
from vision.detectors.dice.definition import shipped_dice
from vision.frame import Frame
from vision.lens import Lens

# --- telling
# Prints a walkthrough in the terminal: new hints, reasons why no sample is taken, the map of what was seen, and the
# report.

LASTS = 20
"""Steps: a refusal that is gone sooner needs no words."""
QUICK = 3
"""Steps: what comes sooner after the last is counted, and not told."""
STUCK = 200
"""Steps with the same hint, and the map is shown: where the board is, as the camera sees it."""
YES_WORDS = frozenset("y yes o oui j".split())


class Teller:
    """Prints the steps of a walkthrough as they come."""

    def __init__(self, language: str) -> None:
        self.paper: TerminalPaper = paper_here(sys.stdout, language)
        self._hint: Text | None = None
        self._done = -1
        self._refusal: Text | None = None
        self._refused = 0
        self._same = 0

    def tell(self, step: WalkthroughStep) -> None:
        """Print what is new in a step."""
        if step.is_over:
            return
        mark = f"{step.done}/{step.wanted}"
        if step.hint != self._hint:
            self._hint, self._done, self._same = step.hint, step.done, 0
            self._refusal, self._refused = None, 0
            self.paper.say(step.hint, Ink.BOLD, mark=mark)
        elif step.done > self._done and self._same > QUICK:
            self._done, self._same = step.done, 0
            self.paper.say(Text("this picture is taken; go on in the same way"), mark=mark)
        self._same += 1
        self._refuse(step)
        if self._same % STUCK == 0 and step.coverage is not None:
            self.paper.say(Text("the picture of the camera; o marks where the target is:"), Ink.DIM, indent=6)
            self._map(step.coverage)

    def _refuse(self, step: WalkthroughStep) -> None:
        if step.refusal != self._refusal:
            self._refusal, self._refused = step.refusal, 0
        self._refused += 1
        if self._refused == LASTS and step.refusal is not None:
            self.paper.say(step.refusal, indent=6)

    def _map(self, coverage: Coverage) -> None:
        for line in coverage.lines():
            self.paper.say(Wording.plain(line), indent=8)

    def result(self, step: WalkthroughStep) -> None:
        """Print the result."""
        self.paper.blank()
        ink = Ink.BOLD if step.state is StepState.DONE else Ink.ALARM
        self.paper.say(step.hint, ink)
        if step.coverage is not None and step.state is StepState.DONE:
            self._map(step.coverage)
        if step.report is not None:
            self.report(step.report)

    def report(self, report: CalibrationReport) -> None:
        """Print each measurement with its consequence."""
        for line in report.lines:
            mark = {GradeMark.GOOD: "+", GradeMark.FAIR: "~", GradeMark.POOR: "!"}[line.mark]
            words = Text("{measure}: {sentence}", measure=line.measure.says, sentence=line.sentence())
            self.paper.say(words, Ink.ALARM if line.mark is GradeMark.POOR else Ink.PLAIN, mark=mark)

    def say(self, text: Text) -> None:
        self.paper.say(text)

    # --- what a person answers

    def ask(self, step: WalkthroughStep) -> WalkthroughReply | None:
        """Wait for the answer that a step needs; None when nobody is there to answer."""
        self.tell(step)
        if step.refusal is not None:
            self.paper.say(step.refusal, indent=6)
        if WalkthroughReply.YES in step.answers:
            return self._yes_or_no()
        self.paper.say(Text("press Enter when you are ready"), Ink.DIM, indent=6)
        return WalkthroughReply.READY if _line() is not None else None

    def _yes_or_no(self) -> WalkthroughReply | None:
        self.paper.say(Text("type y or n, and Enter"), Ink.DIM, indent=6)
        line = _line()
        if line is None:
            return None
        return WalkthroughReply.YES if line.strip().lower() in YES_WORDS else WalkthroughReply.NO


def has_pressed_enter() -> bool:
    """Tell whether Enter was pressed; do not wait for it."""
    try:
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return False
    except (OSError, ValueError):
        return False
    return _line() is not None


def _line() -> str | None:
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return line or None


# --- walking


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    match CalibrationKind(parser.prog.split()[-1]):
        case CalibrationKind.CAMERA:
            add_source(parser, said)
        case CalibrationKind.TABLE | CalibrationKind.LIGHT:
            add_source(parser, said)
            add_mat(parser, said)
        case CalibrationKind.DICE:
            parser.add_argument(
                "die", metavar="DIE",
                help=said(Text("which dice: {dice}, or the file of a die's definition", dice=", ".join(shipped_dice()))),
            )  # fmt: skip
            add_source(parser, said)
        case CalibrationKind.TOWER:
            add_port(parser, said, is_required=False)
            _add_patience(parser, said, 120)
        case CalibrationKind.SOUND:
            parser.add_argument(
                "--device", metavar="NAME", help=said(Text("the loudspeaker: its number, or a part of its name"))
            )  # fmt: skip
            parser.add_argument(
                "--microphone", metavar="NAME", help=said(Text("the microphone: its number, or a part of its name"))
            )  # fmt: skip


def add_source(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option for the source of pictures."""
    parser.add_argument(
        "--source", "--camera", metavar="SOURCE", default="0",
        help=said(Text(
            "the camera: 0, /dev/video2, pi (the one on a Raspberry Pi), phone, http://ADDRESS:8080/video, rtsp://…, a video, a folder of "
            "pictures, or virtual:table, virtual:lamp, virtual:board, virtual:dice; default: camera 0"
        )),
    )  # fmt: skip
    _add_patience(parser, said, 180)


def _add_patience(parser: argparse.ArgumentParser, said: Said, usual_s: int) -> None:
    parser.add_argument(
        "--patience", type=int, default=usual_s, metavar="SECONDS",
        help=said(Text("give up after this many seconds without progress")),
    )  # fmt: skip


def add_mat(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the options for the mat, and for a lens that is guessed from it."""
    parser.add_argument(
        "--mat", metavar="GAME",
        help=said(Text("whose mat it is: {games}, or the file of a mat; default: the mat that the camera sees",
                       games=", ".join(GAMES))),
    )  # fmt: skip
    parser.add_argument(
        "--guess-lens",
        action="store_true",
        help=said(Text("do not use the calibrated lens: guess the lens from the mat")),
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: it is calibrated, and the profile is kept; 1: it is not."""
    # Before anybody holds a board for minutes.
    expect_to_keep(places(args.data).calibration / "profile.json")
    calibration, desk = calibration_of(CalibrationKind(args.action)), TypedCalibration(args)
    profile = calibration.run(desk)
    step = desk.walk.step
    desk.teller.result(step)
    if profile is None:
        if step.state is StepState.DONE:
            desk.say(NOT_KEPT)
        return 1
    path = Profiles(places(args.data).calibration).save(profile)
    desk.say(calibration.saved(profile, str(path)))
    return 0


class TypedCalibration:
    """A calibration in the terminal, as its options say (see `CalibrationDesk`)."""

    is_stopping = False

    def __init__(self, args: argparse.Namespace) -> None:
        options = vars(args)
        named = {TOWER: "port", SOUND_KIND.name: "device", MICROPHONE: "microphone"}
        others = {kind: options[name] for kind, name in named.items() if options.get(name)}
        self.gear = TableDevices(options.get("source", ""), others=others)
        self.die = str(options.get("die", ""))
        self.where = places(args.data)
        self.teller = Teller(args.lang)
        self.walk: Walkthrough[Any]
        self._args = args
        self._frame_ms: int | None = None
        self._gained: tuple[int, str] | None = None
        self._gained_ms = 0

    def begin(self, walk: Walkthrough[Any]) -> None:
        self.walk = walk

    def show(self, walk: Walkthrough[Any]) -> None:
        """Print what is new. Raises `CalibrationError` after too long without progress."""
        self.walk, step = walk, walk.step
        self.teller.tell(step)
        patience_s = vars(self._args).get("patience")
        now_ms = monotonic_ms() if self._frame_ms is None else self._frame_ms
        gained = (step.done, step.hint.template)
        if gained != self._gained or step.waits:
            self._gained, self._gained_ms = gained, now_ms
        elif patience_s is not None and now_ms - self._gained_ms > 1000 * patience_s:
            raise CalibrationError(
                Text(
                    "there was no progress for {seconds} s; the next step was: {hint}",
                    seconds=patience_s, hint=step.hint,
                )
            )  # fmt: skip

    def show_picture(self, frame: Frame) -> None:
        self._frame_ms = frame.at_ms

    def give_answers(self, walk: Walkthrough[Any], _wait_s: float = 0.0) -> None:
        """Wait for a person's answer if a step needs one; otherwise take one that was typed meanwhile."""
        if walk.step.waits:
            answer = self.teller.ask(walk.step)
            if answer is None:
                raise CalibrationError(Text("nobody answered: this command needs somebody at the keyboard"))
            walk.answer(answer)
        elif WalkthroughReply.READY in walk.step.answers and has_pressed_enter():
            walk.answer(WalkthroughReply.READY)

    def say(self, words: Text) -> None:
        self.teller.say(words)

    @contextmanager
    def sight(self, *, is_grey: bool) -> Iterator[CalibrationCamera]:
        args = self._args
        with camera_named(args.source, self.where, args.lang, is_grey=is_grey, is_paced=False) as source:
            sight = CalibrationCamera(args.source, args.data, source)
            try:
                sight.open()
                yield sight
            finally:
                sight.close()

    def mat(self, sight: CalibrationCamera) -> Mat:
        return sight.mat(self._args.mat, self._args.data)

    def lens(self, sight: CalibrationCamera) -> Lens | None:
        return None if self._args.guess_lens else sight.lens(sight.first_frame().size_px)

"""`companion calibrate tower`: its thresholds, over the wire's own CAL."""

import argparse
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.errors import CalibrationError
from calibration.profile import CalibrationKind, Profile, Profiles, dated
from calibration.tower import SensorLevels
from calibration.walks.tower import TowerWalk
from calibration.walkthrough import WalkthroughReply, WalkthroughStep
from companion.cli.calibrate.telling import Teller, has_pressed_enter
from companion.cli.places import places
from companion.cli.tower.harbours import add_port, harbour
from companion.clock import monotonic_ms
from companion.words import Text
from devices.tower.commands import Commands
from devices.tower.messages import LAST_SEQ, MAJOR, Capability, Hello, Verb
from devices.tower.messages import TowerReply as Said
from devices.tower.messages import said as understood
from devices.tower.ports import Port
from devices.tower.standing import TowerStanding, sentence
from devices.tower.wire import LineCutter, framed

ANSWER_MS = 4_000
SAMPLE_EVERY_S = 0.02


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    add_port(parser, said, is_required=False)
    parser.add_argument(
        "--patience",
        type=int,
        default=120,
        metavar="SECONDS",
        help=said(Text("give up when nothing was gained for so long")),
    )


def run(args: argparse.Namespace) -> int:
    """0: the tower has its thresholds."""
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
    profile = profile_of(walk, hello.serial)
    path = Profiles(places(args.data).calibration).save(profile)
    words = " ".join(profile.data["set"])
    teller.say(Text("the tower keeps {words}; the report is kept in {file}", words=words, file=str(path)))
    return 0


def profile_of(walk: TowerWalk, serial: str) -> Profile:
    """What is kept of a walk that is done."""
    assert walk.chosen is not None and walk.step.report is not None, "a walk that is done has chosen"
    data = {"set": list(walk.chosen.words())}
    return Profile(CalibrationKind.TOWER, serial, dated(datetime.now(UTC)), walk.step.report, data)


class _Patience:
    """Gives up when nothing is gained for too long."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._done, self._since_ms = -1, monotonic_ms()

    def look(self, step: WalkthroughStep) -> None:
        """Raises `CalibrationError`."""
        now_ms = monotonic_ms()
        if step.done != self._done:
            self._done, self._since_ms = step.done, now_ms
        elif now_ms - self._since_ms > 1000 * self._seconds:
            raise CalibrationError(
                Text(
                    "nothing was gained for {seconds} s; what was wanted: {hint}",
                    seconds=self._seconds,
                    hint=step.hint,
                )
            )


def calibrate(talk: "Talk", walk: TowerWalk, each: Callable[[WalkthroughStep], bool]) -> None:
    """Until it is over, or `each`, which is called after every sample, says that it shall stop. Between BEGIN and END,
    whatever happens: a tower left in between would roll no more. Raises `CalibrationError`.
    """
    talk.ask("CAL", "BEGIN")
    try:
        while not walk.step.is_over:
            answer = talk.ask("CAL", *walk.verb)
            walk.feed(_levels(answer, monotonic_ms()))
            if not each(walk.step):
                break
            time.sleep(SAMPLE_EVERY_S)
    finally:
        talk.ask("CAL", *(walk.verb if walk.step.is_over else ("END",)))


def _levels(answer: Said, at_ms: int) -> SensorLevels:
    try:
        return SensorLevels(int(answer.fields["light"]), int(answer.fields["knock"]), at_ms)
    except (KeyError, ValueError) as problem:
        raise CalibrationError(Text("the tower does not say what its sensors show")) from problem


class Talk:
    """Commands to a tower, one at a time, each with its answer."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._commands = Commands(secrets.randbelow(LAST_SEQ))
        self._cutter = LineCutter()
        port.write(b"\n")  # Ends whatever half a line somebody left there.

    def serial(self) -> str:
        """The tower that is there. Raises `CalibrationError` for none, and for one of another version."""
        return self._hello().serial

    def greet(self) -> Hello:
        """Who is there. Raises `CalibrationError` for a tower that has no thresholds to set."""
        hello = self._hello()
        if Capability.CAL not in hello.cap:
            raise CalibrationError(Text("this tower has no thresholds that can be set"))
        return hello

    def _hello(self) -> Hello:
        hello = self._answer("HI")
        if not isinstance(hello, Hello) or hello.major != MAJOR:
            raise CalibrationError(sentence(TowerStanding.OTHER_VERSION, self._port.name))
        return hello

    def ask(self, verb: str, *words: str) -> Said:
        """The answer OK. Raises `CalibrationError` for another, or for none."""
        answer = self._answer(verb, *words)
        if not isinstance(answer, Said) or answer.verb is not Verb.OK:
            code = answer.code if isinstance(answer, Said) else "?"
            raise CalibrationError(
                Text("the tower refuses {command}: {code}", command=" ".join((verb, *words)), code=code)
            )
        return answer

    def _answer(self, verb: str, *words: str) -> Said | Hello:
        self._commands.add(verb, *words)
        end_ms = monotonic_ms() + ANSWER_MS
        while (now_ms := monotonic_ms()) < end_ms:
            body = self._commands.due(now_ms)
            if body is not None:
                self._port.write(framed(body))
            for line in self._cutter.cut(self._port.read()):
                what = None if line is None else understood(line)
                if isinstance(what, Hello) and verb == "HI":
                    self._commands.forget()
                    return what
                if isinstance(what, Said) and self._commands.answered(what.seq) is not None:
                    return what
        self._commands.forget()
        raise CalibrationError(sentence(TowerStanding.SILENT, self._port.name))

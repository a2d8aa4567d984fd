"""`companion calibrate tower`: its thresholds, over the wire's own CAL."""

import argparse
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from calibration.errors import CalibrationError
from calibration.profile import Kind, Profile, Profiles, dated
from calibration.tower import Levels
from calibration.walks.tower import TowerWalk
from calibration.walkthrough import Answer
from companion.cli.calibrate.telling import Teller, has_pressed_enter
from companion.cli.places import places
from companion.cli.tower.harbours import add_port, harbour
from companion.clock import monotonic_ms
from companion.words import Text
from devices.tower.commands import Commands
from devices.tower.messages import LAST_SEQ, MAJOR, Capability, Hello, Verb
from devices.tower.messages import Answer as Said
from devices.tower.messages import said as understood
from devices.tower.ports import Port
from devices.tower.standing import Standing, sentence
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
        _calibrate(talk, walk, teller, args.patience)
    finally:
        port.close()
    teller.result(walk.step)
    assert walk.chosen is not None and walk.step.report is not None, "a walk that is done has chosen"
    words = walk.chosen.words()
    profile = Profile(
        Kind.TOWER, hello.serial, dated(datetime.now(UTC)), walk.step.report, {"set": list(words)}
    )
    path = Profiles(places(args.data).calibration).save(profile)
    teller.say(
        Text("the tower keeps {words}; the report is kept in {file}", words=" ".join(words), file=str(path))
    )
    return 0


def _calibrate(talk: "Talk", walk: TowerWalk, teller: Teller, patience_s: int) -> None:
    """Between BEGIN and END, whatever happens: a tower left in between would roll no more."""
    talk.ask("CAL", "BEGIN")
    try:
        done, since_ms = -1, monotonic_ms()
        while not walk.step.is_over:
            answer = talk.ask("CAL", *walk.verb)
            now_ms = monotonic_ms()
            walk.feed(_levels(answer, now_ms))
            if Answer.READY in walk.step.answers and has_pressed_enter():
                walk.answer(Answer.READY)
            teller.tell(walk.step)
            if walk.step.done != done:
                done, since_ms = walk.step.done, now_ms
            elif now_ms - since_ms > 1000 * patience_s:
                raise CalibrationError(
                    Text(
                        "nothing was gained for {seconds} s; what was wanted: {hint}",
                        seconds=patience_s,
                        hint=walk.step.hint,
                    )
                )
            time.sleep(SAMPLE_EVERY_S)
    finally:
        talk.ask("CAL", *(walk.verb if walk.step.is_over else ("END",)))


def _levels(answer: Said, at_ms: int) -> Levels:
    try:
        return Levels(int(answer.fields["light"]), int(answer.fields["knock"]), at_ms)
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
            raise CalibrationError(sentence(Standing.OTHER_VERSION, self._port.name))
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
        raise CalibrationError(sentence(Standing.SILENT, self._port.name))

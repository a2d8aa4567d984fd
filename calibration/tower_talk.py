"""Sends commands to a dice tower while it is calibrated, one at a time."""

import secrets
import time
from collections.abc import Callable

from calibration.errors import CalibrationError
from calibration.tower import SensorLevels
from calibration.walks.tower import TowerWalk
from calibration.walkthrough import WalkthroughStep
from companion.clock import monotonic_ms
from companion.words import Text
from devices.tower.commands import CommandQueue
from devices.tower.messages import LAST_SEQ, MAJOR, Capability, Hello, ReplyVerb
from devices.tower.messages import TowerReply as Said
from devices.tower.messages import parse_message as understood
from devices.tower.ports import Port
from devices.tower.tower_status import TowerStatus, tower_sentence
from devices.tower.wire import LineCutter, frame_line

ANSWER_MS = 4_000
"""Longest wait for an answer: a board may begin anew when its port is opened, and answers only then."""
SAMPLE_EVERY_S = 0.02
"""Pause between two samples: often enough to follow a die that falls, seldom enough to leave the line free."""


def calibrate(talk: "Talk", walk: TowerWalk, each: Callable[[WalkthroughStep], bool]) -> None:
    """Runs the tower's walkthrough until it is over, or until `each` returns False after a sample.

    CAL END is sent whatever happens: a tower that stays between BEGIN and END makes no rolls. Raises
    `CalibrationError`.
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
    """Sends commands to a tower, one at a time, and returns their answers."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._commands = CommandQueue(secrets.randbelow(LAST_SEQ))
        self._cutter = LineCutter()
        port.write(b"\n")  # Ends whatever half a line somebody left there.

    def serial(self) -> str:
        """Returns the serial number of the tower. Raises `CalibrationError` if no tower answers, or one with another
        protocol version.
        """
        return self._hello().serial

    def greet(self) -> Hello:
        """Returns the tower's greeting. Raises `CalibrationError` if its thresholds cannot be set."""
        hello = self._hello()
        if Capability.CAL not in hello.cap:
            raise CalibrationError(Text("this tower has no thresholds that can be set"))
        return hello

    def _hello(self) -> Hello:
        hello = self._answer("HI")
        if not isinstance(hello, Hello) or hello.major != MAJOR:
            raise CalibrationError(tower_sentence(TowerStatus.OTHER_VERSION, self._port.name))
        return hello

    def ask(self, verb: str, *words: str) -> Said:
        """Sends a command and returns the answer OK. Raises `CalibrationError` for any other answer, or none."""
        answer = self._answer(verb, *words)
        if not isinstance(answer, Said) or answer.verb is not ReplyVerb.OK:
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
                self._port.write(frame_line(body))
            for line in self._cutter.cut(self._port.read()):
                what = None if line is None else understood(line)
                if isinstance(what, Hello) and verb == "HI":
                    self._commands.forget()
                    return what
                if isinstance(what, Said) and self._commands.answered(what.seq) is not None:
                    return what
        self._commands.forget()
        raise CalibrationError(tower_sentence(TowerStatus.SILENT, self._port.name))

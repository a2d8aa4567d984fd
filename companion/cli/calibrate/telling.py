"""Prints a walkthrough in the terminal: new hints, reasons why no sample is taken, the map of what was seen, and the
report.
"""

import select
import sys

from calibration.coverage import Coverage
from calibration.grade import CalibrationReport, GradeMark
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.words import Text, Wording

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
            words = Text("{measure}: {sentence}", measure=Text(line.measure.value), sentence=line.sentence())
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
    """Tell whether somebody has pressed Enter, without waiting."""
    try:
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return False
    except (OSError, ValueError):
        return False
    return _line() is not None


def _line() -> str | None:
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return line or None

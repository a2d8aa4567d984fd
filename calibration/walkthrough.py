"""Defines what all walkthroughs share: they take samples and say the next thing that a person should do.

A walkthrough is a state machine without a clock, a camera or a screen. It takes frames (or other samples) and
answers, and returns a `WalkthroughStep`: what to do now, how far it has come, and why the last sample was
refused. The terminal and the screens show the same steps.

    feed(frame) ─► Step(going, hint) ─► … ─► Step(done, report)
    answer(yes) ─►                          Step(failed, hint: what to do)
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from calibration.coverage import Coverage
from calibration.grade import CalibrationReport
from companion.words import N_, Text

Seen_contra = TypeVar("Seen_contra", contravariant=True)


class StepState(StrEnum):
    """Says whether a walkthrough goes on, is done, or has failed."""

    GOING = "going"
    DONE = "done"
    FAILED = "failed"


class WalkthroughReply(StrEnum):
    """Names what a person may answer."""

    READY = "ready"
    YES = "yes"
    NO = "no"


N_("ready"), N_("yes"), N_("no")


@dataclass(frozen=True, slots=True)
class WalkthroughStep:
    """Says where a walkthrough is and what the person should do now."""

    state: StepState
    hint: Text
    """The one thing to do now; at the end, the result."""
    done: int = 0
    wanted: int = 1
    refusal: Text | None = None
    """Why the last sample was refused."""
    coverage: Coverage | None = None
    answers: tuple[WalkthroughReply, ...] = ()
    """What may be answered now; empty while the walkthrough only watches."""
    waits: bool = False
    """Whether the walkthrough waits for one of the answers before it goes on."""
    report: CalibrationReport | None = None

    @property
    def is_over(self) -> bool:
        """Says whether the walkthrough is done or has failed."""
        return self.state is not StepState.GOING


class Walkthrough(Protocol[Seen_contra]):
    """Describes what all walkthroughs have in common, whether they take frames, samples of a tower, or a heard tone."""

    @property
    def step(self) -> WalkthroughStep:
        """Returns the present step."""

    def feed(self, seen: Seen_contra) -> WalkthroughStep:
        """Takes what was seen and returns the next step; at the end nothing changes any more."""

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Takes a person's answer and returns the next step; an answer to no question changes nothing."""

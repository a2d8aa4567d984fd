"""The one way in which every calibration talks to a person: one hint at a time, until it is done or cannot be.

A walkthrough is a state machine without a clock, a camera or a screen. It is fed what was seen and what was answered,
and gives a `WalkthroughStep`: what to do now, how far it has come, why the last sample was not taken. The terminal and the
screens show the same steps.

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
    """Whether there is more to do."""

    GOING = "going"
    DONE = "done"
    FAILED = "failed"


class WalkthroughReply(StrEnum):
    """What a person may say to a step that asks."""

    READY = "ready"
    YES = "yes"
    NO = "no"


N_("ready"), N_("yes"), N_("no")


@dataclass(frozen=True, slots=True)
class WalkthroughStep:
    """Where a walkthrough is. `hint` is the one thing to do now; once it is over, what came of it."""

    state: StepState
    hint: Text
    done: int = 0
    wanted: int = 1
    refusal: Text | None = None
    """Why what was seen last was not taken."""
    coverage: Coverage | None = None
    answers: tuple[WalkthroughReply, ...] = ()
    """What may be answered now; none while it only watches."""
    waits: bool = False
    """Whether nothing goes on before one of them was said."""
    report: CalibrationReport | None = None

    @property
    def is_over(self) -> bool:
        return self.state is not StepState.GOING


class Walkthrough(Protocol[Seen_contra]):
    """What all of them are: frames, samples of a tower, or a tone that was heard go in."""

    @property
    def step(self) -> WalkthroughStep:
        """Where it is now, before anything more is fed."""

    def feed(self, seen: Seen_contra) -> WalkthroughStep:
        """Look at what was seen. Once it is over nothing changes any more."""

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Take what a person says; what nobody asked for changes nothing."""

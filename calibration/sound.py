"""Tests the loudspeaker: how loud and how late the microphone, or a person, heard a played tone."""

from dataclasses import dataclass, replace

from calibration.grade import CalibrationReport, GradedMeasure, Measure, grade_measure, mark_high, mark_low
from calibration.walkthrough import StepState, WalkthroughReply, WalkthroughStep
from companion.words import Text
from devices.audio.tone import ToneReport


def make_sound_report(heard: ToneReport) -> CalibrationReport:
    """Grade the loudspeaker and the microphone for the report."""
    lines = [_tone(heard)]
    if heard.began_ms is not None:
        lines.append(_delay(heard.began_ms))
    return CalibrationReport(tuple(lines))


def _tone(heard: ToneReport) -> GradedMeasure:
    mark = mark_high(heard.above_db, 20, 10)
    says = (
        Text("the tone is this much louder than the room: the microphone hears the sounds, and dice as well")
        if heard.is_heard
        else Text(
            "the tone is hardly louder than the room: are loudspeaker and microphone turned on, loud enough and near each other?"
        )
    )
    return grade_measure(Measure.TONE, max(0.0, round(heard.above_db, 1)), "dB", mark, says)


def _delay(began_ms: int) -> GradedMeasure:
    mark = mark_low(began_ms, 250, 500)
    says = (
        Text("the microphone hears sounds this much later: a whistle still comes in time")
        if began_ms <= 250
        else Text(
            "the microphone hears sounds this much later, so a whistle comes late; a loudspeaker on a wire is quicker than Bluetooth"
        )
    )
    return grade_measure(Measure.DELAY, began_ms, "ms", mark, says)


# --- sound
# Tests the loudspeaker with a tone that the microphone hears or, without a microphone, a person.


@dataclass(frozen=True, slots=True)
class HeardTone:
    """Holds what the microphone heard of the tone; `why` says why there is no microphone."""

    heard: ToneReport | None
    why: Text | None = None


class SoundWalkthrough:
    """Takes what was heard, once; then it may ask a person."""

    def __init__(self) -> None:
        self._played: HeardTone | None = None
        self.is_heard_by: WalkthroughReply | None = None
        """The person's answer, if one was asked for."""
        self.step = WalkthroughStep(StepState.GOING, Text("a tone is about to be played: listen"))

    def feed(self, seen: HeardTone) -> WalkthroughStep:
        """Take what the microphone heard of the tone."""
        if self.step.is_over:
            return self.step
        self._played = seen
        if seen.heard is not None and seen.heard.is_heard:
            return self._over(Text("loudspeaker and microphone work"), StepState.DONE)
        why = seen.why if seen.heard is None else Text("the microphone did not hear the tone")
        self.step = replace(
            self.step,
            hint=Text("did you hear a tone?"),
            refusal=why,
            answers=(WalkthroughReply.YES, WalkthroughReply.NO),
            waits=True,
        )
        return self.step

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Take a person's answer: whether the tone was heard."""
        if answer not in self.step.answers:
            return self.step
        self.is_heard_by = answer
        if answer is WalkthroughReply.YES:
            return self._over(
                Text("the loudspeaker works; the program does not listen for dice"), StepState.DONE
            )
        return self._over(
            Text(
                "turn the loudspeaker on and up, or choose another with --device; `companion sound list` shows them"
            ),
            StepState.FAILED,
        )

    def _over(self, hint: Text, state: StepState) -> WalkthroughStep:
        heard = None if self._played is None else self._played.heard
        report = None if heard is None else make_sound_report(heard)
        self.step = WalkthroughStep(state, hint, 1, 1, report=report)
        return self.step

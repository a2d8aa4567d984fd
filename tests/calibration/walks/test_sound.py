"""A tone that is heard, not heard, or that a person is asked about."""

from calibration.grade import GradeMark, Measure
from calibration.sound import HeardTone, SoundWalkthrough
from calibration.walkthrough import StepState, WalkthroughReply
from companion.words import Text, translate
from devices.audio.tone import ToneReport
from tests.calibration.walks.player import words_of


def test_a_tone_that_the_microphone_hears_needs_nobody() -> None:
    step = SoundWalkthrough().feed(HeardTone(ToneReport(32.0, 84)))
    assert step.state is StepState.DONE and step.report is not None
    assert (step.report.number(Measure.TONE), step.report.number(Measure.DELAY)) == (32.0, 84)
    assert step.report.mark is GradeMark.GOOD


def test_a_late_tone_is_told_with_what_helps() -> None:
    step = SoundWalkthrough().feed(HeardTone(ToneReport(32.0, 600)))
    assert step.report is not None and step.report.mark is GradeMark.POOR
    assert "Bluetooth" in translate(step.report.lines[1].consequence, "en")


def test_without_a_microphone_a_person_is_asked() -> None:
    walk = SoundWalkthrough()
    step = walk.feed(HeardTone(None, Text("no microphone")))
    assert words_of(step) == "did you hear a tone?" and step.waits
    assert step.refusal == Text("no microphone")
    assert walk.answer(WalkthroughReply.YES).state is StepState.DONE
    assert walk.is_heard_by is WalkthroughReply.YES


def test_a_tone_that_nobody_hears_is_told_with_what_to_do() -> None:
    walk = SoundWalkthrough()
    assert walk.feed(HeardTone(ToneReport(2.0, None))).waits
    step = walk.answer(WalkthroughReply.NO)
    assert step.state is StepState.FAILED and "companion sound list" in words_of(step)
    assert walk.answer(WalkthroughReply.YES) == step

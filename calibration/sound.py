"""Grades how loud and how late the microphone heard a played tone. Pure."""

from calibration.grade import CalibrationReport, GradedMeasure, Measure, grade_measure, mark_high, mark_low
from companion.words import Text
from devices.audio.tone import ToneReport


def make_sound_report(heard: ToneReport) -> CalibrationReport:
    """Grades the loudspeaker and the microphone for the report."""
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

"""Grades how loud and how late the microphone heard a played tone. Pure."""

from calibration.grade import CalibrationReport, GradedMeasure, Measure, grade_measure, mark_high, mark_low
from companion.words import Text
from devices.audio.tone import ToneReport


def sound_report(heard: ToneReport) -> CalibrationReport:
    """Grades the loudspeaker and the microphone for the report."""
    lines = [_tone(heard)]
    if heard.began_ms is not None:
        lines.append(_delay(heard.began_ms))
    return CalibrationReport(tuple(lines))


def _tone(heard: ToneReport) -> GradedMeasure:
    mark = mark_high(heard.above_db, 20, 10)
    says = (
        Text("above the room: cues are heard, and dice by ear as well")
        if heard.is_heard
        else Text(
            "above the room: are loudspeaker and microphone turned on, loud enough and near each other?"
        )
    )
    return grade_measure(Measure.TONE, max(0.0, round(heard.above_db, 1)), "dB", mark, says)


def _delay(began_ms: int) -> GradedMeasure:
    mark = mark_low(began_ms, 250, 500)
    says = (
        Text("from playing to hearing: a whistle comes with what it belongs to")
        if began_ms <= 250
        else Text(
            "from playing to hearing: a whistle comes late; a loudspeaker on a wire is quicker than Bluetooth"
        )
    )
    return grade_measure(Measure.DELAY, began_ms, "ms", mark, says)

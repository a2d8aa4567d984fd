"""Graded measurements as sentences."""

from calibration.grade import GradeMark, Measure, grade_measure
from companion.words import Text, translate


def test_a_measurement_is_written_with_a_comma_in_french_and_a_point_in_english() -> None:
    graded = grade_measure(Measure.ERROR, 0.5712, "px", GradeMark.GOOD, Text("good enough"))
    assert translate(graded.sentence(), "en").startswith("0.57 px, ")
    assert translate(graded.sentence(), "fr").startswith("0,57 px, ")

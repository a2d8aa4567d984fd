"""Grades measurements (good, fair, poor) for calibration reports: number, unit, mark, and what it means at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.words import N_, Text, Wording, translate


class GradeMark(StrEnum):
    """Says how good a measurement is."""

    GOOD = "good"
    FAIR = "passable"
    POOR = "poor"

    @property
    def says(self) -> Text:
        """The mark in words; saved reports hold the older word of the middle one."""
        return Text("acceptable") if self is GradeMark.FAIR else Text(self.value)


N_("good"), N_("poor")
_WORST_FIRST = (GradeMark.POOR, GradeMark.FAIR, GradeMark.GOOD)


class Measure(StrEnum):
    """Names what is measured, as the report labels it. Saved reports hold these values."""

    ERROR = "error on other views"
    FOCAL = "focal length"
    COVERAGE = "coverage"
    WITHIN = "places on the mat"
    MARKERS = "markers"
    DRIFT = "drift"
    STICKER = "smallest sticker"
    SOFTNESS = "softness"
    BRIGHTNESS = "brightness"
    WHITE = "white balance"
    EVENNESS = "evenness"
    GLARE = "glare"
    LIKENESS = "likeness of faces"
    EXAMPLES = "examples"
    BARRIER = "light barrier"
    KNOCK = "knock"
    REST = "rest"
    TONE = "tone"
    DELAY = "delay"

    @property
    def says(self) -> Text:
        """The measure in words; saved reports hold the older word of one."""
        return Text("sharpness") if self is Measure.SOFTNESS else Text(self.value)


MEASURE_WORDS = (
    N_("error on other views"), N_("focal length"), N_("coverage"), N_("places on the mat"), N_("markers"),
    N_("drift"), N_("smallest sticker"), N_("brightness"), N_("white balance"), N_("evenness"),
    N_("glare"), N_("likeness of faces"), N_("examples"), N_("light barrier"), N_("knock"), N_("rest"), N_("tone"),
    N_("delay"),
)  # fmt: skip


def mark_low(number: float, good: float, fair: float) -> GradeMark:
    """Mark a number that should be low: good up to `good`, passable up to `fair`, else poor."""
    return GradeMark.GOOD if number <= good else GradeMark.FAIR if number <= fair else GradeMark.POOR


def mark_high(number: float, good: float, fair: float) -> GradeMark:
    """Mark a number that should be high: good from `good` on, passable from `fair` on, else poor."""
    return mark_low(-number, -good, -fair)


def find_worst(marks: Sequence[GradeMark]) -> GradeMark:
    """Find the worst mark; good if there is none."""
    return next((mark for mark in _WORST_FIRST if mark in marks), GradeMark.GOOD)


@dataclass(frozen=True, slots=True)
class GradedMeasure:
    """Holds one measurement with its mark."""

    measure: Measure
    number: float
    unit: str
    mark: GradeMark
    consequence: Wording
    """What the number means at the table, in both languages, so that a saved report can be read in either."""

    def sentence(self) -> Text:
        """Write the measurement as one sentence: `0.42 px, good: cards are placed to within 1.1 mm`."""
        return Text(
            "{number}, {mark}: {consequence}",
            number=self.written,
            mark=self.mark.says,
            consequence=self.consequence,
        )

    @property
    def written(self) -> Text:
        """The number with its unit; French writes it with a comma."""
        written = format_number(self.number)
        if not self.unit:
            return Text("{n}", n=written)
        return Text("{number} {unit}", number=written, unit=self.unit)


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """Lists all measurements of a calibration, the most important first."""

    lines: tuple[GradedMeasure, ...]

    @property
    def mark(self) -> GradeMark:
        """Return the worst mark of all measurements."""
        return find_worst([line.mark for line in self.lines])

    def number(self, measure: Measure) -> float:
        """Return the number of one measure. Raises `KeyError` if the report does not have it."""
        for line in self.lines:
            if line.measure is measure:
                return line.number
        raise KeyError(measure)


def grade_measure(
    measure: Measure, number: float, unit: str, mark: GradeMark, consequence: Text
) -> GradedMeasure:
    """Make a graded measurement: round the number to four digits and translate the consequence."""
    return GradedMeasure(measure, round(float(number), 4), unit, mark, translate_to_both(consequence))


def translate_to_both(text: Text) -> Wording:
    """Translate a sentence into both languages."""
    return Wording(translate(text, "en"), translate(text, "fr"))


def format_number(number: float) -> str:
    """Write a number with the digits that matter: 0.42, 3.1, 27."""
    size = abs(number)
    if number == int(number):
        return str(int(number))
    digits = 2 if size < 1 else 1 if size < 10 else 0
    return f"{number:.{digits}f}"

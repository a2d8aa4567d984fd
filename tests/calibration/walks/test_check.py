"""What stands now: the map against the mat, drift, and what is poor."""

import numpy as np
import pytest

from calibration.check import CheckWalkthrough
from calibration.grade import CalibrationReport, GradeMark, Measure
from companion.words import translate
from tests.calibration.poses import corners_of
from tests.calibration.test_table import SMALL, over_the_mat
from vision.frame import Frame
from vision.lens import Lens
from vision.table_map import TableMap
from vision.virtual.named_tables import MAT


def checked(frame: Frame, lens: Lens | None, known: TableMap | None) -> CalibrationReport:
    check = CheckWalkthrough(MAT, lens, known)
    step = check.feed(frame)
    assert step.report is not None
    return step.report


@pytest.mark.slow
def test_a_map_that_fits_is_good_and_after_a_bump_it_is_drift() -> None:
    over = over_the_mat(SMALL)
    table = over.table()
    located = over.located(corners_of(table.frames(3)), over.lens)
    assert located is not None
    before = checked(table.frame(), over.lens, located.table)
    assert before.number(Measure.WITHIN) < 0.6 and before.number(Measure.DRIFT) < 0.5
    table.command("bump")
    for _ in range(30):
        table.frame()
    after = checked(table.frame(), over.lens, located.table)
    drift = next(line for line in after.lines if line.measure is Measure.DRIFT)
    assert drift.number > 1.5 and drift.mark is GradeMark.FAIR
    assert "has moved" in translate(drift.consequence, "en")
    assert after.number(Measure.WITHIN) > before.number(Measure.WITHIN)


def test_without_a_map_it_says_that_the_table_is_calibrated_first() -> None:
    over = over_the_mat(SMALL)
    report = checked(over.table().frame(), None, None)
    assert report.lines[0].mark is GradeMark.POOR
    assert "calibrate the table first" in translate(report.lines[0].consequence, "en")


def test_no_mat_is_no_report() -> None:
    check = CheckWalkthrough(MAT, None, None)
    step = check.feed(Frame(np.full((540, 960), 100, np.uint8), 0, 0))
    assert not step.is_over and "none of the mat's markers" in translate(step.hint, "en")
    dark = check.feed(Frame(np.zeros((540, 960), np.uint8), 1, 100))
    assert dark.refusal is not None

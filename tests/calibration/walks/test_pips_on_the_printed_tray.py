"""Pips are measured on the printed tray as a match reads them there: in any colour, and not while a hand lies over it."""

from dataclasses import replace

import pytest

from calibration.board import TRAYS, BoardSize
from calibration.dice import PipsWalkthrough
from calibration.grade import Measure
from calibration.walkthrough import StepState
from companion.mat import Mat
from companion.words import translate
from tests.bench.trials.tray import BLUE, camera_above_part
from tests.calibration.walks.player import words_of
from tests.quick import first_quick
from vision.detectors.dice.definition import find_die
from vision.virtual.light import Sensor
from vision.virtual.scene import DieKind
from vision.virtual.sheet import Colour
from vision.virtual.table import IVORY, VirtualTable

pytestmark = [pytest.mark.drawn]
PART = Mat("tray", 320, 232, (), ())
WRONG_RADIUS = 133
"""In thousandths of a side; the virtual die's pips have 95, drawn on its top, which is nearer than its outline."""


def printed_tray() -> VirtualTable:
    table = VirtualTable(PART, camera_above_part(PART, 2.0), sensor=Sensor(0.6, 2.5), seed=4)
    table.frames_per_second = 10
    table.put_tray_sheet(TRAYS[BoardSize.A4], (160.0, 116.0), 3.0)
    return table


@pytest.mark.slow
@first_quick("colour", [IVORY, BLUE], ids=["dark pips", "light pips"])
def test_pips_are_measured_in_any_colour(colour: Colour) -> None:
    table = printed_tray()
    walk, lying, done = PipsWalkthrough(replace(find_die("d6"), pip_radius=WRONG_RADIUS)), list[int](), -1
    for _ in range(120):
        if walk.step.done > done:
            done = walk.step.done
            for name in lying:
                table.take(name)
            places = [(110.0 + 12 * done, 90.0), (190.0, 140.0 - 12 * done)]
            lying = [
                table.put_die(DieKind.PIPS, face, at_mm, 25.0 * done, colour=colour)
                for face, at_mm in zip("45", places, strict=True)
            ]
        if walk.feed(table.frame()).is_over:
            break
    assert walk.step.state is StepState.DONE, words_of(walk.step)
    assert 85 <= walk.die.pip_radius <= 115
    assert walk.step.report is not None and walk.step.report.number(Measure.EXAMPLES) >= 80


@pytest.mark.slow
def test_a_hand_over_the_tray_is_told() -> None:
    table, walk = printed_tray(), PipsWalkthrough(find_die("d6"))
    for _ in range(3):
        walk.feed(table.frame())
    table.pass_hand((160.0, 150.0), rest_ms=3000)
    refusals = [walk.feed(table.frame()).refusal for _ in range(16)]
    told = {translate(refusal, "en") for refusal in refusals if refusal is not None}
    assert "something lies over the dice tray: take it away, and the dice are read" in told

"""The light is measured on the mat's own paper, and the lamp is found where it shines back."""

import numpy as np
import pytest

from calibration.grade import GradeMark, Measure
from calibration.light import (
    FRAMES,
    GlareSpot,
    LightMeasurement,
    LightWalkthrough,
    make_light_report,
    measure_light,
)
from calibration.walkthrough import GridCell, StepState, WalkthroughReply
from companion.words import translate
from tests.calibration.poses import corners_of
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.lens import pinhole
from vision.table_map import map_from_markers
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.named_tables import LAMP, MAT
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

SIZE = (960, 540)


def lit(
    light: RoomLight | None = None,
    sensor: Sensor | None = None,
    *cards: tuple[float, float],
    is_sleeved: bool = True,
) -> LightMeasurement:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12, size_px=SIZE)
    table = VirtualTable(MAT, camera, light=light, sensor=sensor)
    for n, place in enumerate(cards):
        table.put(CardPrint(f"AC{n:03d}-901", f"AC{n:03d}-901"), place, is_sleeved=is_sleeved)
    frame = table.frame()
    found = map_from_markers(MAT, pinhole(*SIZE), read_tags(frame.grey))
    assert found is not None and corners_of([frame])
    seen = measure_light(frame.pixels, MAT, found)
    assert seen is not None
    return seen


def says(seen: LightMeasurement, measure: Measure) -> tuple[GradeMark, str]:
    line = next(line for line in make_light_report(seen).lines if line.measure is measure)
    return line.mark, translate(line.consequence, "en")


def test_a_usual_room_is_good_light() -> None:
    seen = lit(None, None, (150, 130), (400, 130), (280, 320), is_sleeved=False)
    assert make_light_report(seen).mark is GradeMark.GOOD
    assert seen.spots == ()


@pytest.mark.parametrize(
    ("sensor", "mark", "words"),
    [
        (Sensor(exposure=0.25), GradeMark.POOR, "too dark: turn on a lamp"),
        (Sensor(exposure=0.45), GradeMark.FAIR, "too dark: turn on a lamp"),
        (Sensor(exposure=1.5), GradeMark.POOR, "the picture is overexposed: dim the lamp"),
    ],
)
def test_too_dark_and_too_bright_are_told_with_what_to_do(
    sensor: Sensor, mark: GradeMark, words: str
) -> None:
    told = says(lit(None, sensor), Measure.BRIGHTNESS)
    assert told[0] is mark and told[1].startswith(words)


@pytest.mark.parametrize(("colour", "word"), [((0.55, 0.8, 1.0), "yellow"), ((1.0, 0.85, 0.6), "blue")])
def test_a_cast_is_told(colour: tuple[float, float, float], word: str) -> None:
    mark, words = says(lit(RoomLight(colour=colour)), Measure.WHITE)
    assert mark is not GradeMark.GOOD and words.startswith(f"white looks {word}")


def test_a_grey_camera_has_no_white_balance() -> None:
    seen = lit(None, Sensor(is_grey=True))
    assert seen.cast is None
    assert Measure.WHITE not in [line.measure for line in make_light_report(seen).lines]


def test_the_darkest_corner_is_named() -> None:
    seen = lit(RoomLight(at_mm=(-100.0, -100.0, 350.0), ambient=0.1))
    mark, words = says(seen, Measure.EVENNESS)
    assert mark is not GradeMark.GOOD and "the mat is darkest in the bottom right corner" in words


def test_the_lamp_is_found_where_a_sleeve_shines() -> None:
    seen = lit(LAMP, None, (520, 320), (150, 130))
    (spot, *_) = seen.spots
    assert spot.zone == "near row" and spot.place in (GridCell.BOTTOM, GridCell.MIDDLE)
    mark, words = says(seen, Measure.GLARE)
    assert mark is GradeMark.POOR and words.startswith("the lamp is mirrored at the bottom edge (near row)")
    assert lit(LAMP, None, (120, 130)).spots == ()


def test_two_places_are_both_told_the_larger_first() -> None:
    spots = (
        GlareSpot(GridCell.TOP, "far row", 500),
        GlareSpot(GridCell.TOP, "far row", 90),
        GlareSpot(GridCell.LEFT, None, 80),
    )
    _, words = says(LightMeasurement(200, None, False, 0.9, GridCell.TOP, spots), Measure.GLARE)
    assert words.startswith("the lamp is mirrored at the top edge (far row), at the left edge: move")


def test_where_no_marker_is_in_the_picture_nothing_is_said() -> None:
    corners = [
        ((100, 100), (200, 100), (200, 200), (100, 200)),
        ((700, 100), (800, 100), (800, 200), (700, 200)),
    ]
    tags = [Detection(str(n), np.array(one, np.float32)) for n, one in enumerate(corners)]
    table = map_from_markers(MAT, pinhole(*SIZE), tags)
    assert table is not None
    assert measure_light(np.zeros((40, 40, 3), np.uint8), MAT, table) is None


def test_the_walk_ends_once_five_frames_were_still() -> None:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12, size_px=SIZE)
    table = VirtualTable(MAT, camera)
    walk = LightWalkthrough(MAT, None)
    assert walk.feed(table.frame()).waits
    walk.answer(WalkthroughReply.READY)
    done: list[int] = []
    while not walk.step.is_over and len(done) < 60:
        done.append(walk.feed(table.frame()).done)
    assert done[-FRAMES:] == list(range(1, FRAMES + 1))
    assert walk.step.state is StepState.DONE
    assert walk.lit is not None

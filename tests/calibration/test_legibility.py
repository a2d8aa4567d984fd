"""What can be read is promised as the readers keep it."""

import numpy as np
import pytest

from calibration.legibility import Legibility, blur_px, measure_legibility
from calibration.table import locate
from companion.words import translate
from tests.calibration.poses import corners_of
from tests.calibration.test_table import SMALL, over_the_mat
from tests.quick import first_quick
from vision.detectors.codes import read_plain
from vision.detectors.tags import read_tags
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.named_tables import MAT
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable


@pytest.mark.parametrize(
    ("px_per_mm", "blur", "sticker_mm", "capitals"),
    [(2.4, 0.7, 27, "2.5"), (4.2, 0.7, 16, "1.5"), (2.4, 1.8, 48, "5.0")],
)
def test_what_is_read_is_told_in_the_owners_words(
    px_per_mm: float, blur: float, sticker_mm: int, capitals: str
) -> None:
    legible = Legibility(px_per_mm, blur)
    assert legible.sticker_mm == sticker_mm
    assert translate(legible.sentence(), "en") == (
        "smaller QR stickers are not read at this height; where cards lie whose faces you have shown, "
        f"references printed in capitals of {capitals} mm and more are read too"
    )


@first_quick("focus_px", [0.4, 0.8, 1.2, 1.8])
def test_the_softness_of_a_picture_is_measured_on_the_markers(focus_px: float) -> None:
    over = over_the_mat((1280, 720))
    table = VirtualTable(MAT, over.camera, sensor=Sensor(focus_px=focus_px, is_grey=True))
    grey = table.frame().grey
    seen = blur_px(grey, read_tags(grey))
    assert seen == pytest.approx(focus_px, abs=0.25)


def test_without_tags_no_softness_is_told() -> None:
    assert blur_px(np.zeros((90, 90), np.uint8), []) is None


@pytest.mark.slow
def test_a_sticker_of_the_promised_size_is_read_all_over_the_mat() -> None:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=20)
    table = VirtualTable(MAT, camera, sensor=Sensor(is_grey=True))
    first = table.frame()
    tags = read_tags(first.grey)
    located = locate(MAT, corners_of([first]), None, first.size_px)
    assert located is not None
    promised = measure_legibility(first.grey, MAT, located.table, tags)
    module_mm = promised.sticker_mm / 29
    places = [(x, y) for x in (70, 270, 470, 680) for y in (100, 230, 360)]
    for n, place in enumerate(places):
        table.put(CardPrint(f"AC{n:03d}-241", f"AC{n:03d}-241", module_mm=module_mm), place, 17.0 * n)
    seen: set[str] = set()
    for frame in table.frames(3):
        seen |= {code.text for code in read_plain(frame.grey)}
    assert len(seen) >= len(places) - 1


def test_a_camera_further_away_reads_less() -> None:
    near, far = (Legibility(px, 0.7) for px in (3.0, 1.5))
    assert far.sticker_mm > 1.9 * near.sticker_mm - 1 and far.capitals_mm == 2 * near.capitals_mm == 4.0
    assert SMALL[0] < 1920

"""A picture that is too blurred to be read is told, with what to do; one that is read is not, in whatever light."""

from dataclasses import replace

import cv2
import pytest

from companion.mat import Token
from companion.words import Text
from tests.quick import first_quick
from tests.vision import test_mat_watch as mats
from vision.detectors.tags import read_tags
from vision.frame import Frame, Grey, Region
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.sharpness import CHECKS, Blur, Sharpness
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable
from vision.worker import NoticeNews, Reporter, SightingNews

PLACES_MM = ((110.0, 150.0), (210.0, 150.0), (310.0, 150.0))
EVENING = Sensor(0.8, 4.0, 0.33, jpeg=None, is_grey=True)
"""A third of the usual light, and twice the usual noise."""


class Film:
    """Three cards are laid on a mat, one after the other; what was read, and what was said of the camera."""

    def __init__(self, sensor: Sensor, *, jpeg: int | None = None) -> None:
        camera = VirtualCamera.above(mats.MAT.width_mm, mats.MAT.height_mm, slant_deg=8, size_px=(1440, 810))
        self._table = VirtualTable(mats.MAT, camera, sensor=sensor, seed=5)
        self._table.frames_per_second = 8
        self._reporter = Reporter(Pipeline(MatWatch(mats.MAT)), Text("a film"))
        self._jpeg = jpeg
        self.read: set[str] = set()
        self.said: list[str] = []
        for n, place_mm in enumerate(PLACES_MM):
            _, until_ms = self._table.bring(CardPrint(f"AC00{n}-241", f"AC00{n}-241", "No. 1"), place_mm)
            self._see(until_ms + 700)

    def _see(self, until_ms: float) -> None:
        while self._table.now_ms < until_ms:
            frame = self._table.frame()
            if self._jpeg is not None:
                frame = replace(frame, pixels=squeezed(frame.grey, self._jpeg))
            for one in self._reporter.frame(frame):
                if isinstance(one, NoticeNews) and one.notice.device == "camera":
                    self.said.append(one.notice.says)
                elif isinstance(one, SightingNews) and one.sighting.reads:
                    self.read.add(one.sighting.reads)


def squeezed(grey: Grey, quality: int) -> Grey:
    """A picture as a film keeps it that had to be small."""
    _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    picture = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture


@pytest.mark.slow
@first_quick(
    "sensor", [EVENING, replace(EVENING, focus_px=1.2), replace(EVENING, exposure=1.0, focus_px=2.0)]
)
def test_of_a_picture_that_is_read_nothing_is_told(sensor: Sensor) -> None:
    film = Film(sensor)
    assert film.read == {"AC000-241", "AC001-241", "AC002-241"}
    assert film.said == []


@pytest.mark.slow
def test_a_dim_film_that_was_squeezed_until_nothing_is_read_is_told_once() -> None:
    # What squeezes a film smooths its noise away first.
    film = Film(replace(EVENING, noise=0.0), jpeg=6)
    assert film.read == set()
    assert film.said == ["dim"]


@pytest.mark.slow
def test_a_lens_far_out_of_focus_is_told_once_even_in_good_light() -> None:
    film = Film(Sensor(2.6, jpeg=None, is_grey=True))
    assert film.read == set()
    assert film.said == ["soft"]


# --- what counts

SHEET = mats.seen(mats.sheet())
WHOLE_CARD = Region(300, 200, 440, 400)
"""A part of the sheet's picture in which a card would lie: at 2 pixels a millimetre, 126 by 176 of them."""


def blurred(by_px: float) -> Grey:
    return cv2.GaussianBlur(SHEET, (0, 0), by_px)


def watched(picture: Grey, times: int = CHECKS, sharpness: Sharpness | None = None) -> Sharpness:
    sharpness = sharpness or Sharpness(mats.MAT)
    for _ in range(times):
        sharpness.see(picture, read_tags(picture))
    return sharpness


@pytest.mark.parametrize("by_px", [0.6, 1.0, 2.0])
def test_an_edge_is_as_wide_as_it_was_blurred(by_px: float) -> None:
    wide = watched(blurred(by_px)).modules
    # From 15 to 85 parts of a hundred, a Gaussian's edge takes 2.07 sigma; a module is 2.6 pixels wide.
    assert wide == pytest.approx(2.07 * by_px / 2.6, abs=0.12)


def test_nothing_is_known_before_markers_are_seen() -> None:
    sharpness = Sharpness(mats.MAT)
    sharpness.note(WHOLE_CARD, SHEET, 0, has_print=True)
    assert (sharpness.modules, sharpness.news()) == (None, None)


def test_two_things_that_are_laid_and_not_read_tell() -> None:
    sharpness = watched(blurred(1.4))
    sharpness.note(WHOLE_CARD, SHEET, 0, has_print=True)
    assert sharpness.news() is None
    sharpness.note(WHOLE_CARD, SHEET, 0, has_print=True)
    assert (sharpness.news(), sharpness.news()) == (Blur.SOFT, None)


def test_in_a_sharp_picture_what_is_not_read_bears_no_code() -> None:
    sharpness = watched(SHEET)
    for _ in range(10):
        sharpness.note(WHOLE_CARD, SHEET, 0, has_print=True)
    assert sharpness.news() is None


def test_where_much_is_read_the_rest_bears_no_code_either() -> None:
    sharpness = watched(blurred(1.4))
    sharpness.note(WHOLE_CARD, SHEET, 1, has_print=True)
    for _ in range(3):
        sharpness.note(WHOLE_CARD, SHEET, 0, has_print=True)
    assert sharpness.news() is None


@pytest.mark.parametrize(
    "region", [Region(300, 400, 440, 720), Region(0, 200, 200, 400), Region(300, 200, 330, 230)]
)
def test_an_arm_that_rests_on_the_table_is_nothing_laid_nor_is_a_finger_tip(region: Region) -> None:
    sharpness = watched(blurred(1.4))
    for _ in range(10):
        sharpness.note(region, SHEET, 0, has_print=True)
    assert sharpness.news() is None


@pytest.mark.parametrize(("by_px", "told"), [(1.2, None), (1.7, Blur.SOFT)])
def test_what_shows_no_print_is_a_hand_unless_print_is_blurred_away(by_px: float, told: Blur | None) -> None:
    sharpness = watched(blurred(by_px))
    for _ in range(3):
        sharpness.note(WHOLE_CARD, SHEET, 0, has_print=False)
    assert sharpness.news() is told


def test_noise_is_nothing_laid_where_small_tokens_are_laid() -> None:
    """A film of a hand-held camera in the evening counted each cell of noise, and was told to be too blurred."""
    board = replace(mats.MAT, zones=(), tokens=(Token(20, "ball", "ball", 12),))
    sharpness = watched(blurred(1.4), sharpness=Sharpness(board))
    for number in range(10):
        sharpness.note(Region(320, 32 * number, 352, 32 * number + 64), SHEET, 0, has_print=True)
    assert sharpness.news() is None


def test_one_blurred_look_is_a_bump() -> None:
    assert watched(blurred(6.0), 1, watched(SHEET)).news() is None


def test_it_is_told_again_when_it_was_sharp_between() -> None:
    sharpness = watched(blurred(3.0))
    assert sharpness.news() is Blur.SOFT
    assert watched(SHEET, CHECKS, sharpness).news() is None
    assert watched(blurred(3.0), CHECKS, sharpness).news() is Blur.SOFT


def test_a_covered_marker_does_not_count() -> None:
    picture = mats.seen(mats.sheet(0, 1))
    assert watched(picture).modules == pytest.approx(watched(SHEET).modules or 0, abs=0.05)


def test_on_a_mat_for_tokens_their_tags_are_what_is_to_be_read() -> None:
    board = replace(mats.MAT, zones=(), tokens=(Token(20, "ball", "ball", 21),))
    cards, tokens = watched(blurred(2.0)), watched(blurred(2.0), sharpness=Sharpness(board))
    # Their modules are twice as large, 21 mm by 8 to 1.3 mm, and bear three quarters of the blur.
    assert tokens.modules == pytest.approx((cards.modules or 0) * 1.3 * 8 / (0.75 * 21), abs=0.01)


def test_the_film_says_it_in_words() -> None:
    reporter = Reporter(Pipeline(MatWatch(mats.MAT)), Text("a film"))
    news = [
        one
        for at_ms in range(0, 5000, 500)
        for one in reporter.frame(Frame(blurred(3.0), at_ms // 100, at_ms))
    ]
    (told,) = [one for one in news if isinstance(one, NoticeNews) and one.notice.says == "soft"]
    assert "too blurred to be read" in told.words.template

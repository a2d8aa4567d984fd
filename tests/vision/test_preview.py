"""A preview shows the whole frame, small, in its colours; and marks lie upon what they mark."""

import numpy as np
import pytest

from companion.observation import What
from companion.words import Text
from vision.frame import Frame, Pixels, quad
from vision.preview import PreviewPicture, marks, preview_bgr
from vision.tracked_objects import TrackedObject

ENERGY = Text("energy")


def frame(width_px: int, height_px: int, *, is_grey: bool = False) -> Frame:
    """Blue grows to the right, green downwards; a red square of a sixteenth of the width stands at a quarter."""
    across = np.linspace(0, 250, width_px, dtype=np.float32)
    down = np.linspace(0, 250, height_px, dtype=np.float32)
    pixels = np.zeros((height_px, width_px, 3), np.uint8)
    pixels[:, :, 0] = across[None, :]
    pixels[:, :, 1] = down[:, None]
    x, y, side = width_px // 4, height_px // 4, width_px // 16
    pixels[y : y + side, x : x + side] = (0, 0, 255)
    return Frame(pixels[:, :, 0].copy() if is_grey else pixels, 7, 1234)


def pixels_of(picture: PreviewPicture) -> Pixels:
    return np.frombuffer(picture.bgr, np.uint8).reshape(picture.height_px, picture.width_px, 3)


@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((1920, 1080), (640, 360)),
        ((3840, 2160), (640, 360)),
        ((1280, 720), (640, 360)),
        ((1024, 576), (640, 360)),
        ((640, 480), (480, 360)),
        ((720, 1280), (202, 360)),
        ((640, 360), (640, 360)),
        ((320, 240), (320, 240)),
        ((2001, 1127), (639, 360)),
    ],
)
def test_a_frame_fits_with_its_shape_and_is_never_made_larger(
    size: tuple[int, int], small: tuple[int, int]
) -> None:
    for is_grey in (False, True):
        picture = preview_bgr(frame(*size, is_grey=is_grey))
        assert (picture.width_px, picture.height_px) == small
        assert len(picture.bgr) == 3 * small[0] * small[1]
        assert picture.scale == min(640 / size[0], 360 / size[1], 1)


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160), (1280, 720), (1000, 560), (640, 360)])
def test_colours_stay_where_they_are(size: tuple[int, int]) -> None:
    shown = pixels_of(preview_bgr(frame(*size)))
    assert shown[350, 630].astype(int) == pytest.approx(np.array([247, 244, 0]), abs=4)
    assert shown[5, 5].astype(int) == pytest.approx(np.array([2, 3, 0]), abs=4)
    assert shown[110, 180].tolist() == [0, 0, 255]
    assert shown[110, 157, 2] < 10 and shown[110, 162, 2] > 250


def test_a_grey_frame_is_shown_grey() -> None:
    shown = pixels_of(preview_bgr(frame(1920, 1080, is_grey=True)))
    assert (shown[:, :, 0] == shown[:, :, 1]).all() and (shown[:, :, 1] == shown[:, :, 2]).all()
    assert abs(int(shown[300, 320, 0]) - 125) <= 3


def test_fine_print_becomes_grey_and_not_a_pattern() -> None:
    rows = np.zeros((1080, 1920), np.uint8)
    rows[::2] = 255
    shown = pixels_of(preview_bgr(Frame(rows, 1, 1)))
    assert int(shown.max()) - int(shown.min()) <= 1


def test_pixels_that_may_not_be_written_to_and_parts_of_a_picture_are_shown_too() -> None:
    whole = frame(1920, 1080).pixels
    part = whole[100:460, 200:840]
    part.flags.writeable = False
    picture = preview_bgr(Frame(part, 1, 1))
    assert (pixels_of(picture) == part).all()


def test_marks_lie_upon_the_things_they_mark() -> None:
    seen = frame(1920, 1080)
    corners = quad([(480, 270), (600, 270), (600, 390), (480, 390)])
    card = TrackedObject(3, What.QR, "EN010-901", corners)
    tag = TrackedObject(4, What.TAG, "17", corners)
    picture = preview_bgr(seen)
    (mark,) = marks((card, tag), picture.scale, lambda thing: ENERGY if thing.what is What.QR else None)
    assert mark.says is ENERGY
    assert mark.corners_px == pytest.approx(
        np.array([(160, 90), (200, 90), (200, 130), (160, 130)]), abs=1e-4
    )
    x, y = map(round, mark.corners_px[0])
    assert pixels_of(picture)[y + 2, x + 2].tolist() == [0, 0, 255]

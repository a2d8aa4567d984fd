"""A frame, and what is cheaply taken from its pixels."""

import numpy as np
import pytest

from vision.frame import STRIDE, Frame, thinned, to_grey


@pytest.mark.parametrize("stride", [3, 4, 8])
@pytest.mark.parametrize("width", [640, 639, 641, 642])
def test_whatever_the_width_pixels_of_every_so_many_columns_and_rows_are_left(
    width: int, stride: int
) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (122, width), dtype=np.uint8)
    assert (thinned(picture, stride) == picture[::stride, ::stride]).all()
    assert (thinned(picture[:, 3:], stride) == picture[::stride, 3::stride]).all()


def test_a_frame_in_colour_is_made_grey_once() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (12, 16, 3), dtype=np.uint8)
    frame = Frame(pixels, 1, 0)
    assert (frame.grey == to_grey(pixels)).all()
    assert frame.grey is frame.grey


@pytest.mark.parametrize("width", [640, 641])
def test_the_small_picture_of_a_frame_in_colour_is_that_of_its_grey(width: int) -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (122, width, 3), dtype=np.uint8)
    assert (Frame(pixels, 1, 0).small == thinned(to_grey(pixels), STRIDE)).all()

"""Pictures of a phone, small and full and photographs, become frames in which what rests stays as it is."""

import math

import cv2
import numpy as np
import pytest

from companion.storage.shipped_data import mat_of
from vision.frame import Grey
from vision.phone.composer import PictureComposer, fitted
from vision.virtual.camera import VirtualCamera
from vision.virtual.table import VirtualTable

FULL, SMALL = (1920, 1080), (1280, 720)


@pytest.fixture(scope="module")
def table() -> Grey:
    mat = mat_of("ouaf")
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm, size_px=FULL)
    return VirtualTable(mat, camera).frame().grey


def small(grey: Grey) -> Grey:
    return cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA)


def with_card(grey: Grey) -> Grey:
    laid = grey.copy()
    laid[400:600, 900:1050] = 230
    return laid


@pytest.mark.slow
def test_before_the_first_full_picture_a_small_one_is_no_frame(table: Grey) -> None:
    assert PictureComposer().small(small(table)) is None


def test_where_nothing_changes_the_frame_of_a_small_picture_is_the_full_one(table: Grey) -> None:
    composer = PictureComposer()
    full = composer.full(table)
    noise = np.random.default_rng(1).normal(0, 4, SMALL[::-1])
    noisy = np.clip(small(table) + noise, 0, 255).astype(np.uint8)
    assert composer.small(noisy) is full
    assert not composer.has_changed


def test_a_card_is_seen_in_a_small_picture_and_print_elsewhere_stays_as_it_was(table: Grey) -> None:
    composer = PictureComposer()
    composer.full(table)
    frame = composer.small(small(with_card(table)))
    assert frame is not None and composer.has_changed
    assert frame.shape == table.shape
    assert abs(int(frame[500, 975]) - 230) < 3
    assert (frame[:, :800] == table[:, :800]).all() and (frame[:, 1150:] == table[:, 1150:]).all()


def test_a_picture_a_little_darker_changes_nothing_and_a_lamp_that_goes_out_changes_all(table: Grey) -> None:
    composer = PictureComposer()
    full = composer.full(table)
    assert composer.small(small(np.maximum(table, 6) - 6)) is full
    dark = composer.small(small(table) // 8)
    assert dark is not None and dark.mean() < full.mean() / 4


def test_a_phone_that_was_turned_begins_anew(table: Grey) -> None:
    composer = PictureComposer()
    composer.full(table)
    upright = np.ascontiguousarray(table.T)
    assert composer.small(cv2.resize(upright, (720, 1280))) is None
    assert composer.full(upright).shape == (1920, 1080)


def test_full_pictures_keep_the_size_of_the_first(table: Grey) -> None:
    composer = PictureComposer()
    composer.full(table)
    assert composer.full(cv2.resize(table, (2560, 1440))).shape == table.shape


def photograph(table: Grey, *, shift: float = 0.0, gain: float = 1.0) -> Grey:
    """A photograph of 4:3 of the same table: the video shows the middle of it, and a little less."""
    wide = cv2.resize(table, (2400, 1350), interpolation=cv2.INTER_CUBIC)
    picture: Grey = np.full((1920, 2560), 90, np.uint8)
    picture[285 : 285 + 1350, 80 : 80 + 2400] = wide
    moved = np.array([[1, 0, shift], [0, 1, shift / 2]], np.float32)
    picture = cv2.warpAffine(picture, moved, (2560, 1920), borderMode=cv2.BORDER_REPLICATE)
    bright: Grey = np.clip(picture * gain, 0, 255).astype(np.uint8)
    return bright


@pytest.mark.parametrize(("shift", "gain"), [(0.0, 1.0), (14.0, 0.8), (-20.0, 1.15)])
def test_a_photograph_lies_where_the_video_has_it(table: Grey, shift: float, gain: float) -> None:
    composer = PictureComposer()
    composer.small(small(table))
    frame = composer.photo(photograph(table, shift=shift, gain=gain))
    assert frame is not None and frame.shape == (1440, 2560)
    again = cv2.resize(frame, FULL, interpolation=cv2.INTER_AREA)
    inside = np.s_[60:-60, 60:-60]
    apart, _ = cv2.phaseCorrelate(again[inside].astype(np.float32), table[inside].astype(np.float32))
    assert math.dist(apart, (0, 0)) < 0.5
    assert composer.small(small(table)) is frame


def test_a_photograph_of_something_else_is_no_frame(table: Grey) -> None:
    assert fitted(np.ascontiguousarray(table[::-1, ::-1]), small(table), FULL) is None
    assert fitted(np.full((1920, 2560), 128, np.uint8), small(table), FULL) is None
    assert PictureComposer().photo(table) is None

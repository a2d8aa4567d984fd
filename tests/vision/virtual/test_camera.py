"""The camera's formulas against numbers worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frame import Region
from vision.virtual.camera import VirtualCamera, VirtualLens

STRAIGHT = VirtualLens(0, 0, 0, 0, 0)
OVERHEAD = VirtualCamera(
    (400, 300), 1000, (400, 300), width_px=1001, height_px=801, focal_px=500, lens=STRAIGHT
)


def test_straight_above_a_millimetre_is_as_many_pixels_as_focal_length_over_height() -> None:
    seen = OVERHEAD.picture_of(np.array([[400, 300, 0], [600, 300, 0], [400, 400, 0]]))
    assert seen == pytest.approx(np.array([[500, 400], [600, 400], [500, 450]]))
    assert OVERHEAD.px_per_mm((400, 300)) == pytest.approx(0.5)


def test_what_is_lifted_half_way_to_the_camera_is_twice_as_large() -> None:
    seen = OVERHEAD.picture_of(np.array([[600, 300, 500]]))
    assert seen == pytest.approx(np.array([[700, 400]]))


def test_a_camera_that_looks_down_at_45_degrees_sees_the_far_side_smaller_and_above() -> None:
    slanted = VirtualCamera(
        (0, 1000), 1000, (0, 0), width_px=1001, height_px=801, focal_px=500, lens=STRAIGHT
    )
    # 1414 mm away in the middle of the picture; 200 mm further back it is 141 mm further away and 141 mm higher up.
    near, far = slanted.picture_of(np.array([[0, 0, 0], [100, -200, 0]]))
    assert near == pytest.approx([500, 400])
    away = 1000 * 2**0.5 + 200 / 2**0.5
    assert far == pytest.approx([500 + 500 * 100 / away, 400 - 500 * (200 / 2**0.5) / away])


def test_a_camera_turned_about_its_axis_clockwise_sees_the_table_turned_the_other_way() -> None:
    turned = VirtualCamera((400, 300), 1000, (400, 300), 90, 1001, 801, 500, STRAIGHT)
    assert turned.picture_of(np.array([[600, 300, 0]])) == pytest.approx(np.array([[500, 300]]))


def test_a_lens_bends_as_its_terms_say() -> None:
    # At (0.6, 0.8) r2 is 1.
    at = np.array([0.6, 0.8])
    assert VirtualLens(0.1, 0, 0, 0, 0).distort(at) == pytest.approx([0.66, 0.88])
    assert VirtualLens(0, 0.2, 0, 0, 0).distort(at) == pytest.approx([0.72, 0.96])
    assert VirtualLens(0, 0, 0.3, 0, 0).distort(at) == pytest.approx([0.78, 1.04])
    # 2 p1 x y = 0.0096 across, p1 (r2 + 2 y y) = 0.0228 down.
    assert VirtualLens(0, 0, 0, 0.01, 0).distort(at) == pytest.approx([0.6096, 0.8228])
    # p2 (r2 + 2 x x) = 0.0172 across, 2 p2 x y = 0.0096 down.
    assert VirtualLens(0, 0, 0, 0, 0.01).distort(at) == pytest.approx([0.6172, 0.8096])


@settings(max_examples=60)
@given(st.floats(-1, 1), st.floats(-0.7, 0.7), st.floats(-0.15, 0.1), st.floats(-0.003, 0.003))
def test_straightening_undoes_bending(x: float, y: float, k1: float, p1: float) -> None:
    lens = VirtualLens(k1, 0.01, 0, p1, -p1)
    at = np.array([x, y]) * 0.7
    assert lens.undistort(lens.distort(at)) == pytest.approx(at, abs=1e-5)


@pytest.mark.parametrize("slant_deg", [0, 20, 45])
def test_pixels_and_places_are_each_others_way_back(slant_deg: float) -> None:
    camera = VirtualCamera.above(800, 500, slant_deg=slant_deg)
    pixels = np.array([[0.0, 0], [1919, 1079], [500, 900], [1300, 33]])
    for lift_mm in (0.0, 60.0):
        places = camera.table_of(pixels, lift_mm)
        back = camera.picture_of(np.column_stack([places, np.full(4, lift_mm)]))
        assert back == pytest.approx(pixels, abs=1e-3)


@pytest.mark.parametrize("slant_deg", [0, 20, 45])
def test_a_camera_over_a_mat_sees_all_of_it_and_not_much_more(slant_deg: float) -> None:
    camera = VirtualCamera.above(800, 500, slant_deg=slant_deg)
    seen = camera.picture_of(np.array([[0, 0, 0], [800, 0, 0], [800, 500, 0], [0, 500, 0.0]]))
    assert (seen > 0).all() and (seen < (1919, 1079)).all()
    assert (np.ptp(seen, axis=0) / (1920, 1080)).max() > 0.9


def test_the_grid_tells_where_each_fine_pixel_lies() -> None:
    camera = VirtualCamera.above(800, 500, slant_deg=30)
    region, finer = Region(101, 203, 160, 250), 3
    grid = camera.grid_mm(region, finer)
    columns = region.left + (np.arange(59 * finer) + 0.5) / finer - 0.5
    rows = region.top + (np.arange(47 * finer) + 0.5) / finer - 0.5
    exact = camera.table_of(np.stack(np.meshgrid(columns, rows), axis=-1))
    assert np.abs(grid - exact).max() < 0.01

"""Lenses bend and straighten; maps put pixels on the mat."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Malformed
from companion.mat import Marker, Mat
from companion.observation import What
from vision.detectors.codes import Detection
from vision.lens import Lens, lens_from_json, lens_to_json, pinhole
from vision.table_map import map_from_json, map_from_markers, map_to_json

WIDE = Lens(1920, 1080, 1500.0, 1500.0, 960.0, 540.0, k1=-0.25, k2=0.08, p1=0.001, p2=-0.0005)
MAT = Mat(
    "ofusaido",
    800,
    450,
    (Marker(0, 10, 10, 40), Marker(1, 750, 10, 40), Marker(2, 750, 400, 40), Marker(3, 10, 400, 40)),
    (),
)


@given(st.floats(0, 1919), st.floats(0, 1079))
def test_straightened_and_bent_again_a_point_is_where_it_was(x: float, y: float) -> None:
    there = WIDE.straight_from_image(np.array([[x, y]]))
    assert np.abs(WIDE.image_from_straight(there) - [x, y]).max() < 0.001


def test_a_barrel_lens_pulls_the_corners_in() -> None:
    # x = y = 0.4 from the middle: r2 = 0.32; 1 - 0.2 x 0.32 = 0.936.
    lens = Lens(1000, 1000, 1000.0, 1000.0, 500.0, 500.0, k1=-0.2)
    bent = lens.image_from_straight(np.array([[900.0, 900.0]]))
    assert bent == pytest.approx(np.array([[500 + 400 * 0.936, 500 + 400 * 0.936]]))


def test_the_middle_of_a_lens_bends_nothing() -> None:
    assert WIDE.straight_from_image(np.array([[960.0, 540.0]])) == pytest.approx(np.array([[960.0, 540.0]]))


def test_a_pinhole_bends_nothing() -> None:
    lens = pinhole(640, 480)
    points = np.array([[0.0, 0.0], [639.0, 479.0]])
    assert lens.straight_from_image(points) == pytest.approx(points)


def test_a_lens_is_saved_and_loaded() -> None:
    assert lens_from_json(json.loads(json.dumps(lens_to_json(WIDE)))) == WIDE


def test_a_lens_without_focal_length_is_refused() -> None:
    with pytest.raises(Malformed, match="focal lengths"):
        Lens(100, 100, 0.0, 1.0, 0.0, 0.0)


# --- the map of the table


def seen_by(
    lens: Lens, ids: tuple[int, ...] = (0, 1, 2, 3), noise_px: float = 0.0, seed: int = 1
) -> list[Detection]:
    """The mat's markers as a camera above and before the table sees them: 2.1 px a millimetre, and perspective."""
    chance = np.random.default_rng(seed)
    view = np.array([[2.1, 0.12, 120.0], [0.02, 1.9, 90.0], [0.0, 0.00015, 1.0]])
    tags = []
    for marker in MAT.markers:
        if marker.id in ids:
            corners = np.hstack([np.array(marker.corners_mm, float), np.ones((4, 1))]) @ view.T
            bent = lens.image_from_straight(corners[:, :2] / corners[:, 2:])
            bent = bent + chance.normal(0, noise_px, bent.shape)
            tags.append(Detection(str(marker.id), bent.astype(np.float32), What.TAG))
    return tags


def test_the_map_puts_every_place_of_the_mat_where_it_is() -> None:
    table = map_from_markers(MAT, WIDE, seen_by(WIDE))
    assert table is not None
    assert table.error_mm < 0.01
    places = np.array([[0.0, 0.0], [400.0, 225.0], [800.0, 450.0], [123.0, 321.0]])
    assert table.table_from_image(table.image_from_table(places)) == pytest.approx(places, abs=0.01)


def test_its_error_is_that_of_the_corners_in_millimetres() -> None:
    table = map_from_markers(MAT, WIDE, seen_by(WIDE, noise_px=0.5))
    assert table is not None
    assert 0.1 < table.error_mm < 0.4


def test_with_a_marker_hidden_the_map_is_hardly_worse() -> None:
    whole = map_from_markers(MAT, WIDE, seen_by(WIDE, noise_px=0.2))
    part = map_from_markers(MAT, WIDE, seen_by(WIDE, (0, 1, 3), noise_px=0.2))
    assert whole is not None and part is not None
    place = np.array([[700.0, 400.0]])
    true = map_from_markers(MAT, WIDE, seen_by(WIDE))
    assert true is not None
    at = part.table_from_image(true.image_from_table(place))
    assert np.abs(at - place).max() < 1.0


def test_one_marker_is_not_enough() -> None:
    assert map_from_markers(MAT, WIDE, seen_by(WIDE, (2,))) is None


def test_a_tag_seen_twice_and_a_tag_of_nobody_count_for_nothing() -> None:
    tags = seen_by(WIDE)
    stranger = Detection("77", tags[0].corners_px + 300, What.TAG)
    twin = Detection("1", tags[1].corners_px - 400, What.TAG)
    table = map_from_markers(MAT, WIDE, [*tags, stranger, twin])
    true = map_from_markers(MAT, WIDE, [tags[0], tags[2], tags[3]])
    assert table == true


def test_markers_all_on_one_spot_make_no_map() -> None:
    flat = [Detection(tag.text, np.zeros((4, 2), np.float32), What.TAG) for tag in seen_by(WIDE)]
    assert map_from_markers(MAT, WIDE, flat) is None


def test_a_map_is_saved_and_loaded() -> None:
    table = map_from_markers(MAT, WIDE, seen_by(WIDE))
    assert table is not None
    assert map_from_json(json.loads(json.dumps(map_to_json(table)))) == table


def test_a_map_that_cannot_be_inverted_is_refused() -> None:
    table = map_from_markers(MAT, WIDE, seen_by(WIDE))
    assert table is not None
    with pytest.raises(Malformed, match="nine numbers"):
        map_from_json({**map_to_json(table), "table_from_straight": [0.0] * 9})

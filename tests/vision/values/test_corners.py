"""Where cards lie in a photograph, on grounds with strong edges of their own and from an angle."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.quick import first_quick
from vision.frame import Pixels, Quad, quad
from vision.values.camera_tilt import camera_tilt
from vision.values.corners import cards_in
from vision.values.edge_lines import SoftPicture
from vision.values.rectangle_votes import likely_places

SIZE_MM = (63.0, 88.0)
PX_PER_MM = 5.0
TABLE_MM = (260, 320)
WIDE_MM = (400, 420)
DARK = (60, 50, 50)


def mat() -> Pixels:
    """Return a dark mat with pale fields, as large as cards nearly, and a circle."""
    ground = np.full((int(TABLE_MM[1] * PX_PER_MM), int(TABLE_MM[0] * PX_PER_MM), 3), DARK, np.uint8)
    for left in range(-100, ground.shape[1], 360):
        for top in range(-60, ground.shape[0], 480):
            cv2.rectangle(ground, (left, top), (left + 330, top + 450), (150, 150, 150), 9)
    cv2.circle(ground, (650, 800), 420, (150, 150, 150), 9)
    return ground


def squares() -> Pixels:
    """Return cloth with bold squares."""
    ground = np.full(
        (int(TABLE_MM[1] * PX_PER_MM), int(TABLE_MM[0] * PX_PER_MM), 3), (170, 160, 150), np.uint8
    )
    for left in range(0, ground.shape[1], 250):
        for top in range(0, ground.shape[0], 250):
            cv2.rectangle(ground, (left, top), (left + 125, top + 125), (150, 60, 110), -1)
    return ground


def card(seed: int) -> Pixels:
    """Return a card with a dark border of 3 mm, a bright frame inside it, and a picture."""
    chance = np.random.default_rng(seed)
    face = np.full((440, 315, 3), (34, 30, 28), np.uint8)
    face[15:-15, 15:-15] = chance.integers(90, 220, 3)
    picture = chance.integers(30, 230, (7, 5, 3)).astype(np.uint8)
    face[60:260, 40:-40] = cv2.resize(picture, (235, 200), interpolation=cv2.INTER_CUBIC)
    cv2.putText(face, f"{seed}", (60, 400), cv2.FONT_HERSHEY_SIMPLEX, 3, (20, 20, 20), 6, cv2.LINE_AA)
    return face


def view_from(slant_deg: float, width: int, height: int) -> NDArray[np.float64]:
    """Return how a pinhole camera above the middle of the table, slanted towards its far side, sees the px of the table."""
    far, slant = 0.95 * height, np.radians(slant_deg)
    camera = np.array([(far, 0, width / 2), (0, far, height / 2), (0, 0, 1)])
    across, down = (1, 0, 0), (0, np.cos(slant), np.sin(slant))
    plane = np.column_stack([across, down, (0, 0, far)])
    return np.asarray(camera @ plane @ np.array([(1, 0, -width / 2), (0, 1, -height / 2), (0, 0, 1)]))


def photograph(
    ground: Pixels, slant_deg: float, *, between_mm: tuple[int, int] = (19, 52), turn_deg: float = 2.5
) -> tuple[Pixels, list[Quad]]:
    """Return six cards on a ground, from an angle, and their corners. `between_mm`: what is between them, across and down;
    `turn_deg`: how much more each is turned than the one before.
    """
    height, width = ground.shape[:2]
    table = ground.copy()
    corners = []
    for n in range(6):
        x, y = (
            width / PX_PER_MM / 2 + (63 + between_mm[0]) * (n % 3 - 1),
            90 + (88 + between_mm[1]) * (n // 3),
        )
        turn = np.radians(turn_deg * (n - 2))
        sides = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        own = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(SIZE_MM) / 2
        corners.append(quad((own @ sides + (x, y)) * PX_PER_MM))
        whole = quad(np.array([(0, 0), (315, 0), (315, 440), (0, 440)], float))
        matrix = cv2.getPerspectiveTransform(whole, corners[-1])
        cv2.warpPerspective(card(n), matrix, (width, height), table, borderMode=cv2.BORDER_TRANSPARENT)
    view = view_from(slant_deg, width, height)
    picture = cv2.warpPerspective(table, view, (width, height), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return (
        np.clip(picture + noise, 0, 255).astype(np.uint8),
        [quad(cv2.perspectiveTransform(one[np.newaxis], view)[0]) for one in corners],
    )


def off_mm(corners_px: Quad, found: Sequence[Quad]) -> float:
    """How far the corners of the nearest card that was found are off, at most."""
    return min(
        float(np.linalg.norm(np.roll(one, turn, axis=0) - corners_px, axis=1).max()) / PX_PER_MM
        for one in found
        for turn in (0, 2)
    )


@first_quick(("ground", "slant_deg"), [(mat, 10.0), (squares, 0.0)])
def test_cards_are_found_by_their_outlines_and_not_by_their_frames(
    ground: Callable[[], Pixels], slant_deg: float
) -> None:
    pixels, laid = photograph(ground(), slant_deg)
    found = cards_in(pixels, SIZE_MM).cards
    assert len(found) == len(laid)
    assert max(off_mm(corners, found) for corners in laid) < 0.7


@first_quick(("slant_deg", "between_mm"), [(35.0, (15, 20)), (3.0, (4, 5))])
def test_cards_that_stand_out_are_found_from_a_steep_angle_and_with_hardly_a_gap(
    slant_deg: float, between_mm: tuple[int, int]
) -> None:
    plain = np.full((round(WIDE_MM[1] * PX_PER_MM), round(WIDE_MM[0] * PX_PER_MM), 3), 160, np.uint8)
    pixels, laid = photograph(plain, slant_deg, between_mm=between_mm, turn_deg=0.3)
    found = cards_in(pixels, SIZE_MM).cards
    assert len(found) == len(laid)
    assert max(off_mm(corners, found) for corners in laid) < 1.0


def test_a_line_of_the_ground_and_a_field_of_print_are_no_card_that_is_bent() -> None:
    dark = np.full((round(TABLE_MM[1] * PX_PER_MM), round(TABLE_MM[0] * PX_PER_MM), 3), DARK, np.uint8)
    pixels, laid = photograph(dark, 0.0, turn_deg=0.0)
    corners = laid[-1]
    (left, top), (right, bottom) = corners[0].round().astype(int), corners[2].round().astype(int)
    pixels[top:bottom, left:right] = (100, 90, 90)
    pixels[bottom - 150 : bottom - 25, left + 15 : right - 15] = (20, 20, 20)
    pixels[top - 30 : top - 20, left - 60 : right + 60] = (150, 150, 150)
    noise = np.random.default_rng(2).normal(0, 2, pixels.shape)
    pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    assert off_mm(corners, cards_in(pixels, SIZE_MM).cards) < 0.7


def test_fields_drawn_on_a_mat_as_large_as_cards_are_no_cards() -> None:
    ground = np.full((round(WIDE_MM[1] * PX_PER_MM), round(WIDE_MM[0] * PX_PER_MM), 3), DARK, np.uint8)
    for left in (30, 1655):
        for top in (220, 920):
            cv2.rectangle(ground, (left, top), (left + 315, top + 440), (150, 150, 150), 3)
    pixels, laid = photograph(ground, 0.0)
    found = cards_in(pixels, SIZE_MM).cards
    assert len(found) == len(laid)
    assert max(off_mm(corners, found) for corners in laid) < 0.7


def test_a_card_of_which_a_strip_is_covered_is_doubtful() -> None:
    dark = np.full((round(TABLE_MM[1] * PX_PER_MM), round(TABLE_MM[0] * PX_PER_MM), 3), DARK, np.uint8)
    pixels, laid = photograph(dark, 0.0, turn_deg=0.0)
    (left, _), (right, bottom) = laid[-1][0].round().astype(int), laid[-1][2].round().astype(int)
    pixels[bottom - 9 : bottom + 2, left - 2 : right + 2] = DARK
    found = cards_in(pixels, SIZE_MM)
    assert max(off_mm(corners, found.cards) for corners in laid[:-1]) < 0.7
    assert len(found.cards) == 5
    assert len(found.doubtful) == 1
    assert off_mm(laid[-1], found.doubtful) < 5.0


def white_cards(size_mm: tuple[float, float], between_mm: float) -> Pixels:
    """Return six white cards without a frame on dark wood, in rows, laid by hand."""
    step = np.array(size_mm) + between_mm
    width, height = np.round((step * (3, 2) + 50) * PX_PER_MM).astype(int).tolist()
    pixels = np.full((height, width, 3), (30, 32, 40), np.uint8)
    for n in range(6):
        middle = (np.array((n % 3, n // 3)) * step + np.array(size_mm) / 2 + (25, 25 + n % 2)) * PX_PER_MM
        box = cv2.boxPoints((middle.tolist(), (np.array(size_mm) * PX_PER_MM).tolist(), n / 2 - 1))
        cv2.fillConvexPoly(pixels, np.round(box * 16).astype(np.int32), (215, 225, 228), cv2.LINE_AA, 4)
        cv2.circle(pixels, middle.astype(int).tolist(), 60, (20, 40 * n, 180), -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 2, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


@first_quick(
    ("size_mm", "looked_for", "between_mm"),
    [
        ((57.0, 89.0), SIZE_MM, 4.0),
        (SIZE_MM, (44.0, 68.0), 10.0),
        ((57.0, 89.0), SIZE_MM, 12.0),
        ((70.0, 120.0), SIZE_MM, 4.0),
        (SIZE_MM, (56.0, 87.0), 4.0),
    ],
    count=2,
)
def test_cards_of_another_shape_than_is_looked_for_are_told_and_none_is_taken(
    size_mm: tuple[float, float], looked_for: tuple[float, float], between_mm: float
) -> None:
    """White cards of 57 by 89 mm were taken with the gaps beside them, and told to nobody."""
    found = cards_in(white_cards(size_mm, between_mm), looked_for)
    assert not found.cards
    assert found.doubtful
    assert found.other_aspect == pytest.approx(size_mm[0] / size_mm[1], abs=0.015)


def test_a_square_sheet_without_cards_is_no_card_of_another_shape() -> None:
    pixels = np.full((900, 900, 3), 60, np.uint8)
    pixels[100:800, 100:800] = 220
    found = cards_in(pixels, SIZE_MM)
    assert (list(found.cards), found.other_aspect) == ([], None)


def test_a_mat_with_fields_of_another_shape_does_not_speak_for_the_cards_on_it() -> None:
    ground = np.full((round(WIDE_MM[1] * PX_PER_MM), round(WIDE_MM[0] * PX_PER_MM), 3), DARK, np.uint8)
    for n in range(4):
        cv2.rectangle(ground, (60 + 480 * n, 1480), (60 + 480 * n + 260, 1480 + 440), (150, 150, 150), -1)
    pixels, laid = photograph(ground, 0.0)
    found = cards_in(pixels, SIZE_MM).cards
    assert len(found) == len(laid)


@pytest.mark.slow
def test_an_empty_table_has_no_cards() -> None:
    assert not cards_in(np.full((400, 300, 3), 90, np.uint8), SIZE_MM).cards


@pytest.mark.slow
def test_the_angle_of_the_camera_is_what_makes_cards_alike() -> None:
    for slant_deg in (-12.0, 0.0, 12.0):
        pixels, laid = photograph(squares(), slant_deg)
        tilt = camera_tilt(laid, pixels.shape, SIZE_MM)
        assert tilt.off(laid, SIZE_MM).max() < 0.01
        assert tilt.px_per_mm == pytest.approx(PX_PER_MM, rel=0.01)


def test_where_edges_are_everywhere_no_rectangle_is_tried() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (600, 800, 3), dtype=np.uint8)
    assert likely_places(noise, SIZE_MM, [3.0], 0.9) == []
    card = np.full((600, 800, 3), 200, np.uint8)
    cv2.rectangle(card, (300, 150), (300 + 189, 150 + 264), (20, 20, 20), -1)
    assert likely_places(card, SIZE_MM, [3.0], 0.6)
    card[:, :290] = noise[:, :290]
    card[:, 500:] = noise[:, 500:]
    assert likely_places(card, SIZE_MM, [3.0], 0.6)


def test_a_picture_that_is_very_soft_is_small_and_its_edges_lie_where_they_were() -> None:
    """A card that fills a photograph of 24 megapixels took minutes: all of it was softened anew for nearly every line."""
    pixels = np.zeros((1200, 1600, 3), np.uint8)
    pixels[:, 800:] = 200
    soft, smaller = SoftPicture(pixels).softened(26.0)
    assert soft.size * 500 < pixels.size
    edge = float(np.interp(100, soft[soft.shape[0] // 2, :, 0], np.arange(soft.shape[1])))
    assert (edge + 0.5) * smaller == pytest.approx(800, abs=2)

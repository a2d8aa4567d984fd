"""Which cards are found on the mat, and where exactly."""

import numpy as np

from tests.vision.faces.drawn_cards import SIZE_MM, DrawnMat, Light, black_card, picture_card, red_card
from vision.faces.edges import find_cards, tints
from vision.faces.face import FACE_PX_PER_MM, upright
from vision.faces.ground import find_cards_on_ground
from vision.frame import STRIDE, Quad, Region

ONE, OTHER = picture_card(2), picture_card(3)


def found(mat: DrawnMat, light: Light | None = None) -> list[Quad]:
    return find_cards(mat.frame(light), [SIZE_MM], mat.table, mat.whole, mat.bare(light))


def off_px(corners_px: Quad, cards: list[Quad]) -> float:
    """How far the corners of the nearest rectangle are off, at most."""
    return min(
        float(np.linalg.norm(np.roll(card, turn, axis=0) - corners_px, axis=1).max())
        for card in cards
        for turn in range(4)
    )


def test_a_card_is_found_to_a_pixel_however_it_is_turned() -> None:
    for turn_deg in (0.0, 33.0, 90.0, 200.0):
        mat = DrawnMat()
        corners_px = mat.lay(ONE, 130, 90, turn_deg)
        cards = found(mat)
        assert len(cards) == 1
        assert off_px(corners_px, cards) < 1.5


def test_a_card_is_found_in_a_quarter_of_the_light() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(ONE, 130, 90, 10)
    assert off_px(corners_px, found(mat, Light(share=0.25, noise=3.0))) < 2.0


def test_three_cards_beside_each_other_are_three() -> None:
    mat = DrawnMat()
    laid = [mat.lay(card, 45 + 66 * n, 80, 1) for n, card in enumerate((ONE, OTHER, ONE))]
    cards = found(mat)
    assert len(cards) == 3
    assert max(off_px(corners_px, cards) for corners_px in laid) < 2.0


def test_a_card_between_two_others_of_which_only_parts_are_looked_at_is_found() -> None:
    mat = DrawnMat()
    _, middle, _ = (mat.lay(picture_card(2 + n), 45 + 65 * n, 80, turn) for n, turn in enumerate((1, -2, 2)))
    part = Region(116, 20, 412, 364)
    bare = mat.bare()[part.top // STRIDE : part.bottom // STRIDE, part.left // STRIDE : part.right // STRIDE]
    cards = find_cards(mat.frame(), [SIZE_MM], mat.table, part, bare)
    assert len(cards) == 1
    assert off_px(middle, cards) < 2.0


def test_two_cards_that_touch_are_two() -> None:
    mat = DrawnMat()
    laid = [mat.lay(card, 70 + 63.2 * n, 80) for n, card in enumerate((ONE, black_card(3)))]
    cards = found(mat)
    assert len(cards) == 2
    assert max(off_px(corners_px, cards) for corners_px in laid) < 3.0


def test_a_card_of_which_another_hides_a_small_part_is_found() -> None:
    mat = DrawnMat()
    laid = [mat.lay(ONE, 90, 90, 3), mat.lay(OTHER, 147, 95, -1)]
    cards = found(mat)
    assert len(cards) == 2
    assert max(off_px(corners_px, cards) for corners_px in laid) < 3.5


def test_a_card_as_bright_as_the_mat_is_found_by_its_colour() -> None:
    mat = DrawnMat()
    corners_px = mat.lay(red_card(), 130, 110, 12)
    assert found(mat) == []
    cards = find_cards(mat.frame(), [SIZE_MM], mat.table, mat.whole, mat.bare(), tints(mat.bare_in_colour()))
    assert off_px(corners_px, cards) < 2.0


def test_a_card_whose_silhouette_is_in_pieces_is_found() -> None:
    pieces = red_card()
    pieces[:90], pieces[-90:], pieces[:, :60] = 235, 20, 225
    mat = DrawnMat()
    corners_px = mat.lay(pieces, 130, 110, 12)
    assert off_px(corners_px, found(mat)) < 2.5


def test_a_warmer_lamp_is_no_card() -> None:
    mat = DrawnMat()
    warmer = mat.frame(Light(lamp=(0.9, 1.0, 1.08)))
    assert find_cards(warmer, [SIZE_MM], mat.table, mat.whole, mat.bare(), tints(mat.bare_in_colour())) == []


def test_a_card_that_is_half_covered_is_not_found() -> None:
    mat = DrawnMat()
    below = mat.lay(ONE, 110, 80)
    above = mat.lay(OTHER, 140, 100, 12)
    cards = found(mat)
    assert off_px(above, cards) < 2.0
    assert off_px(below, cards) > 10


def test_a_bare_mat_has_no_cards() -> None:
    assert found(DrawnMat()) == []


def test_something_of_another_size_is_no_card() -> None:
    mat = DrawnMat()
    mat.lay(ONE[:300], 130, 90)
    assert found(mat) == []


def test_without_sizes_or_a_known_mat_nothing_is_found() -> None:
    mat = DrawnMat()
    mat.lay(ONE, 130, 90)
    assert find_cards(mat.frame(), [], mat.table, mat.whole, mat.bare()) == []
    assert find_cards(mat.frame(), [SIZE_MM], mat.table, mat.whole, None) == []


def test_cards_in_a_photograph_are_found_without_a_mat() -> None:
    mat = DrawnMat()
    laid = [mat.lay(ONE, 80, 120, 8), mat.lay(OTHER, 190, 120, -15)]
    cards = find_cards_on_ground(mat.frame(), [SIZE_MM[0] / SIZE_MM[1]])
    assert len(cards) == 2
    assert max(off_px(corners_px, cards) for corners_px in laid) < 4.0


def test_a_photograph_without_a_card_has_none() -> None:
    assert find_cards_on_ground(DrawnMat().frame()[270:], [SIZE_MM[0] / SIZE_MM[1]]) == []


def test_a_card_is_straightened_at_the_scale_of_faces() -> None:
    mat = DrawnMat()
    picture = upright(mat.frame(), mat.lay(ONE, 130, 90, 30), SIZE_MM)
    assert picture.shape == (round(SIZE_MM[1] * FACE_PX_PER_MM), round(SIZE_MM[0] * FACE_PX_PER_MM), 3)

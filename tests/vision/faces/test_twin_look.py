"""Cards that differ in a thin digit alone are told by its shape, wherever print is moved."""

import cv2
import numpy as np

from vision.faces.twin_look import shape_margin
from vision.frame import Pixels

EVERYWHERE = np.ones((220, 158), np.bool_)


def card(digit: str, *, reference: str = "12") -> Pixels:
    """Return a card with a thin dark digit on a dark ground, twice, and a tiny reference."""
    drawn = np.full((220 * 4, 158 * 4, 3), (70, 60, 90), np.uint8)
    cv2.circle(drawn, (316, 440), 190, (120, 160, 90), -1)
    for x, y in ((60, 130), (500, 800)):
        cv2.putText(drawn, digit, (x, y), cv2.FONT_HERSHEY_DUPLEX, 2.2, (30, 25, 30), 5, cv2.LINE_AA)
    cv2.putText(drawn, reference, (300, 840), cv2.FONT_HERSHEY_PLAIN, 0.8, (60, 52, 78), 1, cv2.LINE_AA)
    return cv2.resize(drawn, (158, 220), interpolation=cv2.INTER_AREA)


def seen(face: Pixels, *, softer_px: float = 0.3) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return a face as a camera sees it: half a pixel beside its place, paler, softer, with noise."""
    moved = cv2.warpAffine(
        face, np.array([(1, 0, 0.5), (0, 1, -0.4)]), (158, 220), borderMode=cv2.BORDER_REPLICATE
    )
    pale = cv2.GaussianBlur(moved, (0, 0), softer_px).astype(np.float32) * 0.85 + 12
    return (pale + np.random.default_rng(3).normal(0, 3, pale.shape)).astype(np.float32)


def test_a_thin_8_beside_its_place_is_no_9_and_a_9_no_8() -> None:
    eight, nine = card("8"), card("9")
    for softer_px in (0.3, 0.8):
        assert shape_margin(seen(eight, softer_px=softer_px), eight, nine, EVERYWHERE) > 0.4
        assert shape_margin(seen(nine, softer_px=softer_px), eight, nine, EVERYWHERE) < -0.4


def test_cards_that_differ_in_their_references_alone_are_not_told() -> None:
    one, other = card("8", reference="12"), card("8", reference="17")
    assert shape_margin(seen(one), one, other, EVERYWHERE) == 0.0


def test_a_4_that_is_like_neither_of_two_digits_is_not_told() -> None:
    assert abs(shape_margin(seen(card("4")), card("8"), card("9"), EVERYWHERE)) < 0.4


def test_where_the_digits_are_hidden_nothing_is_told() -> None:
    in_sight = EVERYWHERE.copy()
    in_sight[:60, :50] = in_sight[160:, 100:] = False
    eight, nine = card("8"), card("9")
    assert shape_margin(seen(eight), eight, nine, in_sight) == 0.0

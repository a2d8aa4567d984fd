"""A card as a whole: what is hidden counts where it looks as on another card."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.faces.drawn_cards import SIZE_MM, face, ovals, picture_card
from vision.faces.face_group import FaceGroup
from vision.faces.whole_look import as_likely, is_surely_not

HATCHED, EMPTY = 0, 1


def group(*, are_dark: bool = False) -> FaceGroup:
    made = FaceGroup(SIZE_MM)
    for card, drawn in (("hatched", ovals(are_hatched=True)), ("empty", ovals())):
        made.add(face(card, drawn // 2 if are_dark else drawn))
    return made


def look(faces: FaceGroup, shown: NDArray[np.float32], hidden: NDArray[np.bool_]) -> int | None:
    """What a card may be as well as the hatched one, over which it is laid."""
    usable = np.ones(shown.shape, np.bool_)
    return as_likely(faces, HATCHED, shown, usable, usable & ~hidden[..., np.newaxis])


def hatching(faces: FaceGroup) -> NDArray[np.bool_]:
    """Where the two differ."""
    apart = np.abs(np.subtract(faces.pictures[HATCHED], faces.pictures[EMPTY], dtype=np.float32))
    return np.asarray(apart.max(axis=2) > 10)


def test_a_hatched_card_is_no_empty_one() -> None:
    faces = group()
    shown = faces.pictures[HATCHED].astype(np.float32)
    assert look(faces, shown, np.zeros(shown.shape[:2], np.bool_)) is None


def test_an_empty_shape_that_was_taken_for_glare_on_a_hatched_one_may_be_empty() -> None:
    faces = group()
    assert look(faces, faces.pictures[EMPTY].astype(np.float32), hatching(faces)) == EMPTY


def test_glare_on_a_hatched_shape_that_is_brighter_than_both_cards_tells_nothing() -> None:
    faces = group(are_dark=True)
    shown, hidden = faces.pictures[HATCHED].astype(np.float32), hatching(faces)
    shown[hidden] = 200
    assert look(faces, shown, hidden) is None


def test_a_card_of_which_a_lamp_drowns_the_sketch_is_not_judged_by_it() -> None:
    faces = group()
    noise = np.random.default_rng(1).uniform(0, 255, faces.pictures[HATCHED].shape).astype(np.float32)
    noise[: noise.shape[0] // 2] = 255
    assert look(faces, noise, np.zeros(noise.shape[:2], np.bool_)) is None


def test_a_hatched_card_under_the_light_of_a_lamp_is_no_other() -> None:
    faces = group()
    picture = faces.pictures[HATCHED].astype(np.float32)
    y, x = np.indices(picture.shape[:2], np.float32)
    lamp = 60 * np.exp(-((x - 110) ** 2 + (y - 60) ** 2) / 60**2)
    shown = picture + lamp[..., np.newaxis]
    nothing = np.zeros(picture.shape[:2], np.bool_)
    assert faces.sketch_margins(np.clip(shown, 0, 255).astype(np.uint8), HATCHED, 0.1)[0] < 0.9
    assert look(faces, shown, nothing) is None


def test_a_filled_card_that_was_not_enrolled_is_not_taken_for_the_hatched_one() -> None:
    faces = group()
    filled = cv2.erode(faces.pictures[HATCHED], np.ones((15, 15), np.uint8)).astype(np.float32)
    assert look(faces, filled, np.zeros(filled.shape[:2], np.bool_)) == EMPTY


def test_a_card_whose_digits_are_lost_is_told_by_its_picture_and_a_twin_is_not() -> None:
    faces = FaceGroup(SIZE_MM)
    for card, drawn in (
        ("one", picture_card(1)),
        ("other", picture_card(2)),
        ("twin", picture_card(1, digit="8")),
    ):
        faces.add(face(card, drawn))
    shown = faces.pictures[0].astype(np.float32)
    shown[8:30, 12:36] = shown[190:212, 122:146] = 230
    everywhere = np.ones(shown.shape, np.bool_)
    assert is_surely_not(faces, 0, 1, shown, everywhere)
    assert not is_surely_not(faces, 0, 2, shown, everywhere)
    assert not is_surely_not(faces, 1, 0, shown, everywhere)

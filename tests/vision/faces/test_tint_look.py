"""Hatched and empty shapes are told by their tints, whether hatching is seen as lines or not."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.observation import ReadingStatus
from tests.vision.faces.drawn_cards import SIZE_MM, DrawnMat, face, ovals, picture_card
from vision.faces.face_group import FaceGroup
from vision.faces.gallery import LEAST_TINT_MARGIN, MOST_PAPER_OFF, Gallery
from vision.faces.tint_look import paper_off, tint_margin
from vision.frame import Pixels

HATCHED, EMPTY = 0, 1
PURPLE = (130, 40, 110)


def group() -> FaceGroup:
    made = FaceGroup(SIZE_MM)
    made.add(face("hatched", ovals(PURPLE, are_hatched=True)))
    made.add(face("empty", ovals(PURPLE)))
    return made


def in_lamplight(picture: Pixels, share: float = 0.25) -> NDArray[np.float32]:
    """Return a picture on which the light falls off from one corner to the other, whose fine lines are blurred."""
    height, width = picture.shape[:2]
    y, x = np.indices((height, width), np.float32)
    fall = 1 - share * (x / width + y / height) / 2
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.5) * fall[..., np.newaxis])


def everywhere(picture: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.ones(picture.shape[:2], np.bool_)


@pytest.mark.parametrize("card", [HATCHED, EMPTY])
def test_blurred_hatching_in_uneven_light_is_told_by_its_tint(card: int) -> None:
    faces = group()
    shown, other = in_lamplight(faces.pictures[card]), 1 - card
    mine, its = faces.pictures[card], faces.pictures[other]
    right = tint_margin(shown, mine, its, everywhere(shown))
    wrong = tint_margin(shown, its, mine, everywhere(shown))
    assert right is not None
    assert wrong is not None
    assert right > LEAST_TINT_MARGIN
    assert wrong < -LEAST_TINT_MARGIN


def test_cards_without_hatching_are_not_told_by_tints() -> None:
    faces = FaceGroup(SIZE_MM)
    for card, drawn in (("seven", picture_card(1)), ("eight", picture_card(1, digit="8"))):
        faces.add(face(card, drawn))
    shown = faces.pictures[0].astype(np.float32)
    assert tint_margin(shown, faces.pictures[0], faces.pictures[1], everywhere(shown)) is None


def test_paper_is_as_coloured_as_on_its_own_face_and_not_as_on_that_of_a_twin() -> None:
    faces = group()
    shown = in_lamplight(faces.pictures[EMPTY])
    assert paper_off(shown, faces.pictures[EMPTY], everywhere(shown)) < MOST_PAPER_OFF
    assert paper_off(shown, faces.pictures[HATCHED], everywhere(shown)) > MOST_PAPER_OFF


def test_a_white_reflection_on_paper_is_no_colour() -> None:
    faces = group()
    shown = faces.pictures[EMPTY].astype(np.float32)
    y, x = np.indices(shown.shape[:2], np.float32)
    shown += 25 * np.exp(-((x - 110) ** 2 + (y - 110) ** 2) / 20**2)[..., np.newaxis]
    assert paper_off(shown, faces.pictures[EMPTY], everywhere(shown)) < MOST_PAPER_OFF


@pytest.mark.parametrize("hatched", [True, False])
def test_a_blurred_card_is_read_whether_it_is_hatched_or_empty(*, hatched: bool) -> None:
    gallery = Gallery([face("hatched", ovals(PURPLE, are_hatched=True)), face("empty", ovals(PURPLE))])
    mat = DrawnMat()
    corners = mat.lay(cv2.GaussianBlur(ovals(PURPLE, are_hatched=hatched), (0, 0), 5), 120, 100, 8)
    found = gallery.recognise(mat.frame(), corners)
    assert found.face is not None
    assert (found.status, found.face.card) == (ReadingStatus.READ, "hatched" if hatched else "empty")

"""A picture of a card is made as sharp as its face, and a lamp's light is taken out of it."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.faces.drawn_cards import SIZE_MM, face, picture_card
from vision.faces.face_group import FaceGroup
from vision.faces.light_fit import sharpened, unveiled
from vision.frame import Pixels


def _reference() -> Pixels:
    group = FaceGroup(SIZE_MM)
    group.add(face("P2", picture_card(2)))
    return np.asarray(group.pictures[0])


FACE = _reference()
EVERYWHERE = np.ones(FACE.shape[:2], np.float32)


def _noisy(picture: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(picture + np.random.default_rng(1).normal(0, 4, picture.shape), np.float32)


def _print_off(picture: NDArray[Any]) -> float:
    """How far the edges of the digits are from those of the face, in grey levels, without the noise."""
    edges = cv2.Laplacian(FACE.astype(np.float32).mean(axis=2), cv2.CV_32F)
    is_edge = np.abs(edges) > np.percentile(np.abs(edges), 97)
    return float(np.abs(cv2.GaussianBlur(picture - FACE, (0, 0), 0.6).mean(axis=2))[is_edge].mean())


def test_a_soft_picture_is_made_as_sharp_as_the_face_whatever_noise_there_is() -> None:
    soft = _noisy(cv2.GaussianBlur(FACE, (0, 0), 1.2))
    assert _print_off(sharpened(soft, FACE, EVERYWHERE)) < 0.75 * _print_off(soft)


def test_a_picture_that_is_as_sharp_as_the_face_stays_as_it_is() -> None:
    sharp = _noisy(FACE)
    assert float(np.abs(sharpened(sharp, FACE, EVERYWHERE) - sharp).mean()) < 0.3


def test_where_nothing_is_printed_nothing_is_made_sharper() -> None:
    other = np.full_like(FACE, 128).astype(np.float32)
    assert np.allclose(sharpened(other, FACE, EVERYWHERE), other, atol=0.01)


def test_the_light_of_a_lamp_that_fades_is_taken_out_of_all_colours() -> None:
    height, width = FACE.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp = 0.5 * np.exp(-(((x - 70) ** 2 + (y - 90) ** 2) / 30**2))[..., np.newaxis]
    lit = (np.clip((FACE / 255.0) ** 2.2 + lamp, 0, 1) ** (1 / 2.2) * 255).astype(np.float32)
    off, left = (np.abs(one - FACE)[20:-20, 20:-20].mean() for one in (lit, unveiled(lit, FACE, EVERYWHERE)))
    assert left < 0.25 * off


def test_a_shadow_is_no_light_that_is_taken_out() -> None:
    dark = (FACE * 0.7).astype(np.float32)
    assert float(np.abs(unveiled(dark, FACE, EVERYWHERE) - dark).mean()) < 1.0

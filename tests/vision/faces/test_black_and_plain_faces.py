"""Cards that show little: black glossy faces with a veil, noise or a lamp upon them, and white ones with little print."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.faces.drawn_cards import PX, SIZE_MM, black_card, face, picture_card
from vision.faces import face_group
from vision.faces.alignment import FEWEST_LANDMARKS, Alignment
from vision.faces.face import Face
from vision.faces.face_group import FaceGroup
from vision.faces.gallery import OTHER, OTHER_FITTING, Gallery
from vision.faces.light_fit import relit
from vision.faces.misfit import compare
from vision.faces.proposed_faces import proposed_faces
from vision.frame import Pixels, quad

BLACK = [face(f"B{seed}", black_card(seed)) for seed in (2, 3, 4)]


def _group(*faces: Face) -> FaceGroup:
    group = FaceGroup(SIZE_MM)
    for one in faces:
        group.add(one)
    return group


def _veiled(picture: Pixels, share: float) -> Pixels:
    """A picture with so much of white light added everywhere, as a sleeve does; a camera shows light by a power of 1 / 2.2."""
    light = (picture / 255.0) ** 2.2 + share
    return np.clip(255 * light ** (1 / 2.2), 0, 255).astype(np.uint8)


def _noisy(picture: NDArray[Any], noise: float, seed: int = 1) -> Pixels:
    return np.clip(picture + np.random.default_rng(seed).normal(0, noise, picture.shape), 0, 255).astype(
        np.uint8
    )


def test_the_veil_of_a_sleeve_over_a_black_face_is_taken_back() -> None:
    reference = _group(BLACK[0]).pictures[0]
    shown = relit(_veiled(reference, 0.06), reference, np.ones(reference.shape, np.bool_))
    assert shown is not None
    off = np.abs(shown - reference)[10:-10, 10:-10]
    assert float(off.mean()) < 4.0


def test_the_noise_of_a_dark_picture_is_no_other_colour() -> None:
    group = _group(BLACK[0])
    reference = group.pictures[0]
    everything = np.repeat(group.inside[..., np.newaxis], 3, axis=2)
    found = compare(_noisy(reference, 60.0).astype(np.float32), reference, group.inside, everything)
    assert found.misfit < OTHER


def test_a_lamp_that_fades_on_a_dark_picture_hides_it_and_says_nothing_against_it() -> None:
    dark = _noisy(np.full((220, 158, 3), 20, np.uint8), 3.0)
    cv2.putText(dark, "7", (20, 200), cv2.FONT_HERSHEY_DUPLEX, 1.2, (200, 200, 200), 2, cv2.LINE_AA)
    y, x = np.mgrid[0:220, 0:158].astype(np.float32)
    lamp = 600 * np.exp(-((((x - 80) ** 2 + (y - 90) ** 2) / 30**2) ** 2))
    shone = np.clip(dark + lamp[..., np.newaxis], 0, 255).astype(np.uint8)
    lit = _noisy(cv2.GaussianBlur(shone, (0, 0), 0.8), 3.0, seed=2).astype(np.float32)
    inside = np.ones(dark.shape[:2], np.bool_)
    found = compare(lit, dark, inside, cv2.dilate((lit >= 250).astype(np.uint8), np.ones((7, 7))) == 0)
    assert found.glare > 0.1
    assert found.misfit < OTHER


def test_a_black_card_on_which_a_lamp_shines_is_proposed_by_its_print() -> None:
    group = _group(*BLACK)
    picture = group.pictures[1].astype(np.float32)
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lit = picture + 400 * np.exp(-(((x - 110) ** 2 + (y - 60) ** 2) / 45**2))[..., np.newaxis]
    corners = quad([(0, 0), (width, 0), (width, height), (0, height)])
    proposals = proposed_faces([group], np.clip(lit, 0, 255).astype(np.uint8), corners)
    assert proposals[0].face.card == "B3"


def _plain_card(digit: str, small: str) -> Pixels:
    """A white card with one large digit and a small word."""
    card = np.full((round(SIZE_MM[1] * PX), round(SIZE_MM[0] * PX), 3), 245, np.uint8)
    cv2.putText(card, digit, (190, 270), cv2.FONT_HERSHEY_DUPLEX, 4.0, (0, 0, 0), 8, cv2.LINE_AA)
    cv2.putText(card, small, (170, 380), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (120, 120, 120), 1, cv2.LINE_AA)
    return card


def test_small_print_beside_a_large_digit_is_enough_to_lay_a_plain_face_over_another() -> None:
    group = _group(face("L1", _plain_card("1", "a long name")))
    assert len(group.landmarks[0]) >= FEWEST_LANDMARKS


@pytest.mark.slow
def test_two_plain_cards_that_differ_in_a_small_digit_are_never_taken_for_each_other() -> None:
    cards = {name: _plain_card("1", f"name {name}") for name in "3689"}
    gallery = Gallery([face(name, drawn) for name, drawn in cards.items()])
    for name, drawn in cards.items():
        seen = cv2.resize(drawn, None, fx=2.4 / PX, fy=2.4 / PX, interpolation=cv2.INTER_AREA)
        seen = _noisy(cv2.GaussianBlur(seen, (0, 0), 1.0), 4.0)
        height, width = seen.shape[:2]
        found = gallery.recognise(seen, quad([(0, 0), (width, 0), (width, height), (0, height)]))
        assert found.status != "read" or (found.face is not None and found.face.card == name)


def test_a_face_that_few_landmarks_would_bend_stays_as_it_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    bent = np.array([(1.0, 0.06, 0.0), (0.0, 1.0, 0.0), (0.0004, 0.0, 1.0)])
    monkeypatch.setattr(face_group, "align", lambda *_: Alignment(bent, agree=0.3))
    group = _group(face("N1", picture_card(2, "1")), face("N2", picture_card(2, "2")))
    assert len(set(group.frames)) == 2


def _named(name: str, ink: int) -> Pixels:
    """The face of a card with a name on a bar that is as bright as the camera can show."""
    card = picture_card(5)
    cv2.rectangle(card, (35, 26), (card.shape[1] - 36, 84), (255, 255, 255), -1)
    cv2.putText(card, name, (110, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (ink, ink, ink), 2, cv2.LINE_AA)
    return np.asarray(np.clip(_group(face("N", card)).pictures[0] / 0.8, 0, 255), np.uint8)


@pytest.mark.parametrize(("name", "fits"), [("Ulrique", True), ("Mathilde", False)])
def test_a_name_on_a_bar_that_was_overexposed_may_look_stronger_and_another_name_differs(
    name: str, fits: bool
) -> None:
    enrolled, shown = _named("Ulrique", ink=180), _named(name, ink=120)
    inside = _group(BLACK[0]).inside
    found = compare(shown.astype(np.float32), enrolled, inside, np.ones(enrolled.shape, np.bool_))
    assert (found.misfit <= OTHER_FITTING) == fits, found.misfit

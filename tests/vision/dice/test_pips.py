"""Dice with pips: drawn ones anywhere in a tray, leaning and stacked ones, and real ones in photographs."""

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.observation import ReadingStatus
from tests.quick import first_quick
from tests.vision.dice.drawn_tray import SIZE, Lying, Tray, View, cube, pips, scattered
from tests.vision.photos import PHOTOS, needs_photos
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import find_die
from vision.detectors.dice.pips import read_pips
from vision.frame import Pixels
from vision.pictures import read_picture

D6 = find_die("d6")
TRAY_PHOTOS = PHOTOS / "dice-d6-tray"


def drawn(*dice: Lying, view: View | None = None) -> Pixels:
    return Tray(cube(), D6.faces, pips, view or View()).picture(dice)


def right_of_middle(seen: list[Detection]) -> list[Detection]:
    return [die for die in seen if die.corners_px[:, 0].mean() > SIZE[0] / 2]


@first_quick("side_px", [26.0, 44.0, 60.0])
def test_every_die_is_read_where_it_lies(side_px: float) -> None:
    for seed in range(4):
        view = View(side_px=side_px, seed=seed)
        dice = scattered(D6.faces, 5, view, seed)
        seen = read_pips(drawn(*dice, view=view), D6)
        assert len(seen) == 5
        for die in dice:
            top = view.side_px * view.height / (view.height - 1)
            at = np.array(die.at) * top + np.array(SIZE) / 2
            (own,) = [s for s in seen if np.linalg.norm(s.corners_px.mean(axis=0) - at) < top / 3]
            assert (own.text, own.reading) == (die.face, ReadingStatus.READ)


@pytest.mark.parametrize("face", D6.faces)
def test_dice_that_touch_keep_their_own_pips(face: str) -> None:
    seen = read_pips(drawn(Lying("4", (-2, 0)), Lying("5", (1, 1), 20), Lying(face, (1.94, 1.342), 20)), D6)
    assert sorted(die.text for die in seen) == sorted(["4", "5", face])


def test_light_pips_on_dark_dice_are_read_when_the_die_says_so() -> None:
    view = View(body=(60, 50, 190), ink=(235, 235, 235), floor=(20, 18, 16))
    dark = find_die("d6").__class__("red", 6, D6.kind, D6.faces, pips_are_light=True)
    seen = read_pips(drawn(Lying("5", (-2, 0)), Lying("2", (1, 1), 20), view=view), dark)
    assert sorted(die.text for die in seen) == ["2", "5"]


@pytest.mark.parametrize("face", D6.faces)
def test_a_die_that_leans_by_45_degrees_has_no_face(face: str) -> None:
    seen = read_pips(
        drawn(Lying("3", (-2, 0)), Lying("4", (-1, 2)), Lying(face, (2, 1), 20, lean_deg=45)), D6
    )
    (leaning,) = right_of_middle(seen)
    assert leaning.text == ""
    assert leaning.reading is ReadingStatus.COCKED


@pytest.mark.parametrize("face", ["1", "4", "6"])
def test_a_die_upon_another_is_not_said(face: str) -> None:
    upper = Lying(face, (2.3, 1.1), 50, lifted=1.0)
    seen = read_pips(drawn(Lying("3", (-2, 0)), Lying("4", (-1, 2)), Lying("5", (2, 1), 20), upper), D6)
    assert {die.text for die in right_of_middle(seen)} == {""}
    assert ReadingStatus.STACKED in {die.reading for die in right_of_middle(seen)}


@pytest.mark.slow
def test_in_a_blurred_picture_nothing_wrong_is_said() -> None:
    for blur_px in (2.0, 4.0, 6.0):
        view = View(blur_px=blur_px)
        dice = scattered(D6.faces, 5, view, 3)
        said = Counter(die.text for die in read_pips(drawn(*dice, view=view), D6) if die.text)
        assert not said - Counter(die.face for die in dice)


def test_an_empty_tray_and_other_things_have_no_dice() -> None:
    assert read_pips(drawn(), D6) == []
    chance = np.random.default_rng(1)
    noise = chance.integers(0, 255, (200, 300, 3), np.uint8)
    assert all(not die.text for die in read_pips(noise, D6))
    for flat in (
        np.zeros((1, 1), np.uint8),
        np.full((3, 400), 255, np.uint8),
        np.zeros((50, 50, 3), np.uint8),
    ):
        assert read_pips(flat, D6) == []


# --- photographs


def truth() -> dict[str, Counter[str]]:
    lines = (TRAY_PHOTOS / "labels.txt").read_text().splitlines()
    return {line.split()[0]: Counter(line.split()[1:]) for line in lines}


def darker(pixels: Pixels) -> Pixels:
    return (pixels * 0.4).astype(np.uint8)


def noisy(pixels: Pixels) -> Pixels:
    noise = np.random.default_rng(1).normal(0, 15, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def turned(pixels: Pixels) -> Pixels:
    return cv2.rotate(pixels, cv2.ROTATE_180)


@needs_photos
@first_quick("changed", [None, darker, noisy, turned])
def test_all_sixty_dice_of_the_photographs_are_read(changed: object) -> None:
    for name, faces in truth().items():
        whole = read_picture(TRAY_PHOTOS / name)
        pixels = cv2.resize(whole, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        if callable(changed):
            pixels = changed(pixels)
        assert Counter(die.text for die in read_pips(pixels, D6) if die.text) == faces, name


@needs_photos
@pytest.mark.slow
@pytest.mark.parametrize("scale", [1.0, 0.5, 0.15])
def test_they_are_read_whole_and_small(scale: float) -> None:
    for name, faces in truth().items():
        whole = read_picture(TRAY_PHOTOS / name)
        pixels = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        assert Counter(die.text for die in read_pips(pixels, D6) if die.text) == faces, name

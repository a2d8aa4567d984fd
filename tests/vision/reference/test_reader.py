"""Printed references in pictures: lines, cards at any angle, and print that is none."""

import importlib.util
import random
import string

import cv2
import numpy as np
import pytest

from companion.observation import ReadingStatus, What
from tests.quick import first_quick
from tests.vision.photos import PHOTOS, needs_photos
from vision.detectors.codes import Detection
from vision.detectors.reference import lines, reader
from vision.detectors.reference.reader import ReadingEffort, ReferenceFormat, card_outlines, read_references
from vision.detectors.reference.repair import REFERENCE, compile_pattern
from vision.errors import VisionError
from vision.frame import Pixels
from vision.pictures import read_picture
from vision.reading_spot import Votes

WANTED = ReferenceFormat(compile_pattern(REFERENCE))
CAPITALS = 0.72
"""The height of OpenCV's own capitals, of the size that is asked for."""


def line(text: str, capitals_px: float, seed: int) -> Pixels:
    """Text drawn large, made small, a little askew, blurred and noisy."""
    chance, times = np.random.default_rng(seed), 6
    size = round(capitals_px * times / CAPITALS)
    paper = np.full((2 * size, size * len(text)), 225, np.uint8)
    face = cv2.FontFace("sans")
    cv2.putText(paper, text, (size // 2, round(1.35 * size)), (40,), face, size, 500)
    columns = np.nonzero((paper < 150).any(axis=0))[0]
    paper = paper[round(0.35 * size) : round(1.65 * size), : columns.max() + size // 2]
    middle = (paper.shape[1] / 2, paper.shape[0] / 2)
    askew = cv2.warpAffine(
        paper,
        cv2.getRotationMatrix2D(middle, chance.uniform(-1.5, 1.5), 1),
        paper.shape[::-1],
        borderValue=(225,),
    )
    small = cv2.resize(askew, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
    noisy = cv2.GaussianBlur(small, (0, 0), 0.6) + chance.normal(0, 6, small.shape)
    rounded: Pixels = np.clip(noisy, 0, 255).astype(np.uint8)
    return rounded


def some_reference(chance: random.Random) -> str:
    letters = "".join(chance.choices(string.ascii_uppercase, k=chance.choice((2, 3, 4))))
    return f"{letters}{chance.randrange(1000):03}-{chance.randrange(1000):03}"


def card(text: str) -> Pixels:
    """63 by 88 mm at 12 pixels a millimetre: a picture, two lines of words, and the reference in capitals of 3 mm."""
    sheet = np.full((88 * 12, 63 * 12), 228, np.uint8)
    art = np.random.default_rng(1).integers(40, 220, (5, 7)).astype(np.uint8)
    sheet[120:600, 60:696] = cv2.resize(art, (636, 480), interpolation=cv2.INTER_CUBIC)
    face = cv2.FontFace("sans")
    cv2.putText(sheet, "Keeper of the Gate", (90, 90), (30,), face, 44, 500)
    cv2.putText(sheet, "Draw two cards and keep one.", (90, 700), (30,), face, 36, 400)
    cv2.putText(sheet, text, (210, 990), (30,), face, 50, 500)
    return sheet


def shown(sheet: Pixels, turn_deg: float, px_per_mm: float = 5.0) -> Pixels:
    """A card on a darker table, before a camera that looks a little from the side."""
    turn = np.deg2rad(turn_deg)
    about = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)]) * px_per_mm @ about.T + (
        400,
        300,
    )
    corners[:, 0] += 0.03 * (corners[:, 1] - 300)
    height, width = sheet.shape
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    soft = cv2.GaussianBlur(sheet, (0, 0), 1.0)
    return cv2.warpPerspective(soft, matrix, (800, 600), borderValue=(70,))


@pytest.mark.slow
def test_lines_of_12_pixels_are_read_and_none_wrong() -> None:
    chance, right = random.Random(4), 0
    for seed in range(25):
        text = some_reference(chance)
        seen = read_references(line(text, 12, seed), WANTED)
        assert {code.text for code in seen} <= {text, ""}
        right += [code.text for code in seen] == [text]
    assert right >= 24


def test_two_of_three_frames_say_it() -> None:
    chance = random.Random(5)
    for start in range(5):
        text, votes = some_reference(chance), Votes()
        seen: list[Detection] = []
        for frame in range(3):
            seen = votes.feed(read_references(line(text, 12, 10 * start + frame), WANTED))
        assert [code.text for code in seen] == [text]


@pytest.mark.parametrize("turn", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_line_is_read_whichever_way_it_lies_and_its_corners_begin_at_its_own_top_left(turn: int) -> None:
    picture = cv2.rotate(line("AC001-241", 20, 1), turn)
    (code,) = read_references(picture, WANTED)
    height, width = picture.shape
    first = {
        cv2.ROTATE_180: (width, height),
        cv2.ROTATE_90_CLOCKWISE: (width, 0),
        cv2.ROTATE_90_COUNTERCLOCKWISE: (0, height),
    }[turn]
    assert (code.text, code.what) == ("AC001-241", What.REFERENCE)
    assert np.abs(code.corners_px[0] - first).max() < 2


@first_quick("turn_deg", [0, 25, 90, 160, 270])
def test_the_reference_of_a_card_is_read_at_any_angle(turn_deg: float) -> None:
    picture = shown(card("KBR207-118"), turn_deg)
    assert len(card_outlines(picture)) == 1
    (code,) = read_references(picture, WANTED)
    assert code.text == "KBR207-118"
    # It is printed 80 mm down a card of 88, that is, 36 mm below its middle at 5 pixels a millimetre.
    away = float(np.linalg.norm(code.corners_px.mean(axis=0) - (400, 300)))
    assert 150 < away < 215


@pytest.mark.slow
def test_words_and_other_numbers_are_no_references() -> None:
    for text in ("Keeper of the Gate", "12/05-2026", "AC01-2417", "58073-021", "BOUFBOWL"):
        assert read_references(line(text, 16, 2), WANTED) == []


def test_a_picture_without_print_has_no_reference() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (80, 120, 3), np.uint8)
    for picture in (
        noise,
        np.zeros((1, 1), np.uint8),
        np.full((2, 900), 255, np.uint8),
        np.zeros((40, 300), np.uint8),
    ):
        assert read_references(picture, WANTED) == []


def test_a_reference_that_the_catalogue_has_not_is_told_as_unknown() -> None:
    (code,) = read_references(
        line("AC001-241", 20, 1), ReferenceFormat(WANTED.pattern, frozenset({"AC001-242"}))
    )
    assert (code.text, code.reading) == ("AC001-241", ReadingStatus.UNKNOWN)


def test_without_the_models_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    lines.load_model.cache_clear()
    with pytest.raises(VisionError, match="the package rapidocr, which brings the models, is missing"):
        read_references(line("AC001-241", 20, 1), WANTED)


def test_a_picture_full_of_print_is_read_as_far_as_the_effort_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, told = line("AC001-241", 20, 1), list[float]()
    whole = ReadingEffort(told.append)
    assert [code.text for code in read_references(picture, WANTED, whole)] == ["AC001-241"]
    assert not whole.is_cut_short
    assert told == sorted(told) and 0 < told[-1] < 0.5
    monkeypatch.setattr(reader, "MOST_US", whole.spent_us - 1)
    less = ReadingEffort()
    assert read_references(picture, WANTED, less) == []
    assert less.is_cut_short


@pytest.mark.slow
@needs_photos
def test_no_reference_is_read_where_none_is_printed() -> None:
    picture = read_picture(PHOTOS / "cards-table" / "ruby.jpg")
    small = cv2.resize(picture, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    assert [code.text for code in read_references(small, WANTED)] == []

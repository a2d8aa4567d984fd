"""Cards that are shown to a camera are taken where they lie, on any ground, each once."""

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from tests.bench.faces import layouts
from tests.bench.faces.camera import LaidCard, Photograph, Table
from tests.bench.faces.layouts import COLOURS, Printed
from tests.bench.faces.print_style import PrintStyle
from tests.bench.values.box import LIGHTS
from tests.vision.values.test_corners import DARK, TABLE_MM, photograph
from tests.vision.values.test_corners import PX_PER_MM as CLOSE_PX_PER_MM
from vision.faces.shown_cards import CardInView, ShownCards
from vision.frame import Frame, Pixels

pytestmark = [pytest.mark.drawn, pytest.mark.slow]
SEED, PX_PER_MM = 3311, 5.0
WITHIN_PX = 3.0 * PX_PER_MM
"""A printed frame may be taken for the edge; four of these cards were off by 25 mm and more."""


def nine_on_wood() -> Photograph:
    style = PrintStyle.by_chance(np.random.default_rng((SEED, 33)))
    laid = []
    for n in range(9):
        colour = list(COLOURS)[n % 3]
        values = {"attack": str(n % 5), "defence": str(3 - n % 5), "colour": colour, "whistle": "no"}
        printed = Printed(values, (SEED, 1), COLOURS[colour])
        picture = layouts.draw("energy", (63.0, 88.0), style, printed, "", "front").picture()
        laid.append(LaidCard(picture, (50.0 + 100 * (n % 3), 70.0 + 133 * (n // 3)), 3.0 * (n % 3 - 1)))
    viewing = replace(LIGHTS["usual"], px_per_mm=PX_PER_MM, size_px=(1500, 2000))
    return Table(viewing, "wood", SEED).photograph(laid)


def off_px(shown: CardInView, photograph: Photograph) -> float:
    """How far the corners of a card are from those of the nearest one that was laid."""
    corners = np.stack([np.roll(card, turn, axis=0) for card in photograph.corners_px for turn in range(4)])
    return float(np.linalg.norm(corners - shown.corners_px, axis=2).max(axis=1).min())


def test_nine_cards_on_wood_are_taken_where_they_lie_each_once() -> None:
    """The grain of the wood was taken for the edges of four of these cards."""
    photograph = nine_on_wood()
    camera = ShownCards()
    looks = [camera.feed(Frame(photograph.pixels, n, 1000 * n)) for n in range(6)]
    assert [len(taken) for taken in looks] == [0, 0, 9, 0, 0, 0]
    assert max(off_px(card, photograph) for card in looks[2]) < WITHIN_PX
    for card in looks[2]:
        left_top = card.corners_px - card.in_close_px
        assert np.allclose(left_top, left_top[0])
        assert (card.in_close_px >= 0).all()


def test_cards_of_a_photograph_on_wood_lie_where_they_are_found_too() -> None:
    photograph = nine_on_wood()
    shown = ShownCards().photograph(photograph.pixels)
    assert len(shown) == 9
    assert max(off_px(card, photograph) for card in shown) < WITHIN_PX


def test_what_is_hardly_a_card_is_taken_only_when_it_lies_anew() -> None:
    width, height = (round(side_mm * CLOSE_PX_PER_MM) for side_mm in TABLE_MM)
    whole, laid = photograph(np.full((height, width, 3), DARK, np.uint8), 0.0, turn_deg=0.0)
    covered = whole.copy()
    (left, _), (right, bottom) = laid[-1][0].round().astype(int), laid[-1][2].round().astype(int)
    covered[bottom - 9 : bottom + 2, left - 2 : right + 2] = DARK
    camera = ShownCards()
    pictures = [covered] * 4 + [np.roll(whole, -20, axis=1)] * 3
    taken, doubtful = [], []
    for n, pixels in enumerate(pictures):
        taken.append(len(camera.feed(Frame(pixels, n, 1000 * n))))
        doubtful.append([one.mean(axis=0) for one in camera.doubtful])
    assert taken == [0, 0, 5, 0, 0, 1, 0]
    assert [len(places) for places in doubtful] == [0, 0, 1, 1, 0, 0, 0]
    assert np.allclose(doubtful[2][0], laid[-1].mean(axis=0), atol=10)


@pytest.mark.parametrize("ground", ["printed mat", "pattern"])
def test_of_a_printed_ground_nothing_is_taken_and_cards_that_are_laid_on_it_are(ground: str) -> None:
    viewing = replace(LIGHTS["usual"], px_per_mm=3.5, size_px=(1920, 1080))
    table = Table(viewing, ground, 0 if ground == "printed mat" else 7)
    style = PrintStyle.by_chance(np.random.default_rng((SEED, 33)))
    values = {"attack": "3", "defence": "1", "colour": "red", "whistle": "no"}
    printed = Printed(values, (SEED, 1), COLOURS["red"])
    picture = layouts.draw("energy", (63.0, 88.0), style, printed, "", "front").picture()
    camera = ShownCards()
    laid: list[LaidCard] = []
    for place in (None, (150.0, 150.0), (360.0, 140.0)):
        laid = laid if place is None else [*laid, LaidCard(picture, place, 8.0)]
        seen = table.photograph(laid)
        at_ms = 10_000 * len(laid)
        taken = [card for n in range(4) for card in camera.feed(Frame(seen.pixels, n, at_ms + 1000 * n))]
        assert len(taken) == (place is not None)
        assert camera.is_waiting == (place is None)
        assert all(off_px(card, seen) < 4.0 * 3.5 for card in taken)


def test_under_a_flickering_lamp_cards_are_taken_too() -> None:
    """No two pictures of the wood were alike, so that the ground never was known, and no card was taken."""
    photograph = nine_on_wood()
    rows = np.arange(len(photograph.pixels))[:, np.newaxis, np.newaxis] / len(photograph.pixels)
    camera, taken = ShownCards(), 0
    for n in range(10):
        flickers = photograph.pixels * (1 + 0.1 * np.sin(4 * np.pi * rows + 2.1 * n))
        taken += len(camera.feed(Frame(np.clip(flickers, 0, 255).astype(np.uint8), n, 1000 * n)))
    assert taken == 9


def lone_card_at_the_rim(chance: np.random.Generator) -> Pixels:
    """Return a white card on a brown table, whose pale rim runs askew along one of its sides, seen nearly from above."""
    px, width, height = 8, 1200, 896
    table = np.full((height, width, 3), (40, 50, 95), np.uint8)
    left, top, right, bottom = 30 * px, 14 * px, 118 * px, 77 * px
    upper, lower = (right + int(chance.uniform(-2, 4) * px) for _ in range(2))
    cv2.fillPoly(
        table, [np.array([(upper, 0), (width, 0), (width, height), (lower, height)], np.int32)], (70, 60, 55)
    )
    cv2.line(table, (upper, 0), (lower, height), (190, 190, 190), 5)
    round_px, white = 3 * px, (200, 205, 205)
    cv2.rectangle(table, (left + round_px, top), (right - round_px, bottom), white, -1)
    cv2.rectangle(table, (left, top + round_px), (right, bottom - round_px), white, -1)
    for corner in product((left + round_px, right - round_px), (top + round_px, bottom - round_px)):
        cv2.circle(table, corner, round_px, white, -1)
    for n in range(4):
        place = left + int((20 + 48 * (n % 2)) * px), top + int((18 + 27 * (n // 2)) * px)
        cv2.circle(table, place, 5 * px, (30, 30, 30), -1)
    rim = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    moved = rim + chance.uniform(-12, 12, (4, 2)).astype(np.float32)
    seen = cv2.warpPerspective(
        table, cv2.getPerspectiveTransform(rim, moved), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    noisy = cv2.GaussianBlur(seen, (0, 0), 1.5) + chance.normal(0, 2, seen.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


@pytest.mark.parametrize("seed", range(10, 14))
def test_a_lone_card_at_the_rim_of_a_table_is_found(seed: int) -> None:
    """The rim was taken for the edge of a larger card, and none was found."""
    (card,) = ShownCards().photograph(lone_card_at_the_rim(np.random.default_rng(seed)))
    assert card.px_per_mm == pytest.approx(8.0, rel=0.03)


def test_a_label_of_the_form_of_a_card_beside_cards_is_none() -> None:
    """Whatever had a card's proportions was taken, three times smaller than the cards too."""
    height, width = (round(side_mm * CLOSE_PX_PER_MM) for side_mm in TABLE_MM)
    whole, _ = photograph(np.full((height, width, 3), DARK, np.uint8), 0.0, turn_deg=0.0)
    cv2.rectangle(whole, (20, 20), (130, 174), (200, 210, 210), -1)
    assert all(card.corners_px.max() > 180 for card in ShownCards().photograph(whole))

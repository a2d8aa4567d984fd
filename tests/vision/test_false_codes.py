"""Codes that are not there: parts of codes and of other print read as nothing, and Micro QR only where cards carry it."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from companion.rules.catalogue import USUAL_PATTERN
from tests.bench.pictures.drawn_play import MAT, PLACES_MM
from tests.bench.trials.readers import same_lines
from tests.quick import first_quick
from tests.vision.photos import PHOTOS, labelled, needs_photos
from vision.detection_settings import DetectionSettings
from vision.detectors.codes import read_micro, read_plain, read_sharpened
from vision.detectors.retries import LIVE_LOOKS, read_more, read_photograph
from vision.frame import Frame, Grey, to_grey
from vision.pictures import read_picture
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

CROPS = 1000
SHORTEST_PX, LONGEST_PX = 40, 260


def crops(picture: Grey, count: int, seed: int) -> Iterator[Grey]:
    """Parts of a picture at chance: most cut through a code or a card."""
    chance = np.random.default_rng(seed)
    height, width = picture.shape
    for _ in range(count):
        down, across = (int(chance.integers(SHORTEST_PX, min(LONGEST_PX, side))) for side in (height, width))
        top, left = int(chance.integers(0, height - down)), int(chance.integers(0, width - across))
        yield np.ascontiguousarray(picture[top : top + down, left : left + across])


def drawn_cards(seed: int) -> tuple[Grey, set[str]]:
    """Twelve cards turned at chance, as a slanted camera sees them, and their texts."""
    chance = np.random.default_rng(seed)
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=18)
    table = VirtualTable(MAT, camera, sensor=Sensor(jpeg=60, is_grey=True), seed=seed)
    texts = {f"JO{n:03d}-{chance.integers(1000):03d}" for n in range(len(PLACES_MM))}
    for text, at_mm in zip(sorted(texts), PLACES_MM, strict=True):
        print_ = CardPrint(text, text, "Nobody", module_mm=float(chance.uniform(1.0, 1.6)))
        table.put(print_, at_mm=at_mm, turn_deg=float(chance.uniform(0, 360)))
    return table.frame().grey, texts


def micro_card(text: str) -> Grey:
    """A white card of 120 by 170 px with a Micro QR code of 5 px a module."""
    rows = np.array([list(row) for row in segno.make_micro(text).matrix], np.uint8)
    code = cv2.resize(np.where(rows, 30, 235).astype(np.uint8), None, fx=5, fy=5, interpolation=0)
    card = np.full((170, 120), 235, np.uint8)
    top, left = (170 - code.shape[0]) // 2, (120 - code.shape[1]) // 2
    card[top : top + code.shape[0], left : left + code.shape[1]] = code
    return card


def watched(pipeline: Pipeline, card: Grey) -> list[str]:
    """What a pipeline reads of a card that is laid on an empty table."""
    chance = np.random.default_rng(4)
    seen = []
    for number in range(16):
        table = np.full((720, 1280), 90, np.float32)
        if number >= 4:
            table[200 : 200 + card.shape[0], 300 : 300 + card.shape[1]] = card
        noisy = cv2.GaussianBlur(table, (0, 0), 0.7) + chance.normal(0, 2, table.shape)
        pixels = np.clip(noisy, 0, 255).astype(np.uint8)
        seen += [one.reads for one in pipeline.feed(Frame(pixels, number, number * 66))]
    return seen


@pytest.mark.parametrize("text", ["400768", "JO012-900"])
def test_a_micro_qr_code_is_read_by_no_look_unless_cards_carry_it(text: str) -> None:
    card = micro_card(text)
    assert read_plain(card) == read_sharpened(card) == read_photograph(card) == []
    assert [read_more(card, [], look) for look in range(1, LIVE_LOOKS + 1)] == [[]] * LIVE_LOOKS
    assert watched(Pipeline(), card) == []


@pytest.mark.slow
def test_a_micro_qr_code_is_believed_only_with_a_reference_of_the_catalogue() -> None:
    own = DetectionSettings(micro_reference=lambda text: text == "JO012-900")
    assert watched(Pipeline(watched=own), micro_card("JO012-900")) == ["JO012-900"]
    assert watched(Pipeline(watched=own), micro_card("400768")) == []


@first_quick("seed", [1, 2])
def test_a_thousand_drawn_crops_hold_no_code_but_those_that_were_printed(seed: int) -> None:
    picture, texts = drawn_cards(seed)
    read = [code.text for crop in crops(picture, CROPS // 2, seed) for code in read_plain(crop)]
    assert len(read) > CROPS // 100
    assert set(read) <= texts


@pytest.mark.slow
@needs_photos
def test_a_thousand_photographed_crops_hold_no_code_but_those_that_were_printed() -> None:
    pictures: list[tuple[Path, str]] = labelled(*(f"zxing-qrcode-{n}" for n in range(1, 7)))
    pictures += [(path, "") for path in sorted(PHOTOS.glob("zxing-falsepositives*/*.png"))]
    each = -(-CROPS // len(pictures))
    wrong = []
    for number, (path, text) in enumerate(pictures):
        for crop in crops(to_grey(read_picture(path)), each, number):
            texts = {same_lines(code.text) for code in (*read_plain(crop), *read_micro(crop, _is_usual))}
            # One photograph is of a code within a code; only the outer one stands in its label.
            wrong += [(path.name, other) for other in texts - {text} if "内側" not in other]
    assert wrong == []


def _is_usual(text: str) -> bool:
    return re.fullmatch(USUAL_PATTERN, text) is not None

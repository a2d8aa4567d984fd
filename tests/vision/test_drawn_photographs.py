"""Drawn photographs of codes that are hard to read: some are read module by module, and nothing is read that is not printed."""

import cv2
import numpy as np
import pytest
import zxingcpp

from tests.bench.pictures.code_photographs import Trouble, draw_code_photograph
from tests.quick import first_quick
from vision.detectors.code_grids import ModuleBudget, read_by_modules
from vision.detectors.code_repair import code_layout
from vision.detectors.codes import read_plain
from vision.detectors.retries import LIVE_LOOKS, read_more, read_photograph
from vision.frame import Grey, bounds

READ = (
    (Trouble.GLARE, 0),
    (Trouble.GLARE, 11),
    (Trouble.SUN, 2),
    (Trouble.DAMAGE, 3),
    (Trouble.DAMAGE, 13),
    (Trouble.BEND, 5),
    (Trouble.BEND, 7),
)
"""Pictures that no decoder reads as a whole, with any other trick."""
UNREAD = ((Trouble.GLARE, 17), (Trouble.DAMAGE, 5), (Trouble.BEND, 8), (Trouble.BLUR, 7))
"""Pictures with too little left of the code."""


def made_up_code(version: int, seed: int) -> Grey:
    """A code whose modules are drawn at chance, but for the fixed patterns."""
    layout = code_layout(version)
    chance = np.random.default_rng(seed)
    dark = np.where(layout.fixed >= 0, layout.fixed > 0, chance.random(layout.fixed.shape) < 0.5)
    light = np.pad(np.where(dark, 40, 220).astype(np.uint8), 4, constant_values=220)
    large = cv2.resize(light, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 1.5))


@pytest.mark.parametrize(("trouble", "seed"), READ)
def test_what_no_decoder_reads_is_read_module_by_module(trouble: Trouble, seed: int) -> None:
    drawn = draw_code_photograph(trouble, seed)
    assert read_plain(drawn.grey) == []
    assert {code.text for code in read_photograph(drawn.grey)} == set(drawn.texts)


@pytest.mark.parametrize(("trouble", "seed"), [(Trouble.GLARE, 11), (Trouble.DAMAGE, 13), (Trouble.BEND, 7)])
def test_the_last_of_the_looks_at_a_live_picture_reads_it_module_by_module_too(
    trouble: Trouble, seed: int
) -> None:
    drawn = draw_code_photograph(trouble, seed)
    (known,) = read_photograph(drawn.grey)
    card = bounds(known.corners_px).grown(1.5).of(drawn.grey)
    read = [{code.text for code in read_more(card, [], look)} for look in range(1, LIVE_LOOKS + 1)]
    assert read == [set()] * (LIVE_LOOKS - 1) + [set(drawn.texts)]


@pytest.mark.parametrize(("trouble", "seed"), UNREAD)
def test_of_a_code_that_is_spoiled_too_much_nothing_is_read(trouble: Trouble, seed: int) -> None:
    assert read_photograph(draw_code_photograph(trouble, seed).grey) == []


@pytest.mark.parametrize("share", [0.4, 0.6])
def test_half_a_code_is_no_code(share: float) -> None:
    grey = draw_code_photograph(Trouble.NONE, 7).grey.copy()
    middle = round(share * grey.shape[1])
    for half in (grey[:, :middle], grey[:, middle:]):
        assert read_photograph(np.ascontiguousarray(half)) == []


@first_quick("version", [1, 2, 3])
def test_modules_at_chance_are_no_code(version: int) -> None:
    for seed in range(2):
        budget = ModuleBudget()
        assert read_by_modules(made_up_code(version, seed), budget) == []
        assert budget.left < ModuleBudget().left, "the corner squares were found"


def test_a_look_ends_when_its_budget_does() -> None:
    budget = ModuleBudget(left=1)
    assert read_by_modules(made_up_code(2, 1), budget) == []
    assert budget.left > -(code_layout(3).size ** 2)


def test_corners_are_where_the_code_is() -> None:
    drawn = draw_code_photograph(Trouble.NONE, 9)
    (plain,), (ours,) = read_plain(drawn.grey), read_by_modules(drawn.grey, ModuleBudget())
    assert ours.text == plain.text
    assert np.abs(ours.corners_px - plain.corners_px).max() < 3


@pytest.mark.parametrize("turn_deg", [-3.0, 0.0, 2.0])
def test_a_light_code_on_dark_without_a_margin_is_read_on_light_paper(turn_deg: float) -> None:
    barcode = zxingcpp.create_barcode("AC001-241", zxingcpp.BarcodeFormat.QRCode)
    modules = np.array(barcode.to_image(scale=6))
    ink = np.argwhere(modules == 0)
    (top, left), (bottom, right) = ink.min(axis=0), ink.max(axis=0)
    light = 255 - modules[top : bottom + 1, left : right + 1]
    paper = np.full((480, 640), 250, np.uint8)
    paper[140 : 140 + light.shape[0], 220 : 220 + light.shape[1]] = light
    turn = cv2.getRotationMatrix2D((300.0, 220.0), turn_deg, 1.0)
    seen = cv2.GaussianBlur(cv2.warpAffine(paper, turn, (640, 480), borderValue=(250,)), (0, 0), 0.8)
    assert [code.text for code in read_photograph(seen)] == ["AC001-241"]
    assert read_plain(seen) == []


def test_a_small_code_beside_a_large_one_is_read_by_a_trick() -> None:
    photograph = np.full((500, 900), 235, np.uint8)
    for text, side_px, left, top in (("AC001-241", 6, 60, 60), ("BC002-555", 2, 560, 230)):
        code = np.array(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image(scale=side_px))
        photograph[top : top + code.shape[0], left : left + code.shape[1]] = np.clip(code, 30, 235)
    photograph[200:, 500:] = cv2.GaussianBlur(photograph[200:, 500:], (0, 0), 1.3)
    assert [code.text for code in read_plain(photograph)] == ["AC001-241"]
    assert [code.text for code in read_photograph(photograph)] == ["AC001-241", "BC002-555"]

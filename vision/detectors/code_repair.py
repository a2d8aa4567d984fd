"""Reads a code from the darkness of its modules, of which some are wrong or unknown.

The format is the likeliest of the 32. Each block is corrected as it is, and then with its most doubtful words left
out. Only where all blocks are whole again is the code drawn anew, and zxing-cpp reads the drawing: no text comes from
anywhere but whole words of data.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from segno import consts

from vision.detectors.code_layout import FORMATS, CodeBlock, CodeLayout
from vision.detectors.codes import read_quickly
from vision.detectors.reed_solomon import SPARE, corrected

FORMATS_TRIED = 2
DOUBTFUL = 0.5
"""Words with a module less certain than this, of 1, may be left out."""
QUIET = 4

_PATTERNS = np.array(
    [[1 if consts.FORMAT_INFO[n] >> bit & 1 else -1 for bit in range(15)] for n in range(FORMATS)], np.float32
)

Modules = NDArray[Any]
"""How dark the modules of a code are, (N, N) float32: 1 dark, -1 light, 0 unknown."""


def read_modules(modules: Modules, layout: CodeLayout) -> str:
    """Returns the text of a code, or nothing where it cannot be read for sure."""
    for number in _likely_formats(modules, layout):
        words = _mended_words(modules, layout, number)
        if words is not None:
            return _read_drawing(_drawn(words, layout, number))
    return ""


def _likely_formats(modules: Modules, layout: CodeLayout) -> list[int]:
    """Returns the likeliest formats, the likeliest first."""
    seen = modules[layout.formats[..., 0], layout.formats[..., 1]].sum(axis=0)
    return np.argsort(-(_PATTERNS @ seen))[:FORMATS_TRIED].tolist()


def _mended_words(modules: Modules, layout: CodeLayout, number: int) -> list[int] | None:
    flipped = np.where(layout.mask(number & 7), -modules, modules)
    bits = flipped[layout.path[..., 0], layout.path[..., 1]]
    values = ((bits > 0) @ (1 << np.arange(7, -1, -1))).tolist()
    certainty = np.abs(bits).min(axis=1)
    words = list(values)
    for block in layout.blocks(number >> 3):
        mended = _mended_block([values[n] for n in block.words], certainty[list(block.words)], block)
        if mended is None:
            return None
        for place, word in zip(block.words, mended, strict=True):
            words[place] = word
    return words


def _mended_block(block: list[int], certainty: NDArray[Any], shape: CodeBlock) -> list[int] | None:
    """Corrects a block: as it is, then without the words that are most in doubt, ever more of them."""
    doubtful = [n for n in np.argsort(certainty).tolist() if certainty[n] < DOUBTFUL]
    most = min(len(doubtful), shape.checks - SPARE)
    for left_out in sorted({0, most // 3, 2 * most // 3, most}):
        mended = corrected(block, shape.checks, doubtful[:left_out])
        if mended is not None:
            return mended
    return None


def _drawn(words: list[int], layout: CodeLayout, number: int) -> NDArray[np.bool_]:
    """Returns the dark modules of a whole code, (N, N) bool."""
    dark = layout.fixed == 1
    bits = (np.array(words)[:, np.newaxis] >> np.arange(7, -1, -1)) & 1
    flipped = layout.mask(number & 7)
    rows, columns = layout.path[..., 0], layout.path[..., 1]
    is_data = layout.fixed < 0
    dark[is_data] = flipped[is_data]
    dark[rows, columns] = (bits == 1) ^ flipped[rows, columns]
    dark[layout.formats[..., 0], layout.formats[..., 1]] = _PATTERNS[number] > 0
    return dark


def _read_drawing(dark: NDArray[np.bool_]) -> str:
    light = np.pad(np.where(dark, 0, 255).astype(np.uint8), QUIET, constant_values=255)
    drawing = cv2.resize(light, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    found = read_quickly(drawing)
    return found[0].text if len(found) == 1 else ""

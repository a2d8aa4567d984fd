"""Reads a code from the darkness of its modules, of which some are wrong or unknown (ISO/IEC 18004).

The format is the likeliest of the 32. Each block is corrected as it is, and then with its most doubtful words left
out. Only where all blocks are whole again is the code drawn anew, and zxing-cpp reads the drawing: no text comes from
anywhere but whole words of data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from segno import consts

from vision.detectors.codes import read_quickly

# --- reed solomon
# Corrects errors in the blocks of a QR code, by Reed-Solomon over 256 values (ISO/IEC 18004, 7.5).
#
# A word that is known to be unreadable (an erasure) costs one check word, a wrong one two. Some check words are always
# kept to spare: they prove that the corrected block is what was printed, and not merely the nearest valid one.

PRIME = 0x11D
SPARE = 4
"""The check words that no correction with erasures may use up."""
SPARE_WITHOUT_ERASURES = 2
"""The same where nothing is known of the errors, so that each takes two. Either way noise passes as a block once in three
thousand million tries at most: of version 1-L, which has 7 check words, two wrong words are corrected or three erasures.
"""


def _tables() -> tuple[list[int], list[int]]:
    powers, logs, value = [0] * 512, [0] * 256, 1
    for n in range(255):
        powers[n] = powers[n + 255] = value
        logs[value] = n
        value = value << 1 ^ (PRIME if value & 0x80 else 0)
    return powers, logs


POWERS, LOGS = _tables()


def corrected(block: Sequence[int], checks: int, erased: Sequence[int]) -> list[int] | None:
    """Return a block, data words then check words, without its errors; None where there are too many to be sure.

    `erased` are the places of the words that could not be read.
    """
    syndromes = _syndromes(block, checks)
    if not any(syndromes):
        return list(block)
    usable = checks - (SPARE if erased else SPARE_WITHOUT_ERASURES)
    if len(erased) > usable:
        return None
    last = len(block) - 1
    locator = _locator(syndromes, [last - place for place in erased])
    wrong = [place for place in range(len(block)) if not _at(locator, POWERS[(255 - (last - place)) % 255])]
    known, errors = len(erased), len(locator) - 1 - len(erased)
    if len(wrong) != len(locator) - 1 or known + 2 * max(0, errors) > usable:
        return None
    mended = _mended(block, syndromes, locator, wrong)
    return None if any(_syndromes(mended, checks)) else mended


def _times(one: int, other: int) -> int:
    return POWERS[LOGS[one] + LOGS[other]] if one and other else 0


def _over(one: int, other: int) -> int:
    return POWERS[LOGS[one] + 255 - LOGS[other]] if one else 0


def _syndromes(block: Sequence[int], checks: int) -> list[int]:
    """Return the block's values at the roots of the code: all 0 where it is without errors."""
    found = []
    for n in range(checks):
        value = 0
        for word in block:
            value = (POWERS[LOGS[value] + n] if value else 0) ^ word
        found.append(value)
    return found


def _at(polynomial: Sequence[int], x: int) -> int:
    """Return a polynomial's value; lowest power first."""
    value = 0
    for factor in reversed(polynomial):
        value = _times(value, x) ^ factor
    return value


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    result = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] ^= _times(a, b)
    return result


def _locator(syndromes: Sequence[int], erased: Sequence[int]) -> list[int]:
    """Return the polynomial whose roots say where errors are, by Berlekamp and Massey; it begins with the erasures."""
    locator = [1]
    for power in erased:
        locator = _product(locator, [1, POWERS[power]])
    before, length = list(locator), len(erased)
    for n in range(len(erased), len(syndromes)):
        before = [0, *before]
        off = 0
        for i, factor in enumerate(locator[: n + 1]):
            off ^= _times(factor, syndromes[n - i])
        if not off:
            continue
        longer = [0] * max(len(locator), len(before))
        for i, factor in enumerate(locator):
            longer[i] ^= factor
        for i, factor in enumerate(before):
            longer[i] ^= _times(off, factor)
        if 2 * length <= n + len(erased):
            length = n + 1 + len(erased) - length
            before = [_over(factor, off) for factor in locator]
        locator = longer
    while len(locator) > 1 and not locator[-1]:
        locator.pop()
    return locator


def _mended(
    block: Sequence[int], syndromes: Sequence[int], locator: Sequence[int], wrong: Sequence[int]
) -> list[int]:
    """Return the block with its wrong words put right, by Forney."""
    evaluator = _product(syndromes, locator)[: len(syndromes)]
    slope = [factor if n % 2 else 0 for n, factor in enumerate(locator)][1:]
    mended = list(block)
    for place in wrong:
        power = len(block) - 1 - place
        inverse = POWERS[(255 - power) % 255]
        below = _at(slope, inverse)
        if below:
            mended[place] ^= _times(POWERS[power], _over(_at(evaluator, inverse), below))
    return mended


# --- code layout
# Tells what the modules of a QR code are for (ISO/IEC 18004, 6.3 and 7.7): fixed patterns, format, and words of data.

FORMATS = 32
UNKNOWN = -1
CORNER = np.array([[max(abs(x), abs(y)) != 2 for x in range(-3, 4)] for y in range(-3, 4)])
ALIGNMENT = np.array([[max(abs(x), abs(y)) != 1 for x in range(-2, 3)] for y in range(-2, 3)])


@dataclass(frozen=True, slots=True, eq=False)
class ErrorCorrectionBlock:
    """A block of words with error correction of its own: where its words stand among all, data first."""

    words: tuple[int, ...]
    checks: int


@dataclass(frozen=True, slots=True, eq=False)
class CodeLayout:
    """What the modules of a version of codes are for.

    `fixed` is (N, N) int8: 1 dark, 0 light, -1 for what differs from code to code. `path` leads through the modules of
    all words, (words, 8, 2) rows and columns; `formats` twice through those of the format, (2, 15, 2), lowest bit
    first.
    """

    version: int
    fixed: NDArray[Any]
    path: NDArray[Any]
    formats: NDArray[Any]

    @property
    def size(self) -> int:
        return int(self.fixed.shape[0])

    def mask(self, number: int) -> NDArray[np.bool_]:
        """Return which modules a mask turns over: (N, N) bool."""
        i, j = np.indices(self.fixed.shape)
        rules = (
            (i + j) % 2,
            i % 2,
            j % 3,
            (i + j) % 3,
            (i // 2 + j // 3) % 2,
            i * j % 2 + i * j % 3,
            (i * j % 2 + i * j % 3) % 2,
            ((i + j) % 2 + i * j % 3) % 2,
        )
        return np.asarray(rules[number] == 0)

    def blocks(self, level: int) -> list[ErrorCorrectionBlock]:
        """Return the blocks of a level of error correction (two bits, as the format has them)."""
        kinds: Any = consts.ECC[self.version][level]  # type: ignore[index]  # Its stubs say `object`.
        sizes: list[tuple[int, int]] = [
            (kind.num_data, kind.num_total) for kind in kinds for _ in range(kind.num_blocks)
        ]
        words: list[list[int]] = [[] for _ in sizes]
        place = 0
        # The first word of each block, then the second of each, and so on: those of data, then those of correction.
        for counts in ([data for data, _ in sizes], [total - data for data, total in sizes]):
            for n in range(max(counts)):
                for block, count in zip(words, counts, strict=True):
                    if n < count:
                        block.append(place)
                        place += 1
        return [
            ErrorCorrectionBlock(tuple(block), total - data)
            for block, (data, total) in zip(words, sizes, strict=True)
        ]


@lru_cache(maxsize=40)
def code_layout(version: int) -> CodeLayout:
    """Return the layout of a version, 1 to 40."""
    size = 17 + 4 * version
    fixed = np.full((size, size), UNKNOWN, np.int8)
    fixed[6, :] = fixed[:, 6] = (np.arange(size) + 1) % 2
    if version > 1:
        places = consts.ALIGNMENT_POS[version - 2]
        first, last = places[0], places[-1]
        for y, x in product(places, repeat=2):
            if (y, x) not in ((first, first), (first, last), (last, first)):
                fixed[y - 2 : y + 3, x - 2 : x + 3] = ALIGNMENT
    for rows, columns in (((0, 8), (0, 8)), ((0, 8), (size - 8, size)), ((size - 8, size), (0, 8))):
        fixed[slice(*rows), slice(*columns)] = 0
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        fixed[top : top + 7, left : left + 7] = CORNER
    fixed[size - 8, 8] = 1
    if version >= 7:
        bits = [consts.VERSION_INFO[version - 7] >> n & 1 for n in range(18)]
        block = np.array(bits, np.int8).reshape(6, 3)
        fixed[:6, size - 11 : size - 8], fixed[size - 11 : size - 8, :6] = block, block.T
    formats = _format_places(size)
    is_data = fixed == UNKNOWN
    is_data[formats[..., 0], formats[..., 1]] = False
    return CodeLayout(version, fixed, _data_path(is_data), formats)


def _format_places(size: int) -> NDArray[Any]:
    ends = [*range(6), 7, 8]
    one = [(n, 8) for n in ends] + [(8, n) for n in (7, 5, 4, 3, 2, 1, 0)]
    other = [(8, size - 1 - n) for n in range(8)] + [(size - 7 + n, 8) for n in range(7)]
    return np.array([one, other])


def _data_path(is_data: NDArray[np.bool_]) -> NDArray[Any]:
    """Return the way through the modules of the words: in columns of two from the right, up and down in turn."""
    size = is_data.shape[0]
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    way = []
    for n, right in enumerate(rights):
        rows = range(size) if n % 2 else range(size - 1, -1, -1)
        way += [(row, column) for row in rows for column in (right, right - 1) if is_data[row, column]]
    return np.array(way[: len(way) // 8 * 8]).reshape(-1, 8, 2)


# --- code repair

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
    """Return the text of a code, or nothing where it cannot be read for sure."""
    for number in _likely_formats(modules, layout):
        words = _mended_words(modules, layout, number)
        if words is not None:
            return _read_drawing(_drawn(words, layout, number))
    return ""


def _likely_formats(modules: Modules, layout: CodeLayout) -> list[int]:
    """Return the likeliest formats, the likeliest first."""
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


def _mended_block(block: list[int], certainty: NDArray[Any], shape: ErrorCorrectionBlock) -> list[int] | None:
    """Correct a block: as it is, then without the words that are most in doubt, ever more of them."""
    doubtful = [n for n in np.argsort(certainty).tolist() if certainty[n] < DOUBTFUL]
    most = min(len(doubtful), shape.checks - SPARE)
    for left_out in sorted({0, most // 3, 2 * most // 3, most}):
        mended = corrected(block, shape.checks, doubtful[:left_out])
        if mended is not None:
            return mended
    return None


def _drawn(words: list[int], layout: CodeLayout, number: int) -> NDArray[np.bool_]:
    """Return the dark modules of a whole code, (N, N) bool."""
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

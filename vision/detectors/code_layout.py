"""Tells what the modules of a QR code are for (ISO/IEC 18004, 6.3 and 7.7): fixed patterns, format, and words of data."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from segno import consts

FORMATS = 32
UNKNOWN = -1
CORNER = np.array([[max(abs(x), abs(y)) != 2 for x in range(-3, 4)] for y in range(-3, 4)])
ALIGNMENT = np.array([[max(abs(x), abs(y)) != 1 for x in range(-2, 3)] for y in range(-2, 3)])


@dataclass(frozen=True, slots=True, eq=False)
class CodeBlock:
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
        """Returns which modules a mask turns over: (N, N) bool."""
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

    def blocks(self, level: int) -> list[CodeBlock]:
        """Returns the blocks of a level of error correction (two bits, as the format has them)."""
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
            CodeBlock(tuple(block), total - data) for block, (data, total) in zip(words, sizes, strict=True)
        ]


@lru_cache(maxsize=40)
def code_layout(version: int) -> CodeLayout:
    """Returns the layout of a version, 1 to 40."""
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
    """Returns the way through the modules of the words: in columns of two from the right, up and down in turn."""
    size = is_data.shape[0]
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    way = []
    for n, right in enumerate(rights):
        rows = range(size) if n % 2 else range(size - 1, -1, -1)
        way += [(row, column) for row in rows for column in (right, right - 1) if is_data[row, column]]
    return np.array(way[: len(way) // 8 * 8]).reshape(-1, 8, 2)

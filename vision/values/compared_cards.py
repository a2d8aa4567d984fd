"""Compares cards in pairs: tells how much two cards differ at each place, with one shown in the light of the other.

One light for all cards would be fitted to the first of them: where another card has a frame of another colour, part of that
difference would be taken for light. Two cards of one value have more in common. Of 990 pairs of work cards (seed 1000, in
five lights), those of one colour differ by 18 at most then, and others by 26 at least; in one light for all by up to 70, and
by 33 at least.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import Leeway, relit
from vision.faces.shown_cards import SIZE_MM
from vision.frame import Pixels

CELL_MM = 2
"""Cards are compared in cells of this size."""
PX_PER_MM = 1
"""The scale at which cards are compared: half a mm of misplacement does not matter then."""
ONE_EVENING = Leeway(1.9, 0.35, (-1.0, 6.0))
"""How much a lamp may colour a card: more, and a red frame would be shown as a blue one."""

Apart = NDArray[np.float16]
"""How much two cards differ, in the colours of Lab (8 bits), by cell: (44, 31)."""


class ComparedCards:
    """Cards by their numbers, and how much they differ."""

    def __init__(self) -> None:
        self._pictures: dict[int, Pixels] = {}
        self._colours: dict[int, NDArray[np.float32]] = {}
        self._apart: dict[tuple[int, int], Apart] = {}

    def add(self, number: int, picture: Pixels) -> None:
        """Add a card's picture of any scale; a card that was added before keeps the one it has."""
        if number not in self._pictures:
            size = (round(SIZE_MM[0] * PX_PER_MM), round(SIZE_MM[1] * PX_PER_MM))
            self._pictures[number] = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))

    def apart(self, one: int, other: int) -> Apart:
        """Return how much two cards differ."""
        pair = (min(one, other), max(one, other))
        if pair not in self._apart:
            like = self._pictures[pair[1]]
            difference = np.abs(_relit(self._pictures[pair[0]], like) - _lab(like)).sum(axis=2)
            self._apart[pair] = by_cell(difference).astype(np.float16)
        return self._apart[pair]

    def colours(self, number: int) -> NDArray[np.float32]:
        """Return a card's colours in the light of the first card that was added: (88, 63, 3), Lab."""
        if number not in self._colours:
            first = next(iter(self._pictures.values()))
            self._colours[number] = _relit(self._pictures[number], first)
        return self._colours[number]


def by_cell(values: NDArray[Any]) -> NDArray[np.float32]:
    """Return the means of some values, (88, 63), by cell."""
    height, width = (side // CELL_MM for side in values.shape)
    whole = values[: height * CELL_MM, : width * CELL_MM].astype(np.float32)
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))


def _relit(seen: Pixels, like: Pixels) -> NDArray[np.float32]:
    shown = relit(seen, like, np.ones(seen.shape, bool), ONE_EVENING)
    return _lab(seen if shown is None else np.clip(shown, 0, 255).astype(np.uint8))


def _lab(picture: Pixels) -> NDArray[np.float32]:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)

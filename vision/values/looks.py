"""Describes how a part of a card looks, so that parts that show the same are alike whatever their colours and light.

A number is described by the directions of its edges, without their sense: white on black and black on white look the same. A
part with an icon or a colour is described by its colours, in the light of a card that is known.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels, to_grey
from vision.values.card_print import CardArea, ReadPicture

CELLS = (18, 14)
"""Rows and columns in which edges are counted."""
DIRECTIONS = 6
SHIFTS_MM = (-0.35, 0.0, 0.35)
"""How far a number is moved, each way, to lie over another one."""

Look = NDArray[np.float32]


def number_look(picture: ReadPicture, box: CardArea) -> Look:
    """Return the look of a number: (F,) float32 of length 1."""
    return _edges_of(picture.part(box))


def moved_looks(picture: ReadPicture, box: CardArea) -> Look:
    """Return the looks of a number a little beside its place: (9, F)."""
    return np.stack([number_look(picture, box.moved(x, y)) for x in SHIFTS_MM for y in SHIFTS_MM])


def _edges_of(part: Pixels) -> Look:
    rows, columns = CELLS
    small = cv2.resize(to_grey(part), (4 * columns, 4 * rows), interpolation=cv2.INTER_LINEAR)
    grey = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.sqrt(np.hypot(across, down))
    turn = np.mod(np.arctan2(down, across), np.pi) * (DIRECTIONS / np.pi)
    maps = []
    for n in range(DIRECTIONS):
        apart = np.abs(np.mod(turn - n + DIRECTIONS / 2, DIRECTIONS) - DIRECTIONS / 2)
        near = strength * np.maximum(0, 1 - apart)
        maps.append(
            cv2.resize(cv2.GaussianBlur(near, (0, 0), 2.0), (columns, rows), interpolation=cv2.INTER_AREA)
        )
    look = np.stack(maps).ravel()
    look -= look.mean()
    return np.asarray(look / max(1e-6, float(np.linalg.norm(look))), np.float32)


def likenesses(seen: Look, samples: Look) -> NDArray[np.float32]:
    """Return how like each sample (N, F) a number is that was described by `moved_looks`: (N,), 1 for the same."""
    return np.asarray((seen @ samples.T).max(axis=0))


def stacked(looks: Sequence[Any]) -> Look:
    return np.stack(looks).astype(np.float32)

"""Finds from which angle a photograph was taken, from the cards in it: seen from straight above, they are rectangles of one
size.

Nothing is known of the lens. A phone's wide camera, which takes most of these photographs, has a focal length of about 0.8
times the longer side of its picture; an error of a fifth moves a corner by a tenth of a mm at the angles that are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Quad
from vision.lens import Points

FOCAL_LENGTH = 0.8
"""As a share of the longer side of the picture."""
MOST_DEG = 20.0
STEPS_DEG = (4.0, 1.0, 0.25)
"""The steps in which angles are tried, each around the best of the step before: what is explained changes evenly."""
WORST_SHAPE, WORST_SCALE = 0.06, 0.08
"""The most that the errors of one quadrilateral count. One that is farther off is no card."""
SHAPES = 3.0
"""How many errors of shape count as one of scale: a quadrilateral has seven of them, and they are less exact."""
STEEPER = 0.0005
"""How much better a view that is steeper by a degree must explain what is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraTilt:
    """How a photograph was taken: the (3, 3) matrix from px of a picture from straight above to its px, alike in its middle,
    and the px of a mm.
    """

    image_from_flat: Points
    px_per_mm: float

    def at_scale(self, px_per_mm: float) -> "CameraTilt":
        """Returns the same view of cards of another size."""
        return CameraTilt(self.image_from_flat, px_per_mm)

    def flat(self, found: Sequence[Quad]) -> NDArray[np.float64]:
        """Returns quadrilaterals as they are seen from straight above: (N, 4, 2) px."""
        return _flat(np.array(found, np.float64), self.image_from_flat)

    def off(self, found: Sequence[Quad], size_mm: tuple[float, float]) -> NDArray[np.float64]:
        """Returns how far each quadrilateral is from a rectangle of the cards' size: the largest of its errors, as a share."""
        if not len(found):
            return np.zeros(0)
        scales, shapes = _shapes(self.flat(found), size_mm)
        return np.maximum(np.abs(shapes).max(axis=1), np.abs(scales - np.log(self.px_per_mm)))


def camera_tilt(found: Sequence[Quad], shape: tuple[int, ...], size_mm: tuple[float, float]) -> CameraTilt:
    """Returns the tilt from which quadrilaterals, each (4, 2) px from a short side on, are most alike and most like cards."""
    quads = np.array(found, np.float64)
    tilt, reach_deg = np.zeros(2), MOST_DEG
    for step_deg in STEPS_DEG:
        angles = np.arange(-reach_deg, reach_deg + step_deg / 2, step_deg)
        tilt = _best(
            quads, shape, size_mm, tilt + np.array([(down, across) for down in angles for across in angles])
        )
        reach_deg = step_deg
    image_from_flat = _image_from_flat(shape, tilt[np.newaxis])[0]
    scales, _ = _shapes(_flat(quads, image_from_flat), size_mm)
    return CameraTilt(image_from_flat, float(np.exp(np.median(scales))))


def _best(
    quads: NDArray[np.float64],
    shape: tuple[int, ...],
    size_mm: tuple[float, float],
    tilts: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Returns that of some tilts, (N, 2) degrees downwards and across, that explains best what is seen."""
    flat = _flat(quads, _image_from_flat(shape, tilts))
    return tilts[int((_errors(flat, size_mm) + STEEPER * np.abs(tilts).sum(axis=1)).argmin())]


def _image_from_flat(shape: tuple[int, ...], tilts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the matrices, (N, 3, 3), from px of pictures from straight above to those of a picture of some shape."""
    height, width = shape[:2]
    focal = FOCAL_LENGTH * max(height, width)
    (down, across), zero, one = np.radians(tilts).T, np.zeros(len(tilts)), np.ones(len(tilts))
    first = np.stack([np.cos(across), np.sin(across) * np.sin(down), -np.sin(across) * np.cos(down)], axis=1)
    second = np.stack([zero, np.cos(down), np.sin(down)], axis=1)
    plane = np.stack([first, second, np.stack([zero, zero, focal * one], axis=1)], axis=2)
    camera = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)])
    to_middle = np.array([(1, 0, -width / 2), (0, 1, -height / 2), (0, 0, 1)])
    matrices = camera @ plane @ to_middle
    return np.asarray(matrices / matrices[:, 2:, 2:])


def _flat(quads: NDArray[np.float64], image_from_flat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns quadrilaterals, (N, 4, 2), as they are seen from straight above: by one matrix, or by each of several."""
    ways = np.linalg.inv(image_from_flat)
    seen = np.concatenate([quads, np.ones((*quads.shape[:2], 1))], axis=2)
    there = np.einsum("...ij,nkj->...nki", ways, seen)
    return np.asarray(there[..., :2] / there[..., 2:])


def _errors(quads: NDArray[np.float64], size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Returns how far quadrilaterals, (..., N, 4, 2), are from rectangles of one size, in sum."""
    scales, shapes = _shapes(quads, size_mm)
    spread = np.minimum(np.abs(scales - np.median(scales, axis=-1, keepdims=True)), WORST_SCALE)
    return np.asarray(
        np.minimum(np.abs(shapes), WORST_SHAPE).sum(axis=(-2, -1)) / SHAPES + spread.sum(axis=-1)
    )


def _shapes(
    quads: NDArray[np.float64], size_mm: tuple[float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the logarithms of the scales, (..., N), and how far each is from a rectangle, (..., N, 7): its angles, opposite
    sides, proportions.
    """
    sides = np.roll(quads, -1, axis=-2) - quads
    lengths = np.linalg.norm(sides, axis=-1)
    ways = sides / lengths[..., np.newaxis]
    angles = (ways * np.roll(ways, -1, axis=-2)).sum(axis=-1)
    opposite = np.log(lengths[..., :2] / lengths[..., 2:])
    one, two = lengths[..., ::2].sum(axis=-1), lengths[..., 1::2].sum(axis=-1)
    long = np.log(one / two / (size_mm[0] / size_mm[1]))
    shapes = np.concatenate([angles, opposite, long[..., np.newaxis]], axis=-1)
    return np.log((one + two) / (2 * sum(size_mm))), shapes

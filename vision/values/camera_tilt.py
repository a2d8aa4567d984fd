"""Finds from which angle a photograph was taken, from the cards in it: seen from straight above, they are rectangles of one
size.

Nothing is known of the lens. A phone's wide camera, which takes most of these photographs, has a focal length of about 0.8
times the longer side of its picture; an error of a fifth moves a corner by a tenth of a mm at the angles that are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Quad
from vision.lens import Points

FOCAL_LENGTH = 0.8
"""As a share of the longer side of the picture."""
MOST_DEG, STEP_DEG, FINE_STEP_DEG = 20.0, 1.0, 0.25
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
        """Return the same view of cards of another size."""
        return CameraTilt(self.image_from_flat, px_per_mm)

    def flat(self, found: Sequence[Quad]) -> NDArray[np.float64]:
        """Return quadrilaterals as they are seen from straight above: (N, 4, 2) px."""
        return _flat(np.array(found, np.float64), self.image_from_flat)

    def off(self, found: Sequence[Quad], size_mm: tuple[float, float]) -> NDArray[np.float64]:
        """Return how far each quadrilateral is from a rectangle of the cards' size: the largest of its errors, as a share."""
        if not len(found):
            return np.zeros(0)
        scales, shapes = _shapes(self.flat(found), size_mm)
        return np.maximum(np.abs(shapes).max(axis=1), np.abs(scales - np.log(self.px_per_mm)))


def camera_tilt(found: Sequence[Quad], shape: tuple[int, ...], size_mm: tuple[float, float]) -> CameraTilt:
    """Return the tilt from which quadrilaterals, each (4, 2) px from a short side on, are most alike and most like cards."""
    quads = np.array(found, np.float64)
    degrees = np.arange(-MOST_DEG, MOST_DEG + STEP_DEG / 2, STEP_DEG)
    near = _best(quads, shape, size_mm, degrees, degrees)
    fine = np.arange(-STEP_DEG, STEP_DEG + FINE_STEP_DEG / 2, FINE_STEP_DEG)
    down_deg, across_deg = _best(quads, shape, size_mm, near[0] + fine, near[1] + fine)
    image_from_flat = _image_from_flat(shape, down_deg, across_deg)
    scales, _ = _shapes(_flat(quads, image_from_flat), size_mm)
    return CameraTilt(image_from_flat, float(np.exp(np.median(scales))))


def _best(
    quads: NDArray[np.float64],
    shape: tuple[int, ...],
    size_mm: tuple[float, float],
    down: NDArray[np.float64],
    across: NDArray[np.float64],
) -> tuple[float, float]:
    steep = STEEPER * (np.abs(down)[:, np.newaxis] + np.abs(across))
    errors = [
        _error(_flat(quads, np.stack([_image_from_flat(shape, x, y) for y in across])), size_mm) for x in down
    ]
    row, column = np.unravel_index(int((errors + steep).argmin()), steep.shape)
    return float(down[row]), float(across[column])


def _image_from_flat(shape: tuple[int, ...], down_deg: float, across_deg: float) -> Points:
    height, width = shape[:2]
    focal = FOCAL_LENGTH * max(height, width)
    turn, _ = cv2.Rodrigues(np.radians((down_deg, 0.0, 0.0)))
    other, _ = cv2.Rodrigues(np.radians((0.0, across_deg, 0.0)))
    axes = turn @ other
    camera = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)])
    plane = np.column_stack([axes[:, 0], axes[:, 1], (0, 0, focal)])
    to_middle = np.array([(1, 0, -width / 2), (0, 1, -height / 2), (0, 0, 1)])
    matrix = camera @ plane @ to_middle
    return np.asarray(matrix / matrix[2, 2])


def _flat(quads: NDArray[np.float64], image_from_flat: Points) -> NDArray[np.float64]:
    """Return quadrilaterals, (N, 4, 2), as they are seen from straight above: by a matrix (3, 3), or by each of some."""
    places = np.concatenate([quads.reshape(-1, 2), np.ones((quads.size // 2, 1))], axis=1)
    flat = places @ np.swapaxes(np.linalg.inv(image_from_flat), -1, -2)
    return np.asarray((flat[..., :2] / flat[..., 2:]).reshape(*flat.shape[:-2], -1, 4, 2), np.float64)


def _error(quads: NDArray[np.float64], size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Return how far quadrilaterals, (views, N, 4, 2), are from rectangles of one size, in sum: (views,)."""
    scales, shapes = _shapes(quads, size_mm)
    spread = np.minimum(np.abs(scales - np.median(scales, axis=-1, keepdims=True)), WORST_SCALE)
    off = np.minimum(np.abs(shapes), WORST_SHAPE).sum(axis=(-2, -1)) / SHAPES
    return np.asarray(off + spread.sum(axis=-1))


def _shapes(
    quads: NDArray[np.float64], size_mm: tuple[float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the logarithms of the scales, (…, N), and how far each is from a rectangle, (…, N, 7): its angles, opposite
    sides, proportions.
    """
    sides = np.roll(quads, -1, axis=-2) - quads
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    ways = sides / lengths[..., np.newaxis]
    angles = (ways * np.roll(ways, -1, axis=-2)).sum(axis=-1)
    opposite = np.log(lengths[..., :2] / lengths[..., 2:])
    wide, high = lengths[..., 0] + lengths[..., 2], lengths[..., 1] + lengths[..., 3]
    long = np.log(wide / high / (size_mm[0] / size_mm[1]))[..., np.newaxis]
    return np.log((wide + high) / (2 * sum(size_mm))), np.concatenate([angles, opposite, long], axis=-1)

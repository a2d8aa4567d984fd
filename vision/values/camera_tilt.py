"""Finds from which angle a photograph was taken, from the cards in it: seen from straight above, they are rectangles of one
size.

Nothing is known of the lens. A phone's wide camera, which takes most of these photographs, has a focal length of about 0.8
times the longer side of its picture; an error of a fifth moves a corner by a tenth of a mm at angles up to 20°. Outlines that
stand out tell steeper ones, together with the focal length.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Quad
from vision.lens import Points

FOCAL_LENGTH, OTHER_LENGTHS = 0.8, (0.6, 0.7, 0.9, 1.0, 1.15, 1.3)
"""As shares of the longer side of the picture. The others are tried where outlines stand out: seen from a steep angle, a length
that is wrong by a fifth makes cards unlike each other by 0.03 to 0.05.
"""
MOST_DEG, STEP_DEG, FINE_STEP_DEG = 20.0, 1.0, 0.25
WORST_SHAPE, WORST_SCALE = 0.06, 0.08
"""The most that the errors of one quadrilateral count. One that is farther off is no card."""
SHAPES = 3.0
"""How many errors of shape count as one of scale: a quadrilateral has seven of them, and they are less exact."""
STEEPER = 0.0005
"""How much better a view that is steeper by a degree must explain what is seen."""
STEEPEST_DEG, COARSE_STEP_DEG = 45.0, 3.0
"""The angles that are tried where outlines stand out from the ground."""
NEAR_DEG = 5.0
"""How far from a tilt that is nearly right other tilts are tried."""
FINER_LENGTHS = (1.0, 0.94, 0.97, 1.03, 1.06)
UNUSUAL = 0.05
"""Another focal length must explain the outlines better than the usual one, by this share."""
LIKE_SHAPE, LIKE_SCALE = 0.06, 0.04
"""How far an outline may differ from a card in its shape, and in its size from other outlines, as shares of a card."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraTilt:
    """How a photograph was taken: the (3, 3) matrix from px of a picture from straight above to its px, alike in its middle,
    and the px of a mm.
    """

    image_from_flat: Points
    px_per_mm: float
    down_deg: float
    across_deg: float
    focal_length: float = FOCAL_LENGTH

    def at_scale(self, px_per_mm: float) -> "CameraTilt":
        """Return the same view of cards of another size."""
        return replace(self, px_per_mm=px_per_mm)

    @property
    def is_steep(self) -> bool:
        """Say whether the camera looked at the table from more than `MOST_DEG`, down or across."""
        return max(abs(self.down_deg), abs(self.across_deg)) > MOST_DEG

    def sees_no_horizon(self, picture_px: tuple[int, int]) -> bool:
        """Say whether all of a picture shows the table's plane."""
        width, height = picture_px
        corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)])
        return bool(((corners @ np.linalg.inv(self.image_from_flat).T)[:, 2] > 0).all())

    def flat(self, found: Sequence[Quad]) -> NDArray[np.float64]:
        """Return quadrilaterals as they are seen from straight above: (N, 4, 2) px."""
        return _flat(np.array(found, np.float64), self.image_from_flat)

    def off(self, found: Sequence[Quad], size_mm: tuple[float, float]) -> NDArray[np.float64]:
        """Return how far each quadrilateral is from a rectangle of the cards' size: the largest of its errors, as a share."""
        if not len(found):
            return np.zeros(0)
        scales, shapes = _shapes(self.flat(found), size_mm)
        return np.maximum(np.abs(shapes).max(axis=1), np.abs(scales - np.log(self.px_per_mm)))


def camera_tilt(
    found: Sequence[Quad],
    shape: tuple[int, ...],
    size_mm: tuple[float, float],
    near: CameraTilt | None = None,
) -> CameraTilt:
    """Return the tilt from which quadrilaterals, each (4, 2) px from a short side on, are most alike and most like cards.

    `near`: a tilt that is right nearly; without it, all up to `MOST_DEG` are tried.
    """
    quads = np.array(found, np.float64)
    most, start = (MOST_DEG, (0.0, 0.0)) if near is None else (NEAR_DEG, (near.down_deg, near.across_deg))
    focal_length = FOCAL_LENGTH if near is None else near.focal_length
    for reach, step in ((most, STEP_DEG), (STEP_DEG, FINE_STEP_DEG)):
        degrees = np.arange(-reach, reach + step / 2, step)
        start = _best(quads, shape, size_mm, start[0] + degrees, start[1] + degrees, focal_length)
    return _tilt(quads, shape, size_mm, *start, focal_length)


def agreeing(
    found: Sequence[Quad], shape: tuple[int, ...], size_mm: tuple[float, float]
) -> tuple[list[Quad], CameraTilt | None]:
    """Return those of some outlines that are cards of one size seen from one angle, and that tilt: of all, that from which
    most are so, and most alike.
    """
    quads = np.array(found, np.float64).reshape(-1, 4, 2)
    degrees = np.arange(-STEEPEST_DEG, STEEPEST_DEG + COARSE_STEP_DEG / 2, COARSE_STEP_DEG)
    best, kept, tilt = 0.0, np.zeros(len(quads), bool), None
    usual = [(0.0, FOCAL_LENGTH), *((UNUSUAL, length) for length in OTHER_LENGTHS)]
    for (worse, length), down in product(usual, degrees.tolist() if len(quads) else []):
        views = np.stack([_image_from_flat(shape, down, across, length) for across in degrees.tolist()])
        scales, shapes = _shapes(_flat(quads, views), size_mm)
        off = np.abs(shapes).max(axis=-1)
        apart = np.abs(scales[:, :, np.newaxis] - scales[:, np.newaxis])
        like = np.clip(1 - off / LIKE_SHAPE, 0, 1)[:, np.newaxis] * np.clip(1 - apart / LIKE_SCALE, 0, 1)
        score = np.where(off < LIKE_SHAPE, (1 - worse) * like.sum(axis=-1), 0.0)
        score -= STEEPER * (abs(down) + np.abs(degrees))[:, np.newaxis]
        view, one = np.unravel_index(int(score.argmax()), score.shape)
        if score[view, one] > best:
            best, kept = float(score[view, one]), like[view, one] > 0
            tilt = _tilt(quads[kept], shape, size_mm, down, float(degrees[view]), length)
    if tilt is None:
        return [], None
    alike = [one for one, is_kept in zip(found, kept, strict=True) if is_kept]
    lengths = [tilt.focal_length * by for by in FINER_LENGTHS]
    near = [camera_tilt(alike, shape, size_mm, replace(tilt, focal_length=length)) for length in lengths]
    return alike, min(near, key=lambda one: float(np.median(one.off(alike, size_mm))))


def _tilt(
    quads: NDArray[np.float64],
    shape: tuple[int, ...],
    size_mm: tuple[float, float],
    down_deg: float,
    across_deg: float,
    focal_length: float,
) -> CameraTilt:
    image_from_flat = _image_from_flat(shape, down_deg, across_deg, focal_length)
    scales, _ = _shapes(_flat(quads, image_from_flat), size_mm)
    return CameraTilt(image_from_flat, float(np.exp(np.median(scales))), down_deg, across_deg, focal_length)


def _best(
    quads: NDArray[np.float64],
    shape: tuple[int, ...],
    size_mm: tuple[float, float],
    down: NDArray[np.float64],
    across: NDArray[np.float64],
    focal_length: float,
) -> tuple[float, float]:
    steep = STEEPER * (np.abs(down)[:, np.newaxis] + np.abs(across))
    errors = [
        _error(_flat(quads, np.stack([_image_from_flat(shape, x, y, focal_length) for y in across])), size_mm)
        for x in down
    ]
    row, column = np.unravel_index(int((errors + steep).argmin()), steep.shape)
    return float(down[row]), float(across[column])


def _image_from_flat(
    shape: tuple[int, ...], down_deg: float, across_deg: float, focal_length: float
) -> Points:
    height, width = shape[:2]
    focal = focal_length * max(height, width)
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

"""Draws hands and their arms from above, with their shadows, over a picture, in each frame."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Grey, Pixels, Region
from vision.virtual.camera import Points
from vision.virtual.scene import Hand
from vision.virtual.sheet import smooth_noise
from vision.virtual.thing_renderer import ThingRenderer, intersect_regions, smear_layer, turn_offsets

PX_PER_MM = 2.0
LEFT_MM, TOP_MM, RIGHT_MM, BOTTOM_MM = -50.0, -25.0, 100.0, 640.0
"""The edges of the drawing, from the tip of the index finger, where cards are held."""
CUFF_MM = 185.0
SKIN = (126.0, 158.0, 214.0)
SLEEVE = (92.0, 70.0, 52.0)
AMBIENT = 0.55
MELT_MM = 3.0

# x, y and radius of one end, then of the other.
_LIMBS = (
    (0, 0, 7.2, 1, 26, 8.0), (1, 26, 8.0, 5, 56, 9.6),
    (19, -9, 7.6, 21, 20, 8.4), (21, 20, 8.4, 22, 54, 10.0),
    (38, -3, 7.2, 39, 24, 8.0), (39, 24, 8.0, 39, 55, 9.6),
    (55, 17, 6.2, 55, 36, 7.0), (55, 36, 7.0, 54, 60, 8.8),
    (-27, 34, 8.2, -19, 60, 10.0), (-19, 60, 10.0, 6, 100, 15.0),
    (8, 58, 11.0, 14, 112, 17.0), (24, 56, 12.0, 28, 112, 18.0),
    (40, 58, 11.5, 40, 112, 17.0), (53, 62, 10.0, 48, 108, 16.0),
    (18, 110, 17.0, 22, 150, 21.0), (42, 108, 16.0, 38, 150, 21.0),
    (22, 150, 21.0, 20, 240, 27.0), (38, 150, 21.0, 42, 240, 27.0),
)  # fmt: skip
_SLEEVE_LIMBS = ((30, CUFF_MM + 30, 36, 32, 420, 44), (32, 420, 44, 36, 660, 54))
_NAILS = ((0, -3.5, 4.0), (19, -12.5, 4.4), (38, -6.5, 4.0), (55, 14, 3.4), (-28.5, 30, 4.6))
_KNUCKLES = (
    (1, 26, 7),
    (21, 20, 7.5),
    (39, 24, 7),
    (55, 36, 6),
    (5, 55, 8),
    (22, 52, 8),
    (39, 54, 8),
    (-19, 60, 8),
)


@lru_cache(maxsize=16)
def draw_hand(towards_lamp: tuple[float, float, float], is_left: bool) -> tuple[Pixels, Grey]:
    """Draw a hand: (H, W, 3) uint8 BGR multiplied by its alpha, and the alpha (H, W). The lamp's direction
    is in the hand's axes.
    """
    height, colours = _unlit()
    lamp = np.array(towards_lamp) * ((-1, 1, 1) if is_left else (1, 1, 1))
    alpha = np.clip(height / 3.0, 0, 1)
    shade = alpha * (AMBIENT + (1 - AMBIENT) * _facing(height, lamp) * 1.15)
    drawn = np.dstack([colours * shade[..., np.newaxis], alpha * 255])
    drawn = np.clip(drawn.round(), 0, 255).astype(np.uint8)
    if is_left:
        drawn = drawn[:, ::-1]
    return np.ascontiguousarray(drawn[..., :3]), np.ascontiguousarray(drawn[..., 3])


def forget_hands() -> None:
    """Free the drawings of hands, 11 MB."""
    draw_hand.cache_clear()
    _unlit.cache_clear()


@cache
def _unlit() -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the height of a right hand at each pixel, and its colours."""
    x, y = _places()
    limbs, sleeve = _heights(x, y, _LIMBS), _heights(x, y, _SLEEVE_LIMBS)
    is_sleeve = sleeve > 0.5
    colours = np.where(is_sleeve[..., np.newaxis], _cloth(x.shape), _skin(x, y))
    return np.where(is_sleeve, sleeve, limbs), colours.astype(np.float32)


def corners_mm(is_left: bool) -> NDArray[np.float64]:
    """Return the corners of the drawing from the fingertip, (4, 2) mm, clockwise from its top left."""
    left, right = (-RIGHT_MM, -LEFT_MM) if is_left else (LEFT_MM, RIGHT_MM)
    return np.array([(left, TOP_MM), (right, TOP_MM), (right, BOTTOM_MM), (left, BOTTOM_MM)])


def _places() -> tuple[NDArray[Any], NDArray[Any]]:
    x = np.arange(LEFT_MM, RIGHT_MM, 1 / PX_PER_MM, dtype=np.float32) + 0.5 / PX_PER_MM
    y = np.arange(TOP_MM, BOTTOM_MM, 1 / PX_PER_MM, dtype=np.float32) + 0.5 / PX_PER_MM
    across, down = np.meshgrid(x, y)
    return across, down


def _heights(x: NDArray[Any], y: NDArray[Any], limbs: tuple[tuple[float, ...], ...]) -> NDArray[Any]:
    """Return how high limbs stand at places, melted into their neighbours."""
    total: NDArray[Any] = np.zeros_like(x)
    for x1, y1, r1, x2, y2, r2 in limbs:
        along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
        along = np.clip(along, 0, 1)
        off2 = (x - x1 - along * (x2 - x1)) ** 2 + (y - y1 - along * (y2 - y1)) ** 2
        radius = r1 + along * (r2 - r1)
        total += np.expm1(np.sqrt(np.maximum(radius**2 - off2, 0)) / MELT_MM)
    return MELT_MM * np.log1p(total)


def _facing(height: NDArray[Any], lamp: NDArray[Any]) -> NDArray[Any]:
    """Return how squarely the surface faces the lamp, 0 to 1."""
    soft = cv2.GaussianBlur(height, (0, 0), 2.0)
    down, across = np.gradient(soft, 1 / PX_PER_MM)
    return np.clip((lamp[2] - across * lamp[0] - down * lamp[1]) / np.sqrt(1 + across**2 + down**2), 0, 1)


def _skin(x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    rng = np.random.default_rng(5)
    tone = (
        0.92 + 0.12 * smooth_noise(x.shape, (40, 12), rng) + rng.normal(0, 0.012, x.shape).astype(np.float32)
    )
    for at_x, at_y, half in _KNUCKLES:
        part = _near(at_x, at_y, 2 * half)
        across, down = x[part] - at_x, y[part] - at_y
        for fold in (-1.2, 1.3):
            bent = down - fold - 0.02 * across**2
            tone[part] -= 0.1 * np.exp(-(bent**2) / 0.3) * np.exp(-((across / half) ** 4))
    skin = tone[..., np.newaxis] * np.array(SKIN, np.float32)
    for nail_x, nail_y, radius in _NAILS:
        part = _near(nail_x, nail_y, 2 * radius)
        inside = ((x[part] - nail_x) / radius) ** 2 + ((y[part] - nail_y) / (radius * 1.3)) ** 2
        nail = np.clip((1 - inside) * 3, 0, 1)[..., np.newaxis] * 0.55
        skin[part] = skin[part] * (1 - nail) + np.array((178, 190, 232), np.float32) * nail
    return skin


def _near(x_mm: float, y_mm: float, reach_mm: float) -> tuple[slice, slice]:
    """Return the pixels around a place of the drawing."""
    left, top = (x_mm - reach_mm - LEFT_MM) * PX_PER_MM, (y_mm - reach_mm - TOP_MM) * PX_PER_MM
    size = round(2 * reach_mm * PX_PER_MM)
    first_row, first_column = max(0, round(top)), max(0, round(left))
    return slice(first_row, round(top) + size), slice(first_column, round(left) + size)


def _cloth(shape: tuple[int, int]) -> NDArray[Any]:
    rng = np.random.default_rng(6)
    folds = 0.8 + 0.4 * smooth_noise(shape, (28, 5), rng) + rng.normal(0, 0.03, shape).astype(np.float32)
    return folds[..., np.newaxis] * np.array(SLEEVE, np.float32)


# --- hand painter
# Paints hands and their shadows over a picture, in each frame.

COARSER = 4
"""Shadows are soft, so they are drawn at a quarter of the size."""
ARM_STEP_DEG = 15
"""The light on a hand is computed anew for every such step of the arm's direction."""


@dataclass(frozen=True)
class HandPainter:
    """Paints hands as a renderer's camera sees them."""

    eye: ThingRenderer
    is_sharp: bool

    def draw(self, pixels: Pixels, hand: Hand) -> None:
        """Paint a hand and its shadow over a picture, (H, W, 3) uint8."""
        ink, alpha = draw_hand(self._lamp(hand), hand.is_left)
        self._shade(pixels, hand, alpha)
        region, cover = self.cover(hand)
        if not region.area_px:
            return
        _, layer = _warped(ink, self._way(hand, ink, casts=False), self.eye.camera.whole)
        step = self.eye.step_px(hand.at_mm, hand.towards_mm, hand.lift_mm)
        if max(map(abs, step)) >= 1:
            layer = smear_layer(layer, step)
        if not self.is_sharp:
            layer = cv2.blur(layer, (3, 3))
        layer = cv2.multiply(layer, np.array([*self.eye.light.colour, 1.0]))
        _laid_over(region.of(pixels), cover, layer)

    def cover(self, hand: Hand) -> tuple[Region, Grey]:
        """Return the region that a hand covers, and how much of each pixel: (H, W) uint8."""
        _, alpha = draw_hand(self._lamp(hand), hand.is_left)
        region, cover = _warped(alpha, self._way(hand, alpha, casts=False), self.eye.camera.whole)
        step = self.eye.step_px(hand.at_mm, hand.towards_mm, hand.lift_mm)
        return region, smear_layer(cover, step) if region.area_px and max(map(abs, step)) >= 1 else cover

    def _shade(self, pixels: Pixels, hand: Hand, alpha: Grey) -> None:
        light, whole = self.eye.light, self.eye.camera.whole
        small = cv2.resize(alpha, None, fx=1 / COARSER, fy=1 / COARSER, interpolation=cv2.INTER_AREA)
        finer = np.diag([1 / COARSER, 1 / COARSER, 1.0])
        way = finer @ self._way(hand, alpha, casts=True) @ np.linalg.inv(finer)
        region, cover = _warped(
            small, way, Region(0, 0, -(-whole.right // COARSER), -(-whole.bottom // COARSER))
        )
        if not region.area_px:
            return
        soft_px = light.penumbra_mm(hand.lift_mm) * self.eye.camera.px_per_mm(hand.at_mm) / (2 * COARSER)
        cover = cv2.GaussianBlur(cover, (0, 0), max(0.5, soft_px))
        left = cv2.bitwise_not(cv2.convertScaleAbs(cover, alpha=1 - light.in_shadow))
        left = cv2.resize(left, None, fx=COARSER, fy=COARSER, interpolation=cv2.INTER_LINEAR)
        part = pixels[
            region.top * COARSER : region.bottom * COARSER, region.left * COARSER : region.right * COARSER
        ]
        left = left[: part.shape[0], : part.shape[1]]
        part[:] = cv2.multiply(part, cv2.merge([left] * 3), scale=1 / 255)

    def _way(self, hand: Hand, drawing: Grey, *, casts: bool) -> Points:
        """Return the homography from the drawing of a hand to the picture, or to its shadow there."""
        corners = turn_offsets(corners_mm(hand.is_left), hand.turn_deg) + hand.at_mm
        lift_mm = 0.0 if casts else hand.lift_mm
        if casts:
            corners = self.eye.light.shadow_of(corners, hand.lift_mm)
        seen = self.eye.camera.picture_of(np.column_stack([corners, np.full(4, lift_mm)]))
        height, width = drawing.shape[:2]
        flat = np.array(
            [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
        )
        return np.asarray(cv2.getPerspectiveTransform(flat.astype(np.float32), seen.astype(np.float32)))

    def _lamp(self, hand: Hand) -> tuple[float, float, float]:
        """Return the direction of the lamp in the hand's axes."""
        x, y, up = self.eye.light.towards(self.eye.camera.looks_at_mm).tolist()
        arm_deg = float(round(hand.turn_deg / ARM_STEP_DEG) * ARM_STEP_DEG)
        across, down = turn_offsets(np.array([x, y]), -arm_deg).tolist()
        return round(across, 3), round(down, 3), round(up, 3)


def _laid_over(part: Pixels, cover: Grey, layer: Pixels) -> None:
    below = cv2.multiply(part, cv2.merge([cv2.bitwise_not(cover)] * 3), scale=1 / 255)
    part[:] = cv2.add(below, layer)


def _warped(drawing: Pixels, way: Points, within: Region) -> tuple[Region, Pixels]:
    """Warp a drawing into the picture: return the region that it may cover, and the pixels there."""
    height, width = drawing.shape[:2]
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, way)[0]
    left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
    region = intersect_regions(Region(left, top, right, bottom), within)
    if not region.area_px:
        return region, np.zeros((0, 0), np.uint8)
    shift = np.array([[1, 0, -region.left], [0, 1, -region.top], [0, 0, 1]], np.float64)
    size = (region.right - region.left, region.bottom - region.top)
    return region, cv2.warpPerspective(drawing, shift @ way, size, flags=cv2.INTER_LINEAR)

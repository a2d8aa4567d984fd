"""Paints hands and their shadows over a picture, in each frame."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Grey, Pixels
from vision.region import Region
from vision.virtual.camera import Points
from vision.virtual.hand import corners_mm, draw_hand
from vision.virtual.scene import Hand
from vision.virtual.thing_renderer import ThingRenderer, intersect_regions, smear_layer, turn_offsets

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
        """Paints a hand and its shadow over a picture, (H, W, 3) uint8."""
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
        """Returns the region that a hand covers, and how much of each pixel: (H, W) uint8."""
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
        """Returns the homography from the drawing of a hand to the picture, or to its shadow there."""
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
        """Returns the direction of the lamp in the hand's axes."""
        x, y, up = self.eye.light.towards(self.eye.camera.looks_at_mm).tolist()
        arm_deg = float(round(hand.turn_deg / ARM_STEP_DEG) * ARM_STEP_DEG)
        across, down = turn_offsets(np.array([x, y]), -arm_deg).tolist()
        return round(across, 3), round(down, 3), round(up, 3)


def _laid_over(part: Pixels, cover: Grey, layer: Pixels) -> None:
    below = cv2.multiply(part, cv2.merge([cv2.bitwise_not(cover)] * 3), scale=1 / 255)
    part[:] = cv2.add(below, layer)


def _warped(drawing: Pixels, way: Points, within: Region) -> tuple[Region, Pixels]:
    """Warps a drawing into the picture: returns the region that it may cover, and the pixels there."""
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

"""Paints a calibration board that is held before the camera, at any angle, through the camera's own lens."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.region import Region
from vision.virtual.camera import GRID_PX, Points, VirtualCamera
from vision.virtual.scene import BoardTarget, HeldBoard
from vision.virtual.sheet import INK, Sheet
from vision.virtual.thing_renderer import ThingRenderer, intersect_regions

FINER = 2
"""How much finer than the picture the board is sampled."""
BITS = 5
MARGIN_PX = 8
AMBIENT = 0.75
"""The brightness of a board that faces away from the lamp, as a share of one that faces it."""


@dataclass(frozen=True)
class BoardPainter:
    """Paints a held board as a renderer's camera sees it."""

    eye: ThingRenderer
    focus_px: float

    def draw(self, pixels: Pixels, held: HeldBoard) -> None:
        """Paints the board over a picture, (H, W, 3) uint8; nothing if it is behind the camera."""
        part = self.part(held)
        if not part.area_px:
            return
        closest = float(np.abs(np.diff(self._seen(held), axis=0)).max()) / max(_size_mm(held.target))
        sheet = draw_target(held.target, float(np.clip(np.ceil(closest * FINER), 3, 12)))
        places = self._grid_mm(held, part) * sheet.px_per_mm - 0.5
        height, width = sheet.pixels.shape[:2]
        framed = np.dstack([sheet.pixels, np.full((height, width), 255, np.uint8)])
        columns, rows = cv2.split(places.astype(np.float32))
        fine = cv2.remap(framed, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        size = (part.right - part.left, part.bottom - part.top)
        layer: Points = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        if self.focus_px:
            layer = cv2.GaussianBlur(layer, (0, 0), self.focus_px)
        cover = layer[..., 3:] / 255
        lit = layer[..., :3] * np.float32(self._brightness(held))
        part.of(pixels)[:] = np.clip(np.round(part.of(pixels) * (1 - cover) + lit), 0, 255).astype(np.uint8)

    def part(self, held: HeldBoard) -> Region:
        """Returns the region that the board may touch."""
        if min(self._away_mm(held)) < 20:
            return Region(0, 0, 0, 0)
        seen = self._seen(held)
        left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
        wide = Region(left - MARGIN_PX, top - MARGIN_PX, right + MARGIN_PX, bottom + MARGIN_PX)
        return intersect_regions(wide, self.eye.camera.whole)

    def _seen(self, held: HeldBoard) -> Points:
        return self.eye.camera.picture_of(outline_mm(held))

    def _away_mm(self, held: HeldBoard) -> list[float]:
        camera = self.eye.camera
        return [float((corner - camera.place_mm) @ camera.axes[2]) for corner in outline_mm(held)]

    def _grid_mm(self, held: HeldBoard, part: Region) -> Points:
        """Returns the place on the board that each pixel of a region sees, in mm from the board's top left."""
        camera = self.eye.camera
        half = (GRID_PX - 1) / 2
        columns = np.arange(part.left - GRID_PX, part.right + 2 * GRID_PX, GRID_PX) + half
        rows = np.arange(part.top - GRID_PX, part.bottom + 2 * GRID_PX, GRID_PX) + half
        coarse = _met(camera, held, np.stack(np.meshgrid(columns, rows), axis=-1)).astype(np.float32)
        times = GRID_PX * FINER
        fine = cv2.resize(coarse, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR)
        down, across = (part.bottom - part.top) * FINER, (part.right - part.left) * FINER
        return fine[times : times + down, times : times + across]

    def _brightness(self, held: HeldBoard) -> float:
        lamp = self.eye.light.towards((held.middle_mm[0], held.middle_mm[1]), held.middle_mm[2])
        facing = abs(float(np.cross(held.right, held.down) @ lamp))
        return AMBIENT + (1 - AMBIENT) * facing


def outline_mm(held: HeldBoard) -> Points:
    """Returns the corners of the paper in the room, (4, 3) mm, clockwise from its own top left."""
    width, height = _size_mm(held.target)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return np.array(held.middle_mm) + half @ np.array([held.right, held.down])


def _met(camera: VirtualCamera, held: HeldBoard, pixels: Points) -> Points:
    """Returns the places of the paper that pixels see, in mm from its top left; far outside where they see
    none.
    """
    right, down = np.array(held.right), np.array(held.down)
    out = np.cross(right, down)
    rays = camera.rays(pixels)
    slope = rays @ out
    slope = np.where(np.abs(slope) < 1e-6, 1e-6, slope)
    from_middle = camera.place_mm - np.array(held.middle_mm)
    places = from_middle + rays * (-(from_middle @ out) / slope)[..., np.newaxis]
    width, height = _size_mm(held.target)
    return np.stack([places @ right + width / 2, places @ down + height / 2], axis=-1)


def _size_mm(target: BoardTarget) -> tuple[float, float]:
    """Returns the size of the paper with its margin."""
    return (
        target.columns * target.square_mm + 2 * target.margin_mm,
        target.rows * target.square_mm + 2 * target.margin_mm,
    )


@lru_cache(maxsize=6)
def draw_target(target: BoardTarget, px_per_mm: float) -> Sheet:
    """Draws the paper: a dark square in its first corner, then alternating; numbered markers in the light
    squares.
    """
    sheet = Sheet.blank(*_size_mm(target), px_per_mm)
    side, marker = target.square_mm, target.marker_mm
    number = 0
    for row in range(target.rows):
        for column in range(target.columns):
            left, top = target.margin_mm + column * side, target.margin_mm + row * side
            if (row + column) % 2 == 0:
                # Filled by whole pixels, because OpenCV draws a filled outline half a pixel too low.
                x, y, end_x, end_y = (round(mm * px_per_mm) for mm in (left, top, left + side, top + side))
                sheet.pixels[y:end_y, x:end_x] = INK
                continue
            inset = (side - marker) / 2
            sheet.cells(_marker_cells(number), left + inset, top + inset, marker / (BITS + 2))
            number += 1
    return sheet


def _marker_cells(number: int) -> NDArray[np.bool_]:
    """Returns the dark cells of a marker, with its black frame: (7, 7) bool."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, BITS + 2) < 128)

"""Draws a scene as light on the sensor: once in full, then only where something has changed.

The bare table is drawn once for a camera, then each thing: first its shadow, then itself. Light goes over
everything, glare on top, and the lens blurs the whole. Hands are painted over a copy, in each frame.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels, Region
from vision.virtual.camera import GRID_PX, Points, VirtualCamera
from vision.virtual.flat_drawings import (
    GroundDrawing,
    draw_card,
    draw_mat,
    draw_table,
    draw_tag,
    forget_grounds,
)
from vision.virtual.hand import HandPainter, forget_hands
from vision.virtual.light import RoomLight
from vision.virtual.scene import HeldBoard, VirtualScene
from vision.virtual.sheet import INK, Sheet
from vision.virtual.thing_renderer import Appearance, ThingRenderer, intersect_regions

# --- board painter
# Paints a calibration board that is held before the camera, at any angle, through the camera's own lens.

FINER = 2
"""How much finer than the picture the board is sampled."""
COLUMNS, ROWS = 11, 7
SQUARE_MM, MARKER_MM, MARGIN_MM = 24.0, 18.0, 12.0
"""The printed board: squares across and down, and the markers of `BITS` by `BITS` in the light ones."""
TARGET_MM = (COLUMNS * SQUARE_MM + 2 * MARGIN_MM, ROWS * SQUARE_MM + 2 * MARGIN_MM)
BITS = 5
BOARD_MARGIN_PX = 8
AMBIENT = 0.75
"""The brightness of a board that faces away from the lamp, as a share of one that faces it."""


@dataclass(frozen=True)
class BoardPainter:
    """Paints a held board as a renderer's camera sees it."""

    eye: ThingRenderer
    focus_px: float

    def draw(self, pixels: Pixels, held: HeldBoard) -> None:
        """Paint the board over a picture, (H, W, 3) uint8; nothing if it is behind the camera."""
        part = self.part(held)
        if not part.area_px:
            return
        closest = float(np.abs(np.diff(self._seen(held), axis=0)).max()) / max(TARGET_MM)
        sheet = draw_target(float(np.clip(np.ceil(closest * FINER), 3, 12)))
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
        """Return the region that the board may touch."""
        if min(self._away_mm(held)) < 20:
            return Region(0, 0, 0, 0)
        seen = self._seen(held)
        left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
        wide = Region(
            left - BOARD_MARGIN_PX, top - BOARD_MARGIN_PX, right + BOARD_MARGIN_PX, bottom + BOARD_MARGIN_PX
        )
        return intersect_regions(wide, self.eye.camera.whole)

    def _seen(self, held: HeldBoard) -> Points:
        return self.eye.camera.picture_of(outline_mm(held))

    def _away_mm(self, held: HeldBoard) -> list[float]:
        camera = self.eye.camera
        return [float((corner - camera.place_mm) @ camera.axes[2]) for corner in outline_mm(held)]

    def _grid_mm(self, held: HeldBoard, part: Region) -> Points:
        """Return the place on the board that each pixel of a region sees, in mm from the board's top left."""
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
    """Return the corners of the paper in the room, (4, 3) mm, clockwise from its own top left."""
    width, height = TARGET_MM
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return np.array(held.middle_mm) + half @ np.array([held.right, held.down])


def _met(camera: VirtualCamera, held: HeldBoard, pixels: Points) -> Points:
    """Return the places of the paper that pixels see, in mm from its top left; far outside where they see
    none.
    """
    right, down = np.array(held.right), np.array(held.down)
    out = np.cross(right, down)
    rays = camera.rays(pixels)
    slope = rays @ out
    slope = np.where(np.abs(slope) < 1e-6, 1e-6, slope)
    from_middle = camera.place_mm - np.array(held.middle_mm)
    places = from_middle + rays * (-(from_middle @ out) / slope)[..., np.newaxis]
    width, height = TARGET_MM
    return np.stack([places @ right + width / 2, places @ down + height / 2], axis=-1)


@lru_cache(maxsize=6)
def draw_target(px_per_mm: float) -> Sheet:
    """Draw the paper: a dark square in its first corner, then alternating; numbered markers in the light
    squares.
    """
    sheet = Sheet.blank(*TARGET_MM, px_per_mm)
    number = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, top = MARGIN_MM + column * SQUARE_MM, MARGIN_MM + row * SQUARE_MM
            if (row + column) % 2 == 0:
                # Filled by whole pixels, because OpenCV draws a filled outline half a pixel too low.
                x, y, end_x, end_y = (
                    round(mm * px_per_mm) for mm in (left, top, left + SQUARE_MM, top + SQUARE_MM)
                )
                sheet.pixels[y:end_y, x:end_x] = INK
                continue
            inset = (SQUARE_MM - MARKER_MM) / 2
            sheet.cells(_marker_cells(number), left + inset, top + inset, MARKER_MM / (BITS + 2))
            number += 1
    return sheet


def _marker_cells(number: int) -> NDArray[np.bool_]:
    """Return the dark cells of a marker, with its black frame: (7, 7) bool."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, BITS + 2) < 128)


# --- scene picture

TABLE_FINER = 2
"""How much finer than the picture the bare table is sampled."""
BAND_PX = 128
"""The whole picture is drawn in bands of so many rows, to save memory."""
MARGIN_PX = 6
"""The margin around a change that the lens blurs."""
VIGNETTE = 0.12
"""How much a cheap lens darkens the picture's corners."""


class ScenePicture:
    """What one camera sees of a scene, before the sensor adds noise."""

    def __init__(self, camera: VirtualCamera, light: RoomLight, focus_px: float) -> None:
        self._eye = ThingRenderer(camera, light)
        self.hands = HandPainter(self._eye, is_sharp=not focus_px)
        self._held = BoardPainter(self._eye, focus_px)
        self._focus_px = focus_px
        self._scene: VirtualScene | None = None
        self._bare: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._still: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._beyond: Pixels = np.zeros((0, 0, 3), np.uint16)

    @cached_property
    def _brightness(self) -> Points:
        return _brightness_of(self._eye.camera, self._eye.light)

    @property
    def beyond(self) -> Pixels:
        """How much brighter than white each pixel of what lies still is, (H, W, 3) uint16 grey levels; a
        shorter exposure shows it.
        """
        return self._beyond

    def of(self, scene: VirtualScene) -> Pixels:
        """Draw a scene: (H, W, 3) uint8 BGR, which the caller may change."""
        known = self._scene
        if known is None or (known.mat, known.surface) != (scene.mat, scene.surface):
            self._bare = self._bare_table(scene)
            self._still = np.empty_like(self._bare)
            self._beyond = np.zeros(self._bare.shape, np.uint16)
            for band in _bands(self._eye.camera):
                self._compose(scene, band)
        elif known.things != scene.things:
            for region in self._changed(known, scene):
                self._compose(scene, region)
        self._scene = scene
        pixels = self._still.copy()
        for hand in scene.hands:
            self.hands.draw(pixels, hand)
        if scene.held is not None:
            self._held.draw(pixels, scene.held)
        return pixels

    def _bare_table(self, scene: VirtualScene) -> Pixels:
        camera, mat = self._eye.camera, scene.mat
        closest = camera.px_per_mm((mat.width_mm / 2, float(mat.height_mm)))
        sheet = draw_mat(mat, float(np.clip(np.ceil(closest * 1.5), 2, 6)), scene.language)
        bare = np.empty((camera.height_px, camera.width_px, 3), np.uint8)
        for band in _bands(camera):
            grid = camera.grid_mm(band, TABLE_FINER)
            seen = np.empty((*grid.shape[:2], 3), np.uint8)
            _look_up(draw_table(mat, scene.surface), grid, seen, cv2.BORDER_WRAP)
            _look_up(sheet, grid, seen, cv2.BORDER_TRANSPARENT)
            size = (camera.width_px, band.bottom - band.top)
            band.of(bare)[:] = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
        return bare

    def _changed(self, before: VirtualScene, now: VirtualScene) -> list[Region]:
        """Return the regions that added, removed or moved things cover or shade."""
        old, new = dict.fromkeys(before.things), dict.fromkeys(now.things)
        differs = [thing for thing in old if thing not in new] + [thing for thing in new if thing not in old]
        shared_before = [thing for thing in before.things if thing in new]
        shared_now = [thing for thing in now.things if thing in old]
        differs += [one for one, other in zip(shared_before, shared_now, strict=True) if one != other]
        parts = [self._eye.look(thing).part for thing in differs]
        return [part.widened(MARGIN_PX, self._bare[..., 0]) for part in parts if part.area_px]

    def _compose(self, scene: VirtualScene, region: Region) -> None:
        """Draw a region anew, from the bare table up."""
        wide = region.widened(MARGIN_PX, self._bare[..., 0])
        pixels = wide.of(self._bare).astype(np.float32)
        glare = np.zeros(pixels.shape[:2], np.float32)
        for thing in scene.things:
            self._draw(self._eye.look(thing), wide, pixels, glare)
        pixels *= wide.of(self._brightness)[..., np.newaxis] * np.array(self._eye.light.colour, np.float32)
        pixels += glare[..., np.newaxis] * np.float32(255)
        seen = cv2.GaussianBlur(pixels, (0, 0), self._focus_px) if self._focus_px else pixels
        light = np.round(seen[_within(region, wide)])
        region.of(self._still)[:] = np.clip(light, 0, 255).astype(np.uint8)
        beyond = np.maximum(light - 255, 0).astype(np.uint16)
        if (
            beyond.any() or region.of(self._beyond).any()
        ):  # Zeros are not written, because untouched memory costs nothing.
            region.of(self._beyond)[:] = beyond

    def _draw(self, look: Appearance, wide: Region, pixels: Points, glare: Points) -> None:
        """Draw one thing over what lies below it in a region."""
        shared = intersect_regions(look.part, wide)
        if not shared.area_px:
            return
        here, there = _within(shared, wide), _within(shared, look.part)
        cover = look.layer[there][..., 3:] / np.float32(255)
        pixels[here] *= look.shade[there][..., np.newaxis] * (1 - cover)
        pixels[here] += look.layer[there][..., :3]
        glare[here] *= 1 - cover[..., 0]
        if look.glare is not None:
            glare[here] += (cover[..., 0] > 0) * look.glare[there]


def forget_drawings() -> None:
    """Free the drawings of mat, table, cards, tags and hands, 60 MB, once a table is shown no more."""
    forget_grounds()
    forget_hands()
    draw_card.cache_clear()
    draw_tag.cache_clear()


def _bands(camera: VirtualCamera) -> Iterator[Region]:
    """Yield the bands of the picture, from the top down."""
    for top in range(0, camera.height_px, BAND_PX):
        yield Region(0, top, camera.width_px, min(camera.height_px, top + BAND_PX))


def _brightness_of(camera: VirtualCamera, light: RoomLight) -> Points:
    """Return the factor by which light and lens change each pixel: (H, W) float32."""
    lit = np.empty((camera.height_px, camera.width_px), np.float32)
    for band in _bands(camera):
        band.of(lit)[:] = light.on(camera.grid_mm(band), camera.looks_at_mm)
    down = np.linspace(-1, 1, camera.height_px, dtype=np.float32)[:, np.newaxis]
    across = np.linspace(-1, 1, camera.width_px, dtype=np.float32)[np.newaxis, :]
    lit *= 1 - VIGNETTE / 2 * (down**2 + across**2)
    return lit


def _look_up(ground: GroundDrawing, grid_mm: Points, into: Pixels, border: int) -> None:
    scale, (left, top) = ground.px_per_mm, ground.corner_mm
    way = np.array([[scale, 0, -left * scale - 0.5], [0, scale, -top * scale - 0.5]])
    columns, rows = cv2.split(cv2.transform(grid_mm, way))
    cv2.remap(ground.pixels, columns, rows, cv2.INTER_LINEAR, dst=into, borderMode=border)


def _within(part: Region, whole: Region) -> tuple[slice, slice]:
    """Return the slices of a region in the pixels of a larger one."""
    return (
        slice(part.top - whole.top, part.bottom - whole.top),
        slice(part.left - whole.left, part.right - whole.left),
    )

"""Draws a scene as light on the sensor: once in full, then only where something has changed.

The bare table is drawn once for a camera, then each thing: first its shadow, then itself. Light goes over
everything, glare on top, and the lens blurs the whole. Hands are painted over a copy, in each frame.
"""

from collections.abc import Iterator
from functools import cached_property

import cv2
import numpy as np

from vision.frame import Pixels
from vision.region import Region
from vision.virtual.board_painter import BoardPainter
from vision.virtual.camera import Points, VirtualCamera
from vision.virtual.flat_drawings import draw_card, draw_tag
from vision.virtual.ground_drawings import GroundDrawing, draw_mat, draw_table, forget_grounds
from vision.virtual.hand import forget_hands
from vision.virtual.hand_painter import HandPainter
from vision.virtual.light import RoomLight
from vision.virtual.scene import VirtualScene
from vision.virtual.thing_renderer import Appearance, ThingRenderer, intersect_regions

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
        """Draws a scene: (H, W, 3) uint8 BGR, which the caller may change."""
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
        sheet = draw_mat(mat, float(np.clip(np.ceil(closest * 1.5), 2, 6)))
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
        """Returns the regions that added, removed or moved things cover or shade."""
        old, new = dict.fromkeys(before.things), dict.fromkeys(now.things)
        differs = [thing for thing in old if thing not in new] + [thing for thing in new if thing not in old]
        shared_before = [thing for thing in before.things if thing in new]
        shared_now = [thing for thing in now.things if thing in old]
        differs += [one for one, other in zip(shared_before, shared_now, strict=True) if one != other]
        parts = [self._eye.look(thing).part for thing in differs]
        return [part.widened(MARGIN_PX, self._bare[..., 0]) for part in parts if part.area_px]

    def _compose(self, scene: VirtualScene, region: Region) -> None:
        """Draws a region anew, from the bare table up."""
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
        """Draws one thing over what lies below it in a region."""
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
    """Frees the drawings of mat, table, cards, tags and hands, 60 MB, once a table is shown no more."""
    forget_grounds()
    forget_hands()
    draw_card.cache_clear()
    draw_tag.cache_clear()


def _bands(camera: VirtualCamera) -> Iterator[Region]:
    """Yields the bands of the picture, from the top down."""
    for top in range(0, camera.height_px, BAND_PX):
        yield Region(0, top, camera.width_px, min(camera.height_px, top + BAND_PX))


def _brightness_of(camera: VirtualCamera, light: RoomLight) -> Points:
    """Returns the factor by which light and lens change each pixel: (H, W) float32."""
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
    """Returns the slices of a region in the pixels of a larger one."""
    return (
        slice(part.top - whole.top, part.bottom - whole.top),
        slice(part.left - whole.left, part.right - whole.left),
    )

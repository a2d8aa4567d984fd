"""Renders one thing for one camera in one light: its region of the picture, its colours, its shadow and its glare.

A flat thing is drawn by asking for each pixel which place of the thing the camera sees there, at a finer
scale, and averaging. A die is drawn with a ray for each pixel.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.frame import Pixels, Region
from vision.virtual.camera import Points, VirtualCamera
from vision.virtual.dice import draw_die, silhouette_mm
from vision.virtual.flat_drawings import FlatDrawing, draw_flat
from vision.virtual.light import RoomLight
from vision.virtual.scene import FlatThing, SceneCard, SceneDie, SceneTag, SceneTray, Thing

FINEST_PX_PER_MM = 4.0
"""The least scale at which things are sampled, so that edges and modules are averaged as by a lens."""
DRAWN_PX_PER_MM = (6.0, 12.0, 24.0)
"""The scales at which flat things are drawn: nearly twice as fine as the camera sees them."""
DIE_FINER = 3
REMEMBERED, MOVING = 96, 16
"""How many looks are kept in memory, of things at rest and of things that move; a card's takes half a
megabyte at 1080p.
"""
AROUND = [(dx, dy, 0.0) for dx in (-1, 1) for dy in (-1, 1)]
CURL_MM = 1.2
"""How high the edges of cards stand, which never lie quite flat; it decides their shadows."""
RIM_HEIGHT_MM = 14.0
TILT = 0.06
"""How much each sleeve tilts, as a standard deviation in radians."""


def turn_offsets(offsets_mm: Points, turn_deg: float) -> Points:
    """Rotate offsets, (..., 2) mm, clockwise as seen from above."""
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = offsets_mm[..., 0], offsets_mm[..., 1]
    return np.stack([x * cos - y * sin, x * sin + y * cos], axis=-1)


def outline_mm(size_mm: tuple[float, float], at_mm: tuple[float, float], turn_deg: float) -> Points:
    """Return the corners of a flat thing on the table, (4, 2) mm, clockwise from its own top left."""
    half = np.array(size_mm) / 2 * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    return turn_offsets(half, turn_deg) + at_mm


def intersect_regions(one: Region, other: Region) -> Region:
    """Return what two regions share; empty if they do not meet."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    return Region(left, top, max(left, min(one.right, other.right)), max(top, min(one.bottom, other.bottom)))


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """How one thing looks, over the region that it and its shadow may touch."""

    part: Region
    layer: Pixels
    """(H, W, 4) uint8: BGR multiplied by the cover, and the cover."""
    shade: Points
    """(H, W) float32: the factor by which its shadow reduces the light."""
    glare: Points | None


@dataclass(frozen=True)
class ThingRenderer:
    """Renders things for one camera in one light."""

    camera: VirtualCamera
    light: RoomLight

    @cached_property
    def look(self) -> Callable[[Thing], Appearance]:
        """Return how a thing looks; recent looks are kept in memory, those of moving things fewer."""
        at_rest, on_its_way = lru_cache(maxsize=REMEMBERED)(self._look), lru_cache(maxsize=MOVING)(self._look)
        return lambda thing: on_its_way(thing) if any(_towards(thing)) else at_rest(thing)

    def _look(self, thing: Thing) -> Appearance:
        part = self.covers(thing)
        if not part.area_px:
            return Appearance(part, np.zeros((0, 0, 4), np.uint8), np.zeros((0, 0)), None)
        has_glare = isinstance(thing, SceneCard) and thing.is_sleeved and self.light.glare > 0
        glare = self._glare(thing, part) if has_glare and isinstance(thing, SceneCard) else None
        return Appearance(part, self._layer(thing, part), self._shade(thing, part), glare)

    def covers(self, thing: Thing) -> Region:
        """Return the region that a thing and its shadow may touch."""
        shadow_mm = self._shadow(thing)
        soft = self.light.penumbra_mm(_top_mm(thing)) + 1.0
        own = self._own_part(thing)
        fallen = self._box([shadow_mm + np.array(by) * soft for by in AROUND])
        both = Region(
            min(own.left, fallen.left),
            min(own.top, fallen.top),
            max(own.right, fallen.right),
            max(own.bottom, fallen.bottom),
        )
        return intersect_regions(both, self.camera.whole)

    def _own_part(self, thing: Thing) -> Region:
        """Return the region that a thing itself may touch while it moves; it may exceed the picture."""
        smear = np.abs(_towards(thing)).max()
        return self._box([self._edge(thing) + np.array(by) * smear for by in AROUND])

    def _box(self, places_mm: list[Points]) -> Region:
        seen = self.camera.picture_of(np.concatenate(places_mm))
        left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
        return Region(left - 2, top - 2, right + 3, bottom + 3)

    def _layer(self, thing: Thing, part: Region) -> Pixels:
        layer = np.zeros((part.bottom - part.top, part.right - part.left, 4), np.uint8)
        own = intersect_regions(self._own_part(thing), part)
        if not own.area_px:
            return layer
        fine = self._die_layer(thing, own) if isinstance(thing, SceneDie) else self._flat_layer(thing, own)
        drawn_own = cv2.resize(
            fine, (own.right - own.left, own.bottom - own.top), interpolation=cv2.INTER_AREA
        )
        step_mm = _towards(thing)
        if any(step_mm):
            drawn_own = smear_layer(drawn_own, self.step_px(thing.at_mm, step_mm, thing.lift_mm))
        layer[own.top - part.top : own.bottom - part.top, own.left - part.left : own.right - part.left] = (
            drawn_own
        )
        return layer

    def _shade(self, thing: Thing, part: Region) -> Points:
        seen = self.camera.picture_of(self._shadow(thing))
        hull = cv2.convexHull((seen - (part.left, part.top)).astype(np.float32))
        mask = np.zeros((part.bottom - part.top, part.right - part.left), np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        blur_px = 0.5 + 0.5 * self.light.penumbra_mm(_top_mm(thing)) * self.camera.px_per_mm(thing.at_mm)
        soft = cv2.GaussianBlur(mask, (0, 0), blur_px, borderType=cv2.BORDER_CONSTANT)
        return 1 - soft.astype(np.float32) * np.float32((1 - self.light.in_shadow) / 255)

    def _glare(self, card: SceneCard, part: Region) -> Points:
        grid = self.camera.grid_mm(part, 1, card.lift_mm).astype(np.float64)
        across, down = (np.random.default_rng(card.name).normal(0, TILT, 2) + card.slope).tolist()
        return self.light.glare_on(grid, self.camera.place_mm, (across, down)).astype(np.float32)

    def step_px(
        self, at_mm: tuple[float, float], step_mm: tuple[float, float], lift_mm: float
    ) -> tuple[float, float]:
        """Return how far a step on the table, in mm, goes in the picture, in px."""
        ends = np.array([(*at_mm, lift_mm), (at_mm[0] + step_mm[0], at_mm[1] + step_mm[1], lift_mm)])
        first, last = self.camera.picture_of(ends)
        return float(last[0] - first[0]), float(last[1] - first[1])

    def _flat_layer(self, thing: FlatThing, part: Region) -> Pixels:
        flat = self._flat(thing)
        finer = int(np.clip(np.ceil(FINEST_PX_PER_MM / self._local_px_per_mm(thing)), 1, 4))
        grid = self.camera.grid_mm(part, 1 if any(_towards(thing)) else finer, thing.lift_mm)
        columns, rows = cv2.split(_on_flat(grid, flat, thing))
        return cv2.remap(flat.layer, columns, rows, cv2.INTER_LINEAR)

    def _die_layer(self, die: SceneDie, part: Region) -> Pixels:
        step = 1.0 if any(die.towards_mm) else 1 / DIE_FINER
        columns = np.arange(part.left, part.right, step) + (step - 1) / 2
        rows = np.arange(part.top, part.bottom, step) + (step - 1) / 2
        rays = self.camera.rays(np.stack(np.meshgrid(columns, rows), axis=-1))
        return draw_die(die, self.camera.place_mm, rays, self.light.towards(die.at_mm))

    def _flat(self, thing: FlatThing) -> FlatDrawing:
        local = self._local_px_per_mm(thing)
        fine = [scale for scale in DRAWN_PX_PER_MM if scale > 1.8 * local]
        return draw_flat(thing, fine[0] if fine else DRAWN_PX_PER_MM[-1])

    def _local_px_per_mm(self, thing: Thing) -> float:
        """Return the scale at a thing, which grows as it is lifted."""
        nearer = self.camera.height_mm / max(self.camera.height_mm - thing.lift_mm, 1.0)
        return self.camera.px_per_mm(thing.at_mm) * nearer

    def _edge(self, thing: Thing) -> Points:
        """Return places (x, y, height) that enclose a thing: (N, 3) mm."""
        if isinstance(thing, SceneDie):
            return silhouette_mm(thing)
        outline = outline_mm(self._flat(thing).size_mm, thing.at_mm, thing.turn_deg)
        return np.column_stack([outline, np.full(4, thing.lift_mm)])

    def _shadow(self, thing: Thing) -> Points:
        """Return places on the table that enclose a thing's shadow: (N, 3) mm."""
        edge = self._edge(thing)
        heights = edge[:, 2] + (0.0 if isinstance(thing, SceneDie) else _top_mm(thing) - thing.lift_mm)
        fallen = [
            self.light.shadow_of(place[:2], float(height))
            for place, height in zip(edge, heights, strict=True)
        ]
        return np.column_stack([np.array(fallen), np.zeros(len(edge))])


def smear_layer(layer: Pixels, step_px: tuple[float, float]) -> Pixels:
    """Blur a layer that moved by `step_px` while the shutter was open."""
    # Overlays shifts by a half, a quarter and an eighth of the way, which gives eight evenly spaced copies.
    across, down = step_px
    layer = _shifted(layer, -across * 7 / 16, -down * 7 / 16)
    for part in (1 / 2, 1 / 4, 1 / 8):
        layer = cv2.addWeighted(layer, 0.5, _shifted(layer, across * part, down * part), 0.5, 0)
    return layer


def _shifted(layer: Pixels, across_px: float, down_px: float) -> Pixels:
    way = np.array([[1, 0, across_px], [0, 1, down_px]])
    return cv2.warpAffine(layer, way, (layer.shape[1], layer.shape[0]), flags=cv2.INTER_LINEAR)


def _top_mm(thing: Thing) -> float:
    """Return the height of the edges that cast a thing's shadow."""
    match thing:
        case SceneDie():
            return thing.lift_mm + thing.size_mm / 2
        case SceneTray(sheet=None):
            return RIM_HEIGHT_MM
        case SceneCard() | SceneTag() | SceneTray():
            return thing.lift_mm + CURL_MM


def _towards(thing: Thing) -> tuple[float, float]:
    return thing.towards_mm if isinstance(thing, SceneCard | SceneDie) else (0.0, 0.0)


def _on_flat(grid_mm: Points, flat: FlatDrawing, thing: FlatThing) -> Points:
    """Return where places of the table lie on a flat thing's drawing, in its px."""
    rows, columns = flat.layer.shape[:2]
    turn = np.radians(-thing.turn_deg)
    cos, sin = flat.px_per_mm * np.cos(turn), flat.px_per_mm * np.sin(turn)
    x, y = thing.at_mm
    way = np.array(
        [[cos, -sin, (columns - 1) / 2 - cos * x + sin * y], [sin, cos, (rows - 1) / 2 - sin * x - cos * y]]
    )
    return cv2.transform(grid_mm, way)

"""The scene as light on the sensor: drawn once, and after that only where something has changed.

The bare table is drawn once for a camera. Each thing is drawn over it by looking up, for every pixel that it may
cover, which place of the thing the camera sees there; cut finer than the picture and averaged. Shadows fall on what
lies below, light goes over all, glare on top, and the lens blurs the whole. Hands are drawn over a copy, each frame.
"""

import cv2
import numpy as np

from vision.frame import Grey, Pixels
from vision.region import Region
from vision.virtual.camera import Camera, Points
from vision.virtual.faces import Flat, drawn
from vision.virtual.hand import corners_mm, drawn_hand
from vision.virtual.light import Light
from vision.virtual.scene import Card, Hand, Scene, Sticker, Thing
from vision.virtual.sheet import Ground, drawn_mat, drawn_table

FINEST_PX_PER_MM = 4.0
"""Things are looked up at least this finely, so that edges and modules come out as a lens would average them."""
DRAWN_PX_PER_MM = (6.0, 12.0, 24.0)
"""Things are drawn flat in one of these scales: nearly twice as fine as the camera sees them."""
MARGIN_PX = 6
"""Around what has changed: the lens blurs it that far."""
CURL_MM = 1.2
"""Cards never lie quite flat: their edges cast the shadow of something this high."""
TILT = 0.06
"""How much a sleeve leans as a whole: each by its own."""
NO_MAP = np.zeros(0, np.float32)
"""Where OpenCV takes x and y in one map, and is given no second."""
VIGNETTE = 0.12
"""What a cheap lens loses towards the picture's corners."""


def turned(offsets_mm: Points, turn_deg: float) -> Points:
    """Offsets turned clockwise, as the table is seen from above."""
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = offsets_mm[..., 0], offsets_mm[..., 1]
    return np.stack([x * cos - y * sin, x * sin + y * cos], axis=-1)


def outline_mm(size_mm: tuple[float, float], at_mm: tuple[float, float], turn_deg: float) -> Points:
    """The corners of a flat thing on the table, clockwise from its own top left."""
    half = np.array(size_mm) / 2 * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    return turned(half, turn_deg) + at_mm


class Picture:
    """What one camera sees of a scene, before the sensor spoils it."""

    def __init__(self, camera: Camera, light: Light, focus_px: float) -> None:
        self.camera = camera
        self.light = light
        self._focus_px = focus_px
        self._scene: Scene | None = None
        self._bare: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._still: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._bright = _brightness(camera, light)

    def of(self, scene: Scene) -> Pixels:
        """The picture of a scene; the caller may change its pixels."""
        known = self._scene
        if known is None or (known.mat, known.surface, known.trays) != (
            scene.mat,
            scene.surface,
            scene.trays,
        ):
            self._bare = self._bare_table(scene)
            self._still = np.empty_like(self._bare)
            self._compose(scene, self.camera.whole)
        elif known.things != scene.things:
            for region in self._changed(known, scene):
                self._compose(scene, region)
        self._scene = scene
        pixels = self._still.copy()
        for hand in scene.hands:
            self._draw_hand(pixels, hand)
        return pixels

    # --- what stays --------------------------------------------------------------------------------------

    def _bare_table(self, scene: Scene) -> Pixels:
        whole = self.camera.whole
        finer = 2
        grid = self.camera.grid_mm(whole, finer)
        closest = self.camera.px_per_mm((scene.mat.width_mm / 2, float(scene.mat.height_mm)))
        table = np.empty((*grid.shape[:2], 3), np.uint8)
        _look_up(drawn_table(scene.mat, scene.surface), grid, table, cv2.BORDER_WRAP)
        mat = drawn_mat(scene.mat, float(np.clip(np.ceil(closest * 1.5), 2, 6)))
        _look_up(mat, grid, table, cv2.BORDER_TRANSPARENT)
        return cv2.resize(table, (whole.right, whole.bottom), interpolation=cv2.INTER_AREA)

    def _changed(self, before: Scene, now: Scene) -> list[Region]:
        """The parts of the picture that what came, went or moved covers or shades."""
        old, new = dict.fromkeys(before.things), dict.fromkeys(now.things)
        differs = [thing for thing in old if thing not in new] + [thing for thing in new if thing not in old]
        shared_before = [thing for thing in before.things if thing in new]
        shared_now = [thing for thing in now.things if thing in old]
        differs += [one for one, other in zip(shared_before, shared_now, strict=True) if one != other]
        parts = [self._covers(thing) for thing in differs]
        return [part.widened(MARGIN_PX, self._bare[..., 0]) for part in parts if part.area_px]

    def _compose(self, scene: Scene, region: Region) -> None:
        """Draws a part of the picture anew, from the bare table up."""
        wide = region.widened(MARGIN_PX, self._bare[..., 0])
        pixels = wide.of(self._bare).astype(np.float32)
        glare = np.zeros(pixels.shape[:2], np.float32)
        for thing in scene.things:
            part = _common(self._covers(thing), wide)
            if part.area_px:
                inner = (
                    slice(part.top - wide.top, part.bottom - wide.top),
                    slice(part.left - wide.left, part.right - wide.left),
                )
                self._draw(thing, part, pixels[inner], glare[inner])
        pixels *= wide.of(self._bright)
        pixels += glare[..., np.newaxis] * np.float32(255)
        seen = cv2.GaussianBlur(pixels, (0, 0), self._focus_px) if self._focus_px else pixels
        drawn_part = np.clip(np.round(seen), 0, 255).astype(np.uint8)
        down, left = region.top - wide.top, region.left - wide.left
        region.of(self._still)[:] = drawn_part[
            down : down + region.bottom - region.top, left : left + region.right - region.left
        ]

    # --- things ------------------------------------------------------------------------------------------

    def _covers(self, thing: Thing) -> Region:
        """The part of the picture that a thing and its shadow may touch."""
        lift_mm = thing.lift_mm + CURL_MM
        reach = (
            np.array(self._flat(thing).size_mm)
            + 2
            + 2 * np.abs(thing.towards_mm if isinstance(thing, Card) else 0)
        )
        outline = outline_mm((float(reach[0]), float(reach[1])), thing.at_mm, thing.turn_deg)
        shadow = self.light.shadow_of(outline, lift_mm)
        soft = self.light.penumbra_mm(lift_mm)
        places = [(x, y, thing.lift_mm) for x, y in outline] + [
            (x + dx, y + dy, 0.0) for x, y in shadow for dx in (-soft, soft) for dy in (-soft, soft)
        ]
        seen = self.camera.picture_of(np.array(places))
        left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
        right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
        return _common(Region(left - 1, top - 1, right + 2, bottom + 2), self.camera.whole)

    def _flat(self, thing: Card | Sticker) -> Flat:
        local = self._local_px_per_mm(thing)
        return drawn(
            thing,
            next(scale for scale in DRAWN_PX_PER_MM if scale > 1.8 * local or scale == DRAWN_PX_PER_MM[-1]),
        )

    def _local_px_per_mm(self, thing: Card | Sticker) -> float:
        """How large a millimetre of a thing comes out: the more, the more it is lifted."""
        nearer = self.camera.height_mm / max(self.camera.height_mm - thing.lift_mm, 1.0)
        return self.camera.px_per_mm(thing.at_mm) * nearer

    def _draw(self, thing: Card | Sticker, part: Region, pixels: Points, glare: Points) -> None:
        is_moving = isinstance(thing, Card) and any(thing.towards_mm)
        finer = (
            1 if is_moving else int(np.clip(np.ceil(FINEST_PX_PER_MM / self._local_px_per_mm(thing)), 1, 4))
        )
        flat = self._flat(thing)
        pixels *= self._shade(thing, flat, part)[..., np.newaxis]
        grid = self.camera.grid_mm(part, finer, thing.lift_mm)
        layer = cv2.remap(flat.layer, _on_flat(grid, flat, thing), NO_MAP, cv2.INTER_LINEAR)
        layer = cv2.resize(
            layer, (part.right - part.left, part.bottom - part.top), interpolation=cv2.INTER_AREA
        )
        if isinstance(thing, Card) and any(thing.towards_mm):
            layer = _smeared(layer, self._step_px(thing.at_mm, thing.towards_mm, thing.lift_mm))
        cover_of = layer[..., 3:] / np.float32(255)
        pixels *= 1 - cover_of
        pixels += layer[..., :3]
        glare *= 1 - cover_of[..., 0]
        if isinstance(thing, Card) and thing.is_sleeved and self.light.glare:
            coarse = grid[::finer, ::finer].astype(np.float64)
            rng = np.random.default_rng(thing.name)
            tilt = rng.normal(0, TILT, 2).tolist()
            glare += (cover_of[..., 0] > 0) * self.light.glare_on(coarse, self.camera.place_mm, tilt).astype(
                np.float32
            )

    def _shade(self, thing: Card | Sticker, flat: Flat, part: Region) -> Points:
        """What is left of the light around a thing."""
        lift_mm = thing.lift_mm + CURL_MM
        outline = self.light.shadow_of(outline_mm(flat.size_mm, thing.at_mm, thing.turn_deg), lift_mm)
        seen = self.camera.picture_of(np.pad(outline, ((0, 0), (0, 1))))
        mask = np.zeros((part.bottom - part.top, part.right - part.left), np.uint8)
        places = np.round((seen - (part.left, part.top)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, places, 255, cv2.LINE_AA, 4)
        blur_px = 0.5 + 0.5 * self.light.penumbra_mm(lift_mm) * self.camera.px_per_mm(thing.at_mm)
        soft = cv2.GaussianBlur(mask, (0, 0), blur_px, borderType=cv2.BORDER_CONSTANT)
        return 1 - soft.astype(np.float32) * np.float32((1 - self.light.in_shadow) / 255)

    def _step_px(
        self, at_mm: tuple[float, float], step_mm: tuple[float, float], lift_mm: float
    ) -> tuple[float, float]:
        ends = np.array([(*at_mm, lift_mm), (at_mm[0] + step_mm[0], at_mm[1] + step_mm[1], lift_mm)])
        first, last = self.camera.picture_of(ends)
        return float(last[0] - first[0]), float(last[1] - first[1])

    # --- hands -------------------------------------------------------------------------------------------

    def hand_cover(self, hand: Hand) -> tuple[Region, Grey]:
        """Which part of the picture a hand covers, and how much of each pixel."""
        way = self._way_to(hand, hand.lift_mm)
        _, alpha = drawn_hand(self._lamp_as_seen_by(hand), hand.is_left)
        return _warped(alpha, way, self.camera.whole)

    def _draw_hand(self, pixels: Pixels, hand: Hand) -> None:
        ink, alpha = drawn_hand(self._lamp_as_seen_by(hand), hand.is_left)
        self._shade_below(pixels, hand, alpha)
        way = self._way_to(hand, hand.lift_mm)
        region, cover = _warped(alpha, way, self.camera.whole)
        if not region.area_px:
            return
        _, layer = _warped(ink, way, self.camera.whole)
        step = self._step_px(hand.at_mm, hand.towards_mm, hand.lift_mm)
        if max(map(abs, step)) >= 1:
            layer, cover = _smeared(layer, step), _smeared(cover, step)
        if self._focus_px:
            layer = cv2.blur(layer, (3, 3))
        lit = self.light.on(np.array(hand.at_mm), hand.at_mm)
        layer = cv2.multiply(layer, np.array([*self.light.colour, 1.0]) * lit)
        part = region.of(pixels)
        part[:] = cv2.add(cv2.multiply(part, cv2.merge([255 - cover] * 3), scale=1 / 255), layer)

    def _shade_below(self, pixels: Pixels, hand: Hand, alpha: Grey) -> None:
        small = cv2.resize(alpha, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        way = self._way_to(hand, None) @ np.diag([4.0, 4.0, 1.0])
        shrink = np.diag([0.25, 0.25, 1.0])
        whole = self.camera.whole
        quarter = Region(0, 0, -(-whole.right // 4), -(-whole.bottom // 4))
        region, cover = _warped(small, shrink @ way, quarter)
        if not region.area_px:
            return
        blur_px = max(0.5, self.light.penumbra_mm(hand.lift_mm) * self.camera.px_per_mm(hand.at_mm) / 8)
        cover = cv2.GaussianBlur(cover, (0, 0), blur_px)
        left = 255 - cv2.convertScaleAbs(cover, alpha=1 - self.light.in_shadow)
        large = Region(
            region.left * 4,
            region.top * 4,
            min(whole.right, region.right * 4),
            min(whole.bottom, region.bottom * 4),
        )
        left = cv2.resize(left, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
        part = large.of(pixels)
        left = left[: part.shape[0], : part.shape[1]]
        part[:] = cv2.multiply(part, cv2.merge([left] * 3), scale=1 / 255)

    def _way_to(self, hand: Hand, lift_mm: float | None) -> Points:
        """From the drawing of a hand to the picture; with no lift, to where its shadow falls."""
        corners = turned(corners_mm(hand.is_left), hand.turn_deg) + hand.at_mm
        if lift_mm is None:
            corners, lift_mm = self.light.shadow_of(corners, hand.lift_mm), 0.0
        seen = self.camera.picture_of(np.column_stack([corners, np.full(4, lift_mm)]))
        _, alpha = drawn_hand(self._lamp_as_seen_by(hand), hand.is_left)
        height, width = alpha.shape
        flat = np.array(
            [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
        )
        return cv2.getPerspectiveTransform(flat.astype(np.float32), seen.astype(np.float32))

    def _lamp_as_seen_by(self, hand: Hand) -> tuple[float, float, float]:
        """The direction of the lamp in the hand's own axes, in steps coarse enough for a cache."""
        x, y, up = self.light.towards(self.camera.looks_at_mm).tolist()
        across, down = turned(np.array([x, y]), -round(hand.turn_deg / 15) * 15.0).tolist()
        return round(across, 3), round(down, 3), round(up, 3)


def _brightness(camera: Camera, light: Light) -> Points:
    """What the light and the lens make of each pixel: factors of shape (rows, columns, 3)."""
    grid = camera.grid_mm(camera.whole)
    lit = light.on(grid, camera.looks_at_mm)
    rows, columns = np.mgrid[-1 : 1 : camera.height_px * 1j, -1 : 1 : camera.width_px * 1j]
    lens = 1 - VIGNETTE * (rows**2 + columns**2) / 2
    return (lit * lens)[..., np.newaxis].astype(np.float32) * np.array(light.colour, np.float32)


def _look_up(ground: Ground, grid_mm: Points, into: Pixels, border: int) -> None:
    scale, (left, top) = ground.px_per_mm, ground.corner_mm
    way = np.array([[scale, 0, -left * scale - 0.5], [0, scale, -top * scale - 0.5]])
    at = cv2.transform(grid_mm, way)
    cv2.remap(ground.pixels, at, NO_MAP, cv2.INTER_LINEAR, dst=into, borderMode=border)


def _on_flat(grid_mm: Points, flat: Flat, thing: Card | Sticker) -> Points:
    """Where on a flat thing's drawing places of the table lie, in its pixels."""
    rows, columns = flat.layer.shape[:2]
    turn = np.radians(-thing.turn_deg)
    cos, sin = flat.px_per_mm * np.cos(turn), flat.px_per_mm * np.sin(turn)
    x, y = thing.at_mm
    way = np.array(
        [[cos, -sin, (columns - 1) / 2 - cos * x + sin * y], [sin, cos, (rows - 1) / 2 - sin * x - cos * y]]
    )
    return cv2.transform(grid_mm, way)


def _common(one: Region, other: Region) -> Region:
    """What two parts share; empty where they do not meet."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    return Region(left, top, max(left, min(one.right, other.right)), max(top, min(one.bottom, other.bottom)))


def _warped(drawing: Pixels, way: Points, whole: Region) -> tuple[Region, Pixels]:
    """A drawing carried into the picture: the part of it that it may cover, and that part's pixels."""
    height, width = drawing.shape[:2]
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, way)[0]
    left, top = np.floor(seen.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(seen.max(axis=0)).astype(int).tolist()
    region = _common(Region(left, top, right, bottom), whole)
    if not region.area_px:
        return region, np.zeros((0, 0), np.uint8)
    shift = np.array([[1, 0, -region.left], [0, 1, -region.top], [0, 0, 1]], np.float64)
    size = (region.right - region.left, region.bottom - region.top)
    return region, cv2.warpPerspective(drawing, shift @ way, size, flags=cv2.INTER_LINEAR)


def _smeared(layer: Pixels, step_px: tuple[float, float]) -> Pixels:
    """A layer that moved while the shutter was open."""
    # Halves, quarters and eighths of the way laid over each other: eight copies, evenly spaced.
    across, down = step_px
    layer = _shifted(layer, -across * 7 / 16, -down * 7 / 16)
    for part in (1 / 2, 1 / 4, 1 / 8):
        layer = cv2.addWeighted(layer, 0.5, _shifted(layer, across * part, down * part), 0.5, 0)
    return layer


def _shifted(layer: Pixels, across_px: float, down_px: float) -> Pixels:
    way = np.array([[1, 0, across_px], [0, 1, down_px]])
    return cv2.warpAffine(layer, way, (layer.shape[1], layer.shape[0]), flags=cv2.INTER_LINEAR)

"""Draws the printed mat and the table below it, flat, once each."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.mat import Mat, Zone
from vision.frame import Pixels
from vision.virtual.flat_drawings import draw_markers
from vision.virtual.scene import Surface
from vision.virtual.sheet import Colour, Sheet, box_mm, smooth_noise

CLOTH: Colour = (74, 66, 44)
"""The colour of the mat: a dull blue-green, common for playmats."""
LINE: Colour = (176, 182, 170)
SEAT_SHADES: dict[str, Colour] = {
    "home": (101, 76, 31),
    "away": (0, 68, 102),
    "red": (45, 59, 105),
    "yellow": (15, 73, 77),
    "green": (58, 84, 27),
    "blue": (92, 73, 42),
    "purple": (76, 62, 83),
    "orange": (0, 68, 102),
}
"""The colours that screens give the sides (`companion/data/look.yaml`), as dark as the cloth: who plays red there lays his cards
on red here.
"""
STRANGER: Colour = (84, 46, 80)
"""The shade of a seat that has no colour on screens."""
CLOTHS: dict[Surface, tuple[Colour, float]] = {
    Surface.CLOTH: ((128, 150, 176), 16.0),
    Surface.DARK: ((38, 36, 36), 3.0),
}
"""The colour of each cloth, and how much its threads vary, in grey levels."""
TABLE_PX_PER_MM = 1.5
AROUND_MM = 700
"""How much table is drawn around the mat; further away it repeats."""


@dataclass(frozen=True, slots=True, eq=False)
class GroundDrawing:
    """A drawing of mat or table: (H, W, 3) uint8 BGR, its scale, and the place of its top left corner."""

    pixels: Pixels
    px_per_mm: float
    corner_mm: tuple[float, float]


@lru_cache(maxsize=1)
def draw_mat(mat: Mat, px_per_mm: float) -> GroundDrawing:
    """Draws the printed mat: zones with outline and label, markers on white."""
    sheet = Sheet.blank(mat.width_mm, mat.height_mm, px_per_mm, CLOTH)
    for zone in mat.zones:
        _draw_zone(sheet, zone, SEAT_SHADES.get(zone.seat, STRANGER) if zone.seat else CLOTH)
    draw_markers(sheet, mat)
    _weave(sheet.pixels, np.random.default_rng(20), depth=5.0)
    return GroundDrawing(sheet.pixels, px_per_mm, (0.0, 0.0))


@lru_cache(maxsize=1)
def draw_table(mat: Mat, surface: Surface) -> GroundDrawing:
    """Draws the table under the mat and around it."""
    width, height = mat.width_mm + 2 * AROUND_MM, mat.height_mm + 2 * AROUND_MM
    shape = (round(height * TABLE_PX_PER_MM), round(width * TABLE_PX_PER_MM))
    rng = np.random.default_rng(21)
    pixels = _wood(shape, rng) if surface is Surface.WOOD else _woven(shape, *CLOTHS[surface], rng)
    return GroundDrawing(pixels, TABLE_PX_PER_MM, (-AROUND_MM, -AROUND_MM))


def forget_grounds() -> None:
    """Frees the drawings of mat and table, 40 MB, once the bare table has been drawn for a camera."""
    draw_mat.cache_clear()
    draw_table.cache_clear()


def _draw_zone(sheet: Sheet, zone: Zone, shade: Colour) -> None:
    box = box_mm(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
    sheet.fill(box, shade)
    sheet.line(box, LINE, 0.8)
    middle = (zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
    words = (zone.title.fr or zone.name).upper()
    capitals_mm = min(6.0, 1.1 * zone.width_mm / max(len(words), 1), 0.5 * zone.height_mm)
    sheet.write(words, middle, capitals_mm, LINE)


def _woven(shape: tuple[int, int], colour: Colour, depth: float, rng: np.random.Generator) -> Pixels:
    pixels = np.full((*shape, 3), colour, np.uint8)
    _weave(pixels, rng, depth=depth)
    return pixels


def _weave(pixels: Pixels, rng: np.random.Generator, *, depth: float) -> None:
    """Adds threads and wear: fine and slow noise, in grey levels."""
    rows, columns = pixels.shape[:2]
    # In place: each field of a large table takes 37 MB.
    fine = rng.standard_normal((rows, columns), dtype=np.float32)
    cv2.GaussianBlur(fine, (0, 0), 0.8, dst=fine)
    fine *= np.float32(depth)
    slow = smooth_noise((rows, columns), (12, 16), rng)
    slow -= 0.5
    slow *= depth
    slow *= 1.6
    fine += slow
    del slow
    for channel in range(3):
        pixels[..., channel] = cv2.add(pixels[..., channel].copy(), fine, dtype=cv2.CV_8U)


def _wood(shape: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """Draws planks of oak: rings cut lengthwise and bent by a slow field, different in each plank."""
    rows, columns = shape
    plank_px = 210
    pixels = np.zeros((rows, columns, 3), np.uint8)
    for top in range(0, rows, plank_px):
        height = min(plank_px, rows - top)
        bend = smooth_noise((height, columns), (3, 7), rng) * 5 + smooth_noise(
            (height, columns), (6, 30), rng
        )
        across = np.linspace(0, rng.uniform(1.5, 3.5), height, dtype=np.float32)[:, np.newaxis]
        rings = 0.5 + 0.5 * np.sin((across + bend) * 9)
        fibres = cv2.blur(rng.random((height, columns), dtype=np.float32), (41, 1)) - 0.5
        shade = 0.82 + 0.16 * rings + 0.5 * fibres + rng.uniform(-0.05, 0.05)
        plank = shade[..., np.newaxis] * np.array([84, 128, 172], np.float32)
        pixels[top : top + height] = np.clip(plank, 0, 255).astype(np.uint8)
        pixels[top : top + 3] = pixels[top : top + 3] // 3
    return pixels

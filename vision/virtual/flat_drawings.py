"""Draws cards, stickers, trays, the printed mat and the table below it, flat, once each.

+-------------------+
|  TITLE            |    63 by 88 mm, corners rounded
|  +-------------+  |
|  |     art     |  |
|  +-------------+  |
|      QR code      |    version 1-M of upper-case letters and digits, quiet zone of four modules
|     AC001-241     |
+-------------------+
"""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from companion.mat import Mat, Zone
from companion.words import translate
from vision.frame import Grey, Pixels
from vision.virtual.scene import CARD_MM, CardPrint, FlatThing, SceneCard, SceneTag, SceneTray, Surface
from vision.virtual.sheet import CELLS, INK, PAPER, SHIFT, Colour, Sheet, box_mm, smooth_noise, tag_cells

CORNER_MM = 3.0
SLEEVE_MM = 1.5
"""How far a sleeve stands out around its card."""
QUIET_MODULES = 4
CODE_MIDDLE_MM = (31.5, 56.5)
REFERENCE_MIDDLE_MM = (31.5, 82.5)
SLEEVE_ALPHA = 0.35
RIM_MM = 8.0
RIM: Colour = (36, 46, 68)
FELT: Colour = (52, 44, 40)
SHEET: Colour = (64, 51, 44)
SHEET_LINE: Colour = (95, 80, 70)


ANY_CARD = CardPrint("")
"""Stands for every card that lies face down."""


@dataclass(frozen=True, slots=True, eq=False)
class FlatDrawing:
    """The drawing of a flat thing: (H, W, 4) uint8, BGR multiplied by the cover, and the cover."""

    layer: Pixels
    px_per_mm: float

    @classmethod
    def of(cls, pixels: Pixels, cover: Grey, px_per_mm: float) -> "FlatDrawing":
        inked = cv2.multiply(pixels, cv2.merge([cover] * 3), scale=1 / 255)
        return cls(np.dstack([inked, cover]), px_per_mm)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its outer size, with the sleeve."""
        rows, columns = self.layer.shape[:2]
        return columns / self.px_per_mm, rows / self.px_per_mm


@lru_cache(maxsize=512)
def qr_cells(text: str) -> NDArray[np.bool_]:
    """Return the dark modules of a code, (N, N) bool, without its quiet zone; version 1-M for up to 20
    capitals and digits.
    """
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return np.array([list(row) for row in code.matrix], dtype=bool)


def code_corners_mm(print_: CardPrint) -> list[tuple[float, float]]:
    """Return the corners of a code on its card, in mm from the card's top left, clockwise as the code is
    read.
    """
    side = qr_cells(print_.code).shape[0] * print_.module_mm
    return box_mm(CODE_MIDDLE_MM[0] - side / 2, CODE_MIDDLE_MM[1] - side / 2, side, side)


@lru_cache(maxsize=64)
def draw_card(print_: CardPrint, is_face_up: bool, is_sleeved: bool, px_per_mm: float) -> FlatDrawing:
    """Draw a card's face, or its back, with or without a sleeve."""
    drawn = None if print_.picture is None else print_.picture.front if is_face_up else print_.picture.back
    if drawn is not None:
        sheet = Sheet.blank(*CARD_MM, px_per_mm)
        sheet.place(drawn, 0, 0, *CARD_MM)
    else:
        sheet = _face(print_, px_per_mm) if is_face_up else _back(px_per_mm)
    margin = SLEEVE_MM if is_sleeved else 0.0
    border = round(margin * px_per_mm)
    pixels = cv2.copyMakeBorder(
        sheet.pixels, border, border, border, border, cv2.BORDER_CONSTANT, value=(225, 225, 222)
    )
    height, width = pixels.shape[:2]
    cover = _rounded(width, height, round((CORNER_MM + margin) * px_per_mm))
    if is_sleeved:
        inner = np.zeros_like(cover)
        inner[border:-border, border:-border] = _rounded(
            width - 2 * border, height - 2 * border, round(CORNER_MM * px_per_mm)
        )
        cover = np.maximum(inner, (cover * SLEEVE_ALPHA).astype(np.uint8))
    return FlatDrawing.of(pixels, cover, px_per_mm)


def draw_flat(thing: FlatThing, px_per_mm: float) -> FlatDrawing:
    """Draw a flat thing as it lies."""
    match thing:
        case SceneCard():
            # Cards that share a back share its drawing.
            has_own = thing.is_face_up or thing.print.picture is not None
            return draw_card(
                thing.print if has_own else ANY_CARD, thing.is_face_up, thing.is_sleeved, px_per_mm
            )
        case SceneTag():
            return draw_tag(thing.tag, thing.side_mm, px_per_mm)
        case SceneTray(sheet=None):
            return _drawn_tray(thing.size_mm, px_per_mm)
        case SceneTray(sheet=sheet):
            return _drawn_tray_sheet(sheet, px_per_mm)


@lru_cache(maxsize=64)
def draw_tag(tag: int, side_mm: float, px_per_mm: float) -> FlatDrawing:
    """Draw a tag on its sticker."""
    cell = side_mm / CELLS
    sheet = Sheet.blank(side_mm + 2 * cell, side_mm + 2 * cell, px_per_mm)
    sheet.cells(tag_cells(tag), cell, cell, cell)
    height, width = sheet.pixels.shape[:2]
    return FlatDrawing.of(sheet.pixels, _rounded(width, height, round(cell * px_per_mm)), px_per_mm)


@lru_cache(maxsize=4)
def _drawn_tray(size_mm: tuple[float, float], px_per_mm: float) -> FlatDrawing:
    """Draw a rim of leather around a floor of dark felt, darker near the rim."""
    width, height = size_mm
    sheet = Sheet.blank(width, height, px_per_mm, RIM)
    sheet.line(box_mm(1.5, 1.5, width - 3, height - 3), _shaded(RIM, 1.5), 0.6)
    inner = (width - 2 * RIM_MM, height - 2 * RIM_MM)
    floor = Sheet.blank(*inner, px_per_mm, FELT)
    rows, columns = floor.pixels.shape[:2]
    rng = np.random.default_rng(22)
    fibres = cv2.GaussianBlur(rng.standard_normal((rows, columns), dtype=np.float32), (0, 0), 0.7)
    inside = np.zeros((rows, columns), np.uint8)
    inside[1:-1, 1:-1] = 1
    from_rim_mm = cv2.distanceTransform(inside, cv2.DIST_L2, 3) / px_per_mm
    light = 1 - 0.55 * np.exp(-from_rim_mm / 7) + 0.12 * fibres
    floor.pixels[:] = np.clip(floor.pixels * light[..., np.newaxis], 0, 255).astype(np.uint8)
    sheet.place(floor.pixels, RIM_MM, RIM_MM, *inner)
    rows, columns = sheet.pixels.shape[:2]
    return FlatDrawing.of(sheet.pixels, _rounded(columns, rows, round(6 * px_per_mm)), px_per_mm)


@lru_cache(maxsize=4)
def _drawn_tray_sheet(mat: Mat, px_per_mm: float) -> FlatDrawing:
    """Draw the printed tray: a dark ground, a thin line around the place for dice, and tags on white."""
    sheet = Sheet.blank(mat.width_mm, mat.height_mm, px_per_mm, SHEET)
    for zone in mat.zones:
        sheet.line(box_mm(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm), SHEET_LINE, 0.6)
    draw_markers(sheet, mat)
    rows, columns = sheet.pixels.shape[:2]
    worn = smooth_noise((rows, columns), (9, 13), np.random.default_rng(23))[..., np.newaxis]
    sheet.pixels[:] = np.clip(sheet.pixels * (0.95 + 0.1 * worn), 0, 255).astype(np.uint8)
    return FlatDrawing.of(sheet.pixels, np.full((rows, columns), 255, np.uint8), px_per_mm)


def draw_markers(sheet: Sheet, mat: Mat) -> None:
    """Draw the markers of a mat on white."""
    for marker in mat.markers:
        cell = marker.side_mm / CELLS
        white = box_mm(
            marker.x_mm - cell, marker.y_mm - cell, marker.side_mm + 2 * cell, marker.side_mm + 2 * cell
        )
        sheet.fill(white, PAPER)
        sheet.cells(tag_cells(marker.id), marker.x_mm, marker.y_mm, cell)


def _face(print_: CardPrint, px_per_mm: float) -> Sheet:
    sheet = Sheet.blank(*CARD_MM, px_per_mm)
    rng = np.random.default_rng(crc32(print_.reference.encode()))
    colours = _colours(rng)
    sheet.fill(box_mm(0, 0, CARD_MM[0], CARD_MM[1]), colours[0])
    sheet.fill(box_mm(2.5, 2.5, CARD_MM[0] - 5, CARD_MM[1] - 5), PAPER)
    sheet.write(print_.title or print_.reference, (31.5, 6.2), 2.6, INK)
    is_coded = bool(print_.code)
    art_mm = (4.5, 9.5, CARD_MM[0] - 9, 24.0 if is_coded else 56.0)
    sheet.place(_art(art_mm[2:], colours, px_per_mm, rng), *art_mm)
    sheet.line(box_mm(*art_mm), INK, 0.35)
    if is_coded:
        (left, top), *_ = code_corners_mm(print_)
        quiet = QUIET_MODULES * print_.module_mm
        cells = qr_cells(print_.code)
        side = cells.shape[0] * print_.module_mm
        sheet.fill(box_mm(left - quiet, top - quiet, side + 2 * quiet, side + 2 * quiet), PAPER)
        sheet.cells(cells, left, top, print_.module_mm)
    sheet.write(print_.reference, REFERENCE_MIDDLE_MM, print_.capitals_mm, INK)
    return sheet


def _colours(rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    """Return a card's colours for frame, sky and figures: three distant hues."""
    hue = int(rng.integers(180))
    shades = [
        (hue, 150, 120),
        ((hue + int(rng.integers(20, 70))) % 180, 120, 205),
        ((hue + 95) % 180, 190, 170),
    ]
    swatch = cv2.cvtColor(np.array([shades], np.uint8), cv2.COLOR_HSV2BGR)[0].tolist()
    first, second, third = (tuple(colour) for colour in swatch)
    return first, second, third


def _art(
    size_mm: tuple[float, float],
    colours: tuple[Colour, Colour, Colour],
    px_per_mm: float,
    rng: np.random.Generator,
) -> Pixels:
    """Draw a painting: clouds, hills and some figures."""
    width_mm, height_mm = size_mm
    sheet = Sheet.blank(width_mm, height_mm, px_per_mm, colours[1])
    rows, columns = sheet.pixels.shape[:2]
    clouds = smooth_noise((rows, columns), (5, 9), rng) + 0.5 * smooth_noise((rows, columns), (17, 31), rng)
    sheet.pixels[:] = np.clip(sheet.pixels * (0.55 + 0.5 * clouds[..., np.newaxis]), 0, 255).astype(np.uint8)
    for _ in range(3):
        across = np.linspace(0, width_mm, 24)
        top = height_mm * (0.45 + 0.4 * rng.random()) + height_mm * 0.09 * np.sin(
            across / width_mm * rng.uniform(3, 9) + rng.uniform(0, 6)
        )
        hill = [(0.0, height_mm), *zip(across.tolist(), top.tolist(), strict=True), (width_mm, height_mm)]
        sheet.fill(hill, _shaded(colours[0], rng.uniform(0.4, 1.3)))
    for _ in range(int(rng.integers(2, 5))):
        _figure(sheet, (rng.uniform(0.15, 0.85) * width_mm, 0.85 * height_mm), height_mm, colours[2], rng)
    return sheet.pixels


def _figure(
    sheet: Sheet, feet_mm: tuple[float, float], height_mm: float, colour: Colour, rng: np.random.Generator
) -> None:
    x, y = feet_mm
    tall, lean = height_mm * rng.uniform(0.35, 0.65), height_mm * rng.uniform(-0.1, 0.1)
    shade = _shaded(colour, rng.uniform(0.5, 1.25))
    body = [
        (x - tall * 0.2, y),
        (x + lean - tall * 0.25, y - tall * 0.7),
        (x + lean + tall * 0.25, y - tall * 0.7),
    ]
    sheet.fill([*body, (x + tall * 0.22, y)], shade)
    sheet.disc((x + lean, y - tall * 0.85), tall * 0.17, _shaded((150, 180, 225), rng.uniform(0.45, 1.05)))


def _back(px_per_mm: float) -> Sheet:
    """Draw the back that all cards share: a lattice on dark red in a light frame."""
    width, height = CARD_MM
    sheet = Sheet.blank(width, height, px_per_mm, (225, 228, 226))
    inner = Sheet.blank(width - 7, height - 7, px_per_mm, (48, 30, 108))
    for step in range(-24, 40):
        start = step * 4.0
        inner.line([(start, 0), (start + height, height)], (92, 78, 168), 0.5, is_closed=False)
        inner.line([(start + height, 0), (start, height)], (92, 78, 168), 0.5, is_closed=False)
    for radius, colour in (
        (13.0, (225, 228, 226)),
        (11.8, (48, 30, 108)),
        (8.5, (120, 176, 214)),
        (5.0, (48, 30, 108)),
    ):
        inner.disc(((width - 7) / 2, (height - 7) / 2), radius, colour)
    sheet.place(inner.pixels, 3.5, 3.5, width - 7, height - 7)
    return sheet


def _shaded(colour: Colour, times: float) -> Colour:
    blue, green, red = (min(255, round(part * times)) for part in colour)
    return blue, green, red


def _rounded(width: int, height: int, radius: int) -> Grey:
    """Return a rectangle with round corners as alpha."""
    mask = np.zeros((height, width), np.uint8)
    scale = 2**SHIFT
    for x in (radius, width - radius):
        for y in (radius, height - radius):
            centre = (round((x - 0.5) * scale), round((y - 0.5) * scale))
            cv2.circle(mask, centre, radius * scale, 255, cv2.FILLED, cv2.LINE_AA, SHIFT)
    mask[radius : height - radius] = 255
    mask[:, radius : width - radius] = 255
    return mask


# --- ground drawings
# Draws the printed mat and the table below it, flat, once each.

CLOTH: Colour = (74, 66, 44)
"""The colour of the mat: a dull blue-green, common for playmats."""
LINE: Colour = (176, 182, 170)
SEAT_SHADES: dict[str, Colour] = {
    "home": (101, 76, 31),
    "away": (0, 68, 102),
    "red": (45, 59, 105),
    "yellow": (15, 73, 77),
    "gold": (15, 73, 77),
    "green": (58, 84, 27),
    "blue": (92, 73, 42),
    "purple": (76, 62, 83),
    "orange": (0, 68, 102),
}
"""The colours that screens give the sides (`companion/data/look.yaml`), as dark as the cloth: who plays red there lays his
cards on red here.
"""
STRANGER: Colour = (84, 46, 80)
"""The shade of a seat that has no colour on screens."""
CLOTHS: dict[Surface, tuple[Colour, float]] = {
    Surface.CLOTH: ((128, 150, 176), 16.0),
    Surface.DARK: ((38, 36, 36), 3.0),
    Surface.CHECKED: ((206, 210, 214), 8.0),
}
"""The colour of each cloth, and how much its threads vary, in grey levels."""
CHECK_MM, CHECK_DYE = 20.0, np.array((0.55, 0.5, 0.9))
"""The width of the stripes of a checked cloth, and what a stripe leaves of blue, green and red."""
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
def draw_mat(mat: Mat, px_per_mm: float, language: str) -> GroundDrawing:
    """Draw the mat as it is printed in a language: zones with outline and label, markers on white."""
    sheet = Sheet.blank(mat.width_mm, mat.height_mm, px_per_mm, CLOTH)
    for zone in mat.zones:
        shade = SEAT_SHADES.get(zone.seat, STRANGER) if zone.seat else CLOTH
        _draw_zone(sheet, zone, shade, translate(zone.title, language) or zone.name)
    draw_markers(sheet, mat)
    _weave(sheet.pixels, np.random.default_rng(20), depth=5.0)
    return GroundDrawing(sheet.pixels, px_per_mm, (0.0, 0.0))


@lru_cache(maxsize=1)
def draw_table(mat: Mat, surface: Surface) -> GroundDrawing:
    """Draw the table under the mat and around it."""
    width, height = mat.width_mm + 2 * AROUND_MM, mat.height_mm + 2 * AROUND_MM
    shape = (round(height * TABLE_PX_PER_MM), round(width * TABLE_PX_PER_MM))
    rng = np.random.default_rng(21)
    pixels = _wood(shape, rng) if surface is Surface.WOOD else _woven(shape, *CLOTHS[surface], rng)
    if surface is Surface.CHECKED:
        _dye_checks(pixels)
    return GroundDrawing(pixels, TABLE_PX_PER_MM, (-AROUND_MM, -AROUND_MM))


def forget_grounds() -> None:
    """Free the drawings of mat and table, 40 MB, once the bare table has been drawn for a camera."""
    draw_mat.cache_clear()
    draw_table.cache_clear()


def _draw_zone(sheet: Sheet, zone: Zone, shade: Colour, title: str) -> None:
    box = box_mm(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
    sheet.fill(box, shade)
    sheet.line(box, LINE, 0.8)
    middle = (zone.x_mm + zone.width_mm / 2, zone.y_mm + zone.height_mm / 2)
    words = title.upper()
    capitals_mm = min(6.0, 1.1 * zone.width_mm / max(len(words), 1), 0.5 * zone.height_mm)
    sheet.write(words, middle, capitals_mm, LINE)


def _dye_checks(pixels: Pixels) -> None:
    """Dye every second stripe each way: where two cross, the cloth has its full colour."""
    for across in (pixels, pixels.swapaxes(0, 1)):
        stripes = np.arange(len(across)) // round(CHECK_MM * TABLE_PX_PER_MM) % 2 == 1
        across[stripes] = (across[stripes] * CHECK_DYE).astype(np.uint8)


def _woven(shape: tuple[int, int], colour: Colour, depth: float, rng: np.random.Generator) -> Pixels:
    pixels = np.full((*shape, 3), colour, np.uint8)
    _weave(pixels, rng, depth=depth)
    return pixels


def _weave(pixels: Pixels, rng: np.random.Generator, *, depth: float) -> None:
    """Add threads and wear: fine and slow noise, in grey levels."""
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
    """Draw planks of oak: rings cut lengthwise and bent by a slow field, different in each plank."""
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

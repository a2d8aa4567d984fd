"""Draws photographs of QR codes that are hard to read: with glare, in patches of sun, damaged, on round things,
blurred.

They imitate the classes of photographs in public collections. A printed sheet is drawn, spoiled, laid flat or around
a cylinder, seen by a slanted camera in uneven light, and written as JPEG. The same seed gives the same picture.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.frame import Grey
from vision.virtual.light import GAMMA
from vision.virtual.sheet import smooth_noise

CELL_PX = 8
"""A module's side on the drawn sheet."""
INK, PAPER = 0.045, 0.75
"""The shares of the light that come back from ink and from paper."""
SIZES_PX = ((640, 480), (1000, 750), (1400, 1050))
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

Field = NDArray[Any]
"""A picture of light or of what comes back of it, (H, W) float32; 1 is all."""


class Trouble(StrEnum):
    """What makes a photograph of codes hard to read."""

    NONE = "none"
    GLARE = "glare"
    SUN = "sun"
    DAMAGE = "damage"
    BEND = "bend"
    BLUR = "blur"


@dataclass(frozen=True, slots=True, eq=False)
class CodePhotograph:
    """A drawn photograph, and the texts that are printed in it, each once."""

    grey: Grey
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """A printed sheet: how much light comes back of it, and the middles and sides of its codes in px."""

    paper: Field
    texts: tuple[str, ...]
    codes: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """How the sheet is seen: for each pixel its place on the sheet in px, and where the sheet is seen at all."""

    across: Field
    down: Field
    module_px: float
    """The smallest side that a module has in the picture, about."""


def draw_code_photograph(trouble: Trouble, seed: int) -> CodePhotograph:
    """Draw one photograph of one to four codes."""
    chance = np.random.default_rng((seed, list(Trouble).index(trouble)))
    sheet = _printed(chance, 4 if trouble is Trouble.SUN and chance.random() < 0.7 else 1)
    if trouble is Trouble.DAMAGE:
        _damage(sheet, chance)
    # Several codes share a large picture: what is hard is the light, not their size.
    width, height = SIZES_PX[-1 if len(sheet.texts) > 1 else int(chance.integers(len(SIZES_PX)))]
    view = _seen(sheet, (width, height), chance, is_round=trouble is Trouble.BEND)
    table = (0.04 + 0.3 * chance.random()) * (0.6 + 0.8 * smooth_noise((height, width), (6, 8), chance))
    back = cv2.remap(sheet.paper, view.across, view.down, cv2.INTER_AREA, borderValue=-1)
    back = np.where(back < 0, table, back).astype(np.float32)
    light = _room_light((height, width), chance)
    if trouble is Trouble.SUN:
        light *= _sunshine((height, width), chance)
    seen = back * light
    if trouble is Trouble.GLARE:
        seen += _glare(view, sheet, chance)
    return CodePhotograph(_photographed(seen, view.module_px, trouble, chance), sheet.texts)


# --- the print


def _printed(chance: np.random.Generator, count: int) -> _Print:
    cells = [_code(chance) for _ in range(count)]
    side = max(one.shape[0] for one, _ in cells) + 12
    across = 2 if count > 1 else 1
    paper = np.full((side * CELL_PX * (count // across), side * CELL_PX * across), PAPER, np.float32)
    places = []
    for n, (one, _) in enumerate(cells):
        size = one.shape[0] * CELL_PX
        top = (n // across * side + (side - one.shape[0]) // 2) * CELL_PX
        left = (n % across * side + (side - one.shape[0]) // 2) * CELL_PX
        ink = np.where(one, INK, PAPER).astype(np.float32)
        paper[top : top + size, left : left + size] = ink.repeat(CELL_PX, axis=0).repeat(CELL_PX, axis=1)
        places.append((left + size / 2, top + size / 2, float(size)))
    return _Print(paper, tuple(text for _, text in cells), tuple(places))


def _code(chance: np.random.Generator) -> tuple[NDArray[np.bool_], str]:
    """Return the dark modules of a code of version 1 to 10 and its text."""
    version = int(chance.choice((1, 2, 2, 3, 3, 4, 5, 6, 7, 10)))
    level = str(chance.choice(("l", "m", "m", "q", "h")))
    for length in range(14 * version, 5, -3):
        text = "".join(chance.choice(list(CAPITALS), length))
        try:
            code = segno.make(text, version=version, error=level, micro=False, boost_error=False)
        except segno.DataOverflowError:
            continue
        return np.array([list(row) for row in code.matrix], dtype=bool), text
    raise AssertionError("six capitals fit every version")


def _damage(sheet: _Print, chance: np.random.Generator) -> None:
    """Spoil the sheet: scratches, strokes of a pen, stains, a torn corner, a sticker."""
    for x, y, side in sheet.codes:
        kinds = chance.choice(("scratch", "pen", "stain", "tear", "sticker"), int(chance.integers(1, 4)))
        for kind in kinds.tolist():
            at = np.array((x, y)) + chance.uniform(-0.5, 0.5, 2) * side
            if kind in ("scratch", "pen"):
                _stroke(sheet.paper, at, side, PAPER if kind == "scratch" else INK, chance)
            elif kind == "stain":
                _stain(sheet.paper, at, side, chance)
            else:
                corner = np.array((x, y)) + chance.choice((-0.5, 0.5), 2) * side
                colour = float(chance.uniform(0.05, 0.8))
                _patch(sheet.paper, corner if kind == "tear" else at, side, colour, chance)


def _stroke(paper: Field, at: Field, side: float, colour: float, chance: np.random.Generator) -> None:
    for _ in range(int(chance.integers(1, 5))):
        turns = np.cumsum(chance.normal(0, 0.5, 6)) + chance.uniform(0, 6.3)
        steps = np.stack([np.cos(turns), np.sin(turns)], axis=1) * side * chance.uniform(0.08, 0.25)
        points = np.vstack([at, at + np.cumsum(steps, axis=0)]).round().astype(np.int32)
        width = max(1, int(CELL_PX * chance.uniform(0.3, 1.3)))
        cv2.polylines(paper, [points], False, (colour,), width, cv2.LINE_AA)


def _stain(paper: Field, at: Field, side: float, chance: np.random.Generator) -> None:
    cover = np.zeros_like(paper)
    _patch(cover, at, 1.3 * side, 1.0, chance)
    cover = cv2.GaussianBlur(cover, (0, 0), CELL_PX)
    paper *= 1 - cover * np.float32(chance.uniform(0.5, 0.95))


def _patch(paper: Field, at: Field, side: float, colour: float, chance: np.random.Generator) -> None:
    angles = np.sort(chance.uniform(0, 2 * np.pi, 9))
    radii = side * chance.uniform(0.1, 0.26) * chance.uniform(0.6, 1.2, 9)
    points = at + np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, np.newaxis]
    cv2.fillPoly(paper, [points.round().astype(np.int32)], (colour,), cv2.LINE_AA)


# --- the view


def _seen(sheet: _Print, size_px: tuple[int, int], chance: np.random.Generator, *, is_round: bool) -> _View:
    """Look at the sheet through a pinhole camera: send each pixel's ray to the sheet, flat or around a cylinder."""
    width, height = size_px
    rows, columns = sheet.paper.shape
    focal = 1.1 * width
    u, v = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    rays = np.stack([(u - width / 2) / focal, (v - height / 2) / focal, np.ones_like(u)], axis=-1)
    turn = _rotation(chance, slant_deg=30.0 if is_round else 38.0)
    distance = max(rows, columns) * 1.1 / float(chance.uniform(0.42, 0.82)) * width / height
    middle = np.array((*chance.uniform(-0.06, 0.06, 2) * distance, distance))
    local, eye = rays @ turn, -middle @ turn
    if is_round:
        radius = float(np.exp(chance.uniform(np.log(0.6), np.log(4)))) * sheet.codes[0][2]
        x, y = _on_cylinder(
            local, eye, radius, float(chance.choice((0.0, np.pi / 2, chance.uniform(0, np.pi))))
        )
    else:
        away = -eye[2] / local[..., 2]
        x, y = eye[0] + away * local[..., 0], eye[1] + away * local[..., 1]
    across, down = (x + columns / 2).astype(np.float32), (y + rows / 2).astype(np.float32)
    return _View(across, down, CELL_PX * focal / distance)


def _rotation(chance: np.random.Generator, slant_deg: float) -> Field:
    slant = np.deg2rad(chance.uniform(0, slant_deg))
    towards, turn = chance.uniform(0, 2 * np.pi), chance.uniform(0, 2 * np.pi)
    tilted, _ = cv2.Rodrigues(slant * np.array((np.cos(towards), np.sin(towards), 0.0)))
    turned, _ = cv2.Rodrigues(np.array((0.0, 0.0, turn)))
    return np.asarray(tilted @ turned)


def _on_cylinder(rays: Field, eye: Field, radius: float, axis: float) -> tuple[Field, Field]:
    """Return where rays meet a cylinder that touches the plane z = 0 from behind: along it and around it, turned back
    to the sheet's x and y; far away where they miss it.
    """
    along, around = (np.cos(axis), np.sin(axis)), (-np.sin(axis), np.cos(axis))
    ray_p, ray_q = (rays[..., 0] * one[0] + rays[..., 1] * one[1] for one in (along, around))
    eye_p, eye_q = (eye[0] * one[0] + eye[1] * one[1] for one in (along, around))
    eye_z = eye[2] - radius
    a = ray_q**2 + rays[..., 2] ** 2
    half_b = ray_q * eye_q + rays[..., 2] * eye_z
    inside = half_b**2 - a * (eye_q**2 + eye_z**2 - radius**2)
    away = (-half_b - np.sqrt(np.maximum(inside, 0))) / a
    q = radius * np.arctan2(eye_q + away * ray_q, -(eye_z + away * rays[..., 2]))
    p = eye_p + away * ray_p
    q = np.where(inside > 0, q, 1e6)
    return along[0] * p + around[0] * q, along[1] * p + around[1] * q


# --- the light


def _room_light(shape: tuple[int, int], chance: np.random.Generator) -> Field:
    slope = chance.uniform(-0.35, 0.35, 2)
    across = np.linspace(-1, 1, shape[1], dtype=np.float32)[np.newaxis, :]
    down = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, np.newaxis]
    return np.asarray(chance.uniform(0.6, 1.1) * (1 + slope[0] * across + slope[1] * down), np.float32)


def _sunshine(shape: tuple[int, int], chance: np.random.Generator) -> Field:
    """Return shade with patches of sun, as between leaves or through a window: sharp or soft, 5 to 20 times
    brighter.
    """
    height, width = shape
    sun = np.zeros(shape, np.float32)
    for _ in range(int(chance.integers(1, 6))):
        at = (int(chance.uniform(0.1, 0.9) * width), int(chance.uniform(0.1, 0.9) * height))
        if chance.random() < 0.5:
            axes = (chance.uniform(0.03, 0.3, 2) * width).astype(int).tolist()
            cv2.ellipse(sun, at, axes, chance.uniform(0, 180), 0, 360, (1.0,), cv2.FILLED)
        else:
            box = (at, tuple((chance.uniform(0.08, 0.6, 2) * width).tolist()), float(chance.uniform(0, 180)))
            cv2.fillPoly(sun, [cv2.boxPoints(box).round().astype(np.int32)], (1.0,))
    soft = cv2.GaussianBlur(sun, (0, 0), float(np.exp(chance.uniform(np.log(0.0015), np.log(0.03)))) * width)
    shade = float(np.exp(chance.uniform(np.log(0.03), np.log(0.12))))
    return np.asarray(shade + (float(chance.uniform(1.1, 3.6)) - shade) * soft, np.float32)


def _glare(view: _View, sheet: _Print, chance: np.random.Generator) -> Field:
    """Return the light that a glossy sheet sends back like a mirror: spots and streaks, over the code for the most
    part.
    """
    x, y, side = sheet.codes[0]
    sent = np.zeros_like(view.across)
    for _ in range(int(chance.integers(1, 3))):
        at = np.array((x, y)) + chance.uniform(-0.6, 0.6, 2) * side
        long, short = side * chance.uniform(0.1, 0.35), side * chance.uniform(0.04, 0.15)
        turn = chance.uniform(0, np.pi)
        right, below = view.across - at[0], view.down - at[1]
        p = (np.cos(turn) * right + np.sin(turn) * below) / long
        q = (-np.sin(turn) * right + np.cos(turn) * below) / short
        sharpness = float(chance.choice((1.0, 1.0, 3.0)))
        sent += float(np.exp(chance.uniform(np.log(0.4), np.log(4)))) * np.exp(-((p**2 + q**2) ** sharpness))
    wide = cv2.GaussianBlur(np.minimum(sent, 2), (0, 0), 0.06 * view.across.shape[1])
    return np.asarray(sent + float(chance.uniform(0, 0.3)) * wide, np.float32)


# --- the camera


def _photographed(seen: Field, module_px: float, trouble: Trouble, chance: np.random.Generator) -> Grey:
    """Return the light as a cheap camera writes it: out of focus, moved, with stray light, noise and JPEG."""
    if trouble is Trouble.BLUR:
        if chance.random() < 0.5:
            seen = cv2.GaussianBlur(seen, (0, 0), module_px * float(chance.uniform(0.3, 0.75)))
        else:
            seen = cv2.filter2D(seen, -1, _movement(module_px * float(chance.uniform(0.6, 1.8)), chance))
    stray = cv2.GaussianBlur(np.minimum(seen, 3), (0, 0), 0.05 * seen.shape[1])
    seen = cv2.GaussianBlur(seen, (0, 0), float(chance.uniform(0.5, 1.1))) + 0.04 * stray
    grey = 255 * np.clip(seen, 0, 1) ** GAMMA + chance.normal(0, chance.uniform(1, 4), seen.shape)
    pixels = np.clip(grey, 0, 255).round().astype(np.uint8)
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 92))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))


def _movement(length_px: float, chance: np.random.Generator) -> Field:
    """Return the trace of a point while the camera moved straight on."""
    size = 2 * int(np.ceil(length_px / 2)) + 3
    trace = np.zeros((8 * size, 8 * size), np.float32)
    turn, half, middle = chance.uniform(0, np.pi), 4 * length_px, 4 * size
    away = np.array((np.cos(turn), np.sin(turn))) * half
    ends = [tuple((middle + sign * away).round().astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(trace, ends[0], ends[1], (1.0,), 8)
    small = cv2.resize(trace, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum())

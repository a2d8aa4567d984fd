"""Draws dice: solids with rounded edges, lit from a side, with pips, numbers or symbols.

A die is the space behind the planes of all its sides. Newton's method finds where a ray meets the soft
maximum of the distances to those planes; the softness rounds the edges as tumbling does.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.virtual.camera import Points
from vision.virtual.scene import DieKind, SceneDie
from vision.virtual.sheet import Colour, Sheet

SOFTNESS = 0.035
"""How round the edges are, in sizes of the die. Chosen, like the other looks below, to resemble photographs."""
STEPS = 14
NEAR = 0.02
"""How near a ray must come to hit the die, in sizes of the die."""
FACE_PX = 96
AMBIENT = 0.5
SHINE = 0.18
INKS: dict[DieKind, Colour] = {DieKind.STARS: (40, 170, 225), DieKind.DAMAGE: (40, 36, 190)}
DARK_INK: Colour = (30, 26, 24)
LIGHT_INK: Colour = (232, 236, 238)
LIGHT = 300
"""A die has dark print if its blue, green and red add up to more than this."""
PIP = 0.095
"""The radius of a pip, in sizes of the die."""

_Floats = NDArray[Any]
_PIPS = {
    "1": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    "6": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    """The sides of a die of size 2: the outward normal of each, and the directions right and down of its
    print, (sides, 3) each.
    """

    out: _Floats
    right: _Floats
    down: _Floats


def draw_die(die: SceneDie, eye_mm: Points, rays: Points, lamp: Points) -> Pixels:
    """Draw a die along rays, (H, W, 3), from an eye: return (H, W, 4) uint8, BGR multiplied by the cover,
    and the cover. `lamp` is the direction of the light.
    """
    solid, side = _solid(die.kind), die.kind.faces.index(die.face)
    turn = _leaning(die.lean_deg) @ _upright(solid, side, die.turn_deg)
    half = die.size_mm / 2
    ahead = ((rays / np.linalg.norm(rays, axis=-1, keepdims=True)) @ turn).astype(np.float32)
    start = (((eye_mm - (*die.at_mm, die.lift_mm + half * _standing(die))) / half) @ turn).astype(np.float32)
    places, outward, is_hit = _met(solid, start, ahead)
    facing = np.argmax(solid.out @ places.reshape(-1, 3).T, axis=0).reshape(is_hit.shape)
    colours = np.zeros((*is_hit.shape, 3), np.float32)
    for number in np.unique(facing[is_hit]).tolist():
        here = is_hit & (facing == number)
        colours[here] = _printed(die, number, places, solid)[here]
    shade = AMBIENT + (1 - AMBIENT) * 1.1 * np.clip(outward @ (lamp @ turn), 0, 1)
    midway = lamp @ turn - ahead
    midway /= np.linalg.norm(midway, axis=-1, keepdims=True)
    shine = 255 * SHINE * np.clip((outward * midway).sum(axis=-1), 0, 1) ** 40
    lit = np.clip(colours * shade[..., np.newaxis] + shine[..., np.newaxis], 0, 255)
    cover = is_hit[..., np.newaxis] * np.float32(255)
    return np.concatenate([lit * is_hit[..., np.newaxis], cover], axis=-1).round().astype(np.uint8)


def silhouette_mm(die: SceneDie) -> Points:
    """Return places (x, y, height) around a die that enclose it and its shadow: (N, 3) mm."""
    around = np.radians(np.arange(0, 360, 15.0))
    ring = np.stack([np.cos(around), np.sin(around)], axis=-1) * die.size_mm
    levels = [(0.56, 0.05), (0.64, 0.5), (0.52, 0.97)]
    rings = [
        np.column_stack([ring * wide + die.at_mm, np.full(len(ring), die.lift_mm + high * die.size_mm)])
        for wide, high in levels
    ]
    return np.concatenate(rings)


def _met(solid: _Solid, start: _Floats, ahead: _Floats) -> tuple[_Floats, _Floats, NDArray[np.bool_]]:
    """Return where rays meet a solid, its normals there, and which rays do."""
    sharp, sides = np.float32(1 / (2 * SOFTNESS)), solid.out.astype(np.float32)
    # Arrays are (sides, rays): sums over the few sides are fast along the first axis.
    start_off = (sides @ start - 1)[:, np.newaxis]
    slopes = sides @ ahead.reshape(-1, 3).T
    # Rays start at the sphere around the solid, because further out the distances are a poor guide.
    along = -(ahead.reshape(-1, 3) @ start) - np.float32(1.8)
    weights, off = slopes, along
    for _ in range(STEPS):
        away = start_off + slopes * along
        largest = away.max(axis=0)
        weights = np.exp((away - largest) * sharp)
        total = weights.sum(axis=0)
        weights /= total
        off = largest + np.log(total) / sharp
        slope = np.minimum((weights * slopes).sum(axis=0), -1e-3)
        along = along + np.clip(-off / slope, -0.5, 2.0)
    outward = (weights.T @ sides).reshape(ahead.shape)
    outward /= np.linalg.norm(outward, axis=-1, keepdims=True)
    shape = ahead.shape[:-1]
    return start + ahead * along.reshape(*shape, 1), outward, np.abs(off).reshape(shape) < NEAR


def _printed(die: SceneDie, number: int, places: _Floats, solid: _Solid) -> _Floats:
    """Return the colours of a side at places on it; colours outside the side mean nothing."""
    face = _drawn_side(die.kind, die.kind.faces[number], die.colour)
    columns = ((places @ solid.right[number] + 1) * FACE_PX / 2 - 0.5).astype(np.float32)
    rows = ((places @ solid.down[number] + 1) * FACE_PX / 2 - 0.5).astype(np.float32)
    return cv2.remap(face, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=128)
def _drawn_side(kind: DieKind, face: str, colour: Colour) -> Pixels:
    """Draw one side."""
    sheet = Sheet.blank(1, 1, FACE_PX, colour)
    ink = INKS.get(kind, DARK_INK if sum(colour) > LIGHT else LIGHT_INK)
    match kind:
        case DieKind.PIPS:
            for across, down in _PIPS[face]:
                sheet.disc((0.5 + 0.255 * across, 0.5 + 0.255 * down), PIP, ink)
        case DieKind.D6 | DieKind.D12:
            tall = 0.5 if kind is DieKind.D6 else 0.26
            sheet.write(face, (0.5, 0.5), tall, ink)
            if face in {"6", "9"}:
                sheet.fill(
                    [
                        (0.38, 0.55 + tall / 2),
                        (0.62, 0.55 + tall / 2),
                        (0.62, 0.59 + tall / 2),
                        (0.38, 0.59 + tall / 2),
                    ],
                    ink,
                )
        case DieKind.STARS:
            for middle in _spread(int(face)):
                sheet.fill(_star(middle, 0.2 if int(face) > 1 else 0.3), ink)
        case DieKind.DAMAGE:
            _draw_damage(sheet, face, ink)
    return sheet.pixels


def _draw_damage(sheet: Sheet, face: str, ink: Colour) -> None:
    """Draw nothing, two crosses for the eyes of somebody knocked out, or the cross of a plaster."""
    if face == "ko":
        for across in (0.33, 0.67):
            for lean in (-1, 1):
                sheet.line([(across - 0.1, 0.5 - 0.1 * lean), (across + 0.1, 0.5 + 0.1 * lean)], ink, 0.06)
    elif face == "injured":
        for wide, high in ((0.3, 0.1), (0.1, 0.3)):
            sheet.fill(
                [
                    (0.5 - wide, 0.5 - high),
                    (0.5 + wide, 0.5 - high),
                    (0.5 + wide, 0.5 + high),
                    (0.5 - wide, 0.5 + high),
                ],
                ink,
            )


def _spread(count: int) -> list[tuple[float, float]]:
    """Return the centres of the symbols on a side."""
    return {
        0: [],
        1: [(0.5, 0.5)],
        2: [(0.32, 0.32), (0.68, 0.68)],
        3: [(0.5, 0.29), (0.29, 0.67), (0.71, 0.67)],
    }[count]


def _star(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    points = []
    for tip in range(10):
        far = radius if tip % 2 == 0 else 0.42 * radius
        angle = np.pi * tip / 5
        points.append((middle[0] + far * float(np.sin(angle)), middle[1] - far * float(np.cos(angle))))
    return points


@cache
def _solid(kind: DieKind) -> _Solid:
    """Return the sides of a cube or a dodecahedron, in the order of `DieKind.faces`: the second half lies
    opposite the first.
    """
    if kind is DieKind.D12:
        golden = (1 + 5**0.5) / 2
        first = [
            (0, 1, golden),
            (0, -1, golden),
            (1, golden, 0),
            (-1, golden, 0),
            (golden, 0, 1),
            (golden, 0, -1),
        ]
    else:
        first = [(0, 0, 1), (1, 0, 0), (0, 1, 0)]
    out = np.array(first, np.float64)
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    out = np.concatenate([out, -out])
    # Any direction within the side may be the print's right; down follows, so that it reads from outside.
    aside = np.where(np.abs(out[:, :1]) < 0.8, [[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]])
    right = aside - out * (aside * out).sum(axis=1, keepdims=True)
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return _Solid(out, right, np.cross(out, right))


def _leaning(lean_deg: float) -> _Floats:
    """Return the rotation of a die that leans away from the first seat."""
    lean = np.radians(lean_deg)
    cos, sin = np.cos(lean), np.sin(lean)
    return np.array([[1.0, 0.0, 0.0], [0.0, cos, sin], [0.0, -sin, cos]])


def _standing(die: SceneDie) -> float:
    """Return how high the centre of a die is, in halves of its size: that of a leaning cube is higher."""
    lean = np.radians(die.lean_deg)
    return 1.0 if die.kind is DieKind.D12 else float(np.cos(lean) + abs(np.sin(lean)))


def _upright(solid: _Solid, side: int, turn_deg: float) -> _Floats:
    """Return the die's axes in the table's, one a column, with a side up and its print rotated clockwise."""
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    on_table = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]).T
    return on_table @ np.stack([solid.right[side], solid.down[side], solid.out[side]])

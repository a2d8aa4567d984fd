"""Shows drawn cards to a camera: ground, pose, lamp, lens, sensor and JPEG, in linear light and by formulas of its own.

A table of some size in mm lies under a camera with a slant. What is laid on it is drawn as light, twice as fine as the
sensor sees it; then come lens, noise of photons and of the amplifier, white balance, the tone curve and JPEG. All that is
true of the picture is returned with it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.faces import grounds
from tests.bench.faces.canvas import PX_PER_MM, Picture

Matrix = NDArray[Any]
Points = NDArray[Any]
Light = NDArray[Any]

FINE = 2
"""Pixels of the drawing for one of the sensor, each way."""
GAMMA = 2.2
PAPER = 0.58
"""The linear level at which white paper is exposed: 200 of 255 after the tone curve."""
ELECTRONS = 4500.0
"""Photons that a pixel of a webcam counts at the linear level 1 in ordinary light."""
READ_NOISE = 9.0
"""Noise of the amplifier, in the same electrons."""
SLEEVE_MM = 1.75
"""How much wider than the card its sleeve is, at each side."""


@dataclass(frozen=True, slots=True)
class Viewing:
    """How a table is lit and seen."""

    size_px: tuple[int, int] = (1920, 1080)
    px_per_mm: float = 2.4
    slant_deg: float = 12.0
    """How far from straight above the camera looks at the middle."""
    roll_deg: float = 0.0
    blur_px: float = 0.8
    light: float = 1.0
    """Share of ordinary light: fewer photons, more noise."""
    gain: float = 1.0
    """By how much the camera amplifies to make up for it, or overexposes."""
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Blue, green and red as the camera takes white paper to be."""
    gradient: float = 0.25
    """How much less light there is at the far side of the table."""
    vignette: float = 0.2
    glare: float = 0.0
    """Share of the sleeves in which a lamp is reflected."""
    is_sleeved: bool = False
    jpeg: int = 85
    bow_mm: float = 0.3
    """How far cards are bent, at most: their middle is seen displaced by so much."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """Something that lies on the table: its picture at 10 px/mm, the place of its middle and its turn."""

    picture: Picture = field(repr=False)
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    corner_mm: float = 3.0
    mask: Picture | None = field(default=None, repr=False)
    """Its outline, for things that are no rectangles."""
    is_sleeved: bool = False

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.picture.shape[1] / PX_PER_MM, self.picture.shape[0] / PX_PER_MM

    def table_from_card(self) -> Matrix:
        """Return the matrix that takes mm on the card, from its top left corner, to mm on the table."""
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = self.at_mm
        half_width, half_height = self.size_mm[0] / 2, self.size_mm[1] / 2
        return np.array(
            [
                [cos, -sin, x - cos * half_width + sin * half_height],
                [sin, cos, y - sin * half_width - cos * half_height],
                [0.0, 0.0, 1.0],
            ]
        )

    def corners_mm(self, more_mm: float = 0.0) -> Points:
        """Return the corners on the table, (4, 2), clockwise from the top left as the card is read."""
        width, height = self.size_mm
        m = more_mm
        own = np.array([(-m, -m), (width + m, -m), (width + m, height + m), (-m, height + m)])
        return moved(self.table_from_card(), own)


@dataclass(frozen=True, slots=True)
class Photograph:
    """What the camera saw, and what is true of it."""

    pixels: Picture = field(repr=False)
    """(H, W, 3) uint8, BGR."""
    empty: Picture = field(repr=False)
    """The same table in the same light, before anything was laid on it."""
    image_from_table: Matrix
    """(3, 3): mm on the table to px."""
    corners_px: Sequence[Points]
    """The corners of each card that was laid, in that order, clockwise from its own top left."""
    sleeves_px: Sequence[Points]
    """The same for its sleeve; the card's own corners where it has none."""


def moved(matrix: Matrix, points: Points) -> Points:
    """Return points (N, 2) where a homography takes them."""
    raised = np.hstack([points, np.ones((len(points), 1))]) @ matrix.T
    result: Points = raised[:, :2] / raised[:, 2:]
    return result


def table_size_mm(viewing: Viewing) -> tuple[int, int]:
    """Return how much table such a camera sees, about."""
    return round(viewing.size_px[0] / viewing.px_per_mm), round(viewing.size_px[1] / viewing.px_per_mm)


def image_from_table(viewing: Viewing) -> Matrix:
    """Return the homography of a pinhole above the middle of the table, slanted along y."""
    width, height = viewing.size_px
    middle_mm = (width / viewing.px_per_mm / 2, height / viewing.px_per_mm / 2)
    focal_px = 0.9 * width
    away_mm = focal_px / viewing.px_per_mm
    slant, roll = math.radians(viewing.slant_deg), math.radians(viewing.roll_deg)
    across = np.array([math.cos(roll), math.sin(roll), 0.0])
    down = np.array([-math.sin(roll) * math.cos(slant), math.cos(roll) * math.cos(slant), math.sin(slant)])
    ahead = np.array([math.sin(roll) * math.sin(slant), -math.cos(roll) * math.sin(slant), math.cos(slant)])
    turned = np.vstack([across, down, ahead])
    # The table's own x and y, seen from a camera that looks at its middle.
    plane = np.column_stack([turned[:, 0], turned[:, 1], np.array([0.0, 0.0, away_mm])])
    inner = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    shift = np.array([[1, 0, -middle_mm[0]], [0, 1, -middle_mm[1]], [0, 0, 1.0]])
    matrix: Matrix = inner @ plane @ shift
    matrix /= matrix[2, 2]
    return matrix


class Table:
    """A ground under a camera, on which cards are laid for one photograph after the other."""

    def __init__(self, viewing: Viewing, ground: str, seed: int) -> None:
        self.viewing = viewing
        self.image_from_table = image_from_table(viewing)
        self._chance = np.random.default_rng((seed, 77))
        width, height = table_size_mm(viewing)
        margin = 60
        picture = grounds.GROUNDS[ground](self._chance, (width + 2 * margin, height + 2 * margin))
        scale = 1 / grounds.GROUND_PX_PER_MM
        # A pixel's place is its middle: the first of the sensor lies between the first FINE of the drawing.
        half = (FINE - 1) / 2
        self._fine_from_table = (
            np.array([[FINE, 0, half], [0, FINE, half], [0, 0, 1.0]]) @ self.image_from_table
        )
        from_ground = (
            self._fine_from_table
            @ np.array([[1, 0, -margin], [0, 1, -margin], [0, 0, 1.0]])
            @ np.diag([scale, scale, 1.0])
        )
        fine = (viewing.size_px[0] * FINE, viewing.size_px[1] * FINE)
        self._ground = cv2.warpPerspective(_linear(picture), from_ground, fine, borderMode=cv2.BORDER_REFLECT)
        self._lamp = self._lamp_light()
        self._empty = self._sensed(self._ground, None)

    def photograph(self, cards: Sequence[LaidCard]) -> Photograph:
        fine = self._ground.copy()
        glare = np.zeros(self._lamp.shape, np.float32)
        for card in cards:
            self._lay(fine, card)
            if card.is_sleeved:
                self._reflect(glare, card)
        edges = [moved(self.image_from_table, card.corners_mm()) for card in cards]
        sleeves = [
            moved(self.image_from_table, card.corners_mm(SLEEVE_MM if card.is_sleeved else 0.0)) for card in cards
        ]  # fmt: skip
        pixels = self._sensed(fine, glare if any(card.is_sleeved for card in cards) else None)
        return Photograph(pixels, self._empty, self.image_from_table, edges, sleeves)

    def _lamp_light(self) -> Light:
        """Return how much light falls on each pixel, vignette included: (H, W) float32."""
        width, height = self.viewing.size_px
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        turn = self._chance.uniform(0, 2 * math.pi)
        across = (x / width - 0.5) * math.cos(turn) + (y / height - 0.5) * math.sin(turn)
        radius = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
        lamp = (1 - self.viewing.gradient * (0.5 + across)) * (1 - self.viewing.vignette * radius)
        # The soft shadow of something beside the table.
        edge = self._chance.uniform(-0.45, 0.45)
        turn = self._chance.uniform(0, 2 * math.pi)
        side = (x / width - 0.5) * math.cos(turn) + (y / height - 0.5) * math.sin(turn) - edge
        shadow = 1 - float(self._chance.uniform(0, 0.25)) / (1 + np.exp(-side * 60))
        light: Light = (lamp * shadow / lamp.mean()).astype(np.float32)
        return light

    def _lay(self, fine: Light, card: LaidCard) -> None:
        """Draw one card, its shadow and its sleeve into the fine picture."""
        outer = SLEEVE_MM if card.is_sleeved else 0.0
        bounds = moved(self._fine_from_table, card.corners_mm(outer + 5))
        left, top = np.maximum(np.floor(bounds.min(axis=0)).astype(int), 0)
        right, bottom = np.minimum(np.ceil(bounds.max(axis=0)).astype(int), fine.shape[1::-1])
        if right <= left or bottom <= top:
            return
        part = fine[top:bottom, left:right]
        x, y = self._on_card(card, (left, top, right, bottom))
        width, height = card.size_mm
        shade = (
            _inside(x - 0.8, y - 1.1, (width, height), 3, outer, soft=1.2)
            if card.mask is None
            else cv2.blur(self._seen(card, x - 4, y - 5)[1], (25, 25))
        )
        light = part.astype(np.float32) * (1 - 0.3 * shade[:, :, None])
        if card.is_sleeved:
            film = _inside(x, y, (width, height), 1.0, outer, soft=0.15)
            light += film[:, :, None] * 0.12 * (0.65 * WHOLE - light)
        bend = float(self._chance.uniform(-self.viewing.bow_mm, self.viewing.bow_mm))
        sagged = y + bend * (1 - (2 * x / width - 1) ** 2)
        shown, mask = self._seen(card, x, sagged)
        light += mask[:, :, None] * (shown - light)
        part[:] = np.clip(light, 0, WHOLE).astype(np.uint16)

    def _on_card(self, card: LaidCard, part: tuple[int, int, int, int]) -> tuple[Light, Light]:
        """Return for each pixel of a part of the fine picture where on the card it lies, in mm."""
        left, top, right, bottom = part
        inverse = np.linalg.inv(self._fine_from_table @ card.table_from_card())
        inverse = (inverse / inverse[2, 2]).astype(np.float32)
        u = np.arange(left, right, dtype=np.float32)[None]
        v = np.arange(top, bottom, dtype=np.float32)[:, None]
        below = inverse[2, 0] * u + inverse[2, 1] * v + inverse[2, 2]
        x = (inverse[0, 0] * u + inverse[0, 1] * v + inverse[0, 2]) / below
        y = (inverse[1, 0] * u + inverse[1, 1] * v + inverse[1, 2]) / below
        return x, y

    def _seen(self, card: LaidCard, x: Light, y: Light) -> tuple[Light, Light]:
        """Return a card's colours and how much of each pixel it covers."""
        # The card is made as coarse as the fine picture first, so that no detail is skipped.
        scale = min(1.0, 1.3 * FINE * self.viewing.px_per_mm / PX_PER_MM)
        coarse = cv2.resize(_linear(card.picture), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        step = PX_PER_MM * np.array(coarse.shape[1::-1]) / np.array(card.picture.shape[1::-1])
        at = (x * np.float32(step[0]) - 0.5, y * np.float32(step[1]) - 0.5)
        shown = cv2.remap(coarse, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if card.mask is not None:
            outline = cv2.resize(card.mask, coarse.shape[1::-1], interpolation=cv2.INTER_AREA)
            return shown.astype(np.float32), cv2.remap(outline, *at, cv2.INTER_LINEAR).astype(
                np.float32
            ) / 255
        soft = 0.5 / (FINE * self.viewing.px_per_mm)
        return shown.astype(np.float32), _inside(x, y, card.size_mm, card.corner_mm, 0.0, soft)

    def _reflect(self, glare: Light, card: LaidCard) -> None:
        """Add what a sleeve reflects: a veil, and a lamp with soft edges and a halo for some."""
        veil, lamp = float(self._chance.uniform(0.005, 0.03)), float(self._chance.uniform(0.5, 3.0))
        around = moved(self.image_from_table, card.corners_mm(SLEEVE_MM))
        cover = np.zeros(glare.shape, np.uint8)
        cv2.fillConvexPoly(cover, np.round(around).astype(np.int32), 1)
        light = np.full(glare.shape, veil, np.float32)
        if self._chance.random() < self.viewing.glare:
            share = self._chance.uniform(0.05, 0.95, 2)
            at = around[0] + share[0] * (around[1] - around[0]) + share[1] * (around[3] - around[0])
            size = float(self._chance.uniform(5, 13)) * self.viewing.px_per_mm
            long, turn = float(self._chance.uniform(1, 2.2)), float(self._chance.uniform(0, math.pi))
            y, x = np.mgrid[0 : glare.shape[0], 0 : glare.shape[1]].astype(np.float32)
            a = ((x - at[0]) * math.cos(turn) + (y - at[1]) * math.sin(turn)) / long
            b = (y - at[1]) * math.cos(turn) - (x - at[0]) * math.sin(turn)
            far = (a**2 + b**2) / size**2
            light += np.float32(lamp) * np.exp(-(far**2)) + 0.2 * np.exp(-far / 6)
        glare += light * cover

    def _noise(self) -> Light:
        """Return noise of spread 1 as large as the sensor: a part of a larger field, because noise is dear to draw."""
        width, height = self.viewing.size_px
        across, down = (int(value) for value in self._chance.integers(0, NOISE_BESIDE_PX, 2))
        return _noise_field(width, height)[down : down + height, across : across + width]

    def _sensed(self, fine: Light, glare: Light | None) -> Picture:
        """Return what the sensor makes of the light."""
        viewing = self.viewing
        seen = cv2.resize(fine, viewing.size_px, interpolation=cv2.INTER_AREA) * np.float32(1 / WHOLE)
        seen *= self._lamp[:, :, None]
        if glare is not None:
            seen += glare[:, :, None]
        electrons: Light = cv2.GaussianBlur(seen, (0, 0), max(0.3, viewing.blur_px))
        electrons *= np.float32(PAPER * ELECTRONS * viewing.light)
        spread = cv2.sqrt(electrons + np.float32(READ_NOISE**2))
        electrons += cv2.multiply(spread, self._noise())
        electrons *= np.array(viewing.white, np.float32) * np.float32(viewing.gain / ELECTRONS * WHOLE)
        level = cv2.GaussianBlur(electrons, (0, 0), 0.45)
        shown = _SHOWN[np.clip(level, 0, WHOLE, out=level).astype(np.uint16)]
        _, packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, viewing.jpeg])
        pixels = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        assert pixels is not None
        return pixels


WHOLE = 65535
"""White in the linear pictures, (H, W, 3) uint16, in which everything is drawn."""
NOISE_BESIDE_PX = 300
_LINEAR = np.round((np.arange(256) / 255.0) ** GAMMA * WHOLE).astype(np.uint16)

_SHOWN = (255 * (np.arange(WHOLE + 1) / WHOLE) ** (1 / GAMMA)).astype(np.uint8)


@cache
def _noise_field(width: int, height: int) -> Light:
    chance = np.random.default_rng(33)
    size = (height + NOISE_BESIDE_PX, width + NOISE_BESIDE_PX, 3)
    field: Light = chance.standard_normal(size, np.float32)
    return field


def _linear(picture: Picture) -> Light:
    light: Light = _LINEAR[picture]
    return light


def _inside(
    x: Light, y: Light, size_mm: tuple[float, float], round_mm: float, more_mm: float, soft: float
) -> Light:
    """Return how much of each place lies in a rectangle with round corners: 1 inside, 0 outside, soft at the edge."""
    half_width, half_height = size_mm[0] / 2 + more_mm, size_mm[1] / 2 + more_mm
    a = np.abs(x - size_mm[0] / 2) - (half_width - round_mm)
    b = np.abs(y - size_mm[1] / 2) - (half_height - round_mm)
    beyond = np.hypot(np.maximum(a, 0), np.maximum(b, 0)) + np.minimum(np.maximum(a, b), 0) - round_mm
    share: Light = np.clip(0.5 - beyond / (2 * soft), 0, 1)
    return share


LIGHTS: dict[str, Viewing] = {
    "usual": Viewing(),
    "bright": Viewing(gain=1.57),
    "blur": Viewing(blur_px=1.2),
    "warm": Viewing(white=(0.72, 0.98, 1.2)),
    "evening": Viewing(light=1 / 3, gain=1.6),
    "sleeves": Viewing(is_sleeved=True),
    "lamp": Viewing(is_sleeved=True, glare=0.5),
    "quarter": Viewing(light=0.25, gain=1.2, blur_px=0.9),
    "overexposed": Viewing(gain=1.9),
    "slanted": Viewing(slant_deg=25.0),
    "far": Viewing(px_per_mm=2.0),
    "near": Viewing(px_per_mm=3.2),
}
"""The conditions under which figures are taken, by name."""
ENROLMENT = replace(LIGHTS["usual"], px_per_mm=3.5, size_px=(1280, 960), slant_deg=8.0)
"""How a card is shown when it is enrolled, once."""

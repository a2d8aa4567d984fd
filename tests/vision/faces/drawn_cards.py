"""Draws small decks of cards, and lays them on a mat that a camera sees, for the tests of faces."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.faces.face import FACE_PX_PER_MM, Face
from vision.frame import STRIDE, Grey, Pixels, Quad, Region, quad, to_grey
from vision.lens import pinhole
from vision.table_map import TableMap

SIZE_MM = (63.0, 88.0)
PX = 7
"""The scale at which cards are drawn, px a mm."""
SEEN_PX = 2.4
"""The scale at which the camera sees them."""
MAT_PX = (640, 480)


TEXT = ("a card of the test", "deck with a text")


def picture_card(seed: int, digit: str = "7", text: tuple[str, str] = TEXT) -> Pixels:
    """A card with a picture of its own, a frame, a digit in two corners, and a text."""
    chance = np.random.default_rng(seed)
    width, height = (round(side * PX) for side in SIZE_MM)
    card = np.full((height, width, 3), 240, np.uint8)
    cv2.rectangle(card, (18, 18), (width - 19, height - 19), (60, 120, 50), -1)
    cv2.rectangle(card, (35, 90), (width - 36, 400), (90, 80, 150), -1)
    for _ in range(12):
        colour = chance.integers(20, 240, 3).tolist()
        x, y = chance.integers((60, 120), (width - 60, 370)).tolist()
        cv2.circle(card, (x, y), int(chance.integers(10, 30)), colour, -1, cv2.LINE_AA)
    cv2.rectangle(card, (35, 420), (width - 36, height - 36), (225, 230, 235), -1)
    for n, word in enumerate(text):
        cv2.putText(
            card, word, (50, 460 + 40 * n), cv2.FONT_HERSHEY_DUPLEX, 1.0, (20, 20, 20), 2, cv2.LINE_AA
        )
    for x, y in ((40, 78), (width - 80, height - 45)):
        cv2.putText(card, digit, (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.8, (10, 10, 10), 6, cv2.LINE_AA)
    return card


def red_card() -> Pixels:
    """A card that is as bright as the mat, and red; its print is no brighter or darker."""
    card = np.full((round(SIZE_MM[1] * PX), round(SIZE_MM[0] * PX), 3), (45, 75, 240), np.uint8)
    cv2.rectangle(card, (120, 150), (320, 400), (150, 100, 140), -1)
    return card


def black_card(seed: int) -> Pixels:
    """A black glossy card: its print has a fifth of the light."""
    return (picture_card(seed) * 0.2).astype(np.uint8)


def face(card: str, drawn: Pixels, side: str = "front") -> Face:
    """The face as it is enrolled from a good photograph."""
    height, width = drawn.shape[:2]
    by = FACE_PX_PER_MM / PX
    small = cv2.resize(drawn, (round(width * by), round(height * by)), interpolation=cv2.INTER_AREA)
    lit = cv2.GaussianBlur(small * 0.82, (0, 0), 0.6)
    return Face(card, side, lit.astype(np.uint8), (width / PX, height / PX))


@dataclass(frozen=True, slots=True)
class Light:
    """How the camera sees: brightness, the colours of the lamp, noise in grey levels."""

    share: float = 1.0
    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 3.0


class DrawnMat:
    """A mat on which cards are laid; the camera looks down on it, a little from the side."""

    def __init__(self) -> None:
        slant = np.array([(1, 0, 0), (0, 1, 0), (0.00002, 0.00005, 1.0)])
        self._image_from_mm = np.diag([SEEN_PX, SEEN_PX, 1.0]) @ slant
        width, height = MAT_PX
        self.table = TableMap(
            pinhole(width, height), tuple(np.linalg.inv(self._image_from_mm).ravel().tolist()), 0.2
        )
        self.whole = Region(0, 0, width, height)
        rows = np.linspace(90, 130, height, dtype=np.float32)[:, np.newaxis, np.newaxis]
        self._bare = np.repeat(np.repeat(rows, width, axis=1), 3, axis=2) * np.array(
            (1.0, 0.9, 0.8), np.float32
        )
        cv2.rectangle(self._bare, (20, 20), (330, 120), (60.0, 60.0, 60.0), 2)
        self._seen = self._bare.copy()

    def lay(self, drawn: Pixels, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> Quad:
        """Lay a card with its middle at a place; return its corners in px."""
        height, width = drawn.shape[:2]
        turn = np.radians(turn_deg)
        turned = np.array(
            [(np.cos(turn), -np.sin(turn), x_mm), (np.sin(turn), np.cos(turn), y_mm), (0, 0, 1)]
        )
        from_card = np.array([(1 / PX, 0, -width / PX / 2), (0, 1 / PX, -height / PX / 2), (0, 0, 1)])
        way = self._image_from_mm @ turned @ from_card
        covered = cv2.warpPerspective(np.ones((height, width), np.float32), way, MAT_PX)
        # Softened first: the camera sees a third as many pixels.
        soft = cv2.GaussianBlur(drawn, (0, 0), 1.2).astype(np.float32)
        shown = cv2.warpPerspective(soft, way, MAT_PX, borderMode=cv2.BORDER_REPLICATE)
        self._seen = self._seen * (1 - covered[..., np.newaxis]) + shown * covered[..., np.newaxis]
        corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
        return quad(cv2.perspectiveTransform(corners, way)[0])

    def spot(self, x_mm: float, y_mm: float, radius_mm: float, level: float = 400.0) -> None:
        """Add a reflection of the lamp, or lay a dark token if the level is low."""
        middle = cv2.perspectiveTransform(np.array([[(x_mm, y_mm)]], np.float64), self._image_from_mm)[0, 0]
        where = tuple(round(float(v)) for v in middle)
        cv2.circle(self._seen, where, round(radius_mm * SEEN_PX), (level,) * 3, -1, cv2.LINE_AA)

    def frame(self, light: Light | None = None) -> Pixels:
        return self._photograph(self._seen, light or Light())

    def bare(self, light: Light | None = None) -> Grey:
        """The empty mat at a quarter of the size, as the pipeline keeps it."""
        return to_grey(self._photograph(self._bare, light or Light()))[::STRIDE, ::STRIDE]

    def bare_in_colour(self) -> Pixels:
        """The same in colour."""
        return np.ascontiguousarray(self._photograph(self._bare, Light())[::STRIDE, ::STRIDE])

    def _photograph(self, lit: Pixels, light: Light) -> Pixels:
        soft = cv2.GaussianBlur(lit * (0.82 * light.share * np.array(light.lamp)), (0, 0), 0.7)
        noise = np.random.default_rng(5).normal(0, light.noise, soft.shape)
        picture: Pixels = np.clip(soft + noise, 0, 255).astype(np.uint8)
        return picture


def ovals(ink: tuple[int, int, int] = (60, 140, 40), *, are_hatched: bool = False) -> Pixels:
    """A white card with two shapes, which are empty, or hatched with fine lines."""
    card = np.full((round(88 * PX), round(63 * PX), 3), 235, np.uint8)
    hatched, filled = card.copy(), np.zeros(card.shape[:2], np.uint8)
    for x in range(70, 372, 7):
        cv2.line(hatched, (x, 100), (x, 520), ink, 1, cv2.LINE_AA)
    for y in (220, 396):
        cv2.ellipse(filled, (220, y), (140, 62), 0, 0, 360, 255, -1)
        cv2.ellipse(hatched, (220, y), (140, 62), 0, 0, 360, ink, 8, cv2.LINE_AA)
        cv2.ellipse(card, (220, y), (140, 62), 0, 0, 360, ink, 8, cv2.LINE_AA)
    return np.where(are_hatched & (filled > 0)[..., np.newaxis], hatched, card)

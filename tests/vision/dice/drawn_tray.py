"""Dice in a tray, drawn as a camera above it sees them: bodies with edges, all the faces that show, and light.

Nothing is shared with the detectors: solids are given by their corners, seen through a pinhole, and each face's
drawing is laid upon its polygon. Lengths are in sides of a die; the picture's middle is below the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

CANVAS = 96
SIZE = (640, 480)
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
}


@dataclass(frozen=True)
class Lying:
    """A die: what its top shows, and where it lies; lifted and leaning, if it lies upon something."""

    face: str
    at: tuple[float, float]
    turn_deg: float = 0.0
    lean_deg: float = 0.0
    lifted: float = 0.0


@dataclass(frozen=True)
class View:
    """How the tray is seen: the size of a die, the camera's height, and the faults of its picture."""

    side_px: float = 44.0
    height: float = 14.0
    noise: float = 4.0
    blur_px: float = 0.7
    body: tuple[int, int, int] = (215, 230, 232)
    ink: tuple[int, int, int] = (30, 28, 26)
    floor: tuple[int, int, int] = (52, 46, 44)
    seed: int = 1


@dataclass(frozen=True)
class Solid:
    """Corners, faces as corner numbers seen from outside, and how far a drawing reaches on a face."""

    corners: NDArray[Any]
    faces: Sequence[Sequence[int]]
    reach: float


def cube() -> Solid:
    corners = np.array(list(product((-0.5, 0.5), repeat=3)))
    normals = [np.eye(3)[n] * s for n in (2, 1, 0) for s in (1, -1)]
    return Solid(corners, _hull_faces(corners, normals), 0.5)


def _hull_faces(corners: NDArray[Any], normals: Sequence[NDArray[Any]]) -> list[list[int]]:
    faces = []
    for normal in normals:
        along = corners @ normal
        own = np.nonzero(along > along.max() - 1e-6)[0]
        middle = corners[own].mean(axis=0)
        right = corners[own[0]] - middle
        up = np.cross(normal, right)
        turn = [
            np.arctan2((corners[n] - middle) @ up / np.linalg.norm(up), (corners[n] - middle) @ right)
            for n in own
        ]
        faces.append([int(n) for n in own[np.argsort(turn)]])
    return faces


def pips(face: str, view: View, radius: float = 0.1, step: float = 0.25) -> NDArray[Any]:
    canvas = np.full((CANVAS, CANVAS, 3), view.body, np.uint8)
    for x, y in PIPS[int(face)]:
        middle = (round((0.5 + x * step) * CANVAS * 16), round((0.5 + y * step) * CANVAS * 16))
        cv2.circle(canvas, middle, round(radius * CANVAS * 16), view.ink, -1, cv2.LINE_AA, 4)
    return canvas


def stars(face: str, view: View) -> NDArray[Any]:
    canvas = np.full((CANVAS, CANVAS, 3), view.body, np.uint8)
    layouts: dict[int, list[tuple[float, float]]] = {
        0: [],
        1: [(0, 0)],
        2: [(-0.2, -0.17), (0.2, 0.17)],
        3: [(-0.22, 0.17), (0.22, 0.17), (0, -0.2)],
    }
    for x, y in layouts[int(face)]:
        turn = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2, 0.08, 0.18)
        points = np.stack([0.5 + x + reach * np.cos(turn), 0.5 + y + reach * np.sin(turn)], axis=1) * CANVAS
        cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], view.ink, cv2.LINE_AA, 4)
    return canvas


def words(face: str, view: View) -> NDArray[Any]:
    """A numeral or a word; a line below tells 6 from 9; `none` is blank."""
    canvas = np.full((CANVAS, CANVAS, 3), view.body, np.uint8)
    if face == "none":
        return canvas
    text = {"ko": "KO", "injured": "+"}.get(face, face)
    scale = 2.0 if len(text) == 1 else 1.3
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 5)
    at = ((CANVAS - width) // 2, (CANVAS + height) // 2 - 4)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, view.ink, 5, cv2.LINE_AA)
    if face in ("6", "9"):
        cv2.rectangle(canvas, (at[0], at[1] + 7), (at[0] + width, at[1] + 12), view.ink, -1)
    return canvas


@dataclass
class Tray:
    """Draws dice of one kind in a round dark tray on a light table."""

    solid: Solid
    faces: Sequence[str]
    drawing: Any
    view: View = field(default_factory=View)

    def picture(self, dice: Sequence[Lying]) -> NDArray[Any]:
        view, times = self.view, 2
        width, height = SIZE[0] * times, SIZE[1] * times
        picture = np.full((height, width, 3), (205, 208, 210), np.uint8)
        middle = (width // 2, height // 2)
        cv2.circle(picture, middle, round(0.49 * height), (38, 36, 35), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, round(0.44 * height), view.floor, -1, cv2.LINE_AA)
        # What is nearer to the camera hides what is not: sides look towards the middle.
        for die in sorted(dice, key=lambda die: (die.lifted, -np.hypot(*die.at))):
            self._draw(picture, die, times)
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), view.blur_px)
        noise = np.random.default_rng(view.seed).normal(0, view.noise, soft.shape)
        taken: NDArray[Any] = np.clip(soft + noise, 0, 255).astype(np.uint8)
        return taken

    def _draw(self, picture: NDArray[Any], die: Lying, times: int) -> None:
        turn, lean = np.deg2rad(die.turn_deg), np.deg2rad(die.lean_deg)
        about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        corners = self.solid.corners @ (about_z @ about_x).T
        corners += (*die.at, die.lifted - corners[:, 2].min())
        camera = np.array([0, 0, self.view.height])
        order = [str(face) for face in self.faces]
        top = order.index(die.face)
        others = order[top + 1 :] + order[:top]
        for n, face in enumerate(self.solid.faces):
            points = corners[list(face)]
            normal = np.cross(points[1] - points[0], points[2] - points[1])
            if normal @ (camera - points[0]) > 0:
                shade = 0.55 + 0.45 * max(0.0, normal[2] / np.linalg.norm(normal))
                self._lay(
                    picture, points, die.face if n == 0 else others[(n - 1) % len(others)], shade, times
                )

    def _lay(self, picture: NDArray[Any], points: NDArray[Any], face: str, shade: float, times: int) -> None:
        """A face's drawing upon its polygon."""
        middle = points.mean(axis=0)
        right = (points[0] + points[1]) / 2 - middle
        right /= np.linalg.norm(right)
        normal = np.cross(points[1] - points[0], points[2] - points[1])
        down = np.cross(right, normal / np.linalg.norm(normal))
        reach = self.solid.reach
        square = [middle + reach * (x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        target = self._seen(np.array(square), times)
        canvas = (self.drawing(face, self.view) * shade).astype(np.uint8)
        source = np.array([(0, 0), (CANVAS, 0), (CANVAS, CANVAS), (0, CANVAS)], np.float32) - 0.5
        outline = np.round(self._seen(points, times)).astype(np.int32)
        body = tuple(int(part * shade) for part in self.view.body)
        cv2.fillConvexPoly(picture, outline, body, cv2.LINE_AA)
        matrix = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        laid = cv2.warpPerspective(canvas, matrix, size, flags=cv2.INTER_LINEAR, borderValue=body)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, outline, (255,))
        picture[mask > 0] = laid[mask > 0]

    def _seen(self, points: NDArray[Any], times: int) -> NDArray[Any]:
        scale = self.view.side_px * times * self.view.height / (self.view.height - points[:, 2:])
        return points[:, :2] * scale + np.array(SIZE) * times / 2


def scattered(faces: Sequence[str], count: int, view: View, seed: int) -> list[Lying]:
    """Dice anywhere in the tray, none upon another, any way round."""
    chance = np.random.default_rng(seed)
    room = 0.44 * SIZE[1] / view.side_px - 1.3
    dice: list[Lying] = []
    while len(dice) < count:
        at = chance.uniform(-room, room, 2)
        if np.hypot(*at) < room and all(np.hypot(*(at - die.at)) > 1.6 for die in dice):
            face = faces[int(chance.integers(len(faces)))]
            dice.append(Lying(face, (float(at[0]), float(at[1])), float(chance.uniform(0, 360))))
    return dice

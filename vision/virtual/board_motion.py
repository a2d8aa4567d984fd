"""Shows a board to the camera: carries it from pose to pose, and holds it still at each."""

from dataclasses import dataclass

import numpy as np

from vision.virtual.camera import Points, VirtualCamera
from vision.virtual.scene import BoardTarget, HeldBoard


@dataclass(frozen=True, slots=True)
class BoardMotion:
    """The poses of a board, repeated from a time on, starting from where the board was before."""

    before: HeldBoard | None
    poses: tuple[HeldBoard, ...]
    since_ms: float
    carry_ms: float
    rest_ms: float

    def at(self, at_ms: float) -> HeldBoard:
        """Returns the board at a time."""
        each_ms = self.carry_ms + self.rest_ms
        turn = max(0, int((at_ms - self.since_ms) // each_ms))
        pose = self.poses[turn % len(self.poses)]
        if turn and len(self.poses) == 1:
            return pose
        start = self.before if turn == 0 else self.poses[(turn - 1) % len(self.poses)]
        part = min(1.0, (at_ms - self.since_ms - turn * each_ms) / self.carry_ms) if self.carry_ms else 1.0
        return pose if start is None or part >= 1 else _between(start, pose, max(0.0, part))


def board_before_camera(
    camera: VirtualCamera,
    at_px: tuple[float, float],
    away_mm: float,
    tilt_deg: tuple[float, float] = (0.0, 0.0),
    turn_deg: float = 0.0,
    target: BoardTarget | None = None,
) -> HeldBoard:
    """Returns a board with its centre at a place of the picture, at a distance from the camera.

    `tilt_deg`: how far its right edge and its lower edge tilt away from the camera; `turn_deg` rotates it
    clockwise.
    """
    ray = camera.rays(np.array(at_px, dtype=np.float64))
    ahead = float(ray @ camera.axes[2])
    middle = camera.place_mm + ray * (away_mm / ahead)
    turn, (lean_x, lean_y) = np.radians(turn_deg), np.radians(tilt_deg)
    flat_right = np.array([np.cos(turn), np.sin(turn), 0.0])
    flat_down = np.array([-np.sin(turn), np.cos(turn), 0.0])
    lean = _about_y(lean_x) @ _about_x(lean_y)
    right, down = (lean @ flat_right) @ camera.axes, (lean @ flat_down) @ camera.axes
    return HeldBoard(target or BoardTarget(), _triple(middle), _triple(right), _triple(down))


def _about_y(angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]])


def _about_x(angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _between(one: HeldBoard, other: HeldBoard, part: float) -> HeldBoard:
    """Returns the board on its way between two poses, slow at both ends; its axes stay perpendicular."""
    eased = part * part * (3 - 2 * part)

    def mixed(a: tuple[float, float, float], b: tuple[float, float, float]) -> Points:
        return np.array(a) * (1 - eased) + np.array(b) * eased

    right = mixed(one.right, other.right)
    right = right / np.linalg.norm(right)
    down = mixed(one.down, other.down)
    down = down - right * (down @ right)
    down = down / np.linalg.norm(down)
    return HeldBoard(
        other.target, _triple(mixed(one.middle_mm, other.middle_mm)), _triple(right), _triple(down)
    )


def _triple(values: Points) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z

"""Moves dice that tumble into a tray: another face in every frame, from the rim to where they come to rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.virtual.hand_motion import SHUTTER_MS
from vision.virtual.scene import SceneDie, SceneTray
from vision.virtual.thing_renderer import turn_offsets

LEAST_MS, MOST_MS = 500.0, 1100.0
"""The shortest and the longest time that a die tumbles."""
HOP_MM = 45.0
TRIES = 200


@dataclass(frozen=True, slots=True)
class DieMotion:
    """A die that tumbles: where it starts, how it will lie, and what it shows on the way."""

    die: SceneDie
    start_mm: tuple[float, float]
    start_ms: float
    ends_ms: float
    faces: tuple[str, ...]
    spin_deg: float

    def die_at(self, at_ms: float) -> SceneDie:
        """Returns the die at a time; it rests from `ends_ms` on."""
        left = self._left(at_ms)
        if left == 0:
            return self.die
        x, y = self._at(left)
        before_x, before_y = self._at(self._left(at_ms - SHUTTER_MS))
        return replace(
            self.die,
            face=self.faces[int(at_ms // 45) % len(self.faces)],
            at_mm=(x, y),
            turn_deg=self.die.turn_deg + self.spin_deg * left,
            lift_mm=HOP_MM * left * abs(float(np.cos(left * 9))),
            towards_mm=(x - before_x, y - before_y),
        )

    def _left(self, at_ms: float) -> float:
        """Returns the share of the way that is left, from 1 to 0; the die slows down."""
        part = min(1.0, max(0.0, (at_ms - self.start_ms) / (self.ends_ms - self.start_ms)))
        return (1 - part) ** 2

    def _at(self, left: float) -> tuple[float, float]:
        x, y = (np.array(self.die.at_mm) * (1 - left) + np.array(self.start_mm) * left).tolist()
        return x, y


def roll_die(die: SceneDie, tray: SceneTray, start_ms: float, rng: np.random.Generator) -> DieMotion:
    """Returns a tumble that ends as `die` lies, starting at the tray's far rim."""
    along = float(rng.uniform(-0.3, 0.3)) * tray.size_mm[0]
    x, y = (turn_offsets(np.array([along, -0.5 * tray.size_mm[1]]), tray.turn_deg) + tray.at_mm).tolist()
    faces = tuple(rng.choice(die.kind.faces, 31).tolist())
    ends_ms = start_ms + float(rng.uniform(LEAST_MS, MOST_MS))
    return DieMotion(die, (x, y), start_ms, ends_ms, faces, float(rng.uniform(-900, 900)))


def find_free_place(
    tray: SceneTray, lying: Sequence[SceneDie], size_mm: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Returns a place in a tray where no other die lies. Raises `ValueError` if the tray is full."""
    room = np.array(tray.room_mm)
    for _ in range(TRIES):
        x, y = (turn_offsets(rng.uniform(-room, room), tray.turn_deg) + tray.at_mm).tolist()
        if all(
            np.hypot(x - die.at_mm[0], y - die.at_mm[1]) > 0.75 * (size_mm + die.size_mm) for die in lying
        ):
            return x, y
    raise ValueError(
        f"found no room for {len(lying) + 1} dice in a tray of {tray.size_mm[0]} by {tray.size_mm[1]} mm"
    )

"""Moves things over the virtual table: hands through places, dice into a tray, a board before the camera."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.virtual.camera import Points, VirtualCamera
from vision.virtual.scene import Hand, HeldBoard, SceneCard, SceneDie, SceneTag, SceneTray
from vision.virtual.thing_renderer import turn_offsets

# --- hand motion
# Moves a hand over the table: through places at times, slow at the ends, with or without a card.

ARM_MM = 720.0
"""A hand pulled back so far has left the table."""
OVER_MM = 70.0
DOWN_MM = 14.0
"""The height of the fingertips when a hand passes, and when it lays down a card."""
HELD_MM = 30.0
"""How far the centre of a held card is in front of the fingertips."""
EDGE_MM = 40.0
"""The same, if only the edge of a card is held, so that its print can be seen."""
SPEED_MM_PER_MS = 0.9
"""How fast a hand moves; estimated."""
SHUTTER_MS = 14
"""How long the shutter is open in room light; moving things are blurred over that."""


@dataclass(frozen=True, slots=True)
class HandStop:
    """A place that fingertips reach at one time and leave at another."""

    reached_ms: float
    left_ms: float
    at_mm: tuple[float, float]
    lift_mm: float


@dataclass(frozen=True, slots=True)
class HandAction:
    """What a hand does to a thing: turns it over, or takes it."""

    at_ms: float
    name: int
    is_turned: bool


@dataclass(frozen=True, slots=True)
class HandMotion:
    """One reach over the table. A card or token is in the hand from its grip to its release (None: it is
    taken away).
    """

    stops: tuple[HandStop, ...]
    arm_deg: float
    card: SceneCard | SceneTag | None = None
    grip_ms: float = 0.0
    release_ms: float | None = None
    turned_deg: float = 0.0
    """How far the card is rotated on its way."""
    slope: tuple[float, float] = (0.0, 0.0)
    """How the card is tilted while it is in the hand."""
    held_mm: float = HELD_MM
    """How far the card's centre is in front of the fingertips."""
    is_left: bool = False

    @property
    def ends_ms(self) -> float:
        return self.stops[-1].left_ms

    def hand_at(self, at_ms: float) -> Hand:
        """Return the hand at a time, and how far it moves while the shutter is open."""
        x, y, lift = self._tip(at_ms)
        before_x, before_y, _ = self._tip(at_ms - SHUTTER_MS)
        return Hand((x, y), self.arm_deg, lift, self.is_left, towards_mm=(x - before_x, y - before_y))

    def card_at(self, at_ms: float) -> SceneCard | SceneTag | None:
        """Return the card or token at a time after its grip; None when it has left the table."""
        assert self.card is not None, "this hand is empty"
        if self.release_ms is None:
            if at_ms >= self.ends_ms:
                return None
            end_ms = self.ends_ms
        else:
            end_ms = self.release_ms
        hand = self.hand_at(min(at_ms, end_ms))
        is_held = at_ms < end_ms
        at_mm = _ahead(hand.at_mm, self.arm_deg, self.held_mm)
        turn_deg = self.card.turn_deg + self.turned_deg * _eased(self.grip_ms, end_ms, at_ms)
        lift_mm = hand.lift_mm - DOWN_MM if is_held else 0.0
        if isinstance(self.card, SceneTag):
            return replace(self.card, at_mm=at_mm, turn_deg=turn_deg, lift_mm=lift_mm)
        towards_mm = hand.towards_mm if is_held else (0.0, 0.0)
        slope = self.slope if is_held else (0.0, 0.0)
        return replace(
            self.card, at_mm=at_mm, turn_deg=turn_deg, lift_mm=lift_mm, towards_mm=towards_mm, slope=slope
        )

    def _tip(self, at_ms: float) -> tuple[float, float, float]:
        for one, other in zip(self.stops, self.stops[1:], strict=False):
            if at_ms < other.reached_ms:
                part = _eased(one.left_ms, other.reached_ms, at_ms)
                x, y = np.array(one.at_mm) + (np.array(other.at_mm) - one.at_mm) * part
                return float(x), float(y), one.lift_mm + (other.lift_mm - one.lift_mm) * part
        last = self.stops[-1]
        return *last.at_mm, last.lift_mm


def reach_stops(
    start_ms: float,
    places: tuple[tuple[float, float], ...],
    arm_deg: float,
    *,
    lift_mm: float,
    rest_ms: float,
    held_mm: float = HELD_MM,
) -> tuple[HandStop, ...]:
    """Return the stops of a reach from off the table over some places, with a rest at each, and off again. A
    card held there has its centre on the place.
    """
    places = tuple(_ahead(place, arm_deg, -held_mm) for place in places)
    off = turn_offsets(np.array([0.0, ARM_MM]), arm_deg)
    outside = [tuple((np.array(place) + off).tolist()) for place in (places[0], places[-1])]
    stops = [HandStop(start_ms, start_ms, outside[0], OVER_MM)]
    for place, lift, rest in (*((place, lift_mm, rest_ms) for place in places), (outside[1], OVER_MM, 0.0)):
        far_mm = float(np.hypot(*(np.array(place) - stops[-1].at_mm)))
        reached_ms = stops[-1].left_ms + max(120.0, far_mm / SPEED_MM_PER_MS)
        stops.append(HandStop(reached_ms, reached_ms + rest, place, lift))
    return tuple(stops)


def _ahead(at_mm: tuple[float, float], arm_deg: float, far_mm: float) -> tuple[float, float]:
    """Return a place further along an arm."""
    x, y = (np.array(at_mm) + turn_offsets(np.array([0.0, -far_mm]), arm_deg)).tolist()
    return x, y


def _eased(start_ms: float, end_ms: float, at_ms: float) -> float:
    part = float(np.clip((at_ms - start_ms) / max(end_ms - start_ms, 1e-6), 0, 1))
    return part * part * (3 - 2 * part)


# --- die motion
# Moves dice that tumble into a tray: another face in every frame, from the rim to where they come to rest.

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
        """Return the die at a time; it rests from `ends_ms` on."""
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
        """Return the share of the way that is left, from 1 to 0; the die slows down."""
        part = min(1.0, max(0.0, (at_ms - self.start_ms) / (self.ends_ms - self.start_ms)))
        return (1 - part) ** 2

    def _at(self, left: float) -> tuple[float, float]:
        x, y = (np.array(self.die.at_mm) * (1 - left) + np.array(self.start_mm) * left).tolist()
        return x, y


def roll_die(die: SceneDie, tray: SceneTray, start_ms: float, rng: np.random.Generator) -> DieMotion:
    """Return a tumble that ends as `die` lies, starting at the tray's far rim."""
    along = float(rng.uniform(-0.3, 0.3)) * tray.size_mm[0]
    x, y = (turn_offsets(np.array([along, -0.5 * tray.size_mm[1]]), tray.turn_deg) + tray.at_mm).tolist()
    faces = tuple(rng.choice(die.kind.faces, 31).tolist())
    ends_ms = start_ms + float(rng.uniform(LEAST_MS, MOST_MS))
    return DieMotion(die, (x, y), start_ms, ends_ms, faces, float(rng.uniform(-900, 900)))


def find_free_place(
    tray: SceneTray, lying: Sequence[SceneDie], size_mm: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Return a place in a tray where no other die lies. Raises `ValueError` if the tray is full."""
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


# --- board motion
# Shows a board to the camera: carries it from pose to pose, and holds it still at each.


@dataclass(frozen=True, slots=True)
class BoardMotion:
    """The poses of a board, repeated from a time on, starting from where the board was before."""

    before: HeldBoard | None
    poses: tuple[HeldBoard, ...]
    since_ms: float
    carry_ms: float
    rest_ms: float

    def at(self, at_ms: float) -> HeldBoard:
        """Return the board at a time."""
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
) -> HeldBoard:
    """Return a board with its centre at a place of the picture, at a distance from the camera.

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
    return HeldBoard(_triple(middle), _triple(right), _triple(down))


def _about_y(angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]])


def _about_x(angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _between(one: HeldBoard, other: HeldBoard, part: float) -> HeldBoard:
    """Return the board on its way between two poses, slow at both ends; its axes stay perpendicular."""
    eased = part * part * (3 - 2 * part)

    def mixed(a: tuple[float, float, float], b: tuple[float, float, float]) -> Points:
        return np.array(a) * (1 - eased) + np.array(b) * eased

    right = mixed(one.right, other.right)
    right = right / np.linalg.norm(right)
    down = mixed(one.down, other.down)
    down = down - right * (down @ right)
    down = down / np.linalg.norm(down)
    return HeldBoard(_triple(mixed(one.middle_mm, other.middle_mm)), _triple(right), _triple(down))


def _triple(values: Points) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z

"""Moves a hand over the table: through places at times, slow at the ends, with or without a card."""

from dataclasses import dataclass, replace

import numpy as np

from vision.virtual.scene import Hand, SceneCard, SceneTag
from vision.virtual.thing_renderer import turn_offsets

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
        """Returns the hand at a time, and how far it moves while the shutter is open."""
        x, y, lift = self._tip(at_ms)
        before_x, before_y, _ = self._tip(at_ms - SHUTTER_MS)
        return Hand((x, y), self.arm_deg, lift, self.is_left, towards_mm=(x - before_x, y - before_y))

    def card_at(self, at_ms: float) -> SceneCard | SceneTag | None:
        """Returns the card or token at a time after its grip; None when it has left the table."""
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
    """Returns the stops of a reach from off the table over some places, with a rest at each, and off again. A
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
    """Returns a place further along an arm."""
    x, y = (np.array(at_mm) + turn_offsets(np.array([0.0, -far_mm]), arm_deg)).tolist()
    return x, y


def _eased(start_ms: float, end_ms: float, at_ms: float) -> float:
    part = float(np.clip((at_ms - start_ms) / max(end_ms - start_ms, 1e-6), 0, 1))
    return part * part * (3 - 2 * part)

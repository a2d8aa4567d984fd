"""Follows where hands move over the table, and since when they have left a place.

A hand that draws back is still over the table for half a second. Whoever is about to take a thing up again, or to lay another
beside it, stays near it: so a place counts as left once nothing moves near it, wherever else the hand may be. One look
without a hand there may be one that overlooked it; an arm that is seen to draw back was not overlooked.
"""

import math
import statistics
from collections.abc import Iterable

from companion.mat import SQUARE_MM, Square
from companion.reading.game_reading import LEFT_MS, LET_GO_MS

NEAR_MM = 80.0
"""A hand so near to a thing may still take it up again, or lay something beside it."""


class HandsOverTable:
    """The hands over one table."""

    def __init__(self) -> None:
        self._rests_since_ms: int | None = None
        """Since when nothing moves over the table; None: something moves, or it is not known."""
        self._restless: frozenset[Square] = frozenset()
        self._before: frozenset[Square] = frozenset()
        """The same at the look before."""
        self._left_ms: dict[Square, int] = {}
        """For each square that hands were over, when they left it."""
        self._known_since_ms: int | None = None
        """Since when it is known over which squares something moves."""
        self.are_moving = False

    def forget(self) -> None:
        """Forget everything, because the camera gives no pictures."""
        self._rests_since_ms = self._known_since_ms = None
        self._restless = self._before = frozenset()
        self.are_moving = False
        self._left_ms.clear()

    def rests(self, now_ms: int, *, is_at_rest: bool, restless: frozenset[Square] | None) -> None:
        """Take note whether nothing moves over the table, and over which squares something does (None: not known)."""
        self.are_moving = not is_at_rest
        if not is_at_rest:
            self._rests_since_ms = None
        elif self._rests_since_ms is None:
            self._rests_since_ms = now_ms
        if restless is None:
            self._known_since_ms = None
            return
        self._known_since_ms = now_ms if self._known_since_ms is None else self._known_since_ms
        self._left_ms |= dict.fromkeys(self._restless - restless, now_ms)
        self._before, self._restless = self._restless, restless

    def rested_ms(self, now_ms: int) -> int:
        """Return for how long no hand has moved over the table; 0 if that is not known."""
        return 0 if self._rests_since_ms is None else now_ms - self._rests_since_ms

    @property
    def is_known(self) -> bool:
        """Whether the camera reports if the table is at rest."""
        return self._rests_since_ms is not None

    def left_ms(self, places_mm: Iterable[tuple[float, float]], now_ms: int) -> int:
        """Return for how long no hand has moved near some places. Where that is not known, it is the time since all
        hands left the table, minus a margin.
        """
        if self._known_since_ms is None:
            return max(0, self.rested_ms(now_ms) - (LET_GO_MS - LEFT_MS))
        return min((self._left_place_ms(place, now_ms) for place in places_mm), default=0)

    def _left_place_ms(self, place_mm: tuple[float, float], now_ms: int) -> int:
        if any(_is_near(square, place_mm) for square in self._restless):
            return 0
        since_ms = [ms for square, ms in self._left_ms.items() if _is_near(square, place_mm)]
        left_ms = now_ms - max([self._known_since_ms or 0, *since_ms])
        if left_ms < LEFT_MS and self._has_drawn_back_from(place_mm):
            return LEFT_MS
        return left_ms

    def _has_drawn_back_from(self, place_mm: tuple[float, float]) -> bool:
        """Tell whether the arm that was near a place at the look before is still seen, and its hand only where the arm was
        before. A hand that goes elsewhere reaches over squares that are new to it; those that are new beside the far half
        of the arm belong to the elbow, which swings.
        """
        arm = _connected({square for square in self._before if _is_near(square, place_mm)}, self._before)
        kept_mm = [_away_mm(square, place_mm) for square in arm & self._restless]
        if not kept_mm:
            return False
        reach = _widened(arm)
        beyond = _widened(reach) - reach
        new_mm = [_away_mm(square, place_mm) for square in beyond & (self._restless - self._before)]
        return min(new_mm, default=math.inf) > statistics.median(kept_mm)


def _is_near(square: Square, place_mm: tuple[float, float]) -> bool:
    return _away_mm(square, place_mm) < NEAR_MM


def _away_mm(square: Square, place_mm: tuple[float, float]) -> float:
    return math.dist([(number + 0.5) * SQUARE_MM for number in square], place_mm)


def _connected(some: set[Square], squares: frozenset[Square]) -> set[Square]:
    """Return some of the squares, and all that are joined to them by squares that touch, at least at a corner."""
    joined = set(some)
    while some := (_widened(some) & squares) - joined:
        joined |= some
    return joined


def _widened(squares: set[Square]) -> set[Square]:
    """Return squares with those around them."""
    return {(x + across, y + down) for x, y in squares for across in (-1, 0, 1) for down in (-1, 0, 1)}

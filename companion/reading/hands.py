"""Follows where hands move over the table, and since when they have left a place.

A hand that draws back is still over the table for half a second. Whoever is about to take a thing up again, or to lay
another beside it, stays near it: so a place counts as left once nothing moves near it and all is read there, wherever else
the hand may be. One look without a hand there may be one that overlooked it; an arm that is seen to draw back was not
overlooked.
"""

import math
from collections import deque
from collections.abc import Iterable
from itertools import pairwise

from companion.mat import SQUARE_MM, Square, Unrest
from companion.reading.game_reading import LEFT_MS, LET_GO_MS

NEAR_MM = 80.0
"""A hand so near to a thing may still take it up again, or lay something beside it."""
PICTURES = 2
"""In so many pictures a card that came to lie is read."""
SLOW_MS, TOLD_OF = 250, 8
"""A camera gives few pictures if no two of the last that told of something moving came sooner after each other."""
HAND_LENGTH_MM = 100.0
"""A hand is no longer than that. What moves farther behind the fingertips is the arm, which is wider, and whose elbow
swings.
"""


class HandsOverTable:
    """The hands over one table."""

    def __init__(self) -> None:
        self._rests_since_ms: int | None = None
        """Since when nothing moves over the table; None: something moves, or it is not known."""
        self._unrest = Unrest()
        self._before = Unrest()
        """The same at the look before."""
        self._left_ms: dict[Square, int] = {}
        """For each square over which something moved, when it no longer did."""
        self._known_since_ms: int | None = None
        """Since when it is known over which squares something moves."""
        self._looked_ms: deque[int] = deque(maxlen=TOLD_OF)
        """When the last pictures came in which something else moved than before."""
        self.are_moving = False

    def forget(self) -> None:
        """Forget everything, because the camera gives no pictures."""
        self._rests_since_ms = self._known_since_ms = None
        self._unrest = self._before = Unrest()
        self.are_moving = False
        self._left_ms.clear()
        self._looked_ms.clear()

    def rests(self, now_ms: int, *, is_at_rest: bool, unrest: Unrest | None) -> None:
        """Take note whether nothing moves over the table, and which squares are not at rest (None: not known)."""
        self.are_moving = not is_at_rest
        self._looked_ms.append(now_ms)
        if not is_at_rest:
            self._rests_since_ms = None
        elif self._rests_since_ms is None:
            self._rests_since_ms = now_ms
        if unrest is None:
            self._known_since_ms = None
            return
        self._known_since_ms = now_ms if self._known_since_ms is None else self._known_since_ms
        self._left_ms |= dict.fromkeys(self._unrest.moving - unrest.moving, now_ms)
        self._before, self._unrest = self._unrest, unrest

    def rested_ms(self, now_ms: int) -> int:
        """Return for how long no hand has moved over the table; 0 if that is not known."""
        return 0 if self._rests_since_ms is None else now_ms - self._rests_since_ms

    @property
    def is_seldom_seen(self) -> bool:
        """Whether the camera gives so few pictures that nothing is seen of what happens between two of them."""
        gaps_ms = [after - before for before, after in pairwise(self._looked_ms)]
        return min(gaps_ms, default=0) > SLOW_MS

    def may_have_laid(self, places_mm: Iterable[tuple[float, float]], since_ms: int) -> bool:
        """Tell whether a hand is near one of some places, and too few pictures came since then to read what it laid there."""
        if sum(ms > since_ms for ms in self._looked_ms) >= PICTURES:
            return False
        return any(_is_near(square, place) for place in places_mm for square in self._unrest.squares)

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

    def still_ms(self, place_mm: tuple[float, float], now_ms: int) -> int:
        """Return for how long nothing has moved near a place, as far as is known; something may rest there."""
        if any(_is_near(square, place_mm) for square in self._unrest.moving):
            return 0
        return now_ms - max(
            (ms for square, ms in self._left_ms.items() if _is_near(square, place_mm)), default=0
        )

    def _left_place_ms(self, place_mm: tuple[float, float], now_ms: int) -> int:
        if any(_is_near(square, place_mm) for square in self._unrest.squares):
            return 0
        since_ms = [ms for square, ms in self._left_ms.items() if _is_near(square, place_mm)]
        left_ms = now_ms - max([self._known_since_ms or 0, *since_ms])
        if left_ms < LEFT_MS and self._has_drawn_back_from(place_mm):
            return LEFT_MS
        return left_ms

    def _has_drawn_back_from(self, place_mm: tuple[float, float]) -> bool:
        """Tell whether the arm that was near a place at the look before is still seen, and its hand only where the arm was
        before. A hand that goes elsewhere reaches over squares that are new to it.
        """
        before, now = self._before.squares, self._unrest.squares
        arm = _connected({square for square in before if _is_near(square, place_mm)}, before)
        if not arm & now:
            return False
        reach = _widened(arm)
        beyond = (_widened(reach) - reach) & (now - before)
        tip_mm = min(_away_mm(square, place_mm) for square in arm & now)
        return all(_away_mm(square, place_mm) > tip_mm + HAND_LENGTH_MM for square in beyond)


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

"""Measures the bands that a flickering lamp leaves in a picture, and evens them out before pictures are compared.

A lamp on 50 Hz flickers 100 times a second. A camera takes one row after the other, so that some rows get more light than
others, and with each frame other rows: the bands walk, and nothing in the picture ever rests. Here each frame is
compared with a picture of the table at rest, row by row; the median of a row is not bent by hands and cards. What remains
is a wave down the picture, whose length is that of the camera and never changes. The wave is fitted to each frame by least
absolute differences, and taken out: then the bands stand still as they stood in the picture at rest.

    brightness of a row at y = at rest * exp(c + a1 cos 2 pi n y + b1 sin 2 pi n y + a2 cos 4 pi n y + b2 sin 4 pi n y)

n is the number of waves in a picture, and y goes from 0 to 1. Without flicker a frame is measured now and then only.
"""

from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Grey

ROWS, COLUMNS = 120, 64
"""The size of the picture in which bands are measured, in cells: ten bands are still told apart."""
EVERY_MS = 600
"""How often two frames are measured, one after the other, while the picture is calm: bands walk by a third from frame to
frame. While much of the picture moves, each frame is measured, because bands may be what moves.
"""
PROFILES, JUDGED_EVERY = 12, 3
"""By how many measured frames a lamp is judged, and how many are measured from one judgement to the next."""
LEAST, HARDLY = 0.01, 0.004
"""The size of a wave that tells of a flicker, and the size below which frames are left as they are, as shares of the grey
levels.
"""
EXPLAINED, WELL_EXPLAINED = 0.75, 0.9
"""The least share of the differences between rows that the wave must explain: of a wave that leaps from frame to frame, and
of one that moves slowly.
"""
LEAPS = 4.0
"""How far a wave walks in all that leaps, as a multiple of the farthest that two are apart: a shadow comes once, and goes.
"""
NO_SHADOW = 1.2
"""The least number of waves in a picture that walk slowly: the shadow of somebody who leans over has one edge. None of their
steps is more than half of their way, because a shadow that comes or goes makes a single one.
"""
ALIKE = 0.05
"""By how much two numbers of waves of one camera differ at most, as a share of them."""
FEWEST_WAVES, MOST_WAVES, STEP = 0.6, 9.0, 0.03
"""Numbers of waves that are tried: a shutter of 6 to 75 ms."""
ENDS_MS = 15_000
"""When bands have stood still for so long, the lamp no longer flickers: what stands still is the wave of the picture at
rest. Bands on 60 Hz may walk slowly.
"""
ROUNDS, SURE = 5, 0.004
"""How often a wave is fitted, each time with less weight for rows that fit badly, and the misfit that is noise."""
CHANGED, SAME, RESTS_FRAMES = 0.05, 0.03, 12
"""A cell that differs from the picture at rest by `CHANGED` more than its row, and from the frame before by less than
`SAME`, for so many measured frames, is how the table looks at rest from then on.
"""
DARKEST = 6
"""Grey levels below which a share of them tells nothing."""

_LOGS = np.log(np.maximum(np.arange(256), DARKEST)).astype(np.float32)
_Y = (np.arange(ROWS) + 0.5) / ROWS
_NUMBERS = np.arange(FEWEST_WAVES, MOST_WAVES, STEP)

Profile = NDArray[Any]
"""The brightness of rows as logarithms, relative to the table at rest: (ROWS,) float64."""


class FlickerFilter:
    """Follows the lamp over one camera's frames."""

    def __init__(self) -> None:
        _bases()  # 10 ms once: now, and not in a frame of the match.
        self.flickers = False
        """Whether the lamp flickers, so that frames are evened."""
        self._rest: NDArray[Any] | None = None
        self._before: NDArray[Any] | None = None
        self._rests_for = np.zeros((ROWS, COLUMNS), np.uint8)
        self._size_px = (0, 0)
        self._profiles: deque[Profile] = deque(maxlen=PROFILES)
        self._since_judged = 0
        self._waves = 0.0
        self._next_ms = 0
        self._is_second = False
        self._suspected = 0.0
        """The number of waves that seemed to walk slowly when the lamp was last judged."""
        self._stood_at: NDArray[Any] = np.zeros(2)
        self._walked_ms = 0
        """When the bands were last seen to have walked, and where they stood then, as the terms of the wave."""

    def feed(self, frame: Frame, *, is_disturbed: bool) -> Frame:
        """Take a frame, and whether much of the last one moved; return the frame with what takes its bands out."""
        is_due = self._is_due(frame.at_ms)
        if not (self.flickers or is_disturbed or is_due):
            return frame
        seen = _in_cells(frame.small)
        if self._rest is None or self._size_px != frame.size_px:
            self._begin(seen, frame.size_px)
            return frame
        differs = seen - self._rest
        profile = _medians(differs)
        if is_due or (is_disturbed and not self.flickers):
            self._judge(profile, frame.at_ms)
        wave = self._fitted(profile, frame.at_ms) if self.flickers else None
        self._keep_at_rest(differs - profile.astype(np.float32)[:, np.newaxis])
        return frame if wave is None else replace(frame, row_gains=_over_rows(-wave, frame.pixels.shape[0]))

    def _is_due(self, at_ms: int) -> bool:
        """Tell whether a frame is to be measured although the picture is calm."""
        is_first = at_ms >= self._next_ms
        is_due, self._is_second = is_first or self._is_second, is_first
        if is_first:
            self._next_ms = at_ms + EVERY_MS
        return is_due

    def _fitted(self, profile: Profile, at_ms: int) -> Profile | None:
        """Return the wave in a profile, None if there is hardly one, and note whether it still walks."""
        terms = _terms(self._waves)
        found = _least_absolute(terms, profile)
        if np.hypot(*(found[1:3] - self._stood_at)) >= LEAST:
            self._stood_at, self._walked_ms = found[1:3], at_ms
        elif at_ms - self._walked_ms > ENDS_MS:
            self._end()
            return None
        wave = np.asarray(terms[:, 1:] @ found[1:])
        return wave if np.abs(wave).max() >= HARDLY else None

    def _begin(self, seen: NDArray[Any], size_px: tuple[int, int]) -> None:
        self._rest, self._before, self._size_px = seen, None, size_px
        self._rests_for[:] = 0
        self._end()

    def _end(self) -> None:
        self.flickers, self._suspected = False, 0.0
        self._profiles.clear()

    def _judge(self, profile: Profile, at_ms: int) -> None:
        """Find out whether the lamp flickers, and how many waves there are in a picture."""
        self._profiles.append(profile)
        self._since_judged += 1
        if len(self._profiles) < PROFILES or self._since_judged < JUDGED_EVERY:
            return
        self._since_judged = 0
        found = _walking(np.stack(self._profiles, axis=1))
        if found is None:
            return
        if found.leaps or abs(found.number - self._suspected) < ALIKE * found.number:
            self.flickers, self._waves, self._walked_ms = True, found.number, at_ms
        else:
            # What walks slowly must be seen twice, by frames of its own each time.
            self._suspected = found.number
            self._profiles.clear()

    def _keep_at_rest(self, differs: NDArray[Any]) -> None:
        """Remember cells that have changed and keep still as a part of the table at rest."""
        assert self._rest is not None
        if self._before is not None:
            rests = (np.abs(differs) > CHANGED) & (np.abs(differs - self._before) < SAME)
            self._rests_for = (self._rests_for + 1) * rests
            changed = self._rests_for >= RESTS_FRAMES
            if changed.any():
                self._rest = np.where(changed, self._rest + differs, self._rest)
                differs = np.where(changed, 0, differs).astype(np.float32)
        self._before = differs


def _in_cells(small: Grey) -> NDArray[Any]:
    """Return the logarithms of the cells of a small picture: (ROWS, COLUMNS) float32."""
    return _LOGS[cv2.resize(small, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)]


def _medians(differs: NDArray[Any]) -> Profile:
    """Return the median of each row."""
    middle = COLUMNS // 2
    return np.partition(differs, middle, axis=1)[:, middle].astype(np.float64)


def _over_rows(wave: Profile, rows: int) -> NDArray[Any]:
    """Return the factors for all rows of a picture, (rows,) float32, from their logarithms in cells."""
    y = (np.arange(rows) + 0.5) / rows
    return np.exp(np.interp(y, _Y, wave)).astype(np.float32)


@lru_cache(maxsize=8)
def _terms(waves: float) -> NDArray[Any]:
    """Return the terms of a wave for each row, the constant first: (ROWS, 5) float64."""
    turn = 2 * np.pi * waves * _Y
    return np.stack([np.ones(ROWS), np.cos(turn), np.sin(turn), np.cos(2 * turn), np.sin(2 * turn)], axis=1)


def _least_absolute(terms: NDArray[Any], profile: Profile) -> NDArray[Any]:
    """Return how much there is of each term in a profile; rows over which somebody leans do not bend it."""
    weights = np.ones(ROWS)
    found = np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        weighted = (terms * weights[:, np.newaxis]).T
        found = np.linalg.solve(weighted @ terms + 1e-9 * np.eye(len(found)), weighted @ profile)
        weights = 1 / np.maximum(np.abs(profile - terms @ found), SURE)
    return found


@lru_cache(maxsize=1)
def _bases() -> NDArray[Any]:
    """Return an orthonormal basis of the waves of each number, without a constant and a slope: (numbers, 2, ROWS)."""
    bases = []
    for waves in _NUMBERS:
        turn = 2 * np.pi * waves * _Y
        columns = np.stack([np.ones(ROWS), _Y, np.cos(turn), np.sin(turn)], axis=1)
        bases.append(np.linalg.qr(columns)[0][:, 2:].T)
    return np.stack(bases)


@dataclass(frozen=True, slots=True)
class _Walking:
    """Bands that walk: how many waves there are in a picture, and whether they leap from frame to frame."""

    number: float
    leaps: bool


def _walking(profiles: NDArray[Any]) -> _Walking | None:
    """Return the walking bands that explain some profiles, (ROWS, n), together; None if there are none."""
    plain = np.linalg.qr(np.stack([np.ones(ROWS), _Y], axis=1))[0]
    uneven = profiles - plain @ (plain.T @ profiles)
    parts = _bases() @ uneven
    by_number = (parts**2).sum(axis=(1, 2))
    best = int(by_number.argmax())
    explained = by_number[best] / max((uneven**2).sum(), SURE**2)
    waves = parts[best] * np.sqrt(2 / ROWS)
    apart = np.hypot(*(waves[:, :, np.newaxis] - waves[:, np.newaxis])).max()
    steps = np.hypot(*np.diff(waves, axis=1))
    leaps = steps.sum() >= LEAPS * apart
    walks_slowly = explained >= WELL_EXPLAINED and _NUMBERS[best] >= NO_SHADOW and steps.max() <= apart / 2
    if apart < LEAST or explained < EXPLAINED or not (leaps or walks_slowly):
        return None
    return _Walking(float(_NUMBERS[best] + STEP * _beside_peak(by_number, best)), bool(leaps))


def _beside_peak(values: NDArray[Any], best: int) -> float:
    """Return how far beside the largest of some values the top of a parabola through it and its neighbours lies, in steps."""
    if not 0 < best < len(values) - 1:
        return 0.0
    left, middle, right = values[best - 1 : best + 2].tolist()
    bend = 2 * (left - 2 * middle + right)
    return float((left - right) / bend) if bend else 0.0

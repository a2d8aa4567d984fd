"""What dice sound like: a hint that they roll or lie still. Pure, and never evidence of a face.

A die that hits wood is a knock: a few milliseconds that stand far above what the room did just before, mostly in the
high pitches. Two knocks within half a second are dice; then quiet, and they lie still. In a loud room no knock stands
out, and there is no hint. Speech and music rise more slowly, or do not end.
"""

from collections import deque
from enum import StrEnum

import numpy as np

from devices.audio.loudness import Samples

_SLOT_MS = 5
KNOCK_DB = 18.0
"""So far above the room stands a knock. Dice in a tray at a metre: 25 to 45."""
FAINTEST_DB = -62.0
"""Below it a microphone hears itself."""
RISE_SLOTS = 2
"""A knock is there within 10 ms; a word needs 30."""
APART_MS = 25
"""What follows sooner is the same knock."""
KNOCKS = 2
TOGETHER_MS = 600
REST_MS = 800
"""Quiet for so long, and the dice lie still."""
LONGEST_MS = 6_000
"""Nothing rolls so long: it was applause, or music."""
ECHO_MS = 300
"""So long after a cue has left the program it may still be in the room."""
_FLOOR_SLOTS = 60
"""The room is what was heard most of the time in the last 300 ms."""


class Hint(StrEnum):
    """What the microphone believes of the dice."""

    MOVING = "moving"
    REST = "rest"


class DiceListener:
    """Listens to one channel of sound. The time is counted in its samples."""

    def __init__(self, rate: int) -> None:
        self._slot = rate * _SLOT_MS // 1000
        self._left = np.zeros(0, np.float32)
        self._now_ms = 0
        self._levels: deque[float] = deque(maxlen=_FLOOR_SLOTS)
        self._knocks: deque[int] = deque(maxlen=KNOCKS)
        self._moving_since_ms: int | None = None
        self._ours_until_ms = 0
        self._is_deaf = False

    def hear(self, block: Samples, *, is_ours: bool = False) -> list[Hint]:
        """Take the next samples; what they hint at. `is_ours`: the program itself makes a noise, which is no dice."""
        if is_ours:
            self._ours_until_ms = self._now_ms + len(block) * _SLOT_MS // self._slot + ECHO_MS
        data = np.concatenate([self._left, block])
        slots = len(data) // self._slot
        self._left = data[slots * self._slot :].copy()
        hints = (self._hear_slot(data[n * self._slot : (n + 1) * self._slot]) for n in range(slots))
        return [hint for hint in hints if hint is not None]

    def _hear_slot(self, slot: Samples) -> Hint | None:
        self._now_ms += _SLOT_MS
        level = _sharpness_db(slot)
        if self._is_knock(level):
            self._knocks.append(self._now_ms)
        self._levels.append(level)
        return self._hint()

    def _is_knock(self, level: float) -> bool:
        if len(self._levels) < _FLOOR_SLOTS or level < FAINTEST_DB or self._now_ms <= self._ours_until_ms:
            return False
        room = float(np.median(self._levels))
        before = self._levels[-1 - RISE_SLOTS]
        is_new = not self._knocks or self._now_ms - self._knocks[-1] >= APART_MS
        return is_new and level - max(room, before) >= KNOCK_DB

    def _hint(self) -> Hint | None:
        quiet_ms = self._now_ms - self._knocks[-1] if self._knocks else self._now_ms
        if quiet_ms >= REST_MS:
            self._is_deaf = False
            was_moving, self._moving_since_ms = self._moving_since_ms is not None, None
            return Hint.REST if was_moving else None
        if self._moving_since_ms is not None:
            if self._now_ms - self._moving_since_ms >= LONGEST_MS:
                self._moving_since_ms, self._is_deaf = None, True
                return Hint.REST
            return None
        is_together = len(self._knocks) == KNOCKS and self._knocks[-1] - self._knocks[0] <= TOGETHER_MS
        if is_together and not self._is_deaf:
            self._moving_since_ms = self._now_ms
            return Hint.MOVING
        return None


def _sharpness_db(slot: Samples) -> float:
    """How loud the high pitches are: the difference of neighbouring samples keeps those."""
    rise = np.diff(slot.astype(np.float64))
    return 10 * float(np.log10(np.mean(rise**2) + 1e-12))

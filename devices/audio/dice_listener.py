"""Hears whether dice roll or lie still. It gives hints only, never the face of a die. Pure.

A die that hits wood makes a knock: a few milliseconds, far louder than the room just before, mostly in the
high pitches. Two knocks within 600 ms mean that dice roll; 800 ms of quiet mean that they lie still. In a
loud room no knock stands out, and there is no hint. Speech and music rise more slowly, or do not end.
"""

from collections import deque
from enum import StrEnum

import numpy as np

from devices.audio.loudness import Samples

_SLOT_MS = 5
"""The sound is judged in slots of this length. Like the constants below, chosen, and checked on synthetic knocks, speech,
music and applause (tests/devices/audio/test_dice_listener.py), not yet on recordings.
"""
KNOCK_DB = 18.0
"""How far a knock stands above the room. Dice in a tray at one metre give 25 to 45 dB."""
FAINTEST_DB = -62.0
"""Below this level, in dB of full scale, a microphone hears its own noise."""
RISE_SLOTS = 2
"""A knock rises within 2 slots, 10 ms; a spoken word takes 30 ms."""
APART_MS = 25
"""A knock that follows another sooner than this is the same knock."""
KNOCKS = 2
TOGETHER_MS = 600
"""This many `KNOCKS` within this time mean that dice roll."""
REST_MS = 800
"""After so long without a knock the dice lie still."""
LONGEST_MS = 6_000
"""No dice roll longer; such noise is applause or music."""
ECHO_MS = 300
"""How long a cue that the program has played may still sound in the room."""
_FLOOR_SLOTS = 60
"""The room's level is the median of so many slots: the last 300 ms."""


class Hint(StrEnum):
    """What the microphone suggests about the dice."""

    MOVING = "moving"
    REST = "rest"


class DiceListener:
    """Listens for dice in one channel of sound; time is counted in samples."""

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
        """Takes the next samples, (n,) float32, and returns the hints in them. `is_ours`: the program plays a
        sound now, so that knocks do not count.
        """
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
    """Returns the level of the high pitches in dB: the mean square of the differences of neighbouring
    samples.
    """
    rise = np.diff(slot.astype(np.float64))
    return 10 * float(np.log10(np.mean(rise**2) + 1e-12))

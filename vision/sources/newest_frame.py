"""Keeps the newest frame of a source: a thread reads the source, and opens it again when it is lost.

Each frame is given out once at most, and never late: an old picture of a table is worse than none.
"""

import threading
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.threads import TendedThread
from companion.words import Text
from vision.errors import EndOfPictures, VisionError
from vision.frame import Frame
from vision.sources.source import (
    Clock,
    ExposableSource,
    MainsSource,
    PacedSource,
    ReturningSource,
    ShowingSource,
    Source,
    monotonic_ms,
)
from vision.tracked_objects import TrackedObject

FRESH_MS = 100
"""A frame that arrived longer ago is not given out."""
FIRST_WAIT_MS, LONGEST_WAIT_MS = 250, 8000
"""The first and the longest pause before a lost source is opened again."""
LOOKS_BACK_MS = 100
"""How often a lost source is asked whether it is back."""
GOOD_MS = 3000
"""How long a source must give pictures until its pause is short again, so that one that opens and breaks is
not opened all the time.
"""


class SourceState(StrEnum):
    """What a source is doing."""

    OPENING = "opening"
    LIVE = "live"
    LOST = "lost"
    """It will be opened again after a pause."""
    ENDED = "ended"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """How a source is doing. `age_ms` is the age of its newest frame, None before the first; `problem` is the
    current problem, `last_problem` the latest.
    """

    state: SourceState
    age_ms: int | None
    frames: int
    losses: int
    problem: Text | None
    last_problem: Text | None = None
    period_ms: float | None = None
    """How far apart its pictures usually arrive, if it tells that."""


@dataclass(slots=True)
class RetryDelay:
    """How long to wait before a source is opened again: twice as long each time, until it has been good for a
    while.
    """

    waits_ms: int = FIRST_WAIT_MS
    good_since_ms: int | None = None

    def frame_came(self, at_ms: int) -> None:
        if self.good_since_ms is None:
            self.good_since_ms = at_ms
        elif at_ms - self.good_since_ms >= GOOD_MS:
            self.waits_ms = FIRST_WAIT_MS

    def lost(self) -> int:
        """Return, after the source was lost, how many ms to wait before it is opened again."""
        wait_ms = self.waits_ms
        self.good_since_ms = None
        self.waits_ms = min(LONGEST_WAIT_MS, 2 * wait_ms)
        return wait_ms


class NewestFrame:
    """Reads a source in a thread from `start` to `stop`; frames are numbered and timed as they arrive."""

    def __init__(self, source: Source, *, clock: Clock = monotonic_ms) -> None:
        self._source = source
        self._clock = clock
        self._back_off = RetryDelay()
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._thread = TendedThread(
            "camera", Text("the camera"), self._run, lambda stumble: self._lose(stumble.says), self._stop
        )
        self._newest: Frame | None = None
        self._given = -1
        self._arrived_ms = 0
        self._health = SourceHealth(SourceState.OPENING, None, 0, 0, None)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the thread, after the frame that it waits for or that frame's timeout."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout_s)

    def take(self, timeout_s: float = 0.0) -> Frame | None:
        """Return the newest frame if it is fresh and was not given out; wait for one up to `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: self._stop.is_set() or self._fresh() is not None, timeout_s)
            frame = self._fresh()
            if frame is not None:
                self._given = frame.number
            return frame

    def latest(self) -> Frame | None:
        """Return the newest frame, even if it was given out; None while the source is lost."""
        return self._newest

    def expose(self, stops: float) -> None:
        """Ask for frames of another exposure, if the source has one; see `ExposableSource`."""
        if isinstance(self._source, ExposableSource):
            self._source.expose(stops)

    def note_flicker(self, *, flickers: bool) -> None:
        """Pass on whether the lamp flickers, if the source can be set to the mains; see `MainsSource`."""
        if isinstance(self._source, MainsSource):
            self._source.note_flicker(flickers=flickers)

    def show(self, things: tuple[TrackedObject, ...], *, is_at_rest: bool) -> None:
        """Pass on what was read, if the source can show it (as a phone does); see `ShowingSource`."""
        if isinstance(self._source, ShowingSource):
            self._source.show(things, is_at_rest=is_at_rest)

    def health(self) -> SourceHealth:
        """Return how the source is doing now."""
        with self._changed:
            newest = self._newest
            age_ms = None if newest is None else self._clock() - newest.at_ms
            period_ms = self._source.period_ms if isinstance(self._source, PacedSource) else None
            return replace(self._health, age_ms=age_ms, period_ms=period_ms)

    def _fresh(self) -> Frame | None:
        frame = self._newest
        if frame is None or frame.number <= self._given or self._clock() - self._arrived_ms > FRESH_MS:
            return None
        return frame

    def _run(self) -> None:
        """Run the thread. Problems are told in `health`; only the end of the source or `stop` ends it."""
        while not self._stop.is_set():
            try:
                self._tell(SourceState.OPENING)
                self._source.open()
                self._read_on()
            except EndOfPictures as end:
                self._tell(SourceState.ENDED, end.message)
                break
            except VisionError as error:
                self._lose(error.message)
                self._pause(self._back_off.lost())
            finally:
                self._source.close()
        if self._stop.is_set():
            self._tell(SourceState.STOPPED)

    def _pause(self, wait_ms: int) -> None:
        """Wait before the source is opened again; less if the source tells that it is back."""
        left_ms = wait_ms
        while left_ms > 0 and not (isinstance(self._source, ReturningSource) and self._source.is_ready):
            if self._stop.wait(min(left_ms, LOOKS_BACK_MS) / 1000):
                return
            left_ms -= LOOKS_BACK_MS

    def _read_on(self) -> None:
        while not self._stop.is_set():
            frame = self._source.read()
            at_ms = frame.at_ms if self._source.is_live else self._clock()
            self._back_off.frame_came(at_ms)
            with self._changed:
                count = self._health.frames
                self._newest, self._arrived_ms = replace(frame, number=count, at_ms=at_ms), self._clock()
                self._health = replace(self._health, state=SourceState.LIVE, frames=count + 1, problem=None)
                self._changed.notify_all()

    def _lose(self, problem: Text) -> None:
        with self._changed:
            self._newest = None
            self._health = replace(self._health, losses=self._health.losses + 1)
        self._tell(SourceState.LOST, problem)

    def _tell(self, state: SourceState, problem: Text | None = None) -> None:
        with self._changed:
            self._health = replace(
                self._health,
                state=state,
                problem=problem or self._health.problem,
                last_problem=problem or self._health.last_problem,
            )
            self._changed.notify_all()

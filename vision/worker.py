"""Watches a table: in a thread of its own, or frame by frame in the caller's thread.

The thread takes only the newest frame of a source, and passes its news to a callback. The iterator is for
films and tests: it reads every frame, and the same film gives the same news.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.threads import Stumble, TendedThread
from companion.words import Text
from vision.errors import EndOfPictures, SourceLost
from vision.frame import Frame
from vision.news import News, Reporter
from vision.pipeline import Pipeline
from vision.sources.newest_frame import NewestFrame, SourceHealth, SourceState
from vision.sources.source import Clock, ExposableSource, Source, monotonic_ms
from vision.tracked_objects import TrackedObject

WAIT_S = 0.1
"""How long to wait for a frame, in seconds, before the source's health is checked."""

SILENT_MS = 6_000
"""How long a source may give nothing before that is reported; one that knows why tells it within 5 s."""
NO_PICTURE = Text(
    "no picture has come yet, and the program keeps trying: is the camera switched on, is it on this "
    "network, and is this the address of its stream?"
)

Hear = Callable[[News], None]
"""Takes news in the worker's thread; it must not raise, and the next frame waits for it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a screen shows: the newest frame, read-only (None if there is no fresh one), and the objects known
    when a frame was last read.
    """

    frame: Frame | None
    things: tuple[TrackedObject, ...]


class Worker:
    """Watches the table through one source, from `start` to `stop`."""

    def __init__(
        self, source: Source, pipeline: Pipeline, hear: Hear, *, clock: Clock = monotonic_ms
    ) -> None:
        self._newest = NewestFrame(source, clock=clock)
        self._reporter = Reporter(pipeline, source.describe())
        self._hear = hear
        self._clock = clock
        self._losses = 0
        self._opens_since_ms: int | None = None
        self._things: tuple[TrackedObject, ...] = ()
        self._stop = threading.Event()
        self._thread = TendedThread(
            "table", Text("the reading of the table"), self._run, self._stumbled, self._stop
        )

    def start(self) -> None:
        self._newest.start()
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Ends both threads, after the frame being read and the frame that the source waits for."""
        self._stop.set()
        self._newest.stop(timeout_s)
        self.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        """Waits until the source has ended or the worker was stopped."""
        self._thread.join(timeout_s)

    @property
    def is_running(self) -> bool:
        return self._thread.is_running

    def health(self) -> SourceHealth:
        """Returns how the source is doing now."""
        return self._newest.health()

    def preview(self) -> Preview:
        """Returns what to show now; any thread may call it."""
        frame = self._newest.latest()
        return Preview(None if frame is None else _read_only(frame), self._things)

    def _run(self) -> None:
        is_over = False
        while not self._stop.is_set() and not is_over:
            frame = self._newest.take(WAIT_S)
            health = self._newest.health()
            is_over = health.state is SourceState.ENDED and frame is None
            self._tell_health(health)
            self._tell_silence(health, has_come=frame is not None)
            if frame is not None:
                self._tell(self._reporter.frame(frame))
                self._things = self._reporter.pipeline.things
                self._newest.expose(self._reporter.pipeline.wanted_stops)
                self._newest.show(self._things, is_at_rest=self._reporter.pipeline.is_at_rest)

    def _stumbled(self, stumble: Stumble) -> None:
        self._tell(self._reporter.failed(stumble.says, self._clock()))

    def _tell_silence(self, health: SourceHealth, *, has_come: bool) -> None:
        """Reports a source that keeps opening, or is open and gives nothing, after a few seconds."""
        now_ms = self._clock()
        if has_come or health.state is not SourceState.OPENING:
            self._opens_since_ms = None
        elif self._opens_since_ms is None:
            self._opens_since_ms = now_ms
        elif now_ms - self._opens_since_ms >= SILENT_MS:
            self._tell(self._reporter.source(SourceState.LOST, NO_PICTURE, now_ms))

    def _tell_health(self, health: SourceHealth) -> None:
        """Reports the source's state, and also a loss that was over before anybody asked."""
        if health.losses > self._losses and health.state is SourceState.LIVE:
            self._tell(self._reporter.source(SourceState.LOST, health.last_problem, self._clock()))
        self._losses = health.losses
        self._tell(self._reporter.source(health.state, health.problem, self._clock()))
        if health.period_ms is not None and health.state is SourceState.LIVE:
            self._tell(self._reporter.pace(health.period_ms, self._clock()))

    def _tell(self, news: list[News]) -> None:
        for one in news:
            self._hear(one)


@dataclass(frozen=True, slots=True)
class FrameReport:
    """The news of one frame, and the frame's time in ms of the source's clock."""

    at_ms: int
    news: list[News]


def frame_by_frame(source: Source, pipeline: Pipeline) -> Iterator[FrameReport]:
    """Yields the news of each frame of a source, to its end; after a loss it tries the source again for each
    frame.

    Raises `NoSuchSource`.
    """
    reporter = Reporter(pipeline, source.describe())
    at_ms = 0
    source.open()
    try:
        while True:
            try:
                frame = source.read()
            except EndOfPictures as end:
                yield FrameReport(at_ms, reporter.source(SourceState.ENDED, end.message, at_ms))
                return
            except SourceLost as problem:
                yield FrameReport(at_ms, reporter.source(SourceState.LOST, problem.message, at_ms))
                continue
            at_ms = frame.at_ms
            yield FrameReport(
                at_ms, [*reporter.source(SourceState.LIVE, None, at_ms), *reporter.frame(frame)]
            )
            if isinstance(source, ExposableSource):
                source.expose(pipeline.wanted_stops)
    finally:
        source.close()


def _read_only(frame: Frame) -> Frame:
    pixels = frame.pixels.view()
    pixels.flags.writeable = False
    return replace(frame, pixels=pixels)

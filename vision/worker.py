"""Watches a table, in a thread of its own or frame by frame, and reports what it sees: sightings and notices.

The thread takes only the newest frame of a source, and passes its news to a callback. The iterator is for
films and tests: it reads every frame, and the same film gives the same news.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.ids import ObservationId
from companion.mat import NOTHING_SEEN, Unrest, ZonesSeen
from companion.observation import Notice, Sighting, SightingState
from companion.threads import Stumble, TendedThread
from companion.words import Text
from vision.errors import EndOfPictures, SourceLost
from vision.frame import Frame
from vision.light import LightState
from vision.mat_watch import MIRRORED_TOLD, MatNews, MatProblem, MatState
from vision.picture_size import COARSE_PX_PER_MM, told_coarse
from vision.pipeline import Pipeline
from vision.preview import evidence_jpeg, table_picture
from vision.sharpness import Blur
from vision.sources.newest_frame import NewestFrame, SourceHealth, SourceState
from vision.sources.source import Clock, ExposableSource, Source, monotonic_ms
from vision.table_map import TableMap
from vision.tracked_objects import TrackedObject

# --- news
# Reports what a camera over a table sees: sightings with their evidence, and notices about camera and mat.
#
# It serves a film that is read frame by frame and a camera that a thread watches.

AGAIN_MS = 10_000
"""How soon the same trouble is reported again."""


class NoticeSubject(StrEnum):
    """What a notice is about."""

    CAMERA = "camera"
    MAT = "mat"


FAILED, UNREAD, COARSE, SLOW = "failed", "unread", "coarse", "slow"
"""What notices about the camera say besides the states of its source: a frame could not be processed, a spot
could not be read, the picture has too few pixels for cards, pictures come too seldom.
"""
SLOW_MS = 900
"""Pictures that are so far apart are too few: a card is read when it has lain for two of them."""


@dataclass(frozen=True, slots=True)
class SightingNews:
    """A sighting, and from the frame in which it was reported a JPEG of its place and what makes that of the whole table;
    none of what has gone.
    """

    sighting: Sighting
    crop_jpeg: bytes = b""
    table: Callable[[], bytes] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class NoticeNews:
    """A notice about camera or mat, for the program and for people. `notice.says` is a value of
    `SourceState`, `MatState`, `LightState` or `Blur`, or FAILED, UNREAD, COARSE or SLOW.
    """

    notice: Notice
    words: Text


@dataclass(frozen=True, slots=True)
class RestNews:
    """Whether nothing moves over the table and everything on it has been read."""

    is_at_rest: bool
    at_ms: int
    unrest: Unrest | None = None
    """The squares of the mat that are not at rest; None: not known."""
    zones: ZonesSeen = NOTHING_SEEN


News = SightingNews | NoticeNews | RestNews
"""Everything that a camera reports."""


class Reporter:
    """Feeds the frames of one source to a pipeline, and returns its news."""

    def __init__(self, pipeline: Pipeline, source: Text) -> None:
        self.pipeline = pipeline
        self._source = source
        self._notices = 0
        self._told: tuple[SourceState, Text | None] | None = None
        self._troubles: dict[Text, int] = {}
        self._rested: tuple[bool, Unrest | None, ZonesSeen] = (False, None, NOTHING_SEEN)
        self._drift_told_ms: int | None = None
        self._is_slow_told = False

    def frame(self, frame: Frame) -> list[News]:
        """Process a frame. An error in it is reported, and the next frame is processed as usual."""
        try:
            sightings = self.pipeline.feed(frame)
        except Exception as error:  # noqa: BLE001 - whatever one picture does to a detector, the table is still there
            words = Text("a picture could not be processed: {problem}", problem=repr(error))
            return [*self._mat(), *self.failed(words, frame.at_ms)]
        news = self._light(frame.at_ms)
        shown = [sighting for sighting in sightings if sighting.state is not SightingState.END]
        table = table_picture(frame, shown) if shown else None
        for sighting in sightings:
            if sighting.state is SightingState.END:
                news.append(SightingNews(sighting))
                continue
            crop = evidence_jpeg(frame, sighting, self.pipeline.faces.enrolled(sighting))
            news.append(SightingNews(sighting, crop, table))
        news += self._mat()
        troubles, self.pipeline.troubles = self.pipeline.troubles, []
        for words in troubles:
            news += self._trouble(UNREAD, words, frame.at_ms)
        return [*news, *self._blur(frame.at_ms), *self._rest(frame.at_ms)]

    def failed(self, words: Text, at_ms: int) -> list[News]:
        """Report that the program itself failed to process a frame."""
        return self._trouble(FAILED, words, at_ms)

    def source(self, state: SourceState, problem: Text | None, at_ms: int) -> list[News]:
        """Report a new state of the source: live, lost or ended."""
        if state in (SourceState.OPENING, SourceState.STOPPED):
            return []
        told = (state, problem if state is SourceState.LOST else None)
        if told == self._told:
            return []
        self._told = told
        works = Text("pictures come from {source}", source=self._source)
        return [self._said(NoticeSubject.CAMERA, state, works if problem is None else problem, at_ms)]

    def pace(self, period_ms: float, at_ms: int) -> list[News]:
        """Report, once, that pictures come too seldom."""
        if self._is_slow_told or period_ms < SLOW_MS:
            return []
        self._is_slow_told = True
        words = Text(
            "the camera sends a picture only every {seconds} seconds, so everything is read late: choose more pictures a"
            " second in its app, or smaller ones",
            seconds=f"{period_ms / 1000:.1f}",
        )
        return [self._said(NoticeSubject.CAMERA, SLOW, words, at_ms)]

    def _light(self, at_ms: int) -> list[News]:
        states, self.pipeline.light_news = self.pipeline.light_news, []
        return [self._said(NoticeSubject.CAMERA, state, _LIGHT_TOLD[state], at_ms) for state in states]

    def _blur(self, at_ms: int) -> list[News]:
        blur = None if self.pipeline.mat is None else self.pipeline.mat.sharpness.news()
        return [] if blur is None else [self._said(NoticeSubject.CAMERA, blur, _BLUR_TOLD[blur], at_ms)]

    def _mat(self) -> list[News]:
        news, self.pipeline.mat_news = self.pipeline.mat_news, []
        told: list[News] = []
        for one in news:
            if one.state is MatState.DRIFTED and self._drifts_on(one.at_ms):
                continue
            told.append(self._said(NoticeSubject.MAT, one.state, _told_of_mat(one), one.at_ms))
            if one.px_per_mm is not None and one.px_per_mm < COARSE_PX_PER_MM:
                told += self._trouble(COARSE, told_coarse(one.px_per_mm), one.at_ms)
        return told

    def _drifts_on(self, at_ms: int) -> bool:
        """Tell whether a drift was reported a moment ago: a camera held in a hand never rests."""
        last_ms = self._drift_told_ms
        if last_ms is not None and at_ms - last_ms < AGAIN_MS:
            return True
        self._drift_told_ms = at_ms
        return False

    def _rest(self, at_ms: int) -> list[News]:
        before = self._rested
        pipeline = self.pipeline
        self._rested = (pipeline.is_at_rest, pipeline.unrest, pipeline.zones)
        is_at_rest, unrest, zones = self._rested
        return [] if before == self._rested else [RestNews(is_at_rest, at_ms, unrest, zones)]

    def _trouble(self, says: str, words: Text, at_ms: int) -> list[News]:
        last_ms = self._troubles.get(words)
        if last_ms is not None and at_ms - last_ms < AGAIN_MS:
            return []
        self._troubles = {known: ms for known, ms in self._troubles.items() if at_ms - ms < AGAIN_MS}
        self._troubles[words] = at_ms
        return [self._said(NoticeSubject.CAMERA, says, words, at_ms)]

    def _said(self, device: NoticeSubject, says: str, words: Text, at_ms: int) -> NoticeNews:
        self._notices += 1
        return NoticeNews(
            Notice(ObservationId(f"{device}-{self._notices}"), at_ms, str(device), str(says)), words
        )


_LIGHT_TOLD = {
    LightState.DARK: Text("it is too dark to see the table: nothing is read until there is light"),
    LightState.LIGHT: Text("there is enough light again: the table is read"),
    LightState.FLICKERS: Text(
        "the lamp flickers, which the camera sees as bands that move over the table: set the camera to the frequency of the"
        " mains (50 Hz in Europe, 60 Hz in America), or use another lamp"
    ),
    LightState.EVEN: Text("the lamp no longer flickers"),
}

_BLUR_TOLD = {
    Blur.DIM: Text(
        "the picture is too dark and too blurred to be read: give the table more light, and focus the camera;"
        " if it is a film or a stream, also choose a better quality"
    ),
    Blur.SOFT: Text(
        "the picture is too blurred to be read: focus the camera, or bring it nearer; if it is a film or a "
        "stream, choose a better quality"
    ),
}


def _told_of_mat(news: MatNews) -> Text:
    match news.state:
        case MatState.LOCKED:
            return Text("the mat was found, to within {mm} mm", mm=f"{news.error_mm or 0:.1f}")
        case MatState.DRIFTED:
            return Text(
                "the camera or the mat has moved by {px} pixels; the mat was found again, to within {mm} mm",
                px=f"{news.moved_px or 0:.0f}",
                mm=f"{news.error_mm or 0:.1f}",
            )
        case MatState.LOST:
            return Text("the mat is no longer seen: uncover at least two of its markers")
        case MatState.SEARCHING if news.too_small is not None:
            return news.too_small.told
        case MatState.SEARCHING:
            return _UNFOUND_TOLD[news.unfound or MatProblem.UNSEEN]


_UNFOUND_TOLD = {
    MatProblem.MIRRORED: MIRRORED_TOLD,
    MatProblem.UNSEEN: Text(
        "the mat was not found, so nothing is read: at least two of its corner markers must be in the "
        "picture, sharp and uncovered"
    ),
    MatProblem.ANOTHER: Text(
        "the mat in the picture belongs to another game, so nothing is read: lay the right mat"
    ),
    MatProblem.BENT: Text(
        "the mat is seen, but its markers are not where they were printed, so nothing is read: smooth the "
        "mat, or calibrate the lens with `companion calibrate camera`"
    ),
}


# --- worker

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
    when a frame was last read, with the map of the mat then (None if its place is not known).
    """

    frame: Frame | None
    things: tuple[TrackedObject, ...]
    table: TableMap | None = None


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
        self._table: TableMap | None = None
        self._stop = threading.Event()
        self._thread = TendedThread(
            "table", Text("the reading of the table"), self._run, self._stumbled, self._stop
        )
        self._faces = threading.Thread(
            target=pipeline.faces.prepare, args=(self._stop,), name="faces", daemon=True
        )

    def start(self) -> None:
        self._newest.start()
        self._thread.start()
        self._faces.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """End all threads, after the frame being read and the frame that the source waits for."""
        self._stop.set()
        self._newest.stop(timeout_s)
        self.join(timeout_s)
        if self._faces.is_alive():
            self._faces.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until the source has ended or the worker was stopped."""
        self._thread.join(timeout_s)

    @property
    def is_running(self) -> bool:
        return self._thread.is_running

    def health(self) -> SourceHealth:
        """Return how the source is doing now."""
        return self._newest.health()

    def preview(self) -> Preview:
        """Return what to show now; any thread may call it."""
        frame = self._newest.latest()
        return Preview(None if frame is None else _read_only(frame), self._things, self._table)

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
                self._table = self._reporter.pipeline.table
                self._newest.expose(self._reporter.pipeline.wanted_stops)
                self._newest.note_flicker(flickers=self._reporter.pipeline.lamp_flickers)
                self._newest.show(self._things, is_at_rest=self._reporter.pipeline.is_at_rest)

    def _stumbled(self, stumble: Stumble) -> None:
        self._tell(self._reporter.failed(stumble.says, self._clock()))

    def _tell_silence(self, health: SourceHealth, *, has_come: bool) -> None:
        """Report a source that keeps opening, or is open and gives nothing, after a few seconds."""
        now_ms = self._clock()
        if has_come or health.state is not SourceState.OPENING:
            self._opens_since_ms = None
        elif self._opens_since_ms is None:
            self._opens_since_ms = now_ms
        elif now_ms - self._opens_since_ms >= SILENT_MS:
            self._tell(self._reporter.source(SourceState.LOST, NO_PICTURE, now_ms))

    def _tell_health(self, health: SourceHealth) -> None:
        """Report the source's state, and also a loss that was over before anybody asked."""
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
    """Yield the news of each frame of a source, to its end; after a loss it tries the source again for each
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

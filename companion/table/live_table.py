"""One live table: a match, and the camera, dice tower and loudspeaker beside it; driven by threads, or frame by frame.

    camera ──► news ────┐                      ┌──► listener: screens, terminal, virtual hands
    tower ───► reports ─┼─► items ──► match ───┼──► loudspeaker: cues
    speaker ─► reports ─┘       session events └──► tower: the dice that are waited for

Every device calls back when it has something to say; nobody asks it again and again.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Protocol, Self

from companion.clock import monotonic_ms
from companion.ids import MatchId
from companion.queues import taken
from companion.session.disk_room import Fullness
from companion.session.inbox import Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session import Session, SnapshotWatch
from companion.session.session_event import SessionEvent, TowerRequest
from companion.table.loudspeaker import device_of
from companion.table.tower import TableTower
from companion.table.wiring import from_tower, from_vision, identities_of, name_for, run_name
from devices.audio.watchdog import AudioReport
from devices.tower.reports import Report
from vision.news import News
from vision.pipeline import Pipeline
from vision.sources.source import Source
from vision.worker import Preview, Worker, frame_by_frame

Listener = Callable[[SessionEvent], None]
ItemsAt = Callable[[int], Iterable[Item]]
"""What a device has said, as items of the time in ms at which the match takes them."""


class TableSpeaker(Protocol):
    """The loudspeaker as a table uses it."""

    def begin(self, game: str, match: MatchId, seq: int, tell: Callable[[AudioReport], None]) -> None:
        """Begin a match whose last play is `seq`; `tell` receives the state of the device, in any thread."""

    def hear(self, told: SessionEvent) -> None:
        """Play the sound of a session event."""

    def end(self, match: MatchId) -> None:
        """End the sounds of a match."""


@dataclass(frozen=True, slots=True)
class TableCamera:
    """A camera over a mat: its pictures, and the pipeline that analyses them."""

    source: Source
    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class TableEquipment:
    """The devices at a table; each may be missing."""

    camera: TableCamera | None = None
    tower: TableTower | None = None
    sound: TableSpeaker | None = None


class LiveTable(ABC):
    """The connections between match, camera, tower and sound, for both ways to drive a table."""

    def __init__(self, equipment: TableEquipment, hear: Listener) -> None:
        self._equipment = equipment
        self._hear = hear
        self._run = run_name()

    @abstractmethod
    def _take_device(self, said: ItemsAt) -> None:
        """Take what a device reports; may be called from any thread."""

    def _begin(self, controller: MatchController) -> None:
        """Start tower and loudspeaker, once the match is open."""
        tower, sound = self._equipment.tower, self._equipment.sound
        if sound is not None:
            sound.begin(
                controller.match.rules.game, controller.name, controller.match.seq, self._hear_speaker
            )
        if tower is not None:
            tower.start(self._hear_tower)

    def _tell(self, told: SessionEvent) -> None:
        tower, sound = self._equipment.tower, self._equipment.sound
        if isinstance(told, TowerRequest) and tower is not None:
            tower.arm(told)
        self._hear(told)
        if sound is not None:
            sound.hear(told)

    def _hear_tower(self, report: Report) -> None:
        self._take_device(partial(from_tower, report))

    def _hear_speaker(self, report: AudioReport) -> None:
        self._take_device(lambda at_ms: (device_of(report, at_ms),))

    def _items_of(self, news: Iterable[News]) -> Iterator[Item]:
        return (item for one in news for item in from_vision(one, self._run))


class ThreadedTable(LiveTable):
    """A table in real time: match, camera and tower each in a thread of its own."""

    def __init__(
        self,
        open_controller: Callable[[], MatchController],
        equipment: TableEquipment,
        hear: Listener,
        watched: SnapshotWatch | None = None,
    ) -> None:
        """`open_controller` and `hear` are called in the match's thread."""
        super().__init__(equipment, hear)
        self.session = Session(open_controller, self._tell, watched=watched)
        camera = equipment.camera
        self._worker = None if camera is None else Worker(camera.source, camera.pipeline, self._hear_camera)

    def start(self) -> MatchController:
        """Start the table and return its match controller, for reading only.

        Raises `CompanionError` when the match cannot be opened.
        """
        self.session.start()
        controller = self.session.controller()
        self._begin(controller)
        if self._worker is not None and self._equipment.camera is not None:
            name_for(self._equipment.camera.source, identities_of(controller.match, {}))
            self._worker.start()
        return controller

    def stop(self, camera_s: float = 5.0) -> None:
        """Stop the table; items already handed over are taken first.

        A hanging camera is waited for at most `camera_s` seconds.
        """
        if self._worker is not None:
            self._worker.stop(camera_s)
        if self._equipment.tower is not None:
            self._equipment.tower.stop()
        self.session.stop()
        if self._equipment.sound is not None and self.session.is_open:
            self._equipment.sound.end(self.session.controller().name)

    @property
    def preview(self) -> Callable[[], Preview] | None:
        """The worker that gives the newest frame; None without a camera."""
        return None if self._worker is None else self._worker.preview

    def _hear_camera(self, news: News) -> None:
        for item in self._items_of((news,)):
            self.session.put(item)

    def _take_device(self, said: ItemsAt) -> None:
        for item in said(monotonic_ms()):
            self.session.put(item)


class FramedTable(LiveTable):
    """A table in the caller's thread and in the time of its pictures, for films and the virtual table.

    Use it in a `with`.

    The same film gives the same match on every machine, however slow.
    """

    def __init__(self, controller: MatchController, equipment: TableEquipment, hear: Listener) -> None:
        super().__init__(equipment, hear)
        self.controller = controller
        self._fullness = Fullness()
        self._waiting: deque[Item] = deque()
        self._said: SimpleQueue[ItemsAt] = SimpleQueue()
        self._open = ExitStack()

    def __enter__(self) -> Self:
        if self._equipment.tower is not None:
            self._open.callback(self._equipment.tower.stop)
        if self._equipment.sound is not None:
            self._open.callback(self._equipment.sound.end, self.controller.name)
        self._begin(self.controller)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def look_through(self) -> None:
        """Analyse the whole film as fast as possible."""
        assert self._equipment.camera is not None, "a film is looked through by a camera"
        for looked in frame_by_frame(self._equipment.camera.source, self._equipment.camera.pipeline):
            self.look(looked.news, looked.at_ms)

    def look(self, news: Iterable[News], now_ms: int) -> None:
        """Take the observations of a frame and the reports of tower and loudspeaker, and let time pass."""
        self.take(self._items_of(news), now_ms)
        for said in taken(self._said):
            self.take(said(now_ms), now_ms)
        self._tell_all(self._fullness.tried(partial(self.controller.tick, now_ms), is_by_hand=False))
        self.take((), now_ms)

    def put(self, item: Item) -> None:
        """Queue an item that a listener sends while it hears an event; the item is taken afterwards."""
        self._waiting.append(item)

    def take(self, items: Iterable[Item], now_ms: int) -> None:
        """Hand items to the match, with the items that listeners send in turn, until none are left."""
        self._waiting.extend(items)
        while self._waiting:
            item = self._waiting.popleft()
            self._tell_all(
                self._fullness.tried(
                    partial(self.controller.take, item, now_ms), is_by_hand=isinstance(item, PlayIntent)
                )
            )

    def expect_kept(self) -> None:
        """Check that everything was kept. Raises `LogFull` if the disk was still full at the end."""
        if self._fullness.problem is not None:
            raise self._fullness.problem

    def _tell_all(self, told: Iterable[SessionEvent]) -> None:
        for one in told:
            self._tell(one)

    def _take_device(self, said: ItemsAt) -> None:
        self._said.put(said)

"""One live table: a match, and its camera and other devices beside it; driven by threads, or frame by frame.

    camera ──► news ──┐                      ┌──► listener: screens, terminal, virtual hands
    devices ─► items ─┴─► items ──► match ───┴──► devices: the tower's dice, the loudspeaker's cues
                                session events

Every device calls back when it has something to say; nobody asks it again and again.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Self

from companion.clock import monotonic_ms
from companion.session.inbox import Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session import Fullness, Session, SnapshotWatch
from companion.session.session_event import SessionEvent
from companion.table.match_device import ItemsAt, MatchDevice
from companion.table.recorded_match import identities_of
from companion.table.wiring import from_vision, name_for, run_name
from companion.threads import taken
from vision.pipeline import Pipeline
from vision.sources.source import Source
from vision.worker import News, Preview, Worker, frame_by_frame

Listener = Callable[[SessionEvent], None]


@dataclass(frozen=True, slots=True)
class TableCamera:
    """A camera over a mat: its pictures, and the pipeline that analyses them."""

    source: Source
    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class TableEquipment:
    """The devices at a table: the camera, if there is one, and the others."""

    camera: TableCamera | None = None
    devices: tuple[MatchDevice, ...] = ()


class LiveTable(ABC):
    """The connections between match, camera and devices, for both ways to drive a table."""

    def __init__(self, equipment: TableEquipment, hear: Listener) -> None:
        self._equipment = equipment
        self._hear = hear
        self._run = run_name()
        self._begun: list[MatchDevice] = []

    @abstractmethod
    def _take_device(self, said: ItemsAt) -> None:
        """Take what a device reports; may be called from any thread."""

    def _begin(self, controller: MatchController) -> None:
        """Start the devices, once the match is open."""
        for device in self._equipment.devices:
            self._begun.append(device)
            device.begin(controller, self._take_device)

    def _end(self) -> None:
        while self._begun:
            self._begun.pop().end()

    def _tell(self, told: SessionEvent) -> None:
        for device in self._equipment.devices:
            device.hear(told)
        self._hear(told)

    def _items_of(self, news: Iterable[News]) -> Iterator[Item]:
        return (item for one in news for item in from_vision(one, self._run))


class ThreadedTable(LiveTable):
    """A table in real time: match, camera and devices each in a thread of its own."""

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
        self._end()
        self.session.stop()

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

    def __enter__(self) -> Self:
        self._begin(self.controller)
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def look_through(self) -> None:
        """Analyse the whole film as fast as possible."""
        assert self._equipment.camera is not None, "a film is looked through by a camera"
        for looked in frame_by_frame(self._equipment.camera.source, self._equipment.camera.pipeline):
            self.look(looked.news, looked.at_ms)

    def look(self, news: Iterable[News], now_ms: int) -> None:
        """Take the observations of a frame and the reports of devices, and let time pass."""
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

"""A match at a real table, in threads of its own, for screens to watch."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue

from companion.backend.evidence import evidence_of
from companion.backend.interface import CameraPicture, Evidence, TableDevices
from companion.backend.pictures import PictureMaker, PictureThread
from companion.backend.table_sound import TableSound
from companion.clock import monotonic_ms, wall_ms
from companion.ids import MatchId, ObservationId
from companion.observation import Notice
from companion.queues import taken
from companion.rules.engine import Json
from companion.session.desk import MatchController
from companion.session.inbox import DeviceNotice, Item
from companion.session.session import Session, SnapshotWatch
from companion.session.snapshot import Snapshot
from companion.session.told import SessionEvent, TowerRequest
from companion.session.viewing import SnapshotBuilder
from companion.storage.mats import mat_of
from companion.storage.places import Places
from companion.table.opening import history, pipeline_for
from companion.table.tower import LinkedTower
from companion.table.wiring import from_vision, identities_of, run_name
from companion.threads import Stumble, TendedThread
from companion.words import Text
from vision.news import News
from vision.sources.source_names import source_for
from vision.worker import Worker

TOWER_POLL_S = 0.02
STUMBLED = "stumbled"
"""What the notice of a device says whose thread here had an accident."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A match that is about to be played: `open_desk` is called in the thread that will own it."""

    open_desk: Callable[[], MatchController]
    game: str
    setup: Json
    is_resumed: bool = False


class TableMatch:
    """A match at a table: its session, and camera and tower if there are any. See `companion.backend.interface.LiveMatch`."""

    def __init__(
        self, opening: Opening, gear: TableDevices, where: Places, sound: TableSound | None = None
    ) -> None:
        """`sound` None: nothing of it is heard."""
        self._sound = sound
        self._opening = opening
        self._where = where
        self._told: SimpleQueue[SessionEvent] = SimpleQueue()
        self._snapshot: Snapshot | None = None
        self._tower = (
            LinkedTower(None if gear.tower == "usb" else gear.tower, where.matches) if gear.tower else None
        )
        self._session = Session(
            opening.open_desk, self._hear, watched=SnapshotWatch(self._viewer, self._publish)
        )
        self._worker: Worker | None = None
        if gear.camera:
            source = source_for(gear.camera)
            pipeline = pipeline_for(opening.game, gear.camera, gear.calibration or None, where)
            self._worker = Worker(source, pipeline, self._hear_camera)
        self._run = run_name()
        self._stopping = threading.Event()
        self._tower_thread = TendedThread(
            "rolls",
            Text("what hears the dice tower"),
            self._poll_tower,
            lambda stumble: self._stumbled("tower", stumble),
            self._stopping,
        )
        self._pictures: PictureThread | None = None

    def start(self) -> None:
        """Raises `CompanionError` when the match cannot be opened."""
        self._session.start()
        desk = self._session.desk()
        if self._sound is not None:
            self._sound.begin(self._opening.game, desk.name, desk.match.seq, self._session.put)
        if self._worker is not None:
            self._worker.start()
            self._pictures = PictureThread(
                PictureMaker(identities_of(self._session.desk().match, {})),
                self._worker.preview,
                lambda stumble: self._stumbled("pictures", stumble),
            )
            self._pictures.start()
        if self._tower is not None:
            self._tower.start()
            self._tower_thread.start()

    # --- what screens ask

    @property
    def name(self) -> MatchId:
        return self._session.desk().name

    @property
    def setup(self) -> Json:
        return self._opening.setup

    def newest(self) -> Snapshot | None:
        return self._snapshot

    def news(self) -> Sequence[SessionEvent]:
        return list(taken(self._told))

    def picture(self) -> CameraPicture | None:
        return None if self._pictures is None else self._pictures.newest

    def put(self, item: Item) -> None:
        self._session.put(item)

    def evidence(self, seq: int) -> Sequence[Evidence]:
        return evidence_of(self.name, seq, self._where)

    def stop(self) -> None:
        self._stopping.set()
        if self._pictures is not None:
            self._pictures.stop()
        if self._worker is not None:
            self._worker.stop()
        if self._tower is not None:
            self._tower_thread.join(1.0)
            self._tower.stop()
        self._session.stop()
        if self._sound is not None:
            self._sound.end(self.name)

    # --- what the threads say

    def _viewer(self, desk: MatchController) -> SnapshotBuilder:
        viewer = SnapshotBuilder(desk, mat_of(self._opening.game), wall_ms)
        if self._opening.is_resumed:
            viewer.recall(history(desk.name, desk.match, self._where))
        return viewer

    def _publish(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def _hear(self, told: SessionEvent) -> None:
        if isinstance(told, TowerRequest) and self._tower is not None:
            self._tower.arm(told)
        self._told.put(told)
        if self._sound is not None:
            self._sound.hear(told)

    def _hear_camera(self, news: News) -> None:
        for item in from_vision(news, self._run):
            self._session.put(item)

    def _stumbled(self, device: str, stumble: Stumble) -> None:
        now_ms = monotonic_ms()
        notice = Notice(ObservationId(f"{device}-{now_ms}-{STUMBLED}"), now_ms, device, STUMBLED)
        self._session.put(DeviceNotice(notice, stumble.says))

    def _poll_tower(self) -> None:
        while self._tower is not None and not self._stopping.wait(TOWER_POLL_S):
            for item in self._tower.items(monotonic_ms()):
                self._session.put(item)

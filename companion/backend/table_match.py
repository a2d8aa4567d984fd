"""A match at a real table, as screens use it."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue

from companion.backend.devices.registry import DEVICES
from companion.backend.evidence import evidence_of
from companion.backend.interface import (
    Evidence,
    TableDevices,
)
from companion.backend.phone import code_for
from companion.backend.pictures import PictureMaker, PictureThread
from companion.backend.screen_pictures import CameraPicture
from companion.backend.table_house import TableHouse
from companion.clock import monotonic_ms, wall_ms
from companion.errors import CompanionError
from companion.ids import MatchId, ObservationId
from companion.observation import Notice
from companion.queues import taken
from companion.rules.engine import Json
from companion.session.inbox import DeviceNotice, Item
from companion.session.match_controller import MatchController
from companion.session.session import SnapshotWatch
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.mats import mat_of
from companion.table.hall.orders import OpenMatch
from companion.table.hall.view import view_of
from companion.table.live_table import TableCamera, TableEquipment, ThreadedTable
from companion.table.match_device import MatchDevice
from companion.table.opening import history
from companion.table.wiring import identities_of
from companion.threads import Stumble

FIRST_S = 5.0
"""So long the first snapshot is waited for, so that no page appears empty; a busy machine takes half a second."""
PICTURES, STUMBLED = "pictures", "stumbled"
"""What the notice of a device says whose thread here had an accident."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A match that is about to be played. `open_controller` makes its match controller, in the thread that will own it."""

    open_controller: Callable[[], MatchController]
    game: str
    setup: Json
    is_resumed: bool = False


class TableMatch:
    """A match at a table, with its session and its devices (see `companion.backend.interface.LiveMatch`)."""

    def __init__(self, opening: Opening, gear: TableDevices, house: TableHouse) -> None:
        self._opening = opening
        self._where = house.where
        self._phone = house.phone
        self._hall = house.hall
        self._public = house.public
        self._code = code_for(gear.camera, house.phone)
        self._told: SimpleQueue[SessionEvent] = SimpleQueue()
        self._snapshot: Snapshot | None = None
        self._is_seen = threading.Event()
        self._table = ThreadedTable(
            opening.open_controller,
            equipment_for(opening.game, gear, house),
            self._told.put,
            SnapshotWatch(self._viewer, self._publish),
        )
        self._pictures: PictureThread | None = None

    def start(self) -> None:
        """Open the match, start its threads, and wait for the first snapshot.

        Raises `CompanionError` when the match cannot be opened.
        """
        try:
            if self._code is not None:
                self._phone.hold(self)
            controller = self._table.start()
        except CompanionError:
            self._phone.drop(self)
            raise
        if self._hall is not None:
            self._hall.orders.open(OpenMatch(controller.name, self._table.session.put))
        if self._public is not None:
            self._public.open()
        if self._table.preview is not None:
            maker = PictureMaker(identities_of(controller.match, {}))
            self._pictures = PictureThread(maker, self._table.preview, self._stumbled)
            self._pictures.start()
        self._is_seen.wait(FIRST_S)

    # --- what screens ask

    @property
    def name(self) -> MatchId:
        return self._table.session.controller().name

    @property
    def setup(self) -> Json:
        return self._opening.setup

    def newest(self) -> Snapshot | None:
        return self._snapshot

    def news(self) -> Sequence[SessionEvent]:
        return list(taken(self._told))

    def picture(self) -> CameraPicture | None:
        code = None if self._code is None else self._code.picture()
        return code or (None if self._pictures is None else self._pictures.newest)

    def put(self, item: Item) -> None:
        self._table.session.put(item)

    def evidence(self, seq: int) -> Sequence[Evidence]:
        return evidence_of(self.name, seq, self._where)

    def stop(self) -> None:
        if self._hall is not None:
            self._hall.orders.close()
            self._hall.report(None)
        if self._public is not None:
            self._public.close()
        if self._pictures is not None:
            self._pictures.stop()
        self._table.stop()
        self._phone.drop(self)

    # --- what the threads say

    def _viewer(self, controller: MatchController) -> SnapshotBuilder:
        viewer = SnapshotBuilder(controller, mat_of(self._opening.game), wall_ms)
        if self._opening.is_resumed:
            viewer.recall(history(controller.name, controller.match, self._where))
        return viewer

    def _publish(self, snapshot: Snapshot) -> None:
        self._snapshot = replace(snapshot, has_hall=self._hall is not None)
        self._is_seen.set()
        if self._hall is None and self._public is None:
            return
        view = view_of(snapshot)
        if self._hall is not None:
            self._hall.show(view)
            self._hall.report(snapshot)
        if self._public is not None:
            self._public.show(view)

    def _stumbled(self, stumble: Stumble) -> None:
        """Report an error in the thread that makes the pictures."""
        now_ms = monotonic_ms()
        notice = Notice(ObservationId(f"{PICTURES}-{now_ms}-{STUMBLED}"), now_ms, PICTURES, STUMBLED)
        self._table.session.put(DeviceNotice(notice, stumble.says))


def equipment_for(game: str, gear: TableDevices, house: TableHouse) -> TableEquipment:
    """Return the devices that are chosen for a match, not yet begun. Raises `CompanionError`."""
    camera: TableCamera | None = None
    devices: list[MatchDevice] = []
    for kind in DEVICES.values():
        opened = kind.open(game, gear, house)
        if isinstance(opened, TableCamera):
            camera = opened
        elif opened is not None:
            devices.append(opened)
    return TableEquipment(camera, tuple(devices))

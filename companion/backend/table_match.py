"""A match at a real table, as screens use it, with its sounds, and with what each play was read from."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from queue import SimpleQueue

from companion.backend.devices.registry import DEVICES
from companion.backend.interface import (
    Evidence,
    TableDevices,
)
from companion.backend.pictures import PictureMaker, PictureThread, code_for
from companion.backend.screen_pictures import CameraPicture
from companion.backend.table_house import TableHouse
from companion.clock import monotonic_ms, wall_ms
from companion.errors import CompanionError
from companion.ids import MatchId, ObservationId
from companion.observation import Notice
from companion.opponent.seat import Seating
from companion.rules.engine import Json
from companion.session.history import brief_reading, observation_told
from companion.session.inbox import DeviceNotice, Item
from companion.session.match_controller import MatchController
from companion.session.session import SnapshotWatch
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.settings import Settings
from companion.storage.evidence import EvidenceStore, of_table
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.storage.shipped_data import mat_of
from companion.table.adviser import Adviser
from companion.table.even_levels import EvenLevels
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import view_of
from companion.table.live_table import TableCamera, TableEquipment, ThreadedTable
from companion.table.loudspeaker import Sounds
from companion.table.machine_player import MachinePlayer, notes_of
from companion.table.match_device import MatchDevice
from companion.table.opening import history
from companion.table.recorded_match import identities_of, open_store, opened
from companion.threads import Stumble, taken
from devices.audio.audio_status import AudioStatus
from devices.audio.cues import render_cues
from devices.audio.mixer import Volume
from devices.audio.player import Speaker
from devices.audio.sound_card import PortAudio, SoundCard
from devices.audio.voice_pack import read_voice_pack
from devices.audio.watchdog import AudioReport, AudioWatchdog

# --- evidence
# Collects the observations that a play was read from, as sentences and pictures, for the screen that explains a play.


def evidence_of(match: MatchId, seq: int, where: Places) -> tuple[Evidence, ...]:
    """Return all kept observations of one play. Raises `StorageError`."""
    with open_store(where) as store:
        header = store.header(match)
        kept = next((play for play in store.sound(match).plays if play.record.seq == seq), None)
        things = identities_of(opened(header, store.cards(header.id)), {})
    if kept is None:
        return ()
    pictures = EvidenceStore(where.evidence)

    def jpeg(observation: ObservationId) -> bytes | None:
        path = pictures.find(match, observation)
        return None if path is None else path.read_bytes()

    return tuple(
        Evidence(
            seen.id,
            observation_told(seen, things),
            jpeg(seen.id),
            jpeg(of_table(seen.id)),
            brief_reading(seen, things),
        )
        for seen in kept.record.observations
    )


# --- table sound
# Plays whistles and cues for the screens at the chosen volume; the loudspeaker may be unplugged and come back.
#
# The loudspeaker is open while a match is on that may be heard, and is nobody's business otherwise. What is amiss
# with it is told once; everything else goes on.

Tell = Callable[[AudioReport], None]
"""Takes what a loudspeaker says about itself; in any thread."""


class TableSound:
    """One loudspeaker for all matches of a program, one after the other. Any thread may use it; no method raises."""

    def __init__(self, speaker: Speaker, card: SoundCard) -> None:
        self._speaker = speaker
        self._card = card
        self._guard = threading.RLock()
        self._match: MatchId | None = None
        self._sounds: Sounds | None = None
        self._tell: Tell | None = None
        self._watchdog: AudioWatchdog | None = None
        self._is_greeted = True
        self._is_amiss = False

    def set(self, settings: Settings) -> None:
        """Set the volume from now on."""
        with self._guard:
            self._speaker.volume = Volume(settings.volume_percent / 100, is_muted=settings.is_muted)
            self._open_or_close()

    def begin(self, game: str, match: MatchId, seq: int, tell: Tell) -> None:
        """Begin to play a match's cues; `seq` is its last play."""
        with self._guard:
            self._match, self._sounds, self._tell = match, Sounds(game, match, self._speaker, seq), tell
            self._is_greeted = False
            self._open_or_close()

    def hear(self, told: SessionEvent) -> None:
        """Play the cue of a session event."""
        if self._sounds is not None:
            self._sounds.hear(told)

    def end(self, match: MatchId) -> None:
        """End a match's cues; another match may already have begun. Waits a moment for a loudspeaker that is being closed."""
        with self._guard:
            if match != self._match:
                return
            self._match, self._sounds, self._tell = None, None, None
            self._open_or_close()

    def look(self) -> None:
        """Look for the loudspeaker once, where no thread does."""
        if self._watchdog is not None:
            self._watchdog.look()

    def _open_or_close(self) -> None:
        """Open the loudspeaker when a sound may be due, and close it after the match; muting alone does not close it."""
        is_on = self._sounds is not None
        if is_on and self._watchdog is None and not self._speaker.volume.is_muted:
            self._watchdog = AudioWatchdog(self._card, [self._speaker], self._report)
            self._watchdog.start()
        elif not is_on and self._watchdog is not None:
            watchdog, self._watchdog = self._watchdog, None
            watchdog.stop()

    # --- in the watchdog's thread

    def _report(self, report: AudioReport) -> None:
        """Report that the loudspeaker failed, or works again; nothing is reported when it works from the start."""
        is_ready = report.status is AudioStatus.READY
        sounds, tell = self._sounds, self._tell
        if is_ready and sounds is not None and not self._is_greeted:
            # Not before: what cannot be heard at once is not heard at all, and opening takes its time.
            self._is_greeted = True
            sounds.begin()
        if is_ready is self._is_amiss and tell is not None:
            self._is_amiss = not is_ready
            tell(report)


def table_sound(where: Places) -> TableSound:
    """Return the sound with the owner's own voices that can be played; `companion sound list` says what is wrong with
    others.
    """
    return TableSound(Speaker(lambda: {**render_cues(), **read_voice_pack(where.voices).sounds}), PortAudio())


# --- table match

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
    opponents: tuple[Seating, ...] = ()


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
            equipment_for(opening.game, gear, house, opening.opponents),
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
            maker = PictureMaker(identities_of(controller.match, {}), lambda: controller.to_lay)
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


def equipment_for(
    game: str, gear: TableDevices, house: TableHouse, opponents: Sequence[Seating] = ()
) -> TableEquipment:
    """Return the devices that are chosen for a match, not yet begun, with the seats that the program plays. Raises
    `CompanionError`.
    """
    camera: TableCamera | None = None
    devices: list[MatchDevice] = []
    for kind in DEVICES.values():
        opened = kind.open(game, gear, house)
        if isinstance(opened, TableCamera):
            camera = opened
        elif opened is not None:
            devices.append(opened)
    where = house.where
    levels = EvenLevels(SettingsStore(where.settings))
    player = MachinePlayer(opponents, where.seeds, partial(notes_of, where), levels=levels)
    devices += [player, Adviser(lambda: player.seats)]
    return TableEquipment(camera, tuple(devices))

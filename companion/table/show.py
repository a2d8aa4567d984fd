"""Shows a match on the virtual table: acted out, read through camera and tower, and reported; with bad days on request."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from companion.errors import ScriptError
from companion.mat import Mat
from companion.match import Match
from companion.observation import SightingState
from companion.reading.dice import SETTLE_MS
from companion.rules.dice import dice_of_game
from companion.session.inbox import Item
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import mat_of
from companion.table.acted_match import ActedMatch, Guest
from companion.table.drawn_stage import USUAL_MODULE_MM, Cards, DrawnStage, DrawnTray, camera_above_both
from companion.table.faces import demonstration_pictures, face_reader
from companion.table.live_table import FramedTable, TableEquipment
from companion.table.loudspeaker import SpeakerAtTable, TableSpeaker
from companion.table.match_device import MatchDevice
from companion.table.tower import ThrownTower, TowerAtTable
from companion.table.tray import tray_of
from companion.virtual.acting.actor import TapGesture, ThrowGesture
from companion.virtual.acting.games import ACTORS
from companion.virtual.acting.thinking import acted_by
from companion.words import Text
from vision.detection_settings import DetectionSettings
from vision.errors import SourceLost
from vision.frame import Frame
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.sources.newest_frame import SourceState
from vision.sources.opencv_sources import SETTLES_FRAMES
from vision.virtual.camera import BadDay, VirtualCamera
from vision.virtual.light import RoomLight, Sensor
from vision.virtual.scene import Surface
from vision.virtual.table import VirtualTable
from vision.worker import News, Reporter, SightingNews

FRAMES_PER_SECOND = 15
MOST_SKIPPED = 2
"""A show that is late draws one frame of three: five a second, as of a slow camera, from which plays are still read."""
MADE_UP_S = 1.0
"""A show makes up for so much of its lateness: more would let hands fly."""
SLANT_DEG = 10.0
DAY_MS = 3_000
"""How long a bad day lasts, but for a bump, which stays."""
PLAYS_APART = 12
"""From one bad day to the next."""
TOWER_DAYS = {"tower-unplugged": "unplug 3", "tower-restart": "restart", "tower-damage": "damage 2%"}
CAMERA_DAYS = tuple(day.value for day in BadDay if day is not BadDay.BACK)
CLEAN = Sensor(is_grey=True, jpeg=None)
"""A webcam's noise, and no JPEG: pictures are drawn and read in one go."""
USUAL_TOWER_SPEED = 5.0
"""Times as fast as on the wall the tower is, when the pictures are as fast as they can be."""
ROLL_MS = 2_000
"""Dice have fallen in so long, by the table's clock."""
TOWER_PATIENCE_S = 5.0
"""How long the tower may take, in real time, to receive a request and to report a roll."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """How the table of a show is drawn, and which bad days happen to it."""

    seed: int
    light: RoomLight = field(default_factory=RoomLight)
    sensor: Sensor = CLEAN
    surface: Surface = Surface.WOOD
    language: str = "fr"
    """The language of the words on the mat."""
    is_sleeved: bool = False
    obeys_exposure: bool = False
    """The camera's exposure can be set: darker frames show what glare hides."""
    px_a_module: float | None = None
    """Pixels to a module of a card's code in the middle of the mat; None: modules of 1.5 mm."""
    bad_days: tuple[str, ...] = ()
    has_tray: bool = False
    """Dice are thrown onto a printed tray that the camera sees, not into the tower."""
    has_codes: bool = True
    """The cards have codes; without them they are known by their faces."""
    thinks: bool = False
    """The players think; else chance has more to say, so that every kind of play is seen."""
    speed: float = 0.0
    """Times as fast as a real table; 0: as fast as this machine can."""


def read_bad_days(words: str) -> tuple[str, ...]:
    """Read the names of bad days, separated by commas. Raises `ScriptError`."""
    days = tuple(word.strip() for word in words.split(",") if word.strip())
    known = (*CAMERA_DAYS, *TOWER_DAYS)
    for day in days:
        if day not in known:
            raise ScriptError(
                Text("there is no accident {day}; possible: {known}", day=day[:40], known=", ".join(known))
            )
    return days


@dataclass(frozen=True, slots=True)
class ShowCompany:
    """The guest and the loudspeaker beside the table of a show."""

    guest: Guest | None = None
    sound: TableSpeaker | None = None


def _drawn_table(mat: Mat, scenery: Scenery, *, has_tray: bool) -> VirtualTable:
    """Return the table with its camera, which sees the tray beside the mat too."""
    camera = (
        camera_above_both(mat, SLANT_DEG)
        if has_tray
        else VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=SLANT_DEG)
    )
    # Faces differ in their colours too.
    sensor = scenery.sensor if scenery.has_codes else replace(scenery.sensor, is_grey=False)
    table = VirtualTable(
        mat, camera, light=scenery.light, sensor=sensor, surface=scenery.surface, seed=scenery.seed
    )
    table.frames_per_second = FRAMES_PER_SECOND
    table.write_mat_in(scenery.language)
    return table


def _drawn_cards(table: VirtualTable, mat: Mat, scenery: Scenery) -> Cards:
    """Return how cards are drawn: with codes as large as the scenery has them, or as they come out of the box."""
    px = scenery.px_a_module
    middle_mm = (mat.width_mm / 2, mat.height_mm / 2)
    module_mm = USUAL_MODULE_MM if px is None else px / table.camera.px_per_mm(middle_mm)
    pictures = {} if scenery.has_codes else demonstration_pictures(mat.game)
    return Cards(module_mm, scenery.is_sleeved, pictures)


def _devices(tower: ThrownTower | None, sound: TableSpeaker | None) -> Iterator[MatchDevice]:
    if tower is not None:
        yield TowerAtTable(tower)
    if sound is not None:
        yield SpeakerAtTable(sound)


class Show:
    """Shows one match, from the empty table to its end. Use it in a `with`."""

    def __init__(
        self,
        truth: Match,
        controller: MatchController,
        scenery: Scenery,
        hear: Callable[[SessionEvent], None],
        rolls: Path,
        beside: ShowCompany | None = None,
    ) -> None:
        beside = beside or ShowCompany()
        mat = mat_of(truth.rules.game)
        dice = dice_of_game(truth.rules)
        has_tray = scenery.has_tray and bool(dice)
        self.table = _drawn_table(mat, scenery, has_tray=has_tray)
        self._tray = DrawnTray.above(self.table, mat, scenery.seed) if has_tray else None
        game = truth.rules.game
        watched = DetectionSettings(
            tray=None if self._tray is None else tray_of(self._tray.known_dice(dice)),
            faces=None if scenery.has_codes else face_reader(game),
        )
        self.pipeline = Pipeline(MatWatch(mat), watched)
        self._scenery = scenery
        self._tell = hear
        self._said: list[Item] = []
        self._throws: list[ThrowGesture] = []
        actor = acted_by(
            truth, ACTORS[truth.rules.game](truth, mat, scenery.seed), scenery.seed, thinks=scenery.thinks
        )
        cards = _drawn_cards(self.table, mat, scenery)
        stage = DrawnStage(self.table, self._throws.append, self._say, cards)
        self._stage = stage
        self.acted = ActedMatch(truth, actor, stage, controller, beside.guest)
        self._reporter = Reporter(self.pipeline, Text("the virtual table"))
        speed = scenery.speed or USUAL_TOWER_SPEED
        self._tower = ThrownTower(dice, rolls, scenery.seed, speed) if dice and not has_tray else None
        equipment = TableEquipment(devices=tuple(_devices(self._tower, beside.sound)))
        self._live = FramedTable(controller, equipment, self._hear)
        self._days = list(scenery.bad_days)
        self._day_ends_ms: int | None = None
        self._overdue_ms = math.inf
        """When what the tower has to say of the last throw is waited for."""
        self._settles = 0
        """How many frames are not read yet because the camera's exposure is changing."""
        self._looked_ms = 0
        """When the frame was taken that was read last."""
        self._began_s = time.monotonic()

    def __enter__(self) -> Self:
        self._live.__enter__()
        self.acted.begin()
        self._began_s = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.__exit__()

    def frames(self) -> Iterator[Frame | None]:
        """Yield the match frame by frame, each after it was read and reported; None while the camera is unplugged."""
        while not self.acted.is_over:
            self._befall()
            self._live.take(self.acted.step(is_seen=self._day_ends_ms is None), self.table.now_ms)
            self._live.take(self._taps(), self.table.now_ms)
            self._throw()
            self._wait()
            yield self._frame()

    def take(self, items: Iterable[Item]) -> None:
        """Take items that people entered at a real screen."""
        self._live.take(items, self.table.now_ms)

    # --- one frame

    def _frame(self) -> Frame | None:
        at_ms = self._looked_ms = self.table.now_ms
        try:
            frame = self.table.frame()
        except SourceLost as problem:
            self._live.look(self._reporter.source(SourceState.LOST, problem.message, at_ms), at_ms)
            return None
        if self._settles:
            self._settles -= 1
            return frame
        news = [*self._reporter.source(SourceState.LIVE, None, at_ms), *self._reporter.frame(frame)]
        self._live.look(news, at_ms)
        self._note_signs(news)
        if self._scenery.obeys_exposure and self.pipeline.wanted_stops != frame.stops:
            self.table.expose(self.pipeline.wanted_stops)
            self._settles = SETTLES_FRAMES
        return frame

    def _note_signs(self, news: Iterable[News]) -> None:
        """Note how long it took until things that were just laid were seen."""
        for one in news:
            if isinstance(one, SightingNews) and one.sighting.state in (
                SightingState.START,
                SightingState.UPDATE,
            ):
                sign_ms = self._stage.sign_ms(one.sighting.reads, one.sighting.at_ms)
                if sign_ms is not None:
                    self.acted.score.signs_ms.append(sign_ms)

    def _hear(self, told: SessionEvent) -> None:
        self._tell(told)
        for item in self.acted.hear(told):
            self._live.put(item)
        if isinstance(told, RulingEvent) and told.by == "camera":
            logged_ms = self._stage.logged_ms(self._looked_ms)
            if logged_ms is not None and told.refusal is None:
                self.acted.score.logged_ms.append(logged_ms)

    def _wait(self) -> None:
        """Keep the chosen speed: wait while the show is early, and draw fewer frames while it is late."""
        speed = self._scenery.speed
        if not speed:
            return
        early_s = self._began_s + self.table.now_ms / 1000 / speed - time.monotonic()
        if early_s >= 0:
            time.sleep(early_s)
            return
        self.table.skip(min(MOST_SKIPPED, int(-early_s * speed * FRAMES_PER_SECOND)))
        self._began_s += max(0.0, -early_s - MADE_UP_S)

    # --- hands

    def _say(self, said: TapGesture) -> None:
        self._said.append(self.acted.say(said))

    def _taps(self) -> Sequence[Item]:
        said, self._said = self._said, []
        return said

    def _throw(self) -> None:
        """Throw dice onto the tray, once the camera has seen it empty, or into the tower, once it knows the request.

        The tower runs by the wall clock, and the table as fast as it is drawn; so the table waits for the tower.
        """
        if self._tray is not None:
            self._tray.go_on()
            if self._throws and not self._tray.is_busy and self.table.now_ms > SETTLE_MS:
                self._tray.begin(self._throws.pop(0))
        tower = self._tower
        if tower is None:
            return
        # Dice are asked of the tower once the table has been looked at.
        if self._throws and self.table.now_ms > 0 and self._comes_true(lambda: tower.is_asked):
            tower.throw(self._throws.pop(0))
            self._overdue_ms = self.table.now_ms + ROLL_MS
        elif tower.is_rolling and self.table.now_ms >= self._overdue_ms:
            self._comes_true(lambda: not tower.is_rolling)
            self._overdue_ms = math.inf

    def _comes_true(self, what: Callable[[], bool]) -> bool:
        """Wait a limited time for the tower until a condition holds, and return whether it does.

        On a bad day it does not wait.
        """
        until_s = time.monotonic() + TOWER_PATIENCE_S
        while not what() and time.monotonic() < until_s and self._day_ends_ms is None:
            time.sleep(0.002)
        return what()

    # --- bad days

    def _befall(self) -> None:
        now_ms = self.table.now_ms
        if self._day_ends_ms is not None and now_ms >= self._day_ends_ms:
            self._day_ends_ms = None
            self.table.befall(BadDay.BACK)
            if self._tower is not None:
                self._tower.order("well")
        elif self._days and self.acted.score.acted >= PLAYS_APART * (
            1 + len(self._scenery.bad_days) - len(self._days)
        ):
            day = self._days.pop(0)
            self._day_ends_ms = now_ms + DAY_MS
            if day in CAMERA_DAYS:
                self.table.befall(BadDay(day))
            elif self._tower is not None:
                self._tower.order(TOWER_DAYS[day])

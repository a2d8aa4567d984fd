"""What cameras, other devices and the print shop do for the screens: matches, scans, lessons, calibrations, faces.

The screens' first page needs none of it, and is there sooner, because this module is imported when it is first asked for.
"""

from collections.abc import Sequence
from pathlib import Path

from calibration.profile import CalibrationKind
from companion.backend.card_readers import CardCollector, CardReview, CardScanner, FaceTeacher
from companion.backend.card_review import TableReview
from companion.backend.cards import CardFaces, LocalCardEditor, draw_field
from companion.backend.devices.calibrations import calibration_of, calibrations
from companion.backend.face_teacher import CardCaptureJob, FaceEnrolmentJob
from companion.backend.interface import (
    AttractClip,
    CalibrationRun,
    CalibrationStatus,
    CardName,
    FieldRequest,
    GuidedMatch,
    LiveMatch,
    PlayRequest,
    TableDevices,
)
from companion.backend.keepsake import MatchShare, keep
from companion.backend.live_calibration import LiveCalibration
from companion.backend.pictures import PhoneCode
from companion.backend.scanner import TableScanner
from companion.backend.screen_pictures import DrawnPicture
from companion.backend.shown_match import ShownMatch, cut_attract_clip
from companion.backend.table_house import TableHouse, phone_of
from companion.backend.table_match import Opening, TableMatch, TableSound
from companion.match import Match
from companion.opponent.seat import Seating
from companion.rules.engine import Json
from companion.session.match_report import MatchReport
from companion.storage.log import Header
from companion.storage.places import Places
from companion.table.hall.line import HallLine
from companion.table.opening import begun, resumed
from companion.table.public_window import PublicWindow
from companion.table.show import Scenery
from vision.sources.source_names import source_for


class TableDesk:
    """The desk of one folder of data and the connected devices. Methods raise `CompanionError`."""

    def __init__(
        self, where: Places, sound: TableSound | None, hall: HallLine | None, public: PublicWindow | None
    ) -> None:
        self.sound = sound
        self.house = TableHouse(where, phone_of(where), sound, hall, public)
        self.phone_code = PhoneCode(self.house.phone)
        self.faces = CardFaces(where)
        self.card_editor = LocalCardEditor(where)
        self.share = MatchShare()

    def expect_camera(self, words: str) -> None:
        """Raise `NoSuchSource` for a camera that cannot be meant."""
        source_for(words, phone=self.house.phone)

    def begin(
        self, match: Match, request: PlayRequest, program: str, opponents: tuple[Seating, ...]
    ) -> LiveMatch:
        """Begin a match; `program` is the name under which it is claimed."""
        opening = Opening(
            lambda: begun(match, self.house.where, request.clocks_ms, program, request.people),
            match.rules.game,
            match.setup,
            opponents=opponents,
        )
        return self._started(opening, request.gear)

    def resume(
        self,
        header: Header,
        gear: TableDevices,
        program: str,
        opponents: tuple[Seating, ...],
        *,
        is_taken_over: bool,
    ) -> LiveMatch:
        """Continue an interrupted match."""
        opening = Opening(
            lambda: resumed(header.id, self.house.where, {}, program, is_taken_over=is_taken_over),
            header.game,
            header.setup,
            is_resumed=True,
            opponents=opponents,
        )
        return self._started(opening, gear)

    def _started(self, opening: Opening, gear: TableDevices) -> LiveMatch:
        match = TableMatch(opening, gear, self.house)
        match.start()
        return match

    def guide(self, game: str, mode: str, seed: int, speed: float, language: str) -> GuidedMatch:
        match = ShownMatch(game, mode, Scenery(seed, language=language, speed=speed), is_guided=True)
        match.start()
        return match

    def attract_clip(self, game: str, seed: int) -> AttractClip | None:
        return cut_attract_clip(game, seed)

    def keep(self, report: MatchReport, folder: str, language: str) -> Sequence[str]:
        return [str(path) for path in keep(report, Path(folder), language)]

    def draw_field(self, field: FieldRequest, setup: Json) -> DrawnPicture | None:
        return draw_field(field, setup, self.house.where.catalogues)

    def teach(self, game: str, gear: TableDevices) -> FaceTeacher:
        teacher = FaceEnrolmentJob(game, gear, self.house)
        teacher.start()
        return teacher

    def collect(self, game: str, gear: TableDevices) -> CardCollector:
        collector = CardCaptureJob(game, gear, self.house)
        collector.start()
        return collector

    def review_cards(self, game: str) -> CardReview:
        return TableReview(game, self.house.where)

    def scan(self, game: str, gear: TableDevices, cards: Sequence[CardName]) -> CardScanner:
        scanner = TableScanner(game, gear, cards, self.house)
        scanner.start()
        return scanner

    def calibrated(self) -> Sequence[CalibrationStatus]:
        return calibrations(self.house.where)

    def calibrate(self, kind: CalibrationKind, gear: TableDevices, die: str) -> CalibrationRun:
        live = LiveCalibration(calibration_of(kind), gear, die, self.house)
        live.start()
        return live

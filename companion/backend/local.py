"""The backend of the screens on this machine (see `companion.backend.interface.Backend`): its matches, games and devices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from calibration.profile import CalibrationKind
from companion.backend.card_readers import CardCollector, CardReview, CardScanner, FaceTeacher
from companion.backend.card_review import TableReview
from companion.backend.cards import CardFaces, LocalCardEditor, draw_field
from companion.backend.devices.calibrations import calibration_of, calibrations
from companion.backend.devices.registry import DEVICES, devices_for, offers
from companion.backend.face_teacher import TableCollector, TableTeacher
from companion.backend.interface import (
    CAMERA,
    CalibrationRun,
    CalibrationStatus,
    CardName,
    CheckResult,
    DeviceOffer,
    FaceOrder,
    FaceSet,
    FieldOrder,
    FoundDevice,
    GameOffer,
    GuidedMatch,
    LiveMatch,
    PhoneStanding,
    PlayRequest,
    QuickStart,
    Reel,
    TableDevices,
)
from companion.backend.keepsake import MatchShare, keep, sticks
from companion.backend.kept_matches import KeptMatches, replayed
from companion.backend.listed_match import MatchList, MatchStanding
from companion.backend.live_calibration import LiveCalibration
from companion.backend.offers import again, games, quick_starts
from companion.backend.people_desk import LocalPeopleDesk
from companion.backend.pictures import PhoneCode
from companion.backend.scanner import TableScanner
from companion.backend.screen_pictures import DrawnPicture, SharedMatch
from companion.backend.shown_match import ShownMatch, cut_reel
from companion.backend.table_house import TableHouse
from companion.backend.table_match import Opening, TableMatch, TableSound
from companion.clock import wall_ms
from companion.counting.season import PlayedMatch
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.kiosk import Pin, PinAnswer, UseOfDay
from companion.opponent.games import thinker_of
from companion.opponent.seat import Seating
from companion.reading.identity import names_of
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.readings import RulesInWords
from companion.session.match_report import MatchReport
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.showing.scene import Words
from companion.storage.catalogue import load_catalogue
from companion.storage.clocks import ClockLog, clocks_of
from companion.storage.kept_files import why_not_kept
from companion.storage.kiosk_runs import PinTries
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.storage.settings import Agreements, AgreementStore, SettingsStore
from companion.storage.shelf import MatchShelf
from companion.storage.shipped_data import phone_colours, rules_in_words
from companion.storage.visits import VisitStore
from companion.table.even_levels import EvenLevels
from companion.table.hall.line import HallLine
from companion.table.machine_player import greeting, seated_in, unused_told
from companion.table.opening import begun, resumed
from companion.table.public_window import PublicWindow
from companion.table.recorded_match import match_of, open_store, seat_name
from companion.table.show import Scenery
from companion.words import Text, Wording, clauses
from vision.phone.opening import phone_link
from vision.sources.source_names import source_for


class LocalBackend:
    """Implements `Backend` with one folder of data and the connected devices."""

    def __init__(
        self,
        where: Places,
        sound: TableSound | None = None,
        *,
        program: str = "companion play",
        hall: HallLine | None = None,
        public: PublicWindow | None = None,
        opponents: tuple[Seating, ...] = (),
    ) -> None:
        """`sound` None: the matches played here are silent. `program` is the name under which matches are claimed.

        `hall` and `public` are shown the matches that are played here; `opponents` are the seats that the program plays in
        matches whose request names none.
        """
        self._program = program
        self._where = where
        self._sound = sound
        self._house = TableHouse(where, phone_link(where.phone, colours=phone_colours()), sound, hall, public)
        self._opponents = opponents
        self._code = PhoneCode(self._house.phone)
        self._camera = ""
        self._settings = SettingsStore(where.settings)
        self._tries = PinTries(where.pin_tries)
        self._visits = VisitStore(where.visits)
        self._faces = CardFaces(where)
        self._card_editor = LocalCardEditor(where)
        self._kept_matches = KeptMatches(where)
        self._people_desk = LocalPeopleDesk(where, self._played)
        self._share = MatchShare()

    def games(self) -> Sequence[GameOffer]:
        return games(self._where.catalogues, AgreementStore(self._where.agreements).load())

    def rules(self, game: str) -> RulesInWords:
        return rules_in_words(game)

    def quick_starts(self) -> Sequence[QuickStart]:
        return quick_starts(self.games(), self._where)

    def again(self) -> Sequence[QuickStart]:
        listed = self._kept_matches.latest(1, is_of_people=True).matches
        if not listed or listed[0].standing is not MatchStanding.OVER:
            return ()
        return again(listed[0], self._like(listed[0].match, TableDevices()))

    def matches(self, most: int) -> MatchList:
        return self._kept_matches.latest(most)

    def replay(self, match: MatchId) -> Sequence[Snapshot]:
        return replayed(match, self._where)

    def report(self, match: MatchId, *, is_reviewed: bool) -> MatchReport:
        return self._kept_matches.report(match, is_reviewed=is_reviewed)

    def share(self, match: MatchId, language: str) -> SharedMatch:
        return self._share.start(self.report(match, is_reviewed=True), language)

    def end_share(self) -> None:
        self._share.stop()

    def sticks(self) -> Sequence[str]:
        return [str(path) for path in sticks()]

    def keep(self, match: MatchId, folder: str, language: str) -> Sequence[str]:
        return [str(path) for path in keep(self.report(match, is_reviewed=True), Path(folder), language)]

    def put_away(self, match: MatchId) -> None:
        MatchShelf(self._where.shelf).put_away(match)

    def take_out(self, match: MatchId) -> None:
        MatchShelf(self._where.shelf).take_out(match)

    def matches_of_people(self, most: int) -> MatchList:
        return self._kept_matches.latest(most, is_of_people=True)

    def keeping(self) -> Text | None:
        return why_not_kept(self._where.matches)

    def settings(self) -> Settings:
        return self._heard(self._settings.load().settings)

    def agreements(self) -> Mapping[str, Agreements]:
        return AgreementStore(self._where.agreements).load()

    def try_pin(self, pin: Pin, digits: str, now_ms: Callable[[], int]) -> PinAnswer:
        return self._tries.attempt(pin, digits, now_ms)

    def use(self, more: UseOfDay) -> Mapping[str, UseOfDay]:
        today = datetime.fromtimestamp(wall_ms() / 1000).astimezone().date().isoformat()
        return self._visits.add(today, more)

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        return self._heard(self._settings.change(changed))

    def _heard(self, settings: Settings) -> Settings:
        """Set the volume as soon as it is chosen."""
        if self._sound is not None:
            self._sound.set(settings)
        return settings

    def choose_camera(self, words: str) -> None:
        """Use this camera instead of the last match's from now on. Raises `NoSuchSource`."""
        source_for(words, phone=self._house.phone)
        self._camera = words

    def last_gear(self) -> TableDevices:
        settings = self.settings()
        gear = TableDevices(settings.camera or "", settings.calibration or "", settings.devices)
        if self._camera and self._camera != gear.camera:
            gear = gear.choose(CAMERA, self._camera)
        for kind in DEVICES.values():
            address = gear.address(kind.name)
            if address and not kind.is_there(address, self._house):
                gear = gear.choose(kind.name, "")
        return gear

    def await_phone(self) -> None:
        self._house.phone.hold(self)

    def phone(self) -> PhoneStanding | None:
        return self._code.standing()

    def dismiss_phone(self) -> None:
        self._house.phone.drop(self)

    def cards(self, game: str) -> Sequence[CardName]:
        found = load_catalogue(game, self._where.catalogues)
        names = names_of(found)
        return tuple(
            CardName(
                card["ref"], _named(names[card["ref"]], card), card["kind"], GAMES[game].check_card(card, "")
            )
            for card in found
            if "ref" in card
        )

    def draw_faces(self, faces: FaceSet, orders: Sequence[FaceOrder]) -> Mapping[FaceOrder, DrawnPicture]:
        return self._faces.draw(faces, orders)

    def draw_field(self, field: FieldOrder, setup: Json) -> DrawnPicture | None:
        return draw_field(field, setup, self._where.catalogues)

    def teach(self, game: str, gear: TableDevices) -> FaceTeacher:
        teacher = TableTeacher(game, gear, self._house)
        teacher.start()
        return teacher

    def collect(self, game: str, gear: TableDevices) -> CardCollector:
        collector = TableCollector(game, gear, self._house)
        collector.start()
        return collector

    def review_cards(self, game: str) -> CardReview:
        return TableReview(game, self._where)

    def scan(self, game: str, gear: TableDevices) -> CardScanner:
        scanner = TableScanner(game, gear, self.cards(game), self._house)
        scanner.start()
        return scanner

    def check(self, request: PlayRequest) -> Sequence[CheckResult]:
        game = request.setup["game"]
        checks = [kind.check(game, request.gear, self._house) for kind in devices_for(game)]
        return (self._setup_check(request), *self._opponent_checks(request), *chain.from_iterable(checks))

    @property
    def people_desk(self) -> LocalPeopleDesk:
        return self._people_desk

    def _played(self, most: int) -> list[PlayedMatch]:
        listed = self.matches_of_people(most).matches
        return [one.played for one in listed if one.played is not None]

    @property
    def card_editor(self) -> LocalCardEditor:
        return self._card_editor

    def calibrated(self) -> Sequence[CalibrationStatus]:
        return calibrations(self._where)

    def calibrate(self, kind: CalibrationKind, gear: TableDevices, die: str = "") -> CalibrationRun:
        live = LiveCalibration(calibration_of(kind), gear, die, self._house)
        live.start()
        return live

    def _setup_check(self, request: PlayRequest) -> CheckResult:
        what = Text("match")
        try:
            match = match_of(request.setup, self._where)
            clocks_of(match.setup, request.clocks_ms)
        except CompanionError as problem:
            return CheckResult(what, "poor", problem.message, Text("go back and change it"))
        return CheckResult(what, "good", Text("teams, cards and house rules fit together"))

    def _opponent_checks(self, request: PlayRequest) -> Iterator[CheckResult]:
        """Yield what people should know of each seat that the program plays, such as the cards whose texts it never uses."""
        try:
            match = match_of(request.setup, self._where)
            thinker = thinker_of(match.rules.game)
        except CompanionError:
            return  # The check of the set-up says it.
        levels = EvenLevels(self._settings)
        for seating in (levels.seated(match.rules.game, one) for one in request.opponents):
            unused = unused_told(thinker, match, seating.seat)
            says = greeting(seating, seat_name(match.setup, seating.seat))
            yield CheckResult(
                Text("Companion plays"), "good", says if unused is None else clauses([says, unused])
            )

    def _remember(self, gear: TableDevices) -> None:
        """Remember the devices for the next match; a failure to save them does not stop the match."""
        with suppress(CompanionError):
            self.change(
                lambda settings: replace(
                    settings,
                    camera=gear.camera or None,
                    calibration=gear.calibration or None,
                    devices=gear.others,
                )
            )

    def begin(self, request: PlayRequest) -> LiveMatch:
        """Begin a match. Raises `CompanionError`; a bad set-up is refused before any device is opened."""
        match = match_of(request.setup, self._where)
        clocks_of(match.setup, request.clocks_ms)
        self._remember(request.gear)
        opening = Opening(
            lambda: begun(match, self._where, request.clocks_ms, self._program, request.people),
            match.rules.game,
            match.setup,
            opponents=request.opponents or self._opponents,
        )
        return _started(TableMatch(opening, request.gear, self._house))

    def begin_again(self, match: MatchId, gear: TableDevices) -> LiveMatch:
        return self.begin(self._like(match, gear))

    def _like(self, match: MatchId, gear: TableDevices) -> PlayRequest:
        """Return the request for a match with the set-up, the clocks and the people of an earlier one."""
        with open_store(self._where) as store:
            header = store.header(match)
        with ClockLog(self._where.matches) as log:
            kept = log.last(header.id)
        lengths = {} if kept is None else dict(kept.lengths)
        people = PeopleStore(self._where.people).look().seated.get(header.id, {})
        return PlayRequest(header.setup, gear, lengths, seated_in(self._where, header.id), people)

    def resume(self, match: MatchId, gear: TableDevices, *, is_taken_over: bool = False) -> LiveMatch:
        with open_store(self._where) as store:
            header = store.header(match)
        opening = Opening(
            lambda: resumed(header.id, self._where, {}, self._program, is_taken_over=is_taken_over),
            header.game,
            header.setup,
            is_resumed=True,
            opponents=self._opponents,
        )
        return _started(TableMatch(opening, gear, self._house))

    def reel(self, game: str, seed: int) -> Reel | None:
        return cut_reel(game, seed)

    def guide(self, game: str, mode: str, seed: int, speed: float) -> GuidedMatch:
        match = ShownMatch(game, mode, Scenery(seed, speed=speed), is_guided=True)
        match.start()
        return match

    def devices(self) -> Sequence[DeviceOffer]:
        return offers()

    def find(self, kind: str) -> Sequence[FoundDevice]:
        return DEVICES[kind].find()


def _named(name: str | Wording | Text, card: Json) -> Words:
    """Return the title of a card, or its reference if it has none."""
    if isinstance(name, Text | Wording):
        return name
    return Wording.plain(name or card["ref"])


def _started(match: TableMatch) -> TableMatch:
    match.start()
    return match

"""The backend of the screens on this machine (see `companion.backend.interface.Backend`): its matches, games and devices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING

from calibration.profile import CalibrationKind
from companion.backend.card_readers import CardCollector, CardReview, CardScanner, FaceTeacher
from companion.backend.devices.registry import DEVICES, devices_for, offers
from companion.backend.interface import (
    CAMERA,
    AttractClip,
    CalibrationRun,
    CalibrationStatus,
    CardEditor,
    CardName,
    CheckResult,
    DeviceOffer,
    FaceRequest,
    FaceSet,
    FieldRequest,
    FoundDevice,
    GameOffer,
    GuidedMatch,
    LiveMatch,
    PhoneStatus,
    PlayRequest,
    QuickStart,
    TableDevices,
)
from companion.backend.kept_matches import KeptMatches, replayed
from companion.backend.listed_match import MatchList, MatchStatus
from companion.backend.offers import again, games, quick_starts
from companion.backend.people_desk import LocalPeopleDesk
from companion.backend.screen_pictures import DrawnPicture, SharedMatch
from companion.backend.sticks import sticks
from companion.clock import wall_ms
from companion.counting.season import PlayedMatch
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.kiosk import Pin, PinAnswer, UseOfDay
from companion.opponent.games import thinker_of
from companion.opponent.review import Progress, no_progress
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
from companion.storage.shipped_data import rules_in_words
from companion.storage.visits import VisitStore
from companion.table.even_levels import EvenLevels
from companion.table.hall.line import HallLine
from companion.table.machine_player import greeting, seated_in, unused_told
from companion.table.public_window import PublicWindow
from companion.table.recorded_match import match_of, open_store
from companion.words import Text, Wording, joined

if TYPE_CHECKING:
    from companion.backend.table_desk import TableDesk
    from companion.backend.table_match import TableSound


class LocalBackend:
    """Implements `Backend` with one folder of data and the connected devices."""

    def __init__(
        self,
        where: Places,
        sound: "Callable[[], TableSound] | None" = None,
        *,
        program: str = "companion play",
        hall: HallLine | None = None,
        public: PublicWindow | None = None,
        opponents: tuple[Seating, ...] = (),
    ) -> None:
        """`sound` makes the sound when it is first needed; None: the matches played here are silent. `program` is the name
        under which matches are claimed.

        `hall` and `public` are shown the matches that are played here; `opponents` are the seats that the program plays in
        matches whose request names none.
        """
        self._program = program
        self._where = where
        self._sound, self._hall, self._public = sound, hall, public
        self._made_desk: TableDesk | None = None
        self._desk_lock = Lock()
        self._opponents = opponents
        self._camera = ""
        self._settings = SettingsStore(where.settings)
        self._tries = PinTries(where.pin_tries)
        self._visits = VisitStore(where.visits)
        self._kept_matches = KeptMatches(where)
        self._people_desk = LocalPeopleDesk(where, self._played)

    @property
    def _desk(self) -> "TableDesk":
        """What needs devices or the print shop: it is made when it is first asked for, in any thread."""
        with self._desk_lock:
            if self._made_desk is None:
                from companion.backend.table_desk import TableDesk  # noqa: PLC0415 - the first page waits for none of it

                sound = None if self._sound is None else self._sound()
                if sound is not None:
                    sound.set(self._settings.load().settings)
                self._made_desk = TableDesk(self._where, sound, self._hall, self._public)
            return self._made_desk

    def games(self) -> Sequence[GameOffer]:
        return games(self._where.catalogues, AgreementStore(self._where.agreements).load())

    def rules(self, game: str) -> RulesInWords:
        return rules_in_words(game)

    def quick_starts(self, *, names_people: bool = True) -> Sequence[QuickStart]:
        return quick_starts(self.games(), self._where, names_people=names_people)

    def again(self) -> Sequence[QuickStart]:
        listed = self._kept_matches.latest(1, is_of_people=True).matches
        if not listed or listed[0].standing is not MatchStatus.OVER:
            return ()
        return again(listed[0], self._like(listed[0].match, TableDevices()))

    def matches(self, most: int) -> MatchList:
        return self._kept_matches.latest(most)

    def replay(self, match: MatchId) -> Sequence[Snapshot]:
        return replayed(match, self._where)

    def report(self, match: MatchId, *, is_reviewed: bool, progress: Progress = no_progress) -> MatchReport:
        return self._kept_matches.report(match, is_reviewed=is_reviewed, progress=progress)

    def share(self, match: MatchId, language: str) -> SharedMatch:
        return self._desk.share.start(self.report(match, is_reviewed=True), language)

    def end_share(self) -> None:
        if self._made_desk is not None:
            self._made_desk.share.stop()

    def sticks(self) -> Sequence[str]:
        return [str(path) for path in sticks()]

    def keep(self, match: MatchId, folder: str, language: str) -> Sequence[str]:
        return self._desk.keep(self.report(match, is_reviewed=True), folder, language)

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
        if self._made_desk is not None and self._made_desk.sound is not None:
            self._made_desk.sound.set(settings)
        return settings

    def choose_camera(self, words: str) -> None:
        """Use this camera instead of the last match's from now on. Raises `NoSuchSource`."""
        self._desk.expect_camera(words)
        self._camera = words

    def last_gear(self) -> TableDevices:
        settings = self.settings()
        gear = TableDevices(settings.camera or "", settings.calibration or "", settings.devices)
        if self._camera and self._camera != gear.camera:
            gear = gear.choose(CAMERA, self._camera)
        for kind in DEVICES.values():
            address = gear.address(kind.name)
            if address and not kind.is_there(address, self._desk.house):
                gear = gear.choose(kind.name, "")
        return gear

    def await_phone(self) -> None:
        self._desk.house.phone.hold(self)

    def phone(self) -> PhoneStatus | None:
        return None if self._made_desk is None else self._made_desk.phone_code.standing()

    def dismiss_phone(self) -> None:
        if self._made_desk is not None:
            self._made_desk.house.phone.drop(self)

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

    def draw_faces(self, faces: FaceSet, orders: Sequence[FaceRequest]) -> Mapping[FaceRequest, DrawnPicture]:
        return self._desk.faces.draw(faces, orders)

    def draw_field(self, field: FieldRequest, setup: Json) -> DrawnPicture | None:
        return self._desk.draw_field(field, setup)

    def teach(self, game: str, gear: TableDevices) -> FaceTeacher:
        return self._desk.teach(game, gear)

    def collect(self, game: str, gear: TableDevices) -> CardCollector:
        return self._desk.collect(game, gear)

    def review_cards(self, game: str) -> CardReview:
        return self._desk.review_cards(game)

    def scan(self, game: str, gear: TableDevices) -> CardScanner:
        return self._desk.scan(game, gear, self.cards(game))

    def check(self, request: PlayRequest) -> Sequence[CheckResult]:
        game = request.setup["game"]
        checks = [kind.check(game, request.gear, self._desk.house) for kind in devices_for(game)]
        return (self._setup_check(request), *self._opponent_checks(request), *chain.from_iterable(checks))

    @property
    def people_desk(self) -> LocalPeopleDesk:
        return self._people_desk

    def _played(self, most: int) -> list[PlayedMatch]:
        listed = self.matches_of_people(most).matches
        return [one.played for one in listed if one.played is not None]

    @property
    def card_editor(self) -> CardEditor:
        return self._desk.card_editor

    def calibrated(self) -> Sequence[CalibrationStatus]:
        return self._desk.calibrated()

    def calibrate(self, kind: CalibrationKind, gear: TableDevices, die: str = "") -> CalibrationRun:
        return self._desk.calibrate(kind, gear, die)

    def _setup_check(self, request: PlayRequest) -> CheckResult:
        what = Text("match")
        try:
            match = match_of(request.setup, self._where)
            clocks_of(match.setup, request.clocks_ms)
        except CompanionError as problem:
            return CheckResult(what, "poor", problem.message, Text("go back and change it"))
        if match.rules.card_kinds:
            ready = Text("nothing is missing: teams, cards and rules are ready")
        else:
            ready = Text("nothing is missing: teams and rules are ready")
        return CheckResult(what, "good", ready)

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
            says = greeting(seating, match)
            yield CheckResult(
                Text("Companion plays"), "good", says if unused is None else joined([says, unused], ". ")
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
        return self._desk.begin(match, request, self._program, request.opponents or self._opponents)

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
        return self._desk.resume(header, gear, self._program, self._opponents, is_taken_over=is_taken_over)

    def attract_clip(self, game: str, seed: int) -> AttractClip | None:
        return self._desk.attract_clip(game, seed)

    def guide(self, game: str, mode: str, seed: int, speed: float, language: str) -> GuidedMatch:
        return self._desk.guide(game, mode, seed, speed, language)

    def devices(self) -> Sequence[DeviceOffer]:
        return offers()

    def find(self, kind: str) -> Sequence[FoundDevice]:
        return DEVICES[kind].find()


def _named(name: str | Wording | Text, card: Json) -> Words:
    """Return the title of a card, or its reference if it has none."""
    if isinstance(name, Text | Wording):
        return name
    return Wording.plain(name or card["ref"])

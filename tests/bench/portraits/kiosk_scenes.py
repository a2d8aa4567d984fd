"""Draws a kiosk's pages: a shown match as visitors see it, with and without a choice, and the pages for staff."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.backend.interface import (
    Evidence,
    GuidedMatch,
    Invitation,
    LiveMatch,
)
from companion.backend.kiosk_guard import Guard
from companion.backend.local import LocalBackend
from companion.backend.screen_pictures import CameraPicture
from companion.backend.shown_match import ShownMatch
from companion.errors import CompanionError
from companion.ids import MatchId
from companion.kiosk import SystemdWatchdog, UseOfDay, new_pin
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import Item
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.storage.kiosk_runs import RecoveryStore
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.table.show import Scenery
from companion.words import Text
from tests.bench.portraits.sitter import Sitter
from ui.kiosk.app import KioskApp
from ui.kiosk.attract_page import AttractPage
from ui.kiosk.guided_page import GuidedPage
from ui.kiosk.invitation import ENOUGH_MS
from ui.kiosk.loop_plan import COUNT_MS, LAND_MS, LANDED_MS, WARNING_MS, PlaylistItem
from ui.kiosk.staff_page import StaffPage
from ui.look import Look
from ui.presenters.duel_plan import CRY_MS

SEED = 3
PIN = "2580"
LONGEST_S = 60.0
"""A match that does not reach the moment in this time is drawn as it is then."""
LONGEST_IDLE_S = 3600
GUIDED, OVER = "kiosk-guided", "kiosk-over"
A_DAY = UseOfDay(visits=24, begun=9, ended=5, seconds=5710)
"""What visitors did before the pictures are drawn, in which matches are begun that nobody ends."""
FAULT = CompanionError(Text("the screens closed unexpectedly"))


@dataclass(frozen=True, slots=True)
class StillMatch:
    """A shown match held at one moment, to be drawn in many sizes (see `companion.backend.interface.GuidedMatch`)."""

    name: MatchId
    setup: Json
    snapshot: Snapshot | None
    seen: CameraPicture | None
    asked: Invitation | None

    def newest(self) -> Snapshot | None:
        return self.snapshot

    def news(self) -> Sequence[SessionEvent]:
        return ()

    def picture(self) -> CameraPicture | None:
        return self.seen

    def put(self, item: Item) -> None: ...

    def evidence(self, seq: int) -> Sequence[Evidence]:
        del seq
        return ()

    def invitation(self) -> Invitation | None:
        return self.asked

    def choose(self, number: int, choice: int | None) -> None: ...

    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment at which a demonstration of a game is held, and whether the visitor may choose."""

    game: str
    is_so: Callable[[ShownMatch], bool]
    is_guided: bool = False


def held(moment: Moment) -> StillMatch:
    """Play the first demonstration of a game up to a moment and hold it; virtual players make the choices before."""
    mode = GAMES[moment.game].description.lesson
    match = ShownMatch(moment.game, mode, Scenery(SEED), is_guided=moment.is_guided)
    match.start()
    until_s = time.monotonic() + LONGEST_S
    while not (moment.is_so(match) and match.picture() is not None) and time.monotonic() < until_s:
        asked = match.invitation()
        if asked is not None:
            match.choose(asked.number, None)
        time.sleep(0.01)
    still = StillMatch(match.name, match.setup, match.newest(), match.picture(), match.invitation())
    match.stop()
    return still


def _seq(match: LiveMatch) -> int:
    snapshot = match.newest()
    return 0 if snapshot is None else snapshot.seq


def _is_decided(match: ShownMatch) -> bool:
    """Return whether a contest is decided: the time of a first look ends only then."""
    snapshot = match.newest()
    contest = None if snapshot is None else snapshot.scene.contest
    return contest is not None and contest.outcome is not None


DECIDED = Moment("ofusaido", _is_decided)


def _asks_for(kinds: Sequence[str]) -> Callable[[ShownMatch], bool]:
    def is_so(match: ShownMatch) -> bool:
        asked = match.invitation()
        return asked is not None and len(asked.choices) > 2 and asked.choices[0].play.kind in kinds

    return is_so


STILLS = {
    GUIDED: Moment("ofusaido", lambda match: _seq(match) >= 8),
    "kiosk-choice-ofusaido": Moment("ofusaido", _asks_for(("advance", "oppose", "shoot")), is_guided=True),
    "kiosk-choice-lignes": Moment("lignes", _asks_for(("move",)), is_guided=True),
    "kiosk-choice-ouaf": Moment("ouaf", _asks_for(("work",)), is_guided=True),
    "kiosk-choice-boufbowl": Moment("boufbowl", _asks_for(("move", "pass", "tackle")), is_guided=True),
}
"""Matches on show, by page."""
_COUNTED_MS = LAND_MS + COUNT_MS // 2
_CRIED_MS = LAND_MS + COUNT_MS + CRY_MS // 2
LOOPS = {
    "kiosk-attract": ("ofusaido", LANDED_MS),
    "kiosk-attract-count": ("ofusaido", _COUNTED_MS),
    "kiosk-attract-goal": ("ofusaido", _CRIED_MS),
    "kiosk-attract-dice": ("lignes", LANDED_MS),
    "kiosk-attract-four": ("ouaf", _COUNTED_MS),
    "kiosk-attract-served": ("ouaf", _CRIED_MS),
    "kiosk-attract-land": ("boufbowl", LANDED_MS),
    "kiosk-attract-try": ("boufbowl", _CRIED_MS),
}
"""The games of loops, and how many milliseconds of them have gone by."""
STEP_MS = 100
"""A clock that jumped would leave parts of a loop out."""


class StillBackend(LocalBackend):
    """A backend that shows held matches. Each moment is acted out once for all sizes and languages."""

    def __init__(self, where: Places) -> None:
        super().__init__(where)
        self._stills: dict[Moment, StillMatch] = {}
        self._held: StillMatch | None = None

    def hold(self, moment: Moment) -> None:
        """Show this moment from now on. It takes as long as the match needs to reach the moment."""
        if moment not in self._stills:
            self._stills[moment] = held(moment)
        self._held = self._stills[moment]

    def guide(self, game: str, mode: str, seed: int, speed: float, language: str) -> GuidedMatch:
        del game, mode, seed, speed, language
        assert self._held is not None
        return self._held


class KioskSitting:
    """A kiosk that is drawn, with a clock of its own."""

    def __init__(self, backend: StillBackend, where: Places, language: str, size_px: tuple[int, int]) -> None:
        self._backend = backend
        self._kept = SettingsStore(where.settings)
        self._settings = self._kept.change(lambda _: Settings(pin=new_pin(PIN), idle_s=LONGEST_IDLE_S))
        self._guard = Guard(RecoveryStore(where.kiosk), SystemdWatchdog(None))
        self._language = language
        self._size_px = size_px
        self._now_ms = 0
        backend.use(A_DAY)

    def sittings(self, only: str) -> Iterator[tuple[str, Sitter]]:
        """Yield the pages one after the other, each ready to be drawn."""
        loops = [name for name in LOOPS if name.startswith(only)]
        stills = [name for name in STILLS if name.startswith(only)]
        leads = {name: lead for name, lead in LEADS.items() if name.startswith(only)}
        if not loops and not stills and not leads:
            return
        self._guard.start()
        look = Look(language=self._language)
        app = KioskApp(self._backend, look, self._guard, self._kept, self._settings, lambda: self._now_ms)
        with Sitter(app, self._size_px) as sitter:
            for name in loops:
                self._play(sitter, *LOOPS[name])
                yield name, sitter
            for name in stills:
                self._show(sitter, name)
                yield name, sitter
            for name, lead in leads.items():
                self._backend.hold(DECIDED if name == OVER else STILLS[GUIDED])
                lead(self, sitter)
                sitter.settle()
                yield name, sitter
        self._guard.stop()

    def _show(self, sitter: Sitter, name: str) -> None:
        self._backend.hold(STILLS[name])
        self._guide(sitter, STILLS[name].game)
        sitter.settle()

    def _play(self, sitter: Sitter, game: str, ms: int) -> None:
        """Play the loop of a game, and stop the clock after so many milliseconds."""
        app = _kiosk_of(sitter)
        app.invite()
        sitter.settle()
        page = app.page
        assert isinstance(page, AttractPage)
        page.play(PlaylistItem(game, SEED))
        sitter.settle()
        for gone_ms in (*range(STEP_MS, ms, STEP_MS), ms):
            self._now_ms += gone_ms - (gone_ms - 1) // STEP_MS * STEP_MS
            sitter.frames(2)
        sitter.settle()

    def _guide(self, sitter: Sitter, game: str) -> None:
        app = _kiosk_of(sitter)
        app.guide(next(one for one in self._backend.games() if one.name == game))
        sitter.until(lambda: app.page.called == GuidedPage.called and app.snapshot is not None)

    def enough(self, sitter: Sitter) -> None:
        """Show the panel that tells the visitor how to play."""
        self._guide(sitter, "ofusaido")
        self._now_ms += ENOUGH_MS

    def nobody(self, sitter: Sitter) -> None:
        """Let enough time pass that a kiosk which nobody touches asks whether somebody is there."""
        app = _kiosk_of(sitter)
        app.begin_anew()
        app.play_here()
        sitter.settle()
        self._now_ms += LONGEST_IDLE_S * 1000 + WARNING_MS * 2 // 5

    def staff(self, sitter: Sitter) -> None:
        """Open the page for staff, as a press on the corner does."""
        app = _kiosk_of(sitter)
        app.begin_anew()
        app.hold(self._settings)
        app.go(StaffPage.called)

    def locked_out(self, sitter: Sitter) -> None:
        """Open the page for staff on a kiosk without a PIN."""
        self.staff(sitter)
        _kiosk_of(sitter).hold(replace(self._settings, pin=None))

    def opened(self, sitter: Sitter) -> None:
        """Show the staff's page after the right PIN."""
        self.staff(sitter)
        page = sitter.app.page
        assert isinstance(page, StaffPage)
        page.try_pin(PIN)
        sitter.settle()

    def naming(self, sitter: Sitter) -> None:
        """Show the keyboard on which staff write the name of their house."""
        self.opened(sitter)
        page = sitter.app.page
        assert isinstance(page, StaffPage)
        page.write_name()

    def safe(self, sitter: Sitter) -> None:
        """Show the safe screen."""
        app = _kiosk_of(sitter)
        app.guard.stumbled(FAULT)
        app.give_up()


LEADS: dict[str, Callable[[KioskSitting, Sitter], None]] = {
    OVER: KioskSitting.enough,
    "kiosk-idle": KioskSitting.nobody,
    "kiosk-staff-pin": KioskSitting.staff,
    "kiosk-staff-none": KioskSitting.locked_out,
    "kiosk-staff": KioskSitting.opened,
    "kiosk-staff-name": KioskSitting.naming,
    "kiosk-safe": KioskSitting.safe,
}


def _kiosk_of(sitter: Sitter) -> KioskApp:
    assert isinstance(sitter.app, KioskApp)
    return sitter.app

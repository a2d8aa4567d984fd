"""The app of a kiosk: it invites visitors, starts over when nobody is there, survives errors, and lets staff in with a PIN."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.base import EventLoop, ExceptionHandler, ExceptionManager
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import ScreenManager

from companion.backend.interface import Backend, GameOffer, LiveMatch, TableDevices
from companion.clock import monotonic_ms
from companion.kiosk import UseOfDay
from companion.settings import Settings
from companion.threads import ACCIDENTS
from ui.app import CompanionApp
from ui.calibrate.page import CalibratePage
from ui.cards.intake_page import IntakePage
from ui.cards.page import CardsPage
from ui.kiosk.attract_page import AttractPage
from ui.kiosk.host import KeptSettings, KioskGuard
from ui.kiosk.loop_plan import Idle
from ui.kiosk.safe_page import SafePage
from ui.kiosk.staff_page import StaffPage
from ui.look import Look
from ui.matches.page import MatchesPage
from ui.page import Page
from ui.pages import PAGES
from ui.replay.page import ReplayPage
from ui.settings.page import SettingsPage
from ui.widgets.pool import discard

# --- corner
# The staff's way out of a kiosk: a corner that is pressed for some seconds, or tapped several times.

HOLD_MS = 3_000
"""Longer than a guest presses by accident or leans on the screen."""
TAPS = 5
WITHIN_MS = 4_000
"""All taps fall within this time."""


@dataclass(frozen=True, slots=True)
class Corner:
    """The touches of the corner so far. Times are of a clock that never goes back."""

    down_ms: int | None = None
    taps_ms: tuple[int, ...] = ()

    def pressed(self, now_ms: int) -> "Corner":
        """Note that a finger touched the corner."""
        lately = (at_ms for at_ms in self.taps_ms if now_ms - at_ms < WITHIN_MS)
        return Corner(now_ms, (*lately, now_ms)[-TAPS:])

    def let_go(self) -> "Corner":
        """Note that no finger touches the corner any more."""
        return replace(self, down_ms=None)

    def is_opened(self, now_ms: int) -> bool:
        """Tell whether the touches were long or many enough."""
        is_held = self.down_ms is not None and now_ms - self.down_ms >= HOLD_MS
        return is_held or len(self.taps_ms) >= TAPS


# --- still there panel
# The panel that asks whether somebody is still there, and counts down. Any touch means yes.


class StillThere(BoxLayout):
    """The panel, which lies over whatever page is shown."""

    left_s = NumericProperty(10)
    has_match = BooleanProperty(False)


# --- app

_log = logging.getLogger(__name__)
CORNER_MM = 16.0
"""The side of the corner, at the top left."""
EXIT_LEFT = 10
"""Staff left for the console, and the program that starts the kiosk must not start it again."""


class _Accidents(ExceptionHandler):
    """Catches errors in the handling of touches and in drawing."""

    def __init__(self, app: "KioskApp") -> None:
        self._app = app

    def handle_exception(self, problem: BaseException) -> int:
        if not isinstance(problem, Exception):
            return int(ExceptionManager.RAISE)
        self._app.stumble(problem)
        return int(ExceptionManager.PASS)


class KioskApp(CompanionApp):
    """The kiosk's app.

    `guard` watches it, `kept` keeps the settings of the staff; `exit_code` says how it ended.
    """

    def __init__(
        self,
        backend: Backend,
        look: Look,
        guard: KioskGuard,
        kept: KeptSettings,
        settings: Settings,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.is_safe = guard.recoveries.is_safe
        super().__init__(backend, look, SafePage.called if self.is_safe else AttractPage.called)
        self.may_change_settings = False
        self.guard = guard
        self.kept = kept
        self.settings = settings
        self.exit_code = 0
        self.pages = KIOSK_PAGES[:1] if self.is_safe else KIOSK_PAGES
        self.first_language = look.language
        self.now_ms = now_ms
        self._idle = Idle(settings.idle_s * 1000, now_ms())
        self._corner = Corner()
        self._still: StillThere | None = None
        self._seen_seq = -1
        self._drawn = 0
        self._accidents = _Accidents(self)
        self._visit: tuple[int, int] | None = None
        """When somebody first and last touched the screen since nobody was there."""
        self._is_counted_over = True

    # --- Kivy

    def build(self) -> ScreenManager:
        manager = super().build()
        Window.bind(on_touch_down=self._down, on_touch_up=self._up, on_request_close=self._stay)
        ExceptionManager.add_handler(self._accidents)
        return manager

    def on_stop(self) -> None:
        ExceptionManager.remove_handler(self._accidents)
        Window.unbind(on_touch_down=self._down, on_touch_up=self._up, on_request_close=self._stay)
        self._ask(None)
        super().on_stop()

    def open_settings(self, *_: object) -> bool:
        """Do nothing: Kivy's own settings page, behind F1, must not open."""
        return False

    def _stay(self, *_: object, **__: object) -> bool:
        """Keep the window open: no key closes it, and staff leave by their page."""
        return not self.guard.is_asked_to_stop and self.exit_code != EXIT_LEFT

    # --- once a frame

    def _frame(self, since_s: float) -> None:
        self._live()
        try:
            super()._frame(since_s)
            self._look_after()
        except Exception as problem:  # noqa: BLE001 - the outermost loop: Kivy would never call it again
            self.stumble(problem)

    def _live(self) -> None:
        """Report to the guard that the app is alive; the first time after a drawn frame."""
        self._drawn += 1
        if self._drawn == 2:
            self.guard.ready()
        if not self.guard.beat():
            # Only the loop ends here, and Kivy stops the app after it: what this frame still does asks for the app.
            EventLoop.quit = True

    def _look_after(self) -> None:
        now_ms = self.now_ms()
        if self._corner.is_opened(now_ms):
            self._corner = Corner()
            self.go(StaffPage.called)
        self._count_accidents()
        page = self.page
        snapshot = self.snapshot
        if snapshot is not None and snapshot.is_over and not self._is_counted_over:
            self._is_counted_over = True
            self._count(UseOfDay(ended=1))
        if snapshot is not None and snapshot.seq != self._seen_seq and not page.is_resting:
            self._seen_seq = snapshot.seq
            self._idle = self._idle.moved(now_ms)
        if page.is_home or page.is_watched:
            self._idle = self._idle.moved(now_ms)
        left_s = self._idle.left_s(now_ms)
        self._ask(left_s)
        if left_s == 0:
            self.begin_anew()

    # --- use

    def offered(self, games: Sequence[GameOffer]) -> Sequence[GameOffer]:
        return [game for game in games if game.name not in self.settings.closed_games]

    def watch(self, match: LiveMatch, gear: TableDevices, page: str) -> None:
        self._is_counted_over = False
        self._count(UseOfDay(begun=1))
        super().watch(match, gear, page)

    def _count(self, more: UseOfDay) -> None:
        """Count use of this kiosk; where it cannot be kept, nobody is disturbed."""
        self.run_in_background(lambda: self.backend.use(more), lambda _: None, lambda _: None)

    def _note_touch(self, now_ms: int) -> None:
        if self._visit is None:
            self._count(UseOfDay(visits=1))
        self._visit = (now_ms if self._visit is None else self._visit[0], now_ms)

    def _end_visit(self) -> None:
        if self._visit is not None:
            first_ms, last_ms = self._visit
            self._visit = None
            self._count(UseOfDay(seconds=round((last_ms - first_ms) / 1000)))

    def _count_accidents(self) -> None:
        """Count the errors of other threads with those of pages; a thread begins its work again by itself."""
        for problem in ACCIDENTS.taken():
            if self.guard.stumbled(problem) and not self.is_safe:
                self.give_up()

    def _ask(self, left_s: int | None) -> None:
        """Ask whether somebody is there and count down, or close the question."""
        if left_s is None or left_s == 0:
            if self._still is not None:
                Window.remove_widget(self._still)
                discard(self._still)
                self._still = None
            return
        if self._still is None:
            self._still = StillThere(has_match=self.match is not None)
            Window.add_widget(self._still)
        self._still.left_s = left_s

    def begin_anew(self) -> None:
        """Start over for the next visitor, because nobody is there."""
        self._idle = self._idle.moved(self.now_ms())
        self._ask(None)
        self._end_visit()
        self.look.language = self.first_language
        self.leave_match(AttractPage.called)

    # --- touches

    def _down(self, _: object, touch: Any) -> bool:
        now_ms = self.now_ms()
        self._idle = self._idle.moved(now_ms)
        self._note_touch(now_ms)
        side = self.look.mm * CORNER_MM
        if touch.x <= side and touch.y >= self.look.height - side and not self.is_safe:
            self._corner = self._corner.pressed(now_ms)
        return self._still is not None

    def _up(self, _: object, touch: Any) -> bool:
        del touch
        self._idle = self._idle.moved(self.now_ms())
        self._corner = self._corner.let_go()
        return False

    # --- what a visitor begins

    def invite(self) -> None:
        """Return to the choice of games, in the visitor's language."""
        self.leave_match(AttractPage.called)

    def play_here(self) -> None:
        """Let visitors play at the real table, with the usual pages."""
        self.leave_match("home")

    # --- staff

    def set(self, **values: Any) -> None:
        """Change a setting, save it and apply it."""
        self.run_in_background(
            lambda: self.kept.change(lambda settings: replace(settings, **values)), self.hold
        )

    def hold(self, settings: Settings) -> None:
        """Use these settings from now on."""
        self.settings = settings
        self.first_language = settings.language or self.first_language
        self._idle = Idle(settings.idle_s * 1000, self.now_ms())
        self.page.enter()

    def leave(self) -> None:
        """End the kiosk without a restart, so that staff can use the console."""
        self.exit_code = EXIT_LEFT
        self.stop()

    def restart(self) -> None:
        """End the kiosk so that it is started again."""
        self.guard.is_asked_to_stop = True
        self.stop()

    # --- accidents

    def stumble(self, problem: Exception) -> None:
        """Survive an error: note it and discard the page; after too many errors show the safe page."""
        _log.error("a page failed", exc_info=problem)
        if self.is_safe:
            return
        if self.guard.stumbled(problem):
            self.give_up()
        else:
            self._show_anew()

    def give_up(self) -> None:
        """Show only the safe page."""
        self.is_safe = True
        before, self.match, self.snapshot = self.match, None, None
        if before is not None:
            self.end(before)
        self._ask(None)
        self._keep_only((SafePage,))

    def try_again(self) -> None:
        """Leave the safe page, because staff asked for it."""
        self.guard.try_again()
        self.is_safe = False
        self._idle = self._idle.moved(self.now_ms())
        self._keep_only(KIOSK_PAGES, first=AttractPage.called)

    def _show_anew(self) -> None:
        """Discard the page that failed, and start over."""
        before, self.match, self.snapshot = self.match, None, None
        if before is not None:
            self.end(before)
        try:
            self._discard(self.page)
            self._show(AttractPage.called)
        except Exception as problem:  # noqa: BLE001 - not even that works
            self.guard.stumbled(problem)
            self.give_up()

    def _keep_only(self, pages: tuple[type[Page], ...], first: str = SafePage.called) -> None:
        self.pages = pages
        for page in list(self.root.screens):
            self._discard(page)
        self._show(first)

    def _discard(self, page: Page) -> None:
        """Remove a page; it is made again when it is next shown."""
        self.root.remove_widget(page)
        discard(page)

    def _show(self, name: str) -> None:
        """Show a page, whatever became of the one that was shown."""
        self.root.current = self.page_called(name).name
        self.page.enter()


NOT_FOR_VISITORS = (SettingsPage, CalibratePage, CardsPage, IntakePage, MatchesPage, ReplayPage)
KIOSK_PAGES: tuple[type[Page], ...] = (
    SafePage,
    AttractPage,
    StaffPage,
    *(page for page in PAGES if page not in NOT_FOR_VISITORS),
)
"""The safe page stands by itself, and needs none of the others."""

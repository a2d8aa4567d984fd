"""The app: one window, its pages, and the match on the screen. Once in each drawn frame it hands out what is new."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbelow
from typing import TypeVar

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.backend.interface import (
    Backend,
    GameOffer,
    LiveMatch,
    TableDevices,
)
from companion.backend.screen_pictures import CameraPicture
from companion.clock import monotonic_ms
from companion.errors import CompanionError
from companion.session.inbox import Item
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.words import Text
from ui import typeface
from ui.calibrate.page import CoverageMap
from ui.frames import BackgroundTasks, GarbageRounds, fill_plainly, wait_for_last_frame
from ui.home.page import HomePage
from ui.kiosk.attract_page import SEEDS
from ui.kiosk.guided_page import GuidedPage, InvitingPanel
from ui.look import Look
from ui.page import Page
from ui.pages import PAGES
from ui.presenters.double_touch import Twice
from ui.presenters.hotkeys import WAYS
from ui.public.page import Commentary
from ui.referee.head_panel import RefereeHead
from ui.settings.settings_lines import with_sound_turned
from ui.widgets.card_face import CardFace, FaceRow, FaceTextures, FaceTouch, arrived, keys_in_use
from ui.widgets.keyboard import SPACE, Keyboard, KeyboardFocus, PinPad, is_typing
from ui.widgets.lines import ChoiceLine, LinesPanel
from ui.widgets.mark import DieTouch, DrawnDie, Icon, SideMark, StandingMark, TeamCrest
from ui.widgets.pitch import PitchPanel
from ui.widgets.preview import PreviewPanel
from ui.widgets.says import speak
from ui.widgets.score import ScoreBar
from ui.widgets.stage import MatchStage
from ui.widgets.step_frame import StepFrame
from ui.widgets.tile import TileTouch
from ui.widgets.touch import Dock, HandedRow, Touch

_log = logging.getLogger(__name__)
T = TypeVar("T")
ROOM = Path(__file__).parent
AHEAD_S = 0.3
"""Between two pages that are made ahead, so that touches and frames have their turn."""
SETTLED_S = 1.5
"""So long after the first frame the garbage collector rests: what it would look through now, the first page waits for."""
NAMED_IN_LAYOUTS = (
    CardFace,
    ChoiceLine,
    Commentary,
    CoverageMap,
    Dock,
    DrawnDie,
    DieTouch,
    FaceRow,
    FaceTouch,
    HandedRow,
    Icon,
    InvitingPanel,
    Keyboard,
    LinesPanel,
    MatchStage,
    PinPad,
    PitchPanel,
    PreviewPanel,
    RefereeHead,
    ScoreBar,
    SideMark,
    StandingMark,
    StepFrame,
    TeamCrest,
    TileTouch,
    Touch,
)
"""A layout finds a widget by its name once its module was imported."""


class CompanionApp(App):
    """The app of one window. `backend` is what the screens use; `first` is the page that is shown first."""

    title = "Companion"
    pages: tuple[type[Page], ...] = PAGES
    """The pages, in the order in which they are made in advance while no background task runs; one that is shown earlier is
    made then.
    """

    def __init__(
        self, backend: Backend, look: Look, first: str = "home", match_page: str = "players"
    ) -> None:
        super().__init__()
        self.now_ms = monotonic_ms
        """A clock that only goes forward."""
        self.match_page = match_page
        """Where a match is watched that begins or goes on: by its players, or by a referee."""
        self.backend = backend
        self.look = look
        self.is_language_asked = False
        """The look's language was asked for when the program was started: it wins over the one that was kept, until
        another is chosen here.
        """
        self.match: LiveMatch | None = None
        self.gear = TableDevices()
        self.snapshot: Snapshot | None = None
        self.plays_highlights = True
        """Whether reveals and goals are played; pictures of a page are taken without them."""
        self.trouble: Text | None = None
        self.may_change_settings = True
        """Whether the person at this screen may change the settings: look, cards, PIN, calibration."""
        self.before = first
        """The page that was seen before this one."""
        self._picture: CameraPicture | None = None
        self._twice = Twice()
        self._first = first
        self.focus = KeyboardFocus()
        self.background_tasks = BackgroundTasks(self._accident)
        self.garbage = GarbageRounds()
        self.faces = FaceTextures(backend.draw_faces, self._accident)
        self.faces.listen("cards", arrived)

    # --- Kivy

    def run(self) -> None:
        """Draw until the window is closed. The first page is shown at once; the others are made afterwards.

        The garbage collector rests until the first page is shown. What stands then stands until the end: to look through
        it again and again would cost frames.
        """
        self.bind(on_start=self._make_ahead)
        Clock.schedule_once(self._settle)
        self.garbage.rest()
        super().run()

    def _settle(self, *_: object) -> None:
        """Count the time until the garbage collector runs from the first frame, not from before the first page was made."""
        Clock.schedule_once(self.garbage.settle, SETTLED_S)

    def build(self) -> ScreenManager:
        self.garbage.begin()
        typeface.register()
        fill_plainly()
        for path in sorted(ROOM.rglob("*.kv"), key=lambda path: (path.parent.name != "widgets", path)):
            if str(path) not in Builder.files:
                Builder.load_file(str(path))
        self._resized(Window, *Window.size)
        Window.bind(on_resize=self._resized, on_key_down=self._key, on_touch_down=self.focus.clear)
        self.look.bind(ground=self._ground, language=lambda _, language: speak(language))
        self._ground()
        manager = ScreenManager(transition=NoTransition())
        manager.add_widget(self._made(self._first))
        Clock.schedule_interval(self._frame, 0)
        return manager

    def on_start(self) -> None:
        self.run_in_background(self.backend.settings, self.apply)
        self.go(self._first)

    def on_stop(self) -> None:
        Clock.unschedule(self._frame)
        Clock.unschedule(self._make_ahead)
        Window.unbind(on_resize=self._resized, on_key_down=self._key, on_touch_down=self.focus.clear)
        self.focus.clear()
        match, self.match = self.match, None
        if match is not None:
            match.stop()
        self.background_tasks.close()
        self.faces.close()
        Clock.unschedule(self.garbage.settle)
        self.garbage.end()

    def _resized(self, _: object, width: float, height: float) -> None:
        self.look.resize(width, height)

    def _ground(self, *_: object) -> None:
        Window.clearcolor = self.look.ground

    # --- pages

    @property
    def page(self) -> Page:
        return self.root.current_screen

    def page_called(self, name: str) -> Page:
        """Return a page; it is made when it is first asked for."""
        if not self.root.has_screen(name):
            self.root.add_widget(self._made(name))
        return self.root.get_screen(name)

    def make_next_page(self) -> bool:
        """Make a page that nobody has asked for yet; return whether there was one."""
        waiting = [page.called for page in self.pages if not self.root.has_screen(page.called)]
        if waiting:
            self.page_called(waiting[0])
        return bool(waiting)

    def _made(self, name: str) -> Page:
        return next(page for page in self.pages if page.called == name)(name=name)

    def _make_ahead(self, *_: object) -> None:
        if not self.is_idle or self.make_next_page():
            Clock.schedule_once(self._make_ahead, AHEAD_S)
        else:
            self.garbage.settle()

    def go(self, name: str) -> None:
        """Show another page."""
        self.page_called(name)
        if self.root.current != name:
            self.page.leave()
            self.focus.clear()
            self.before = self.root.current
            self.root.current = name
        self.page.enter()
        self._wear()
        if self.snapshot is not None:
            self.page.show(self.snapshot)
            self.page.picture(self._picture)

    def _wear(self) -> None:
        """Put on the colours of the page's game."""
        if self.look.game != self.page.face_game:
            self.look.game = self.page.face_game

    # --- learning

    def guide(self, game: GameOffer) -> None:
        """Show how a game is played: a match in which the person at this screen chooses plays of one side."""
        self.leave_match(GuidedPage.called)
        page = self.page
        assert isinstance(page, GuidedPage)
        page.begin(game, randbelow(SEEDS))

    def offered(self, games: Sequence[GameOffer]) -> Sequence[GameOffer]:
        """Return the games that are offered at this screen."""
        return games

    def invite(self) -> None:
        """Return to the choice of games."""
        self.leave_match("home")

    def play_here(self) -> None:
        """Set a match of the game up that was shown."""
        guided, home = self.page_called(GuidedPage.called), self.page_called(HomePage.called)
        assert isinstance(guided, GuidedPage)
        assert isinstance(home, HomePage)
        self.leave_match(HomePage.called)
        if guided.game is not None:
            home.set_up(guided.game)

    # --- settings

    def apply(self, settings: Settings) -> None:
        """Apply the settings from now on."""
        look = self.look
        if not self.is_language_asked:
            look.language = settings.language or look.language
        look.theme, look.text_size = settings.theme.value, settings.text_size.value
        look.is_left_handed, look.is_still = settings.is_left_handed, settings.is_motion_reduced
        look.is_muted = settings.is_muted

    def change(self, changed: Callable[[Settings], Settings]) -> None:
        """Change the settings, save and apply them."""
        self.run_in_background(lambda: self.backend.change(changed), self.apply)

    def mute(self) -> None:
        """Mute the sound, or turn it on again."""
        self.change(with_sound_turned)

    # --- the match

    @property
    def has_camera(self) -> bool:
        return bool(self.gear.camera)

    def watch(self, match: LiveMatch, gear: TableDevices, page: str) -> None:
        """Show this match from now on, and leave the one before."""
        before, self.match = self.match, match
        self.gear, self.snapshot, self._picture = gear, None, None
        self.look.name_people(())
        # A touch of the match before is no touch of this one.
        self._twice = Twice()
        if before is not None:
            self.end(before)
        self._look_at_match()
        self.go(page)

    def leave_match(self, page: str) -> None:
        """Leave the match; it can be continued later."""
        before, self.match = self.match, None
        self.snapshot, self._picture = None, None
        self.look.name_people(())
        if before is not None:
            self.end(before)
        self.go(page)

    def end(self, match: LiveMatch) -> None:
        """Stop a match that nobody sees any more. Its parts know each other, so that the collector has to free them."""
        self.run_in_background(match.stop, lambda _: self.garbage.collect_all())

    def put(self, item: Item) -> None:
        """Send an item to the match; the same touch twice within a second counts once."""
        now_ms = self.now_ms()
        if self.match is None or self._twice.is_again(item, now_ms):
            return
        self._twice = self._twice.heard(item, now_ms)
        self.match.put(item)

    def run_in_background(
        self,
        job: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[CompanionError], None] | None = None,
    ) -> None:
        """Run work that may take a while as a background task."""
        self.background_tasks.run(job, then, failed or self._told)

    @property
    def is_idle(self) -> bool:
        """Whether no background task runs, and no face is drawn."""
        return self.background_tasks.is_idle and self.faces.is_idle

    # --- once a frame

    def _frame(self, _: float) -> None:
        wait_for_last_frame()
        self.garbage.collect()
        self.background_tasks.deliver()
        self.faces.pass_on(keys_in_use)
        self.focus.follow()
        self._look_at_match()
        self.page.pass_time(self.now_ms())

    def _look_at_match(self) -> None:
        match = self.match
        if match is None:
            return
        # What led to a snapshot was told before it: taken in this order, nothing is heard after what came of it is seen.
        snapshot = match.newest()
        for told in match.news():
            self.page.hear(told)
        if snapshot is not None and snapshot is not self.snapshot:
            self.snapshot = snapshot
            self.look.name_people(snapshot.scene.sides)
            self._wear()
            self.page.show(snapshot)
        picture = match.picture()
        if picture is not self._picture:
            self._picture = picture
            self.page.picture(picture)

    def _key(self, _: object, key: int, scancode: int, letter: str | None, modifiers: list[str]) -> bool:
        del scancode
        name = Window._system_keyboard.keycode_to_string(key) or letter or ""  # noqa: SLF001 - Kivy's only table of names
        writes = is_typing(self.page)
        # A page may use the arrows itself, as the referee's does to step through the plays.
        if name in WAYS and self.page.key(name, tuple(modifiers)):
            return True
        if not (writes and name == SPACE) and self.focus.key(self.page, name, tuple(modifiers)):
            return True
        is_taken = name not in WAYS and self.page.key(name, tuple(modifiers))
        if writes and is_taken:
            # Who goes on writing ends the text with Enter.
            self.focus.leave()
        return is_taken

    # --- what goes wrong

    def _told(self, problem: CompanionError) -> None:
        self.trouble = problem.message
        self.page.trouble(problem.message)

    def _accident(self, problem: Exception) -> None:
        self._told(
            CompanionError(
                Text("something went wrong in the program: {problem}", problem=repr(problem)[:200])
            )
        )

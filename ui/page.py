"""A page: the common part of all screens. The app tells it what is new, and it asks the app for what it needs."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol, TypeVar

from kivy.app import App
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.backend.interface import (
    Backend,
    LiveMatch,
    TableDevices,
)
from companion.backend.screen_pictures import CameraPicture
from companion.errors import CompanionError
from companion.session.inbox import Item
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.words import Text
from ui.look import Look
from ui.widgets.face_textures import FaceTextures

T = TypeVar("T")


class PageHost(Protocol):
    """What a page needs of the app that shows it."""

    backend: Backend
    look: Look
    match: LiveMatch | None
    gear: TableDevices
    """The devices of the match that is shown."""
    snapshot: Snapshot | None
    match_page: str
    """The page on which a match is watched that begins or goes on."""
    faces: FaceTextures
    may_change_settings: bool
    is_language_asked: bool
    plays_highlights: bool
    before: str
    """The page that was seen before this one."""
    root: Any
    """Kivy's screen manager."""

    @property
    def has_camera(self) -> bool: ...

    @property
    def page(self) -> "Page": ...

    def go(self, name: str) -> None: ...

    def page_called(self, name: str) -> "Page": ...

    def apply(self, settings: Settings) -> None: ...

    def change(self, changed: Callable[[Settings], Settings]) -> None: ...

    def mute(self) -> None: ...

    def watch(self, match: LiveMatch, gear: TableDevices, page: str) -> None: ...

    def leave_match(self, page: str) -> None: ...

    def put(self, item: Item) -> None: ...

    def run_in_background(
        self,
        job: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[CompanionError], None] | None = None,
    ) -> None: ...


class Page(Screen):
    """One screen of the app; `called` is its name. Its methods run in the thread that draws."""

    called: ClassVar[str]
    is_home: ClassVar[bool] = False
    """Whether a kiosk may show this page for days; from all other pages it goes back when nobody is there."""
    is_of_match: ClassVar[bool] = False
    """It shows a match, in the colours of its game."""
    is_resting: ClassVar[bool] = False
    """Whether a match that goes on here is no sign that somebody is there."""

    @property
    def is_watched(self) -> bool:
        """Whether people are thought to watch it though they touch nothing: a kiosk does not ask then whether they are there."""
        return False

    @property
    def asking(self) -> Widget | None:
        """Where the keyboard's focus comes first; None: at the top."""
        return None

    @property
    def app(self) -> PageHost:
        return App.get_running_app()

    @property
    def face_game(self) -> str:
        """The game whose colours the page has; empty: those of the house."""
        snapshot = self.app.snapshot
        return snapshot.game if self.is_of_match and snapshot is not None else ""

    def enter(self) -> None:
        """Note that the page is shown from now on."""

    def leave(self) -> None:
        """Note that another page will be shown."""

    def show(self, snapshot: Snapshot) -> None:
        """Show a new snapshot of the match."""

    def hear(self, told: SessionEvent) -> None:
        """Take a session event; none is lost."""

    def picture(self, picture: CameraPicture | None) -> None:
        """Show a new picture of the camera."""

    def look_at(self, seq: int) -> None:
        """Show a play of the history."""

    def trouble(self, words: Text) -> None:
        """Show why a background task failed, and what to do."""

    def pass_time(self, now_ms: int) -> None:
        """Let time pass in a kiosk, by a clock that never goes back."""

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        """Take a pressed key; return whether it had a meaning here."""
        del name, modifiers
        return False

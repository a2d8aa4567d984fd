"""Base classes of the pages: `Page`, `SteppedPage` for pages with steps, and `LastRemark`, which shows the last remark."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from kivy.app import App
from kivy.clock import Clock, ClockEvent
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.backend.interface import (
    Backend,
    GameOffer,
    LiveMatch,
    TableDevices,
)
from companion.backend.screen_pictures import CameraPicture
from companion.errors import CompanionError
from companion.observation import SOUND_DEVICE
from companion.session.inbox import Item
from companion.session.session_event import LeaveAsked, NoticeEvent, SessionEvent, StaleTouch
from companion.session.snapshot import Snapshot
from companion.settings import Settings
from companion.words import Text
from ui.look import Look, Words
from ui.presenters.sentences import happening
from ui.widgets.card_face import FaceTextures
from ui.widgets.keyboard import Keyboard, PinPad
from ui.widgets.lines import LinesPanel
from ui.widgets.pool import discard
from ui.widgets.step_frame import StepFrame, only
from vision.phone import PHONE

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
    now_ms: Callable[[], int]
    """A clock that only goes forward."""
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

    def end(self, match: LiveMatch) -> None: ...

    def put(self, item: Item) -> None: ...

    def guide(self, game: GameOffer) -> None: ...

    def offered(self, games: Sequence[GameOffer]) -> Sequence[GameOffer]: ...

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
        """Whether people are thought to watch it though they touch nothing: a kiosk does not ask then whether they are
        there.
        """
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


# --- stepped page
# A page with steps: menu lines in a frame, and sometimes the keyboard in their place.

LONGEST_ADDRESS = 200


class SteppedPage(Page):
    """The base of pages with steps.

    `back`, `go` and `chosen` handle touches; `typed` and `asked` have something typed first.
    """

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.frame = StepFrame()
        self.frame.bind(on_back=lambda _: self.back(), on_go=lambda _: self.go())
        self.panel = LinesPanel()
        self.frame.bind(on_before=lambda _: self.panel.turn(-1))
        self.panel.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self.keys: Keyboard | PinPad | None = None
        """The keyboard that is shown now."""
        self.gear = TableDevices()
        """The camera that was chosen on this page."""

    # --- what a touch means

    def back(self) -> None:
        """Go one step back."""

    def go(self) -> None:
        """Go one step on."""

    def chosen(self, key: str, value: Any) -> None:
        """Take the value of a touched line."""

    # --- what all of them do

    @property
    def is_phone_awaited(self) -> bool:
        """Whether the chosen camera is a phone that has not joined yet."""
        phone = self.app.backend.phone()
        return self.gear.camera == PHONE and phone is not None and phone.picture is not None

    def trouble(self, words: Text) -> None:
        self.frame.problem = words

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        del modifiers
        if isinstance(self.keys, Keyboard | PinPad):
            return self.keys.key(name)
        if name == "escape":
            self.back()
            return True
        return False

    def put(self, title: Words, back: Words, go: Words, middle: Widget) -> None:
        """Show a step: its question, the buttons back and on, and its lines."""
        self.frame.title, self.frame.back_says, self.frame.go_says = title, back, go
        self.frame.is_waiting, self.frame.step, self.frame.says_page = False, "", ""
        self.frame.put(middle)

    # --- typing

    def type(self, asks: Words, words: str, then: Callable[[str], None], **how: Any) -> None:
        """Show the keyboard; `how` are its options: `longest`, `is_address`, `may_be_empty`, `refuses`."""
        keys = Keyboard(asks=asks, words=words, **how)

        def done(_: object, words: str) -> None:
            self.close()
            then(words)

        keys.bind(on_done=done, on_close=lambda _: self.close())
        self._show_keys(keys)

    def type_address(self, used: str, then: Callable[[str], None]) -> None:
        """Show the keyboard for the address of a camera's stream, with the address in use."""
        words = used if "://" in used else "http://"
        self.type(Text("the camera's address"), words, then, is_address=True, longest=LONGEST_ADDRESS)

    def pad(self, asks: Text, done: Callable[[str], None]) -> None:
        """Show the pad on which a PIN is typed: it hides the digits. It stays until `close`."""
        keys = PinPad(asks=asks)
        keys.bind(on_done=lambda _, digits: done(digits), on_close=lambda _: self.close())
        self._show_keys(keys)

    def close(self) -> None:
        """Go back from the keyboard to the frame."""
        self._show_keys(None)

    def _show_keys(self, keys: Keyboard | PinPad | None) -> None:
        before, self.keys = self.keys, keys
        only(self.ids.whole, keys or self.frame)
        if before is not None:
            discard(before)


# --- remark
# Shows the last remark until another one comes; a remark about a touch or about the loudspeaker disappears by
# itself.

LATE_S = 4.0
"""Time to read two lines."""
SOUND_S = 10.0
"""Time to notice it and to read two lines. Nothing waits for the loudspeaker, and it is looked for all the time."""


def is_of_sound(told: SessionEvent) -> bool:
    """Tell whether the loudspeaker reports about itself."""
    return isinstance(told, NoticeEvent) and told.notice.device == SOUND_DEVICE


class LastRemark:
    """Keeps the last remark on the page. `show` gets the words, empty ones when there is nothing to say."""

    def __init__(self, show: Callable[[Text | str], None]) -> None:
        self._show = show
        self._standing: Text | str = ""
        self._passing: ClockEvent | None = None

    def hear(self, told: SessionEvent) -> None:
        """Take a session event."""
        words = happening(told)
        if words is None:
            return
        if isinstance(told, StaleTouch | LeaveAsked):
            self._pass(words, LATE_S)
        elif is_of_sound(told):
            self._pass(words, SOUND_S)
        else:
            self.say(words)

    def say(self, words: Text | str) -> None:
        """Show these words from now on."""
        self._stop_passing()
        self._standing = words
        self._show(words)

    def answer(self, words: Text) -> None:
        """Show these words, about the last touch, for a while."""
        self._pass(words, LATE_S)

    def _pass(self, words: Text | str, for_s: float) -> None:
        """Show these words for a while, then again what stood there before."""
        self._stop_passing()
        self._show(words)
        self._passing = Clock.schedule_once(lambda _: self._show(self._standing), for_s)

    def _stop_passing(self) -> None:
        if self._passing is not None:
            self._passing.cancel()

"""A page: what all screens have in common. It is shown what it needs to know, and asks the app for what it wants done."""

from typing import TYPE_CHECKING, ClassVar

from kivy.app import App
from kivy.uix.screenmanager import Screen

from companion.session.snapshot import Snapshot
from companion.session.told import Told
from companion.words import Text
from ui.house import Picture

if TYPE_CHECKING:
    from ui.app import CompanionApp


class Page(Screen):
    """`called` is its name for the app. What follows is called in the thread that draws."""

    called: ClassVar[str]
    is_home: ClassVar[bool] = False
    """A kiosk may stand here for days; from all others it goes back when nobody is there."""
    is_resting: ClassVar[bool] = False
    """That its match goes on does not say that somebody is there."""

    @property
    def app(self) -> "CompanionApp":
        return App.get_running_app()

    def enter(self) -> None:
        """It comes to be seen."""

    def leave(self) -> None:
        """Another page comes."""

    def show(self, snapshot: Snapshot) -> None:
        """The match has gone on."""

    def hear(self, told: Told) -> None:
        """The session said something; nothing of it is lost."""

    def picture(self, picture: Picture | None) -> None:
        """The camera has a new picture."""

    def look_at(self, seq: int) -> None:
        """A play of the history is asked about."""

    def trouble(self, words: Text) -> None:
        """An errand failed: why, and what to do."""

    def pass_time(self, now_ms: int) -> None:
        """A kiosk's time goes on, by a clock that only goes forward."""

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        """A key was pressed; whether it meant something here."""
        del name, modifiers
        return False

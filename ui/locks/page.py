"""The page of locks: for each thing that may be locked, whether it is free, asks the referee, or is off.

Once there is a PIN, it is asked first. Each touch takes effect at once, also in a match that is being played, and is saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.clock import monotonic_ms
from companion.kiosk import PinAnswer, tries_told
from companion.locks import ACT_TITLES, FREEDOM_TITLES, PlayerAct
from companion.settings import Settings
from companion.words import Text
from ui.page import SteppedPage
from ui.presenters.lines import MenuLine, MenuOption
from ui.widgets.keyboard import PinPad

_ABOUT: Mapping[PlayerAct, Text] = {
    PlayerAct.CORRECT: Text("also to take back several plays"),
    PlayerAct.ODDS: Text("for spectators too"),
    PlayerAct.PAUSE: Text("to let them run again is always free"),
}


def lock_lines(settings: Settings) -> tuple[MenuLine, ...]:
    """Return a line for each thing that may be locked, with its present freedom."""
    return tuple(
        MenuLine(
            act.value,
            ACT_TITLES[act],
            _ABOUT.get(act, ""),
            tuple(
                MenuOption(freedom, says, is_chosen=freedom is settings.locks.of(act))
                for freedom, says in FREEDOM_TITLES.items()
            ),
        )
        for act in PlayerAct
    )


class GuardedPage(SteppedPage):
    """A page that asks for the PIN, if there is one, before the first change of a visit."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._is_open = False

    def leave(self) -> None:
        self._is_open = False

    def guarded(self, settings: Settings, then: Callable[[], None]) -> None:
        """Carry out a change; the page asks for the PIN first if that is needed."""
        pin, app = settings.pin, self.app
        if pin is None or self._is_open:
            then()
            return

        def attempt(digits: str) -> None:
            app.run_in_background(
                lambda: app.backend.try_pin(pin, digits, monotonic_ms),
                lambda answer: self._tried(answer, then),
            )

        self.pad(Text("the PIN that is set"), attempt)

    def _tried(self, answer: PinAnswer, then: Callable[[], None]) -> None:
        if not isinstance(self.keys, PinPad):
            return
        if not answer.is_right:
            self.keys.digits, self.keys.problem = "", tries_told(answer.tries, monotonic_ms())
            return
        self._is_open = True
        self.close()
        then()


class LocksPage(GuardedPage):
    """The page of locks. It goes back to the page from which it was opened."""

    called: ClassVar[str] = "locks"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._from = "settings"
        self.put(Text("what players may do by themselves"), Text("go back"), "", self.panel)

    def enter(self) -> None:
        self._from = self.app.before
        self.panel.show(())
        self.close()
        self.app.run_in_background(
            self.app.backend.settings, lambda now: self.guarded(now, lambda: self._take(now))
        )

    def close(self) -> None:
        """Go back from the pad; who does not know the PIN sees nothing here."""
        was_asked = isinstance(self.keys, PinPad)
        super().close()
        if was_asked and not self._is_open:
            self.back()

    def back(self) -> None:
        self.app.go(self._from)

    def chosen(self, key: str, value: Any) -> None:
        def change(settings: Settings) -> Settings:
            return replace(settings, locks=replace(settings.locks, **{key: value}))

        self.app.run_in_background(lambda: self.app.backend.change(change), self._take)

    def _take(self, settings: Settings) -> None:
        free = Text("without a PIN nobody can be asked: what asks the referee is free")
        self.frame.problem = free if settings.pin is None else ""
        self.panel.show(lock_lines(settings))

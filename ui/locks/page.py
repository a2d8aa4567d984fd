"""The page of locks: for each thing that may be locked, whether it is free, asks the referee, or is off.

Once there is a PIN, it is asked first. Each touch takes effect at once, also in a match that is being played, and is saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.clock import monotonic_ms
from companion.kiosk import BadPin, PinAnswer, tries_told
from companion.locks import ACT_TITLES, FREEDOM_TITLES, Freedom, PlayerAct, TableLocks
from companion.settings import Settings
from companion.words import Text
from ui.page import SteppedPage
from ui.presenters.lines import MenuLine, MenuOption
from ui.settings.settings_lines import with_pin
from ui.widgets.keyboard import PinPad

_NEEDS_PIN = Text("choose it first")
_NEW_PIN = Text("the new PIN: 4 to 12 digits")
_ABOUT: Mapping[PlayerAct, Text] = {
    PlayerAct.CORRECT: Text("also to take back several plays"),
    PlayerAct.ODDS: Text("for spectators too"),
    PlayerAct.PAUSE: Text("to let them run again is always free"),
}


def lock_lines(settings: Settings) -> tuple[MenuLine, ...]:
    """Return a line for each thing that may be locked, with the freedom that holds: without a PIN nobody can be asked."""
    held = TableLocks(settings.locks, has_pin=settings.pin is not None)
    return tuple(
        MenuLine(
            act.value,
            ACT_TITLES[act],
            _ABOUT.get(act, ""),
            tuple(
                MenuOption(
                    freedom,
                    says,
                    _NEEDS_PIN if freedom is Freedom.ASKS and settings.pin is None else "",
                    is_chosen=freedom is held.freedom(act),
                )
                for freedom, says in FREEDOM_TITLES.items()
            ),
        )
        for act in PlayerAct
    )


PIN = "pin"
"""The key of the line in which a PIN is chosen."""
_NO_PIN = (
    MenuLine(
        PIN,
        Text("no PIN is set: all is free but what is off below"),
        "",
        (MenuOption(PIN, Text("choose a PIN"), is_main=True),),
    ),
)


class GuardedPage(SteppedPage):
    """A page that asks for the PIN, if there is one, before the first change of a visit."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._is_open = False
        self._first_pin = ""

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

    # --- a new PIN, twice: a slip would lock the owners out

    def set_pin(self, then: Callable[[Settings], None]) -> None:
        """Have a new PIN typed, and go on with the settings that have it."""
        self._first_pin = ""
        self.pad(_NEW_PIN, lambda digits: self._typed_pin(digits, then))

    def _typed_pin(self, digits: str, then: Callable[[Settings], None]) -> None:
        assert isinstance(self.keys, PinPad)
        if not self._first_pin:
            self._begin_again(digits)
        elif digits != self._first_pin:
            self._first_pin = ""
            self.keys.asks = _NEW_PIN
            self.keys.problem = Text("these were two different PINs: begin again")
        else:
            self.close()
            self.app.run_in_background(lambda: self.app.backend.change(with_pin(digits)), then)

    def _begin_again(self, digits: str) -> None:
        """Check the first of two PINs at once, and ask again if it cannot be one."""
        assert isinstance(self.keys, PinPad)
        try:
            with_pin(digits)
        except BadPin as problem:
            self.keys.problem = problem.message
            return
        self._first_pin = digits
        self.keys.asks = Text("the same PIN once more")


class LocksPage(GuardedPage):
    """The page of locks. It goes back to the page from which it was opened."""

    called: ClassVar[str] = "locks"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._from = "settings"
        self._settings = Settings()
        self.put(Text("what players may do by themselves"), Text("Back"), "", self.panel)

    def enter(self) -> None:
        self._from = self.app.before
        self.panel.show(())
        self.close()
        self.app.run_in_background(self.app.backend.settings, self._begin)

    def _begin(self, settings: Settings) -> None:
        self._settings = settings
        self.guarded(settings, lambda: self._take(settings))

    def close(self) -> None:
        """Go back from the pad; who does not know the PIN that is set sees nothing here."""
        was_asked = isinstance(self.keys, PinPad) and self._settings.pin is not None
        super().close()
        if was_asked and not self._is_open:
            self.back()

    def back(self) -> None:
        self.app.go(self._from)

    def chosen(self, key: str, value: Any) -> None:
        if key == PIN:
            self.set_pin(self._take)
        elif value is Freedom.ASKS and self._settings.pin is None:
            self.set_pin(lambda _: self._lock(key, value))
        else:
            self._lock(key, value)

    def _lock(self, key: str, value: Freedom) -> None:
        def change(settings: Settings) -> Settings:
            return replace(settings, locks=replace(settings.locks, **{key: value}))

        self.app.run_in_background(lambda: self.app.backend.change(change), self._take)

    def _take(self, settings: Settings) -> None:
        self._settings = settings
        asked = Text("whoever knows the PIN is the referee; the PIN is asked for each time")
        self.frame.note = "" if settings.pin is None else asked
        self.panel.show((*(_NO_PIN if settings.pin is None else ()), *lock_lines(settings)))

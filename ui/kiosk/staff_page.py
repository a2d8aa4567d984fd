"""The staff page of a kiosk, behind the PIN: settings, the state of the machine, and the way out."""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.interface import GameOffer
from companion.kiosk import PinAnswer, Tries, UseOfDay, typed_in_its_folder
from companion.settings import LONGEST_HOUSE
from companion.words import Text
from ui.kiosk.host import KioskPage, standing, wait_told
from ui.widgets.keyboard import Keyboard, PinPad
from ui.widgets.pool import fill
from ui.widgets.says import Says
from ui.widgets.touch import Touch

DAYS_OF_WEEK = 7
LEAVING_S = 5.0
"""How soon a second touch must follow that ends the kiosk."""
IDLE_STEPS_S = (15, 30, 60, 90, 120, 180, 300, 600, 1200, 1800, 3600)


class FigureBox(BoxLayout):
    """A figure of today in large digits, and below it that of the week."""

    number = StringProperty("")
    says = ObjectProperty("")
    week = ObjectProperty("")


class StaffStep(BoxLayout):
    """A step of what sets a PIN, with its number, and what is typed in it on a line of its own."""

    number = StringProperty("")
    says = ObjectProperty("")
    command = StringProperty("")


class StaffRow(BoxLayout):
    """A setting: its name, and its buttons beside it."""

    title = ObjectProperty("")


class StaffPage(KioskPage):
    """The staff's page.

    `part`: `pin` asks for the PIN, `none` explains how to set one, `open` is the page itself, `letters` the keyboard
    for the house's name.
    """

    called: ClassVar[str] = "staff"
    is_resting: ClassVar[bool] = True
    part = StringProperty("pin")
    remark = ObjectProperty("")
    lines = ListProperty([])
    pin_command = StringProperty("")
    """What sets a PIN, as it is typed in a terminal."""
    is_leaving = BooleanProperty(False)
    """The next touch ends the kiosk."""
    has_back = BooleanProperty(False)
    """What is typed on has a way back of its own."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._tries = Tries()
        self._is_waiting = False
        self._pad = PinPad(asks=Text("type the PIN"))
        self._pad.bind(
            on_done=lambda _, digits: self.try_pin(digits), on_close=lambda _: self.kiosk.begin_anew()
        )
        self.ids.pad.add_widget(self._pad)
        self._letters: Keyboard | None = None
        self._games: Sequence[GameOffer] = ()

    def on_part(self, *_: object) -> None:
        self.has_back = self.part not in ("pin", "letters")

    def enter(self) -> None:
        if self.part in ("open", "letters"):
            self._tell()
            return
        self.pin_command = typed_in_its_folder("kiosk", "pin")
        self.part = "none" if self.kiosk.settings.pin is None else "pin"
        self._ask("")

    def leave(self) -> None:
        """Leave the page; the next person must type the PIN again."""
        self.part = "pin"
        self.is_leaving = False
        self._ask("")

    def exit(self) -> None:
        """End the kiosk at the second touch within a few seconds: its screen is black then, and nobody can play."""
        if self.is_leaving:
            self.kiosk.leave()
            return
        self.is_leaving = True
        Clock.schedule_once(lambda _: setattr(self, "is_leaving", False), LEAVING_S)

    def pass_time(self, now_ms: int) -> None:
        wait_ms = self._tries.wait_ms(now_ms)
        if self.part == "pin" and (wait_ms or self._is_waiting):
            self._ask(wait_told(wait_ms) if wait_ms else "")
        self._is_waiting = wait_ms > 0

    def trouble(self, words: Text) -> None:
        self.remark = words

    # --- the PIN

    def _ask(self, problem: Text | str) -> None:
        """Ask for the PIN again, and say why the last one was refused."""
        self.remark = ""
        self._pad.digits, self._pad.problem = "", problem

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        del modifiers
        if self.part == "letters" and self._letters is not None:
            return self._letters.key(name)
        return self.part == "pin" and self._pad.key(name)

    def try_pin(self, digits: str) -> None:
        """Try a PIN in the background: the check is slow on purpose, and must not delay frames."""
        pin, kiosk = self.kiosk.settings.pin, self.kiosk
        if pin is not None:
            self.app.run_in_background(lambda: kiosk.backend.try_pin(pin, digits, kiosk.now_ms), self._tried)

    def _tried(self, answer: PinAnswer) -> None:
        self._tries = answer.tries
        if self.app.page is not self or self.part != "pin":
            return
        if answer.is_right:
            self.part = "open"
            self._tell()
        else:
            self._ask(Text("that is not the PIN"))

    # --- behind it

    def _tell(self) -> None:
        self.remark = ""
        lines = standing(self.kiosk.guard.recoveries)
        for label, says in zip(fill(self.ids.lines, _line, len(lines)), lines, strict=True):
            label.says = says
        self.app.run_in_background(lambda: self.app.backend.use(UseOfDay()), self._tell_use)
        self.app.run_in_background(self.app.backend.games, self._show_games)
        settings, ids = self.kiosk.settings, self.ids
        ids.french.kind = "chosen" if self.kiosk.first_language == "fr" else "plain"
        ids.english.kind = "chosen" if self.kiosk.first_language == "en" else "plain"
        minutes, seconds = divmod(settings.idle_s, 60)
        ids.idle.says = (
            Text("{seconds} s without a touch", seconds=settings.idle_s)
            if seconds or minutes < 2
            else Text("{minutes} min without a touch", minutes=minutes)
        )
        ids.house.says = settings.house or Text("no name")
        ids.mute.says = Text("sound is off") if settings.is_muted else Text("sound is on")

    def _tell_use(self, days: Mapping[str, UseOfDay]) -> None:
        """Show today's figures, and those of the last seven days on which the kiosk was on."""
        found = list(days.values()) or [UseOfDay()]
        week = reduce(UseOfDay.plus, found[-DAYS_OF_WEEK:])
        told = list(zip(_figures(found[-1]), _figures(week), strict=True))
        boxes = fill(self.ids.figures, FigureBox, len(told))
        for box, ((says, today), (_, in_week)) in zip(boxes, told, strict=True):
            box.says, box.number, box.week = says, str(today), Text("{n} in 7 days", n=in_week)

    def _show_games(self, games: Sequence[GameOffer]) -> None:
        """Show for each game whether it is offered to visitors."""
        closed = self.kiosk.settings.closed_games
        self._games = games
        for touch, game in zip(fill(self.ids.games, self._game_touch, len(games)), games, strict=True):
            touch.says = game.title
            touch.kind = "plain" if game.name in closed else "chosen"

    def _game_touch(self) -> Touch:
        touch = Touch(type_role="note", wraps=True)
        touch.bind(on_choose=self._turn_game)
        return touch

    def _turn_game(self, touch: Touch) -> None:
        """Offer a game to visitors, or no longer; one of them stays."""
        touches = list(reversed(self.ids.games.children))
        name, closed = self._games[touches.index(touch)].name, set(self.kiosk.settings.closed_games)
        turned = tuple(sorted(closed ^ {name}))
        if len(turned) == len(self._games):
            self.remark = Text("one game at least stays open")
            return
        self.kiosk.set(closed_games=turned)

    def speak(self, language: str) -> None:
        """Set the language in which visitors are addressed first."""
        self.app.look.language = language
        self.kiosk.set(language=language)

    def wait(self, step: int) -> None:
        """Change the time after which an untouched kiosk starts over."""
        now_s = self.kiosk.settings.idle_s
        nearest = min(range(len(IDLE_STEPS_S)), key=lambda n: abs(IDLE_STEPS_S[n] - now_s))
        self.kiosk.set(idle_s=IDLE_STEPS_S[max(0, min(len(IDLE_STEPS_S) - 1, nearest + step))])

    def mute(self) -> None:
        self.kiosk.set(is_muted=not self.kiosk.settings.is_muted)

    def write_name(self) -> None:
        if self._letters is None:
            self._letters = Keyboard(
                asks=Text("the name of this place"), longest=LONGEST_HOUSE, may_be_empty=True
            )
            self._letters.bind(on_done=lambda _, name: self._name_house(name))
            self._letters.bind(on_close=lambda _: setattr(self, "part", "open"))
            self.ids.letters.add_widget(self._letters)
        self._letters.words = self.kiosk.settings.house or ""
        self.part = "letters"

    def _name_house(self, name: str) -> None:
        self.part = "open"
        self.kiosk.set(house=name.strip() or None)


def _figures(use: UseOfDay) -> tuple[tuple[Text, int], ...]:
    """Return what is told of a day's use, each with its figure."""
    return (
        (Text("visits today"), use.visits),
        (Text("matches begun today"), use.begun),
        (Text("matches ended today"), use.ended),
        (Text("minutes played today"), round(use.seconds / 60)),
    )


def _line() -> Says:
    return Says(halign="left", is_sentence=True, type_role="note")

"""A keyboard on the screen, a pad of digits for a PIN, and the focus of a real keyboard."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.properties import AliasProperty, BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.house_style import TextRole
from companion.words import Text
from ui.presenters.hotkeys import WAYS, KeyPage, TypedText, in_reading_order, nearest, towards
from ui.presenters.plan import Rectangle
from ui.widgets.board import BoardPanel
from ui.widgets.pool import fill
from ui.widgets.touch import Touch

PIN_LONGEST = 12
DIGITS = "1234567890"


class Keyboard(BoxLayout):
    """A keyboard.

    `words` is what was typed, and may be set at first; `on_done` says that it is complete, `on_close` that it is not
    wanted. `asks` stands above it.

    keyboard = Keyboard(asks=Text("…"), words="Lyon", longest=20)
    keyboard.bind(on_done=lambda _, words: …, on_close=lambda _: …)
    """

    asks = ObjectProperty("")
    words = StringProperty("")
    longest = NumericProperty(0)
    is_address = BooleanProperty(False)
    is_number = BooleanProperty(False)
    """It shows the digits first."""
    is_reference = BooleanProperty(False)
    """Whether it types a card's reference. Then digits stand above the letters, and a dash stands in place of the space."""
    may_be_empty = BooleanProperty(False)
    refuses = ObjectProperty(None, allownone=True)
    """Returns why typed words cannot be taken, or None."""
    problem = ObjectProperty("")
    """Why what is typed now cannot be taken; it stands in the place of `asks`."""
    is_lacking = AliasProperty(
        lambda self: bool(self.problem) or not (self.may_be_empty or self.words.strip()),
        bind=("words", "may_be_empty", "problem"),
    )
    """A text is required and nothing is typed, or it cannot be taken. A rule of the layout that calls a function of an empty
    text is never told when the text changes.
    """
    is_signs = BooleanProperty(False)
    is_capital = BooleanProperty(False)
    is_edge_to_edge = True
    """Its keys need the whole width of a narrow screen."""

    __events__ = ("on_done", "on_close")

    def __init__(self, **values: Any) -> None:
        self._typed = TypedText()
        self._pressed = ""
        """The key of a real keyboard that has written nothing yet."""
        super().__init__(**values)
        self._begin()
        self.bind(
            is_reference=self._show,
            words=self._set,
            longest=self._begin,
            is_address=self._begin,
            is_number=self._begin,
        )
        App.get_running_app().look.bind(language=self._show)

    def _begin(self, *_: object) -> None:
        self._typed = TypedText.of(self.words, longest=int(self.longest), is_address=self.is_address)
        if self.is_number:
            self._typed = self._typed.turn()
        self._show()

    def _set(self, _: object, words: str) -> None:
        refused = None if self.refuses is None or not words.strip() else self.refuses(words.strip())
        self.problem = refused or ""
        if words != self._typed.words:
            self._begin()

    def _become(self, typed: TypedText) -> None:
        self._typed = typed
        self.words = typed.words
        self._show()

    def _show(self, *_: object) -> None:
        self.is_signs = self._typed.page is KeyPage.SIGNS
        self.is_capital = self._typed.is_capital
        rows = (
            DIGITS if self.is_reference else "",
            *map(self._kept, self._typed.rows(str(App.get_running_app().look.language))),
        )
        for box, row in zip(self._boxes, rows, strict=True):
            for touch, sign in zip(fill(box, self._key, len(row)), row, strict=True):
                touch.says = sign

    def _kept(self, row: tuple[str, ...]) -> tuple[str, ...]:
        """Return the signs of a row: a reference has letters without accents and digits, and the dash has its own key."""
        if not self.is_reference:
            return row
        return tuple(sign for sign in row if sign.isascii() and sign.isalnum())

    @property
    def _boxes(self) -> tuple[BoxLayout, ...]:
        return self.ids.digits, self.ids.upper, self.ids.middle, self.ids.lower

    def _key(self) -> Touch:
        touch = Touch(padding=(0, 0), is_sentence=False, type_role=TextRole.TITLE)
        touch.bind(on_choose=lambda touch: self._become(self._typed.sign(touch.says)))
        return touch

    # --- touched

    def shift(self) -> None:
        self._become(self._typed.shift())

    def turn(self) -> None:
        self._become(self._typed.turn())

    def space(self) -> None:
        self._become(self._typed.sign("-" if self.is_reference else " "))

    def delete(self) -> None:
        self._become(self._typed.delete())

    def done(self) -> None:
        """Finish; nothing happens while a text is required and missing, or cannot be taken."""
        if not self.is_lacking:
            self.dispatch("on_done", self.words.strip())

    def key(self, name: str) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        match name:
            case "backspace":
                self.delete()
            case "enter" | "numpadenter":
                self.done()
            case "escape":
                self.dispatch("on_close")
            case "spacebar":
                self.space()
            case sign if len(sign) == 1 or sign.startswith("numpad"):
                # Only the window knows what a key writes (é on a French 2, ê after ^), and says so in a moment.
                self._pressed = sign.removeprefix("numpad")
            case _:
                return False
        return True

    def _written(self, _: object, text: str) -> None:
        """Take what a key has written. Numbers and references need no Shift on a French keyboard."""
        if self._pressed and len(text) == 1:
            is_digit = self._pressed.isdecimal() and (self.is_number or self.is_reference)
            self._become(self._typed.sign(self._pressed if is_digit else text))
        self._pressed = ""

    def on_parent(self, _: object, parent: Widget | None) -> None:
        """Listen to the window only while this keyboard is shown. Enter is the keyboard's until Tab frames a button."""
        Window.unbind(on_textinput=self._written)
        if parent is not None:
            Window.bind(on_textinput=self._written)
            App.get_running_app().focus.leave()

    def on_done(self, words: str) -> None: ...

    def on_close(self) -> None: ...


class PinPad(BoxLayout):
    """A pad for digits that others must not read: each is shown as a dot.

    `on_done` carries them; `digits` may be emptied from outside.

    pad = PinPad(asks=Text("…"))
    pad.bind(on_done=lambda pad, digits: …, on_close=lambda _: …)
    """

    asks = ObjectProperty(Text("the PIN"))
    problem = ObjectProperty("")
    """Why the last one was not taken."""
    digits = StringProperty("")

    __events__ = ("on_done", "on_close")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for row, signs in ((self.ids.upper, "123"), (self.ids.middle, "456"), (self.ids.lower, "789")):
            for sign in signs:
                row.add_widget(self._key(sign))
        self.ids.last.add_widget(self._key("0"), index=1)

    def _key(self, sign: str) -> Touch:
        touch = Touch(says=sign, type_role="title")
        touch.bind(on_choose=lambda _: self.sign(sign))
        return touch

    def sign(self, sign: str) -> None:
        """Take a touched digit."""
        self.problem = ""
        if len(self.digits) < PIN_LONGEST:
            self.digits += sign

    def delete(self) -> None:
        self.digits = self.digits[:-1]

    def done(self) -> None:
        """Finish, and empty the pad for the next try."""
        if self.digits:
            digits, self.digits = self.digits, ""
            self.dispatch("on_done", digits)

    def key(self, name: str) -> bool:
        """Take a key of a real keyboard; return whether it had a meaning here."""
        sign = name.removeprefix("numpad")
        match sign:
            case "backspace":
                self.delete()
            case "enter":
                self.done()
            case "escape":
                self.dispatch("on_close")
            case _ if sign.isdecimal() and len(sign) == 1:
                self.sign(sign)
            case _:
                return False
        return True

    def on_done(self, digits: str) -> None: ...

    def on_close(self) -> None: ...


# --- focus
# The focus of the keyboard: a frame around one button or one place of a board. It moves with Tab and the arrows, and
# Enter or the space bar presses what it is on.

WIDTH = 5
"""Thickness of the frame, in pixels of a screen of 1280 x 800."""
NEXT, SPACE = "tab", "spacebar"
PRESS = frozenset(("enter", "numpadenter", SPACE))


@dataclass(frozen=True, slots=True)
class FocusStop:
    """Something that the focus can be on: a button, or with its name a place that a board offers. Its place is in px of the
    window.
    """

    widget: Widget
    name: str
    place: Rectangle = field(compare=False)
    is_leading: bool = field(default=False, compare=False)
    """It belongs to what the page asks: Tab comes there first."""

    def press(self) -> None:
        """Do what a finger on it would do."""
        if isinstance(self.widget, BoardPanel):
            self.widget.touch_place(self.name)
        else:
            self.widget.dispatch("on_choose")


class KeyboardFocus:
    """The focus of one window. It is nowhere until Tab or an arrow is pressed, and goes when a finger touches the screen."""

    def __init__(self) -> None:
        self._at: FocusStop | None = None
        self._was_at: Rectangle | None = None
        """Where the focus was, when its button has gone since."""
        self._frame = InstructionGroup()
        self._drawn: Rectangle | None = None

    @property
    def at(self) -> Widget | None:
        """The button or the board that has the focus."""
        return None if self._at is None else self._at.widget

    @property
    def at_place(self) -> str:
        """The place of the board that has the focus; empty on a button."""
        return "" if self._at is None else self._at.name

    def key(self, root: Widget, name: str, modifiers: tuple[str, ...]) -> bool:
        """Take a key; return whether it moved the focus or pressed its button."""
        stops = list(_stops(root, getattr(root, "asking", None)))
        if self._at is not None and self._at not in stops:
            self.leave()
        if name in PRESS and self._at is not None:
            next(stop for stop in stops if stop == self._at).press()
            self.draw()
            return True
        if not stops or (name != NEXT and name not in WAYS):
            return False
        if self._at is None and self._was_at is not None:
            # People go on from where they were, although a play has changed the buttons.
            self._move(stops[nearest(self._was_at, [stop.place for stop in stops])])
        elif name == NEXT or self._at is None:
            self._step(stops, -1 if "shift" in modifiers else 1)
        else:
            found = towards(_place_of(self._at, stops), [stop.place for stop in stops], WAYS[name])
            if found is not None:
                self._move(stops[found])
        return True

    def _step(self, stops: list[FocusStop], by: int) -> None:
        """Move to the next or the last stop in reading order; a board is one stop, and the arrows go on upon it."""
        row_px = App.get_running_app().look.target / 2
        order = [stops[index] for index in in_reading_order([stop.place for stop in stops], row_px)]
        order.sort(key=lambda stop: not stop.is_leading)
        boards = {stop.widget: stop for stop in reversed(order) if stop.name}
        kept = [stop for stop in order if not stop.name or self._at == stop or boards[stop.widget] == stop]
        kept = [stop for stop in kept if self._at == stop or not self._is_on(stop.widget, stop.name)]
        at = kept.index(self._at) + by if self._at in kept else 0 if by > 0 else -1
        self._move(kept[at % len(kept)])

    def _is_on(self, widget: Widget, name: str) -> bool:
        """Tell whether the focus is on a place of this board."""
        return bool(name) and self._at is not None and self._at.widget is widget

    def clear(self, *_: object) -> None:
        """Leave the button, and forget where it was."""
        self._at = self._was_at = None
        self.draw()

    def leave(self) -> None:
        """Leave the button, and remember where it was."""
        self._was_at, self._at = None if self._at is None else self._at.place, None
        self.draw()

    def _move(self, stop: FocusStop) -> None:
        self._at, self._was_at = stop, None
        self.draw()

    def follow(self) -> None:
        """Draw the frame anew if its button has moved or is gone."""
        if self._at is not None and self._place() != self._drawn:
            self.draw()

    def _place(self) -> Rectangle | None:
        at = self._at
        if at is None or at.widget.get_root_window() is None:
            return None
        if isinstance(at.widget, BoardPanel):
            return at.widget.places_to_touch().get(at.name)
        return _box_of(at.widget)

    def draw(self) -> None:
        """Draw the frame of what has the focus over all other widgets."""
        if self._frame in Window.canvas.after.children:
            Window.canvas.after.remove(self._frame)
        self._frame.clear()
        place = self._drawn = self._place()
        if place is None:
            return
        look = App.get_running_app().look
        for colour, width in ((look.ground, WIDTH * 1.7), (look.ink, WIDTH)):
            self._frame.add(Color(*colour))
            edge = (place.x - 2, place.y - 2, place.width + 4, place.height + 4, look.radius)
            self._frame.add(SmoothLine(rounded_rectangle=edge, width=width * look.unit / 2))
        Window.canvas.after.add(self._frame)


def _stops(root: Widget, asking: Widget | None, *, is_leading: bool = False) -> Iterator[FocusStop]:
    """Return the buttons that can be touched now, and the places that a board offers; those of `asking` are leading."""
    for child in root.children:
        if not child.opacity or child.disabled or min(child.size) <= 1:
            continue
        leads = is_leading or child is asking
        if isinstance(child, BoardPanel):
            for name, place in child.places_to_touch().items():
                yield FocusStop(child, name, place, leads)
        if isinstance(child, Touch) and not child.is_off:
            yield FocusStop(child, "", _box_of(child), leads)
        yield from _stops(child, asking, is_leading=leads)


def _box_of(widget: Widget) -> Rectangle:
    x, y = widget.to_window(widget.x, widget.y)
    return Rectangle(x, y, widget.width, widget.height)


def _place_of(at: FocusStop, stops: list[FocusStop]) -> Rectangle:
    """Return where a stop is now."""
    return next(stop.place for stop in stops if stop == at)


def is_typing(page: Widget) -> bool:
    """Tell whether a page takes letters now, so that the space bar is its own, and Enter too while no button is framed."""
    return any(isinstance(one, Keyboard) for one in page.walk())

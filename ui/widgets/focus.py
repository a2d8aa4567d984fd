"""The focus of the keyboard: a frame around one button or one place of a board. It moves with Tab and the arrows, and Enter or
the space bar presses what it is on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.uix.widget import Widget

from ui.presenters.focus_order import WAYS, in_reading_order, nearest, towards
from ui.presenters.plan import Rectangle
from ui.widgets.board import BoardPanel
from ui.widgets.keyboard import Keyboard
from ui.widgets.touch import Touch

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

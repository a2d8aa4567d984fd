"""The focus of the keyboard: a frame around one button, which moves with Tab and is pressed with Enter or the space bar."""

from collections.abc import Iterator, Sequence

from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.uix.widget import Widget

from ui.widgets.keyboard import Keyboard
from ui.widgets.touch import Touch

WIDTH = 5
"""Thickness of the frame, in pixels of a screen of 1280 x 800."""
NEXT, PRESS = "tab", frozenset(("enter", "numpadenter", "spacebar"))


class KeyboardFocus:
    """The focus of one window. It is nowhere until Tab is pressed, and goes when a finger touches the screen."""

    def __init__(self) -> None:
        self._at: Touch | None = None
        self._frame = InstructionGroup()
        self._drawn: tuple[float, float, float, float] | None = None

    @property
    def at(self) -> Touch | None:
        """The button that has the focus."""
        return self._at

    def key(self, root: Widget, name: str, modifiers: tuple[str, ...]) -> bool:
        """Take a key; return whether it moved the focus or pressed its button."""
        touches = in_reading_order(list(_touches(root)))
        if self._at not in touches:
            self.clear()
        if name == NEXT and touches:
            by = -1 if "shift" in modifiers else 1
            at = touches.index(self._at) + by if self._at in touches else 0 if by > 0 else -1
            self._move(touches[at % len(touches)])
            return True
        if name in PRESS and self._at is not None:
            self._at.dispatch("on_choose")
            self.draw()
            return True
        return False

    def clear(self, *_: object) -> None:
        """Leave the button."""
        self._at = None
        self.draw()

    def _move(self, touch: Touch) -> None:
        self._at = touch
        self.draw()

    def follow(self) -> None:
        """Draw the frame anew if its button has moved or is gone."""
        if self._at is not None and self._place() != self._drawn:
            self.draw()

    def _place(self) -> tuple[float, float, float, float] | None:
        at = self._at
        if at is None or at.get_root_window() is None:
            return None
        return (*at.to_window(at.x, at.y), at.width, at.height)

    def draw(self) -> None:
        """Draw the frame of the focused button over all other widgets."""
        if self._frame in Window.canvas.after.children:
            Window.canvas.after.remove(self._frame)
        self._frame.clear()
        self._drawn = self._place()
        if self._at is None or self._drawn is None:
            return
        look = App.get_running_app().look
        x, y, width_px, height_px = self._drawn
        for colour, width in ((look.ground, WIDTH * 1.7), (look.ink, WIDTH)):
            self._frame.add(Color(*colour))
            edge = (x - 2, y - 2, width_px + 4, height_px + 4, look.radius)
            self._frame.add(SmoothLine(rounded_rectangle=edge, width=width * look.unit / 2))
        Window.canvas.after.add(self._frame)


def in_reading_order(touches: Sequence[Touch]) -> list[Touch]:
    """Sort buttons as people read: row by row from the top, and in a row from the left."""

    def place(touch: Touch) -> tuple[int, float]:
        x, top = touch.to_window(touch.x, touch.top)
        return -round(top / App.get_running_app().look.target * 2), x

    return sorted(touches, key=place)


def _touches(root: Widget) -> Iterator[Touch]:
    """Return the buttons that can be touched now."""
    for child in root.children:
        if not child.opacity or child.disabled or min(child.size) <= 1:
            continue
        if isinstance(child, Touch) and not child.is_off:
            yield child
        yield from _touches(child)


def is_typing(page: Widget) -> bool:
    """Tell whether a page takes letters now, so that Enter and the space bar are its own."""
    return any(isinstance(one, Keyboard) for one in page.walk())

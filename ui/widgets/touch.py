"""What answers a finger: buttons at least 9 mm high, a finger that rests, lists that glide, rows for left hands."""

from collections.abc import Iterator
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.effects.scroll import ScrollEffect
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui.frames import wait_for_last_frame
from ui.presenters.double_touch import FreshButtons
from ui.presenters.palette import Rim, box_rim
from ui.presenters.plan import Rectangle
from ui.widgets.pool import discard

LONG_PRESS_S = 0.6
"""A little longer than phones wait for a long press, for hands that are slow."""


PICTURE = 0.4
"""The part of a button that the mark or icon above its words takes at the most."""


class Touch(ButtonBehavior, BoxLayout):
    """A button with `says` in large and `under` in small letters; `kind`: plain, main (expected), paper (an answer),
    chosen, danger.
    """

    says = ObjectProperty("")
    under = ObjectProperty("")
    role = StringProperty("")
    """A side's mark stands before the words."""
    icon = StringProperty("")
    """An icon stands before the words (see `ui.widgets.mark`)."""
    kind = StringProperty("plain")
    is_off = BooleanProperty(False)
    is_sentence = BooleanProperty(True)
    """Whether its words begin with a capital; not on keys, which show what they type."""
    type_role = StringProperty("row")
    """The text role of the first line, which sets the size of its letters."""
    under_role = StringProperty("note")
    """The text role of the second line."""
    is_across = BooleanProperty(False)
    """Its letters have one size whatever size a reader wants, where there is no room for more."""
    is_high = BooleanProperty(False)
    """Its mark or icon stands above its words."""
    picture_px = NumericProperty(0)
    """How high the mark or icon is there."""
    edge_px = NumericProperty(0)
    """How much room is kept above and below."""
    shift_px = NumericProperty(0)
    """How far to the right of its place it is drawn otherwise."""
    wraps = BooleanProperty(False)
    """Its first line is prose: it takes several lines before it becomes smaller."""
    group = ObjectProperty(None, allownone=True)
    """The widget whose buttons have letters of one size; None: the one around it."""
    own_fill = ListProperty([])
    own_ink = ListProperty([])
    """Colours of its own, the same in every face of the screens; empty: those of its kind."""
    fill = ListProperty([0, 0, 0, 1])
    ink = ListProperty([1, 1, 1, 1])
    box = ListProperty([0, 0, 0, 0])
    """Where it is drawn: x, y, width and height in whole pixels."""
    ring_px = NumericProperty(0)
    """How far inside its edge the line around it is drawn."""

    __events__ = ("on_choose", "on_hold")

    def __init__(self, **values: Any) -> None:
        self._held: Any = None
        self._was_held = False
        self._pressed: Any = None
        """What it said when a finger was put on it."""
        super().__init__(**values)

    def remove_words(self) -> None:
        """Remove both lines of words from a button that shows something else."""
        # Kept, because the layout of the button goes on asking for their height.
        words = self._words = self.ids.main.parent
        self.remove_widget(words)
        discard(words)

    def on_press(self) -> None:
        self._was_held = False
        self._pressed = self.says
        self._held = Clock.schedule_once(self._hold, LONG_PRESS_S)

    def on_release(self) -> None:
        if self._held is not None:
            self._held.cancel()
        # A button that says something else by now was pressed for what it said before. Keys turn small while two fingers
        # type.
        is_meant = self._pressed == self.says or not self.is_sentence
        if is_meant and not self._was_held and not self.is_off:
            self.dispatch("on_choose")

    def rims(self) -> Iterator[Rim]:
        """Return the edge that tells the button from its ground."""
        yield box_rim(f"button {self.says}", Rectangle(self.x, self.y, self.width, self.height))

    def on_choose(self) -> None:
        """Report that the button was touched."""

    def on_hold(self) -> None:
        """Report that a finger rested on the button."""

    def _hold(self, _: float) -> None:
        self._was_held = self.dispatch("on_hold") is True


# --- hold
# A panel that recognises a resting finger, and passes every other touch on.


class Held(Widget):
    """A panel with `on_hold`: a finger rested on it for a while and did not move away."""

    __events__ = ("on_hold",)

    def __init__(self, **values: Any) -> None:
        self._resting: Any = None
        super().__init__(**values)

    def on_hold(self) -> None: ...

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self._resting = Clock.schedule_once(lambda _: self.dispatch("on_hold"), LONG_PRESS_S)
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > self.height / 20:
            self._let_go()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        self._let_go()
        return bool(super().on_touch_up(touch))

    def _let_go(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None


# --- handed
# A row that is mirrored for left hands, so that often used buttons are on their side.


class HandedRow(BoxLayout):
    """A mirrored row; its children are written in the order for right hands. A column stays the same."""

    def __init__(self, **values: Any) -> None:
        self._is_mirrored = False
        super().__init__(**values)
        App.get_running_app().look.bind(is_left_handed=self._turn)
        self.bind(orientation=self._turn)

    def on_kv_post(self, _: object) -> None:
        self._turn()

    def _turn(self, *_: object) -> None:
        is_left = App.get_running_app().look.is_left_handed and self.orientation == "horizontal"
        if is_left != self._is_mirrored:
            self._is_mirrored = is_left
            # Kivy keeps children last first: added again in that order, they stand the other way round.
            children = list(self.children)
            self.clear_widgets()
            for child in children:
                self.add_widget(child)


# --- scrolling
# How a list moves under a finger: it glides and swings back at its ends, unless motion is reduced.

Gliding = DampedScrollEffect


class Still(ScrollEffect):
    """A list without motion of its own: it follows the finger and stops where it is released."""

    def stop(self, val: float, t: float | None = None) -> Any:
        stopped = super().stop(val, t)
        self.velocity = 0
        return stopped

    def on_overscroll(self, *_: object) -> None:
        """Do nothing, because nothing is shown beyond the ends."""


# --- dock
# The lower part of a match's page. A touch just after its buttons have changed does not count.


class Dock(BoxLayout):
    """The part with the buttons; call `show(words)` with all that they say.

    A touch counts by when its buttons could be seen, not by when the next frame begins, which is late on a busy machine.
    What was touched before that lies in the window's queue when a frame is shown, and is taken in the frame after it.
    """

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._fresh, self._is_confirming = FreshButtons(), False
        self._is_due = False
        """The buttons have changed, and wait to be drawn."""
        self._is_unseen = False
        """Touches that are taken now were made before the buttons could be seen."""
        self._seen = Clock.create_trigger(self._note_seen, -1)

    def show(self, words: tuple[object, ...], *, is_confirming: bool = False) -> None:
        """Note what the buttons say now. `is_confirming`: one of them confirms what costs much."""
        self._is_confirming = is_confirming
        before, self._fresh = self._fresh, self._fresh.shown(words, App.get_running_app().now_ms())
        if before.words and before is not self._fresh and not self._is_due:
            self._is_due = self._is_unseen = True
            self.canvas.ask_update()
            Window.bind(on_flip=self._note_drawn)

    def _note_drawn(self, *_: object) -> None:
        Window.unbind(on_flip=self._note_drawn)
        self._is_due = False
        wait_for_last_frame()
        self._fresh = self._fresh.drawn(App.get_running_app().now_ms())
        self._seen()

    def _note_seen(self, _: float) -> None:
        """Take touches again: those of the window's queue were dispatched before."""
        self._is_unseen = self._is_due

    def on_touch_down(self, touch: Any) -> bool:
        now_ms = App.get_running_app().now_ms()
        is_too_new = self._is_unseen or self._fresh.are_too_new(now_ms, is_confirming=self._is_confirming)
        if is_too_new and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))

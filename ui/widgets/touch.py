"""A button, at least 9 mm high and wide on a tablet of seven inches; those beside each other have letters of one size."""

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.presenters.plan import Rectangle
from ui.presenters.rim import Rim, box_rim

LONG_PRESS_S = 0.6
"""A little longer than phones wait for a long press, for hands that are slow."""


class Touch(ButtonBehavior, BoxLayout):
    """A button with `says` in large and `under` in small letters; `kind`: plain, main (expected), paper (an answer),
    danger.
    """

    says = ObjectProperty("")
    under = ObjectProperty("")
    role = StringProperty("")
    """A side's mark stands before the words."""
    icon = StringProperty("")
    """An icon stands before the words (see `ui.widgets.icon`)."""
    kind = StringProperty("plain")
    is_off = BooleanProperty(False)
    is_sentence = BooleanProperty(True)
    """Whether its words begin with a capital; not on keys, which show what they type."""
    type_role = StringProperty("row")
    """The role of its first line; the second is a note."""
    is_across = BooleanProperty(False)
    """Its letters have one size whatever size a reader wants, where there is no room for more."""
    wraps = BooleanProperty(False)
    """Its first line is prose: it takes several lines before it becomes smaller."""
    group = ObjectProperty(None, allownone=True)
    """The widget whose buttons have letters of one size; None: the one around it."""
    own_fill = ListProperty([])
    own_ink = ListProperty([])
    """Colours of its own, the same in every face of the screens; empty: those of its kind."""
    fill = ListProperty([0, 0, 0, 1])
    ink = ListProperty([1, 1, 1, 1])

    __events__ = ("on_choose", "on_hold")

    def __init__(self, **values: Any) -> None:
        self._held: Any = None
        self._was_held = False
        self._pressed: Any = None
        """What it said when a finger was put on it."""
        super().__init__(**values)

    def on_press(self) -> None:
        self._was_held = False
        self._pressed = self.says
        self._held = Clock.schedule_once(self._hold, LONG_PRESS_S)

    def on_release(self) -> None:
        if self._held is not None:
            self._held.cancel()
        # A button that says something else by now was pressed for what it said before. Keys turn small while two fingers type.
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

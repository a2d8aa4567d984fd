"""Text that is always whole: it takes the largest size at which it fits its box, in whatever language is spoken."""

from functools import lru_cache
from typing import Any
from weakref import WeakSet

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.label import Label

from ui.presenters.fitting import Box, Fit, fitted

MEASURED_PX = 100


@lru_cache(maxsize=64)
def _ruler(face: str) -> CoreLabel:
    return CoreLabel(font_name=face, font_size=MEASURED_PX)


@lru_cache(maxsize=4_000)
def _width(face: str, piece: str) -> float:
    """At a font size of one pixel."""
    return float(_ruler(face).get_extents(piece)[0]) / MEASURED_PX


@lru_cache(maxsize=64)
def _em(face: str) -> float:
    return float(_ruler(face).get_extents("Ég")[1]) / MEASURED_PX


@lru_cache(maxsize=4_000)
def _fitted(text: str, face: str, box: Box) -> Fit:
    """In whole pixels, as letters are drawn; in small sizes each is rounded, so that words are measured once more."""
    fit = fitted(text, box, lambda piece: _width(face, piece), _em(face))
    size_px = float(int(fit.size_px))
    words = max(text.split(), key=len, default="")
    while size_px > box.least_px and _drawn(face, size_px, words) > box.width_px:
        size_px -= 1
    return Fit(size_px, fit.fits)


def _drawn(face: str, size_px: float, piece: str) -> float:
    return float(CoreLabel(font_name=face, font_size=size_px).get_extents(piece)[0])


_LABELS: "WeakSet[Says]" = WeakSet()
"""All that are there. Listeners of their own would be kept when they are gone, until the language changes next: in a kiosk,
for days.
"""


def speak(language: str) -> None:
    """Every label says its words in another language."""
    for label in list(_LABELS):
        label.language = language


class Says(Label):
    """A label that is given `says`, words in no language yet, and a `most`: the size it would like, in pixels.

    It grows no larger than `most` and shrinks to `least`; `is_cut` says that even so it does not fit.
    """

    says = ObjectProperty("")
    most = NumericProperty(40)
    least = NumericProperty(9)
    lines = NumericProperty(0)
    """At most so many; 0: as many as there is room for."""
    pad = NumericProperty(0)
    """Room to the left and right, in pixels."""
    tight = NumericProperty(1.0)
    """How much of a line's height its signs really take: numerals, without tails and accents, take 0.68."""
    language = StringProperty("")
    """The one that was spoken last, since this is there; empty before."""
    is_sentence = BooleanProperty(False)
    """It begins with a capital, wherever its words come from."""
    is_cut = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        _LABELS.add(self)
        for name in ("size", "most", "least", "lines", "pad", "tight"):
            self.fbind(name, self._trigger_texture)
        self._reword()

    def on_says(self, *_: object) -> None:
        self._reword()

    def _reword(self, *_: object) -> None:
        text = App.get_running_app().look.say(self.says)
        self.text = text[:1].upper() + text[1:] if self.is_sentence else text

    def on_language(self, *_: object) -> None:
        self._reword()

    def on_is_sentence(self, *_: object) -> None:
        self._reword()

    def texture_update(self, *args: Any) -> None:
        """Find the size first, and draw once."""
        self._fit()
        self._trigger_texture.cancel()
        super().texture_update(*args)

    def _fit(self) -> None:
        width, height = self.width - 2 * self.pad, self.height
        if width <= 0 or height <= 0:
            return
        box = Box(width, height, self.least, self.most, self.tight, int(self.lines))
        fit = _fitted(self.text, self.font_name, box)
        self.is_cut = not fit.fits and bool(self.text)
        self.font_size = fit.size_px
        self.text_size = (width, None)

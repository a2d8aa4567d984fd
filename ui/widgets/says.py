"""A text that is never cut off: it is as large as fits its box."""

from functools import lru_cache
from typing import Any
from weakref import WeakSet

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
    VariableListProperty,
)
from kivy.uix.widget import Widget

from companion.words import as_sentence
from ui.presenters.text_fit import Fit, TextBox, fitted
from ui.widgets.lettering import Lettered, Lettering

MEASURED_PX = 100
_LETTERING = Lettering()
"""One for all: what one label has drawn another may show."""
_BEFORE = {"left": 0.0, "center": 0.5, "right": 1.0}
"""How much of the room that is left stands before the text."""
_DUE: "dict[Says, None]" = {}
"""The labels whose words or size have changed since the last frame."""
_CHANGES_TEXTURE = (
    "text",
    "size",
    "font_name",
    "halign",
    "padding",
    "most",
    "least",
    "lines",
    "pad",
    "tight",
)


@lru_cache(maxsize=64)
def _ruler(face: str) -> CoreLabel:
    return CoreLabel(font_name=face, font_size=MEASURED_PX)


@lru_cache(maxsize=4_000)
def _width(face: str, piece: str) -> float:
    """Return the width of a text at a font size of one pixel."""
    return float(_ruler(face).get_extents(piece)[0]) / MEASURED_PX


@lru_cache(maxsize=64)
def _em(face: str) -> float:
    return float(_ruler(face).get_extents("Ég")[1]) / MEASURED_PX


@lru_cache(maxsize=4_000)
def _fitted(text: str, face: str, box: TextBox) -> Fit:
    """Return the fitted size in whole pixels, as letters are drawn; small sizes are rounded, so words are measured again."""
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
    """Translate the words of every label into another language."""
    for label in list(_LABELS):
        label.language = language


class Says(Widget):
    """A label with `says`, words in no language yet, and `most`, the size it would like, in pixels.

    It grows no larger than `most` and shrinks to `least`; `is_cut` says that even so it does not fit.
    """

    says = ObjectProperty("")
    text = StringProperty("")
    """The words in the language that is spoken."""
    font_name = StringProperty("text")
    color = ListProperty([1, 1, 1, 1])
    printed = ListProperty([])
    """A colour of its own, the same in every theme; empty: that of the theme's ink."""
    halign = StringProperty("center")
    padding = VariableListProperty([0])
    """Left, top, right, bottom, in pixels: room that belongs to the text."""
    most = NumericProperty(40)
    least = NumericProperty(9)
    lines = NumericProperty(0)
    """The most lines; 0: as many as fit."""
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
        self._texture: Texture | None = None
        super().__init__(**values)
        _LABELS.add(self)
        with self.canvas:
            self._ink = Color(*self.color)
            self._letters = Rectangle(size=(0, 0))
        for name in _CHANGES_TEXTURE:
            self.fbind(name, self._draw_soon)
        self.fbind("pos", self._place)
        self.fbind("color", self._colour)
        self._reword()
        self._draw_soon()

    def on_says(self, *_: object) -> None:
        self._reword()

    def _reword(self, *_: object) -> None:
        text = App.get_running_app().look.say(self.says)
        self.text = as_sentence(text) if self.is_sentence else text

    def on_language(self, *_: object) -> None:
        self._reword()

    def on_is_sentence(self, *_: object) -> None:
        self._reword()

    def _colour(self, *_: object) -> None:
        self._ink.rgba = self.color

    def _draw_soon(self, *_: object) -> None:
        _DUE[self] = None
        self.canvas.ask_update()

    def draw(self) -> None:
        """Find the size, then show the words; they are drawn only if they were not drawn before."""
        width, height = self.width - 2 * self.pad, self.height
        if width <= 0 or height <= 0 or not self.text:
            self._texture, self.is_cut = None, False
        else:
            box = TextBox(width, height, self.least, self.most, self.tight, int(self.lines))
            fit = _fitted(self.text, self.font_name, box)
            self.is_cut = not fit.fits
            wanted = Lettered(
                self.text, self.font_name, fit.size_px, int(width), self.halign, tuple(self.padding)
            )
            self._texture = _LETTERING.texture(wanted)
        self._place()

    def _place(self, *_: object) -> None:
        """Place the texture on whole pixels, so that letters stay sharp."""
        texture = self._texture
        if texture is None:
            self._letters.size = (0, 0)
            return
        room = self.width - 2 * self.pad - texture.width
        self._letters.texture, self._letters.size = texture, texture.size
        self._letters.pos = (
            int(self.x + self.pad + room * _BEFORE[self.halign]),
            int(self.y + (self.height - texture.height) / 2),
        )


def _draw_due(*_: object) -> None:
    """Draw all changed labels once in a frame, because their boxes may change several times before they are shown."""
    while _DUE:
        _DUE.popitem()[0].draw()


Window.bind(on_draw=_draw_due)

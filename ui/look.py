"""The look of all screens: colours, sizes in millimetres, and language. Widgets bind to it and change with it.

Lengths in millimetres are those of a tablet of ten inches, whatever the screen. Lengths of the grid, and the heights of
letters, are those of a screen of 1280 x 800, in proportion to the shorter side.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.showing.scene import Side
from companion.words import Text, Wording, translate, with_names
from ui.presenters.palette import LIVERIES, STYLE, Livery, Palette, palette_of, rgb
from ui.presenters.text_fit import as_printed

TABLET_MM = 254.0
"""The diagonal of ten inches."""
SMALL_TABLET_MM = 177.8
"""The diagonal of seven inches, of the smallest tablet."""
TARGET_MM = 9.0 * TABLET_MM / SMALL_TABLET_MM
"""The shortest side of anything that can be touched: 9 mm on the smallest tablet."""
HEAD_TALL = 1.9
"""On a screen that stands, the head has a second row for the clock."""
BESIDE_COLUMNS = 4
"""Of the grid's columns so many stand beside a board."""
TEXT_SCALES = {"normal": 1.0, "large": 1.15, "largest": 1.3}

Words = Text | Wording | str


class Look(EventDispatcher):
    """The look of the whole app. Colours are red, green, blue and alpha, each 0 to 1."""

    language = StringProperty("fr")
    theme = StringProperty("dark")
    text_size = StringProperty("normal")
    is_left_handed = BooleanProperty(False)
    is_still = BooleanProperty(False)
    """Reduced motion: nothing moves that does not have to."""
    is_muted = BooleanProperty(False)
    """Nothing is heard, for buttons that say so."""
    width = NumericProperty(1280)
    height = NumericProperty(800)
    mm = NumericProperty(6.0)
    """Pixels to a millimetre of a tablet of ten inches."""
    is_tall = BooleanProperty(False)
    text_scale = NumericProperty(1.0)
    game = StringProperty("")
    """The game whose face the screens show; empty: the face of the house."""
    unit = NumericProperty(1.0)
    """Pixels to a pixel of a screen whose shorter side is 800."""
    text_unit = NumericProperty(1.0)
    """The same for letters, which are larger for those who want them so."""
    target = NumericProperty(77.0)
    """The shortest side of anything that can be touched, in pixels."""
    head = NumericProperty(120.0)
    """The height of the score above a match, in pixels."""
    side_column = NumericProperty(400.0)
    """The width of what stands beside a board, in pixels: four columns of the grid."""
    margin = NumericProperty(24.0)
    gutter = NumericProperty(16.0)
    radius = NumericProperty(12.0)
    small_radius = NumericProperty(6.0)

    ground = ListProperty([0, 0, 0, 1])
    panel = ListProperty([0, 0, 0, 1])
    raised = ListProperty([0, 0, 0, 1])
    line = ListProperty([0, 0, 0, 1])
    ink = ListProperty([1, 1, 1, 1])
    quiet = ListProperty([1, 1, 1, 1])
    paper = ListProperty([1, 1, 1, 1])
    paper_ink = ListProperty([0, 0, 0, 1])
    accent = ListProperty([1, 1, 1, 1])
    accent_ink = ListProperty([0, 0, 0, 1])
    chosen = ListProperty([1, 1, 1, 1])
    chosen_ink = ListProperty([0, 0, 0, 1])
    """The colours of an answer that is chosen: light on a dark screen, dark on a light one, where white would be lost."""
    question = ListProperty([1, 1, 0, 1])
    alarm = ListProperty([1, 0, 0, 1])

    def __init__(self, **values: Any) -> None:
        self.names: Mapping[str, str] = {}
        """Who plays which side, by the side's name in English."""
        super().__init__(**values)
        self.on_theme()
        self.on_text_size()

    @property
    def palette(self) -> Palette:
        return palette_of("light" if self.theme == "light" else "dark", self.game)

    def on_theme(self, *_: object) -> None:
        palette = self.palette
        for name in (
            "ground", "panel", "raised", "line", "ink", "quiet", "paper", "paper_ink", "accent", "accent_ink",
            "question", "alarm",
        ):  # fmt: skip
            setattr(self, name, [*rgb(getattr(palette, name)), 1.0])
        is_light = self.theme == "light"
        self.chosen, self.chosen_ink = (self.ink, self.ground) if is_light else (self.paper, self.paper_ink)

    def on_game(self, *_: object) -> None:
        self.on_theme()

    def on_text_size(self, *_: object) -> None:
        self.text_scale = TEXT_SCALES.get(self.text_size, 1.0)
        self.text_unit = self.unit * self.text_scale
        self._size_head()

    def _size_head(self) -> None:
        """Give the head room for the letters of those who want them larger."""
        tall = HEAD_TALL if self.is_tall else 1
        self.head = STYLE.lengths.head * self.text_unit * tall

    def resize(self, width: float, height: float) -> None:
        """Adapt to the size of the window, in pixels."""
        self.width, self.height = width, height
        self.mm = math.hypot(width, height) / TABLET_MM
        self.target = self.mm * TARGET_MM
        self.is_tall = height > width
        lengths = STYLE.lengths
        self.unit = min(width, height) / lengths.short_side
        self.text_unit = self.unit * self.text_scale
        self.margin, self.gutter = lengths.margin * self.unit, lengths.gutter * self.unit
        self._size_head()
        column = (width - 2 * self.margin - (lengths.columns - 1) * self.gutter) / lengths.columns
        self.side_column = BESIDE_COLUMNS * column + (BESIDE_COLUMNS - 1) * self.gutter
        self.radius, self.small_radius = lengths.radius * self.unit, lengths.small_radius * self.unit

    def say(self, words: Words) -> str:
        """Return words in the current language, with typographic apostrophes, and people by their names."""
        if isinstance(words, str):
            return as_printed(words)
        return as_printed(translate(with_names(words, self.names), self.language))

    def name_people(self, sides: Sequence[Side]) -> None:
        """From now on, name the person in place of a side that only has the name of its colour."""
        self.names = {
            side.name.template: side.person.name
            for side in sides
            if side.person is not None and isinstance(side.name, Text) and not side.name.args
        }

    def livery(self, role: str) -> Livery:
        """Return the colour, shape and letter of a side."""
        return LIVERIES[role]


def rgba(colour: str, alpha: float = 1.0) -> list[float]:
    """Return a colour of the palette for Kivy."""
    return [*rgb(colour), alpha]


def mixed(one: Sequence[float], other: Sequence[float], share: float) -> list[float]:
    """Return a colour between two for Kivy: 0 the one, 1 the other."""
    return [first + (last - first) * share for first, last in zip(one, other, strict=True)]

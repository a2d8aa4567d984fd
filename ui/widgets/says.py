"""A text whose role on the page decides its size: drawn once and kept, and shown whole while a finger rests on it.

What has no room even so is cut with an ellipsis, and shown whole while it is touched.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

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

from companion.house_style import ACROSS, TextRole
from companion.words import LANGUAGES, Text, Wording, as_sentence, translate, with_names
from ui.presenters.palette import STYLE
from ui.presenters.text_fit import Fit, Letters, TextBox, as_printed, cut, fit, fits
from ui.typeface import NUMERAL

# --- lettering
# Draws words once, keeps the result while there is room, and shows it again.
#
# To draw a line of text costs a millisecond or two, to show one that is drawn hardly anything: a list that moves up
# by a row shows a dozen lines that it has shown before, and a row that is chosen says the same in another colour. So
# all are drawn in white, and coloured as they are shown.

MOST_BYTES = 12_000_000
"""Some hundred lines and a few large numerals: more than any two pages show together."""
BYTES_A_PIXEL = 4


@dataclass(frozen=True, slots=True)
class Lettered:
    """Words in a typeface and a size in pixels. They are wrapped at `width_px`; `padding`: left, top, right, bottom."""

    text: str
    face: str
    size_px: float
    width_px: int
    halign: str
    padding: tuple[float, ...]


class Lettering:
    """The last drawn words. Only for the thread that draws."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Lettered, Texture] = OrderedDict()
        self._bytes = 0

    def texture(self, wanted: Lettered) -> Texture:
        """Return the words as a texture, no wider than their longest line."""
        kept = self._kept.get(wanted)
        if kept is not None:
            self._kept.move_to_end(wanted)
            return kept
        drawn = _drawn(wanted)
        self._kept[wanted] = drawn
        self._bytes += _bytes(drawn)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= _bytes(self._kept.popitem(last=False)[1])
        return drawn


def _pen(face: str, size_px: float, **options: Any) -> CoreLabel:
    """Return what draws texts in a typeface, without hinting: that pulls the dot of a bold i down to its stem, and on a small
    screen the i then is an l.

    A font takes this over as something is drawn with it, and texts are measured before: those of a frame in which a size is
    new would be measured with hinting, and their last letters cut off. So a dot is drawn first that nobody sees.
    """
    font = {"font_name": face, "font_size": size_px, "font_hinting": None}
    dot = CoreLabel(text=".", **font)
    dot.refresh()
    dot.render(real=True)
    return CoreLabel(**font, **options)


def _drawn(wanted: Lettered) -> Texture:
    label = _pen(
        wanted.face,
        wanted.size_px,
        text=wanted.text,
        halign=wanted.halign,
        valign="middle",
        padding=list(wanted.padding),
    )
    if "\n" in wanted.text or label.get_extents(wanted.text)[0] > wanted.width_px:
        label.usersize = (wanted.width_px, None)
    label.refresh()
    return label.texture


def _bytes(texture: Texture) -> int:
    return int(texture.width * texture.height * BYTES_A_PIXEL)


# --- whole text
# Shows a text whole, over the page, while a finger rests on a text that was cut.


class WholeText(Widget):
    """A panel with one text in the middle of the window, until the finger is lifted."""

    def __init__(self, text: str, **values: Any) -> None:
        super().__init__(size=Window.size, **values)
        self.words = text
        look = App.get_running_app().look
        label = _pen(
            "text",
            int(STYLE.type["row"] * look.text_unit),
            text=text,
            text_size=(self.width - 6 * look.margin, None),
            halign="center",
        )
        label.refresh()
        width, height = label.texture.size
        edge = look.margin
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.canvas:
            Color(*look.paper_ink)
            Rectangle(pos=(x - edge - 2, y - edge - 2), size=(width + 2 * edge + 4, height + 2 * edge + 4))
            Color(*look.paper)
            Rectangle(pos=(x - edge, y - edge), size=(width + 2 * edge, height + 2 * edge))
            Color(*look.paper_ink)
            Rectangle(pos=(x, y), size=(width, height), texture=label.texture)

    def on_touch_up(self, touch: Any) -> bool:
        del touch
        if self.parent is not None:
            Window.remove_widget(self)
        return False


def show_whole(text: str) -> None:
    """Show this text, and no other one."""
    for shown in [one for one in Window.children if isinstance(one, WholeText)]:
        Window.remove_widget(shown)
    Window.add_widget(WholeText(text))


# --- says

LEAST_LETTERS_PX = 12
"""The height of the smallest letters that people can read on a tablet of seven inches, which has 5 pixels to the millimetre."""
MEASURED_PX = 100
PAIR = 2
GROWING = (TextRole.NOTE, TextRole.CITE)
"""Letters so small that those who want larger ones cannot read them across the table either."""
NUMERAL_RISE = 0.05
"""How far numerals are raised, as a share of the height of the letters."""
_LETTERING = Lettering()
"""One for all: what one label has drawn another may show."""
_BEFORE = {"left": 0.0, "center": 0.5, "right": 1.0}
_BELOW = {"bottom": 0.0, "middle": 0.5, "top": 1.0}
"""How much of the room that is left stands before the text, and below it."""
_DUE: "dict[Says, None]" = {}
"""The labels whose words or size have changed since the last frame."""
_CHANGES_TEXTURE = (
    "text",
    "size",
    "font_name",
    "halign",
    "padding",
    "type_role",
    "roles",
    "group",
    "unit",
    "across_unit",
    "is_across",
    "wraps",
    "lines",
    "pad",
    "tight",
)


@lru_cache(maxsize=64)
def _ruler(face: str) -> CoreLabel:
    return _pen(face, MEASURED_PX)


@lru_cache(maxsize=4_000)
def _width(face: str, piece: str) -> float:
    """Return the width of a text at a font size of one pixel."""
    return float(_ruler(face).get_extents(piece)[0]) / MEASURED_PX


@lru_cache(maxsize=64)
def _em(face: str) -> float:
    return float(_ruler(face).get_extents("Ég")[1]) / MEASURED_PX


@lru_cache(maxsize=64)
def _letters(face: str) -> Letters:
    return Letters(lambda piece: _width(face, piece), _em(face))


@lru_cache(maxsize=4_000)
def _fit(text: str, face: str, box: TextBox, sizes_px: tuple[float, float]) -> Fit:
    return fit(text, box, sizes_px, _letters(face))


@lru_cache(maxsize=4_000)
def _laid(text: str, face: str, box: TextBox, size_px: float) -> str:
    """Return the text, or as much of it as has room."""
    letters = _letters(face)
    return text if fits(text, box, size_px, letters) else cut(text, box, size_px, letters)


def line_px(text: str, face: str, size_px: float) -> float:
    """Return the width of a text on one line."""
    return _width(face, text) * size_px


def letters_px(height: float, unit: float) -> float:
    """Return the height of letters in whole pixels, as letters are drawn; none are smaller than can be read."""
    return float(max(LEAST_LETTERS_PX, int(height * unit)))


def in_all_languages(says: Text | Wording | str) -> tuple[str, ...]:
    """Return a sentence as it is printed in each language."""
    if isinstance(says, str):
        return (as_sentence(as_printed(says)),)
    named = with_names(says, App.get_running_app().look.names)
    return tuple(as_sentence(as_printed(translate(named, language))) for language in LANGUAGES)


def needed_px(text: str, face: str, role: TextRole, width_px: float, *, wraps: bool) -> float:
    """Return the height that a text takes of a box of this width, in the letters of its role."""
    size, smaller = STYLE.steps(role)
    unit = App.get_running_app().look.text_unit
    box = TextBox(max(1.0, width_px), math.inf, wraps=wraps)
    # In whole pixels, as a label takes it.
    return math.ceil(_fit(text, face, box, (letters_px(size, unit), letters_px(smaller, unit))).height_px)


def lines_px(says: Text | Wording | str, face: str, role: TextRole, width_px: float, lines: int = 0) -> float:
    """Return the height that a sentence takes in the letters of its role, in the language that needs the most; infinite if it
    has no room on so many lines. 0: it may have as many as it needs.
    """
    size, smaller = STYLE.steps(role)
    unit = App.get_running_app().look.text_unit
    box = TextBox(max(1.0, width_px), math.inf, most_lines=lines, wraps=True)
    sizes_px = letters_px(size, unit), letters_px(smaller, unit)
    fits = [_fit(text, face, box, sizes_px) for text in in_all_languages(says) if text]
    return max((math.inf if one.step else one.height_px for one in fits), default=0.0)


_LABELS: "WeakSet[Says]" = WeakSet()
"""All that are there. Listeners of their own would be kept when they are gone, until the language changes next: in a kiosk,
for days.
"""


def speak(language: str) -> None:
    """Translate the words of every label into another language."""
    for label in list(_LABELS):
        label.language = language


class Says(Widget):
    """A label. `says` is a sentence that is not translated yet; `type_role` decides the size (see `TextRole`).

    Texts of one `group`, usually the widget around them, have one size: as soon as one of them has no room on its line, all
    take the next smaller size of the scale.
    """

    says = ObjectProperty("")
    text = StringProperty("")
    """The words in the language that is spoken."""
    font_name = StringProperty("text")
    color = ListProperty([1, 1, 1, 1])
    printed = ListProperty([])
    """A colour of its own, the same in every theme; empty: that of the theme's ink."""
    halign = StringProperty("center")
    valign = StringProperty("middle")
    """Words that belong together stand against each other, where letters that have become smaller leave room."""
    padding = VariableListProperty([0])
    """Left, top, right, bottom, in pixels: room that belongs to the text."""
    type_role = StringProperty(TextRole.ROW.value)
    roles = ListProperty([])
    """The role is the first of these in which the whole text has room, for questions of any length; empty: `type_role`
    stays.
    """
    group = ObjectProperty(None, allownone=True)
    """The widget whose texts of this role go together; None: it stands alone."""
    unit = NumericProperty(1.0)
    """Pixels to a pixel of the scale, for texts that are read from a chair."""
    across_unit = NumericProperty(1.0)
    """The same for those that are read across the table."""
    is_across = BooleanProperty(False)
    """It is read across the table, though its role alone does not say so."""
    wraps = BooleanProperty(False)
    """It is prose: it takes several lines before it becomes smaller."""
    needed_px = NumericProperty(0)
    """The height that the text takes of a box of this width that is high enough."""
    taken_px = NumericProperty(0)
    """The height of the letters as they are drawn: less than `needed_px` where they had to become smaller."""
    taken_wide_px = NumericProperty(0)
    """The width in px of the longest line that is drawn."""
    lift_px = NumericProperty(0)
    """How far above their place the letters are drawn."""
    shift_px = NumericProperty(0)
    """How many px to the right of their own place the words are drawn."""
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
    is_alike = BooleanProperty(False)
    """It has the same size in all languages: that of the language that needs most room."""

    def __init__(self, **values: Any) -> None:
        self._texture: Texture | None = None
        self.step = 0
        """How many sizes the group has stepped down."""
        self._key: tuple[Widget, str] | None = None
        super().__init__(**values)
        _LABELS.add(self)
        with self.canvas:
            self._ink = Color(*self.color)
            self._letters = Rectangle(size=(0, 0))
        for name in _CHANGES_TEXTURE:
            self.fbind(name, self._draw_soon)
        self.fbind("pos", self._place)
        self.fbind("valign", self._place)
        self.fbind("lift_px", self._place)
        self.fbind("shift_px", self._place)
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

    @property
    def sizes_px(self) -> tuple[float, ...]:
        """The height of the letters of its role, and the next smaller ones, in whole pixels, as letters are drawn. For those
        who want larger letters the small ones that are read across the table grow too, where they have room; and what has
        no room otherwise takes letters that did not grow, before it is cut.
        """
        return self._sizes_px_of(self.type_role)

    def _sizes_px_of(self, role: str) -> tuple[float, ...]:
        size, smaller = STYLE.steps(role)
        usual, grown = self.across_unit, max(self.unit, self.across_unit)
        if not self._is_across(role):
            steps = [(size, self.unit), (smaller, self.unit), *([(smaller, usual)] if grown > usual else [])]
        elif grown > usual and role in GROWING:
            steps = [(size, grown), (size, usual), (smaller, usual)]
        else:
            steps = [(size, usual), (smaller, usual)]
        return tuple(letters_px(height, unit) for height, unit in steps)

    def _is_across(self, role: str) -> bool:
        return self.is_across or role in ACROSS

    @property
    def size_px(self) -> float:
        """The height of the letters now."""
        sizes = self.sizes_px
        return sizes[min(self.step, len(sizes) - 1)]

    @property
    def _box(self) -> TextBox:
        return TextBox(self.width - 2 * self.pad, self.height, self.tight, int(self.lines), self.wraps)

    @property
    def _has_room(self) -> bool:
        return bool(self.text and self.width - 2 * self.pad > 1 and self.height > 1)

    def take_role(self) -> None:
        """Take the first of its roles in which the whole text has room; if there is none, the last one."""
        if self.roles and self._has_room:
            self.type_role = next(filter(self._shows_all_as, self.roles), self.roles[-1])

    def _shows_all_as(self, role: str) -> bool:
        sizes_px = self._sizes_px_of(role)
        return self._is_whole(sizes_px[self._step_of(sizes_px, self._is_across(role))])

    def _is_whole(self, size_px: float) -> bool:
        """Tell whether letters of this size leave room for the whole text."""
        return _laid(self.text, self.font_name, self._box, size_px) == self.text

    def _step_of(self, sizes_px: tuple[float, ...], is_across: bool) -> int:
        """Return how many sizes the text steps down, if it stands alone."""
        step = self._fit(sizes_px).step
        if not step or len(sizes_px) == PAIR:
            return step
        if is_across:
            return 1 + self._fit(sizes_px[1:]).step
        return 1 if self._is_whole(sizes_px[1]) else 2

    def _alike_step(self, sizes_px: tuple[float, ...]) -> int:
        """Return how many sizes, one at most, the same words step down in the language that needs most room."""
        if not self.is_alike or isinstance(self.says, str):
            return 0
        # Its height is often that of the words in the language that is spoken.
        box = replace(self._box, height_px=math.inf)
        return max(
            _fit(text, self.font_name, box, (sizes_px[0], sizes_px[1])).step
            for text in in_all_languages(self.says)
        )

    def _fit(self, sizes_px: tuple[float, ...]) -> Fit:
        """Find which of the first two sizes the text needs."""
        return _fit(self.text, self.font_name, self._box, (sizes_px[0], sizes_px[1]))

    def needed_step(self) -> int:
        """Return how many sizes this text alone steps down; notes the height that the text takes."""
        if not self.text or self.width - 2 * self.pad <= 1:
            self.needed_px = 0
            return 0
        sizes_px = self.sizes_px
        self.needed_px = math.ceil(self._fit(sizes_px).height_px)
        if not self._has_room:
            return 0
        return max(
            self._step_of(sizes_px, self._is_across(self.type_role)),
            self._alike_step(sizes_px),
        )

    def join(self) -> tuple[Widget, str] | None:
        """Join the group of labels that this label belongs to now, and return it; the group it leaves is measured
        again.
        """
        key = None if self.group is None else (self.group, self.type_role)
        if key != self._key:
            if self._key is not None:
                members = _GROUPS.get(self._key[0], {}).get(self._key[1])
                if members is not None:
                    members.discard(self)
                    _DUE.update(dict.fromkeys(members))
            if key is not None:
                _GROUPS.setdefault(key[0], {}).setdefault(key[1], WeakSet()).add(self)
            self._key = key
        return key

    def draw(self) -> None:
        """Show the words in the size of the group; they are drawn only if they were not drawn before."""
        if not self._has_room:
            self._texture, self.is_cut = None, False
        else:
            width = int(self.width - 2 * self.pad)
            laid = _laid(self.text, self.font_name, self._box, self.size_px)
            self.is_cut = laid != self.text
            self._texture = _LETTERING.texture(
                Lettered(laid, self.font_name, self.size_px, width, self.halign, tuple(self.padding))
            )
        self.taken_wide_px, self.taken_px = (0, 0) if self._texture is None else self._texture.size
        self._place()

    @property
    def drawn_px(self) -> tuple[float, float, float, float] | None:
        """The place of the letters: left, bottom, width and height in pixels of the window; None: nothing is drawn."""
        if self._texture is None:
            return None
        return (*self.to_window(*self._letters.pos), *self._letters.size)

    @property
    def rise_px(self) -> float:
        """How many pixels numerals are raised, to stand in the middle of their box: they have no descenders."""
        return NUMERAL_RISE * self.size_px if self.font_name == NUMERAL else 0.0

    def on_touch_down(self, touch: Any) -> bool:
        """Show the whole text while a finger rests on a text that is cut; the touch also reaches what is below."""
        if self.is_cut and self.collide_point(*touch.pos):
            show_whole(self.text)
        return bool(super().on_touch_down(touch))

    def _place(self, *_: object) -> None:
        """Place the texture on whole pixels, so that letters stay sharp."""
        texture = self._texture
        if texture is None:
            self._letters.size = (0, 0)
            return
        room = self.width - 2 * self.pad - texture.width
        self._letters.texture, self._letters.size = texture, texture.size
        self._letters.pos = (
            int(self.x + self.pad + room * _BEFORE[self.halign] + self.shift_px),
            int(self.y + (self.height - texture.height) * _BELOW[self.valign] + self.rise_px + self.lift_px),
        )


class Sign(Says):
    """A letter or a number that is part of a drawing, such as a side's mark: it is as large as its drawing makes it."""

    sign_px = NumericProperty(20)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.fbind("sign_px", self._draw_soon)

    @property
    def sizes_px(self) -> tuple[float, ...]:
        size_px = float(max(1, int(self.sign_px)))
        return size_px, size_px

    @property
    def _box(self) -> TextBox:
        """A drawing is made for its letter: it is never cut."""
        return TextBox(10 * max(1.0, self.width), 10 * max(1.0, self.height), self.tight)


_GROUPS: "WeakKeyDictionary[Widget, dict[str, WeakSet[Says]]]" = WeakKeyDictionary()
"""The labels of each group, by role."""


def _draw_due(*_: object) -> None:
    """Draw all changed labels once in a frame, because their boxes may change several times before they are shown."""
    while _DUE:
        due = list(_DUE)
        _DUE.clear()
        groups: dict[tuple[Widget, str], None] = {}
        for label in due:
            label.take_role()
            key = label.join()
            if key is None:
                label.step = label.needed_step()
                label.draw()
            else:
                groups[key] = None
        drawn = set(due)
        for group, role in groups:
            members = list(_GROUPS[group][role])
            # Buttons that wait to be used again would hold down the letters of those that are in use.
            used = [label for label in members if _is_within(label, group)] or members
            step = max((label.needed_step() for label in used), default=0)
            for label in members:
                if label.step != step or label in drawn:
                    label.step = step
                    label.draw()


def _is_within(label: Says, group: Widget) -> bool:
    """Tell whether a label is in the tree of its group, on whatever page that is."""
    found: Widget | None = label
    while found is not None and found is not group and found.parent is not found:
        found = found.parent
    return found is group


Window.bind(on_draw=_draw_due)

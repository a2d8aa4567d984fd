"""Keys: what each key does for the referee, where the keyboard's focus goes, and a keyboard on the screen.

Letters and named keys only, which stand at the same names on every keyboard; the row of figures is also known by what it
writes on a French keyboard without Shift.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.words import Text
from ui.presenters.plan import Rectangle


class Act(StrEnum):
    """The action of a key, or of the button with the same name."""

    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    FIRST = "first"
    LAST = "last"
    FOLD = "fold"
    UNDO = "undo"
    REPLACE = "replace"
    OVERRIDE = "override"
    FREEZE = "freeze"
    PROTEST = "protest"
    PAUSE = "pause"
    CLOCKS = "clocks"
    HAND = "hand"
    QUESTION = "question"
    PLAYERS = "players"
    PUBLIC = "public"
    SOUND = "sound"
    BACK = "back"
    KEYS = "keys"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Hotkey:
    """A key with its action. `names` are the window's names for it; `shown` stands on the page of keys."""

    act: Act
    names: tuple[str, ...]
    shown: Text
    says: Text


def _letter(letter: str) -> Text:
    return Text("{key}", key=letter)


HOTKEYS = (
    Hotkey(Act.UP, ("up",), Text("arrow up"), Text("the play before")),
    Hotkey(Act.DOWN, ("down",), Text("arrow down"), Text("the play after")),
    Hotkey(Act.PAGE_UP, ("pageup",), Text("page up"), Text("ten plays before")),
    Hotkey(Act.PAGE_DOWN, ("pagedown",), Text("page down"), Text("ten plays after")),
    Hotkey(Act.FIRST, ("home",), Text("home key"), Text("the first play")),
    Hotkey(Act.LAST, ("end",), Text("end key"), Text("the last play")),
    Hotkey(Act.FOLD, ("enter", "numpadenter"), Text("enter"), Text("unfold the arithmetic, or accept")),
    Hotkey(Act.UNDO, ("u",), _letter("U"), Text("undo this and all later plays")),
    Hotkey(Act.REPLACE, ("r",), _letter("R"), Text("replace with…")),
    Hotkey(Act.OVERRIDE, ("o",), _letter("O"), Text("override")),
    Hotkey(Act.FREEZE, ("f",), _letter("F"), Text("freeze the public score, or show it again")),
    Hotkey(Act.PROTEST, ("n",), _letter("N"), Text("note a protest, or settle it")),
    Hotkey(Act.PAUSE, ("p",), _letter("P"), Text("pause the clocks, or go on")),
    Hotkey(Act.CLOCKS, ("c",), _letter("C"), Text("set the clocks")),
    Hotkey(Act.HAND, ("h",), _letter("H"), Text("enter a play by hand")),
    Hotkey(Act.QUESTION, ("s",), _letter("S"), Text("answer the open question")),
    Hotkey(Act.PLAYERS, ("j",), _letter("J"), Text("the players' screen")),
    Hotkey(Act.PUBLIC, ("v",), _letter("V"), Text("what the public sees")),
    Hotkey(Act.SOUND, ("m",), _letter("M"), Text("mute the sound, or turn it on again")),
    Hotkey(Act.RULES, ("l",), _letter("L"), Text("the rules of this moment")),
    Hotkey(Act.KEYS, ("?", "f1", "k"), Text("? or K"), Text("show the keys")),
    Hotkey(Act.BACK, ("escape",), Text("escape"), Text("go back")),
)
FIGURES = Hotkey(Act.FOLD, (), Text("1 to 9"), Text("choose among the answers"))
_ON_FRENCH_KEYS = "&é\"'(-è_ç"
_BY_NAME = {name: key.act for key in HOTKEYS for name in key.names}
FOR_PLAYERS = (Act.PAUSE, Act.HAND, Act.PUBLIC, Act.SOUND, Act.RULES, Act.BACK)
"""The referee's keys that also work on the players' screen; the referee's own screen has a button for each."""


def act_of(name: str, modifiers: tuple[str, ...] = ()) -> Act | None:
    """Return the action of a key; None: it has none. Keys pressed with Ctrl, Alt or Meta belong to the window."""
    if {"ctrl", "alt", "meta"} & set(modifiers):
        return None
    if name == "," and "shift" in modifiers:  # where ? stands on a French keyboard
        return Act.KEYS
    return _BY_NAME.get(name.lower())


def figure_of(name: str) -> int | None:
    """Return the digit from 1 to 9 that a key stands for."""
    figure = name.removeprefix("numpad")
    if len(figure) == 1 and figure in "123456789":
        return int(figure)
    return _ON_FRENCH_KEYS.index(name) + 1 if len(name) == 1 and name in _ON_FRENCH_KEYS else None


# --- focus order
# Finds where the keyboard's focus goes: to the next button in the order in which people read, or to the nearest place
# in a direction.

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The arrow keys, as steps along x and y."""
ASIDE = 2.0
"""How much a pixel to the side counts, compared with one straight ahead."""


def in_reading_order(places: Sequence[Rectangle], row_px: float) -> list[int]:
    """Return the indices of places row by row from the top, and in a row from the left. `row_px`: the height of a row."""

    def order(index: int) -> tuple[int, float]:
        place = places[index]
        return -round((place.y + place.height) / row_px), place.x

    return sorted(range(len(places)), key=order)


def towards(here: Rectangle, places: Sequence[Rectangle], way: tuple[int, int]) -> int | None:
    """Return the index of the nearest place in a direction; None if there is none."""

    def apart(place: Rectangle) -> float:
        x, y = (there - own for there, own in zip(place.middle, here.middle, strict=True))
        ahead, aside = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        # What lies more to the side than ahead is reached by the other arrows.
        return (
            ahead + ASIDE * aside if ahead > 0 and (ahead >= aside or _faces(here, place, way)) else math.inf
        )

    found = min(range(len(places)), key=lambda index: apart(places[index]), default=None)
    return None if found is None or apart(places[found]) == math.inf else found


def nearest(here: Rectangle, places: Sequence[Rectangle]) -> int:
    """Return the index of the place nearest to where the focus was. Raises `ValueError` if there is none."""
    return min(range(len(places)), key=lambda index: math.dist(places[index].middle, here.middle))


def _faces(here: Rectangle, place: Rectangle, way: tuple[int, int]) -> bool:
    """Tell whether a place lies straight ahead: its side overlaps, so that a wide button is reached from a narrow one."""
    if way[0]:
        return here.y < place.y + place.height and place.y < here.y + here.height
    return here.x < place.x + place.width and place.x < here.x + here.width


# --- key entry
# The state of a keyboard on the screen: its pages of keys in each language, and the words typed so far.
#
# Names begin with a capital, and so does each of their parts, without anybody asking for it.

BREAKS = " -'’"
"""After one of these a new part of a name begins."""


class KeyPage(StrEnum):
    """Names the pages of the keyboard on the screen."""

    LETTERS = "letters"
    SIGNS = "signs"


ROWS: dict[tuple[str, KeyPage], tuple[str, ...]] = {
    ("fr", KeyPage.LETTERS): ("azertyuiop", "qsdfghjklm", "wxcvbnéèç’"),
    ("en", KeyPage.LETTERS): ("qwertyuiop", "asdfghjkl’", "zxcvbnm-.&"),
    ("fr", KeyPage.SIGNS): ("1234567890", "âàêëîïôöùû", "üœæñ-.&!/+"),
    ("en", KeyPage.SIGNS): ("1234567890", "éèêëçàâîïô", "öùûüœñ!/+_"),
}
"""Keys row by row, as fingers know them; accents that a language lacks are on the other page."""
ADDRESS_SIGNS = ":/.-_@?=&%"
"""The last row of signs where an address is typed."""


@dataclass(frozen=True, slots=True)
class TypedText:
    """The words so far and the state of the keyboard.

    `longest`: the most characters, 0 for any number; an address gets no capitals by itself.
    """

    words: str = ""
    page: KeyPage = KeyPage.LETTERS
    is_capital: bool = True
    longest: int = 0
    is_address: bool = False

    @classmethod
    def of(cls, words: str, *, longest: int = 0, is_address: bool = False) -> "TypedText":
        """Return a keyboard that continues these words."""
        return cls(
            words, is_capital=not is_address and _begins(words), longest=longest, is_address=is_address
        )

    def rows(self, language: str) -> tuple[tuple[str, ...], ...]:
        """Return the visible keys, as they would be typed."""
        rows = ROWS["fr" if language == "fr" else "en", self.page]
        if self.is_address and self.page is KeyPage.SIGNS:
            rows = (*rows[:-1], ADDRESS_SIGNS)
        return tuple(tuple(sign.upper() if self.is_capital else sign for sign in row) for row in rows)

    def sign(self, sign: str) -> "TypedText":
        """Return the state after a key; a character beyond the longest text is dropped."""
        if self.longest and len(self.words) >= self.longest:
            return self
        words = self.words + sign
        return replace(self, words=words, is_capital=not self.is_address and _begins(words))

    def shift(self) -> "TypedText":
        return replace(self, is_capital=not self.is_capital)

    def turn(self) -> "TypedText":
        """Change to the other page of keys."""
        return replace(self, page=KeyPage.SIGNS if self.page is KeyPage.LETTERS else KeyPage.LETTERS)

    def delete(self) -> "TypedText":
        """Delete the last character."""
        words = self.words[:-1]
        return replace(self, words=words, is_capital=not self.is_address and _begins(words))


def _begins(words: str) -> bool:
    return not words or words[-1] in BREAKS

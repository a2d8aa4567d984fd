"""The referee's keys: one table holds what each key does and what the page of keys shows.

Letters and named keys only, which stand at the same names on every keyboard; the row of figures is also known by what it
writes on a French keyboard without Shift.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.words import Text


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
    Hotkey(Act.FOLD, ("enter", "numpadenter"), Text("enter"), Text("fold the arithmetic out, or accept")),
    Hotkey(Act.UNDO, ("u",), _letter("U"), Text("undo from here")),
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
    Hotkey(Act.RULES, ("l",), _letter("L"), Text("the rules for now")),
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

"""Fills the words of a language into the phone's page."""

import json
from collections.abc import Mapping
from html import escape
from string import Template

from companion.web.language import OTHER
from companion.words import Text, as_sentence, translate
from vision.phone.page_files import PAGE, STRANGER

TITLE = Text("the camera of the table")
WORDS: dict[str, Text] = {
    "title": TITLE,
    "begin": Text("start the camera"),
    "warned": Text(
        "Your browser warned you because this page comes from the machine at your table, which signs for itself;"
        " no company vouches for it. Pictures go to that machine and nowhere else. You are asked once."
    ),
    "how": Text("Hold the phone across, above the table, so that the whole mat is in the picture."),
    "picture": Text("take one picture instead"),
    "stop": Text("stop"),
    "other": Text("français"),
    "read": Text("what was read"),
}
SAID: dict[str, Text] = {
    "joining": Text("one moment…"),
    "looking": Text("looking"),
    "moving": Text("something moves"),
    "resting": Text("everything that lies there was looked at"),
    "lost": Text("the machine at the table does not answer; the phone keeps trying"),
    "stopped": Text("the camera was stopped"),
    "denied": Text("the browser was not allowed to use the camera: allow it in its settings, and load the page again"),
    "none": Text("this browser gives pages no camera: take single pictures below"),
    "sent": Text("the picture was sent"),
    "bad": Text("this picture cannot be opened; take another one"),
    "asleep": Text("keep the screen on by hand: this browser lets the phone fall asleep"),
}  # fmt: skip
"""What the page's program says; the keys stand in `phone.js`."""


def page_html(language: str) -> str:
    """Returns the page, in a language of `LANGUAGES`."""
    said = json.dumps({key: as_sentence(translate(text, language)) for key, text in SAID.items()})
    words = {key: escape(as_sentence(translate(text, language))) for key, text in WORDS.items()}
    return _filled(PAGE.read_text(encoding="utf-8"), language, words, said=escape(said))


def stranger_html(language: str) -> str:
    """Returns the page for who has neither token nor key: it tells to scan the code, and nothing else."""
    hint = Text("Scan the code on the screen of the table. A code can be used only once.")
    words = {
        "title": escape(as_sentence(translate(TITLE, language))),
        "hint": escape(translate(hint, language)),
    }
    return _filled(STRANGER.read_text(encoding="utf-8"), language, words)


def _filled(page: str, language: str, words: Mapping[str, str], **more: str) -> str:
    return Template(page).substitute(words, language=language, other_language=OTHER[language], **more)

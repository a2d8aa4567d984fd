"""Translates printed texts into French, English, or both, and sets French typography right."""

import re
from enum import StrEnum

from companion.words import Text, Wording, translate

NBSP = "\N{NO-BREAK SPACE}"
BEFORE_SIGNS = re.compile(r" (?=[:;!?»%])|(?<=«) ")
"""Spaces that French typography makes no-break: before : ; ! ? » % and after «."""
STRAIGHT = re.compile(r"(?<=\w)'(?=\w)")
"""A typed apostrophe, which is printed curved."""


class PrintLanguage(StrEnum):
    """Names the language of a print; `both` is French first, then English."""

    FR = "fr"
    EN = "en"
    BOTH = "both"

    @property
    def languages(self) -> tuple[str, ...]:
        """Returns the codes of the languages that are printed, in the order in which they are printed."""
        return ("fr", "en") if self is PrintLanguage.BOTH else (self.value,)

    def translate_each(self, text: Text | Wording) -> tuple[str, ...]:
        """Translates a text into each language of the print; equal texts are kept once."""
        words = (_as_printed(translate(text, language)) for language in self.languages)
        return tuple(dict.fromkeys(filter(None, words)))

    def translate_line(self, text: Text | Wording) -> str:
        """Translates a text into each language, on one line."""
        return " / ".join(self.translate_each(text))


def _as_printed(words: str) -> str:
    return BEFORE_SIGNS.sub(NBSP, STRAIGHT.sub("’", words))

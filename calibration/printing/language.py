"""The languages of what is printed: one of the two, or both, French first."""

import re
from enum import StrEnum

from companion.words import Text, Wording, translate

NBSP = "\N{NO-BREAK SPACE}"
BEFORE_SIGNS = re.compile(r" (?=[:;!?»%])|(?<=«) ")
"""Where French keeps a sign and its word together, whatever a card's text says."""
STRAIGHT = re.compile(r"(?<=\w)'(?=\w)")
"""An apostrophe as it is typed; on paper it is curved."""


class PrintLanguage(StrEnum):
    """Which language a print speaks."""

    FR = "fr"
    EN = "en"
    BOTH = "both"

    @property
    def languages(self) -> tuple[str, ...]:
        return ("fr", "en") if self is PrintLanguage.BOTH else (self.value,)

    def translate_each(self, text: Text | Wording) -> tuple[str, ...]:
        """What a print says in each of its languages; once, where they say the same."""
        words = (_as_printed(translate(text, language)) for language in self.languages)
        return tuple(dict.fromkeys(filter(None, words)))

    def translate_line(self, text: Text | Wording, separator: str = " / ") -> str:
        """The same on one line."""
        return separator.join(self.translate_each(text))


def _as_printed(words: str) -> str:
    return BEFORE_SIGNS.sub(NBSP, STRAIGHT.sub("’", words))

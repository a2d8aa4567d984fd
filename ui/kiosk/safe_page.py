"""The safe page of a kiosk: it says in both languages what went wrong and what helps, and works without any other part."""

from typing import ClassVar

from kivy.properties import ObjectProperty

from companion.words import Text, Wording, translate
from ui.kiosk.host import KioskPage

SORRY = Text("this table is out of order: please tell the staff")
STAFF = Text(
    "for the staff: touch “try again”; if the fault comes back, switch the machine off and on; if it stays, tell"
    " whoever has set this kiosk up"
)
UNKNOWN = Text("what went wrong is not known")


class SafePage(KioskPage):
    """The page that replaces the game after too many errors."""

    called: ClassVar[str] = "safe"
    is_home: ClassVar[bool] = True
    is_resting: ClassVar[bool] = True
    is_in_both_languages: ClassVar[bool] = True
    fault = ObjectProperty("")
    fault_other = ObjectProperty("")

    def enter(self) -> None:
        fault = self.kiosk.guard.recoveries.fault
        says = UNKNOWN if fault is None else fault.says
        self.fault = one_language(says, "fr")
        self.fault_other = "" if self.fault == one_language(says, "en") else one_language(says, "en")


def one_language(words: Text | Wording, language: str) -> str:
    """Return words that stay in their language when the language changes."""
    return translate(words, language)


def both_languages(one: str, other: str) -> str:
    """Return a sentence in both languages on one line; once, if both are the same."""
    return f"{one} – {other}" if other else one

"""The state of a keyboard on the screen: its pages of keys in each language, and the words typed so far.

Names begin with a capital, and so does each of their parts, without anybody asking for it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

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

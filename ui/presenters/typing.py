"""What a keyboard on the screen types: its pages of keys in each language, and the words as they grow.

Names begin with a capital, and so does each of their parts, without anybody asking for it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

BREAKS = " -'’"
"""After one of these a new part of a name begins."""


class Page(StrEnum):
    """Which keys are to be seen."""

    LETTERS = "letters"
    SIGNS = "signs"


ROWS: dict[tuple[str, Page], tuple[str, ...]] = {
    ("fr", Page.LETTERS): ("azertyuiop", "qsdfghjklm", "wxcvbnéèç’"),
    ("en", Page.LETTERS): ("qwertyuiop", "asdfghjkl’", "zxcvbnm-.&"),
    ("fr", Page.SIGNS): ("1234567890", "âàêëîïôöùû", "üœæñ-.&!/+"),
    ("en", Page.SIGNS): ("1234567890", "éèêëçàâîïô", "öùûüœñ!/+_"),
}
"""Keys row by row, as fingers know them; accents that a language lacks are on the other page."""
ADDRESS_SIGNS = ":/.-_@?=&%"
"""The last row of signs where an address is typed."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The words so far and the state of the keyboard. `longest`: signs, 0 for any; an address has no capitals of its own."""

    words: str = ""
    page: Page = Page.LETTERS
    is_capital: bool = True
    longest: int = 0
    is_address: bool = False

    @classmethod
    def of(cls, words: str, *, longest: int = 0, is_address: bool = False) -> "Typed":
        """A keyboard that goes on with these words."""
        return cls(
            words, is_capital=not is_address and _begins(words), longest=longest, is_address=is_address
        )

    def rows(self, language: str) -> tuple[tuple[str, ...], ...]:
        """The keys that are to be seen, as they would be typed."""
        rows = ROWS["fr" if language == "fr" else "en", self.page]
        if self.is_address and self.page is Page.SIGNS:
            rows = (*rows[:-1], ADDRESS_SIGNS)
        return tuple(tuple(sign.upper() if self.is_capital else sign for sign in row) for row in rows)

    def sign(self, sign: str) -> "Typed":
        """A key was touched; what is too long is not taken."""
        if self.longest and len(self.words) >= self.longest:
            return self
        words = self.words + sign
        return replace(self, words=words, is_capital=not self.is_address and _begins(words))

    def shift(self) -> "Typed":
        return replace(self, is_capital=not self.is_capital)

    def turn(self) -> "Typed":
        """The other page of keys."""
        return replace(self, page=Page.SIGNS if self.page is Page.LETTERS else Page.LETTERS)

    def delete(self) -> "Typed":
        """The last sign goes."""
        words = self.words[:-1]
        return replace(self, words=words, is_capital=not self.is_address and _begins(words))


def _begins(words: str) -> bool:
    return not words or words[-1] in BREAKS

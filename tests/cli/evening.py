"""An evening of entering cards, for tests: somebody with a box, a keyboard, and a folder for what was entered."""

from typing import Any

from companion.storage.catalogue import load_catalogue
from companion.storage.drafts import Drafts
from tests.cli.terminal import Said, Terminal

ENERGY = ("Blitz", "", "2", "1", "blue", "yes")
"""The answers that make an energy: its name twice, attack, defence, colour, whistle."""


class Evening(Terminal):
    """Somebody with a box of cards and a keyboard."""

    def add(self, *lines: str, words: tuple[str, ...] = ("ofusaido", "EN001-700"), lang: str = "en") -> Said:
        return self.type(
            "cards", "add", *words, "--lang", lang, stdin="".join(f"{line}\n" for line in lines).encode()
        )

    def cards(self, game: str = "ofusaido") -> list[dict[str, Any]]:
        return load_catalogue(game, [self.folder / "nothing ships", self.data / "catalogues"])

    @property
    def drafts(self) -> Drafts:
        return Drafts(self.data / "drafts")

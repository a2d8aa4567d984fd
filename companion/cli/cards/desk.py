"""The language, folders and cards that every action on cards needs."""

import argparse
import shutil
import sys
import textwrap
from pathlib import Path

from companion.cli.files import say
from companion.cli.story import printable
from companion.errors import CatalogueError
from companion.rules.card_forms import games_with_cards
from companion.rules.catalogue import as_printed
from companion.rules.engine import Json
from companion.storage.catalogue import SHIPPED
from companion.storage.drafts import Drafts
from companion.storage.owners_cards import OwnersCards, Saved
from companion.storage.places import Places, places
from companion.storage.references import Labelled
from companion.words import Text, as_sentence, translate

EXIT_OK, EXIT_FAULTS = 0, 1
NARROWEST = 24
"""Columns of a terminal: in fewer no sentence can be read."""


class CardDesk:
    """Looks cards up and prints messages."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.language: str = args.lang
        self.data: str | None = args.data
        self.places: Places = places(args.data)

    @property
    def owned(self) -> Path:
        """The folder of the owner's catalogues, with one folder for each game."""
        return self.places.catalogues[1]

    @property
    def drafts(self) -> Drafts:
        return Drafts(self.places.data / "drafts")

    @property
    def labelled(self) -> Labelled:
        return Labelled(self.places.data / "labelled.json")

    def cards(self, game: str) -> OwnersCards:
        return OwnersCards(game, SHIPPED, self.owned)

    def words(self, text: Text) -> str:
        return translate(text, self.language)

    def tell(self, text: Text) -> None:
        """Print a sentence on a line of its own, with a capital unless it begins with something that was typed."""
        words = self.words(text)
        self.line(words if text.template.startswith("{") else as_sentence(words))

    def line(self, words: str, *, indent: int = 0) -> None:
        """Print a line; in a terminal it is broken between words at the terminal's width."""
        margin = " " * indent
        line = margin + printable(words)
        if not sys.stdout.isatty():
            say(line, sys.stdout)
            return
        width = max(NARROWEST, shutil.get_terminal_size().columns - 1)
        for part in textwrap.wrap(
            line, width, subsequent_indent=margin, break_on_hyphens=False, break_long_words=False
        ):
            say(part, sys.stdout)

    def tell_saved(self, saved: Saved) -> None:
        """Say what happened to the file, where that is not obvious."""
        if saved.old_copy is not None:
            self.tell(Text("the file as it was is kept: {file}", file=str(saved.old_copy)))
        if not saved.keeps_comments:
            self.tell(
                Text(
                    "{file} was written again, and its comments are only in the old file",
                    file=str(saved.path),
                )
            )

    def find(self, ref: str, game: str | None) -> tuple[OwnersCards, Json]:
        """Return the card with a reference, and its game's cards.

        Raises `CatalogueError` if there is none, or more than one.
        """
        found = []
        for name in [game] if game else games_with_cards():
            cards = self.cards(name)
            card = cards.card(ref) or cards.card(as_printed(ref))
            if card is not None:
                found.append((cards, card))
        if not found:
            raise CatalogueError(
                Text("there is no card {ref}; `companion cards list --all` lists all cards", ref=ref[:40])
            )
        if len(found) > 1:
            games = ", ".join(cards.game for cards, _ in found)
            raise CatalogueError(
                Text("{ref} is a card of several games: {games}; name one with --game", ref=ref, games=games)
            )
        return found[0]

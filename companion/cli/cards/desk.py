"""`companion cards show`, `remove`, `labels`, `tags` and `tag`, and what every action on cards needs: language, folders and
cards.
"""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from companion.cli.files import say, write_lines
from companion.cli.main import called_as
from companion.cli.paper import printable
from companion.cli.story import table_lines
from companion.clock import now
from companion.errors import CatalogueError
from companion.ids import CardRef
from companion.rules.catalogue import as_printed
from companion.rules.engine import Json
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.rules.interview import InterviewQuestion, leading_to, progress
from companion.storage.card_cells import told
from companion.storage.card_sizes import USUAL, CardSize, told_size
from companion.storage.catalogue import SHIPPED, is_tag, not_a_tag
from companion.storage.drafts import Drafts
from companion.storage.faces import FaceShelf
from companion.storage.owners_cards import (
    CardFileChange,
    Labelled,
    OwnersCards,
    Saved,
    references,
    without_codes,
)
from companion.storage.places import Places, places
from companion.words import Text, as_sentence, translate

EXIT_OK, EXIT_FAULTS, EXIT_INTERRUPTED = 0, 1, 130
NARROWEST = 24
"""Columns of a terminal: in fewer no sentence can be read."""


class CardJob(Protocol):
    """Takes cards of one size out of pictures."""

    size: CardSize

    def look_for(self, size: CardSize) -> None:
        """Look for cards of another size from now on. The size is kept once a card is taken."""


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

    def tell_empty(self) -> None:
        """Say that there are no cards, and how to begin."""
        self.tell(
            Text(
                "you have no cards yet in {folder}; enter one with `companion cards add`",
                folder=str(self.owned),
            )
        )

    def tell(self, text: Text) -> None:
        """Print a sentence on a line of its own, with a capital unless it begins with something that was typed."""
        words = self.words(text)
        self.line(words if text.template.startswith("{") else as_sentence(words))

    def tell_change(self, now: Text | None, before: Text | None) -> Text | None:
        """Print a sentence if there is one and it is another than before; return it."""
        if now is not None and now != before:
            self.tell(now)
        return now

    def look_for(self, job: "CardJob", size: CardSize | None) -> None:
        """Have a job look for cards of the size that was typed, if one was. Tell which it is, if not the usual one."""
        if size is not None:
            job.look_for(size)
        if job.size != USUAL:
            self.tell(
                Text(
                    "cards of {size} are looked for, as was said for this game; others: `--size 63x88`",
                    size=told_size(job.size.mm),
                )
            )

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


# --- showing
# `companion cards show`: shows a card, field by field.

LONGEST_SAYING = 48


def run_show(args: argparse.Namespace) -> int:
    """Show the card and return the exit code. Raises `CatalogueError` if there is none."""
    desk = CardDesk(args)
    show(desk, *desk.find(args.ref, args.game))
    return EXIT_OK


def show(desk: CardDesk, cards: OwnersCards, card: Json) -> None:
    """Print a card: its kind, its file, and its fields."""
    form = forms_of(cards.game)[card["kind"]]
    files = cards.files_of(card["ref"])
    desk.tell(
        Text(
            "{ref}: {kind} of {game}",
            ref=card["ref"],
            kind=form.title,
            game=GAMES[cards.game].description.title,
        )
    )
    desk.tell(Text("in {file}", file=str(files[0].path)) if files else Text("it ships with the program"))
    tags = sorted(tag for tag, ref in cards.catalogue.tags.items() if ref == card["ref"])
    if tags:
        desk.tell(Text("tags of the card: {tags}", tags=", ".join(map(str, tags))))
    answered = progress(form, leading_to(form, card)).answered
    for line in field_lines(desk, answered):
        say(line, sys.stdout)


def field_lines(desk: CardDesk, answered: Iterable[tuple[InterviewQuestion, Any]]) -> Iterator[str]:
    """Return the fields that have a value: path, meaning, and value, which may be long."""
    rows = [
        [f"  {question.path}", _short(desk.words(question.says)), told(question.shape, value, desk.language)]
        for question, value in answered
        if not question.is_whether and value not in (None, "", [])
    ]
    return table_lines(rows) if rows else iter(())


def _short(says: str) -> str:
    return says if len(says) <= LONGEST_SAYING else f"{says[: LONGEST_SAYING - 1]}…"


# --- removing
# `companion cards remove`: removes a card from the owner's files; a copy of the old file is kept.


def run_remove(args: argparse.Namespace) -> int:
    """Remove the card and return the exit code. Raises `CatalogueError` if it is not one of the owner's."""
    desk = CardDesk(args)
    cards, card = desk.find(args.ref, args.game)
    ref = card["ref"]
    files = cards.files_of(ref)
    if not files:
        raise CatalogueError(Text("{ref} ships with the program: it cannot be removed", ref=ref))
    for file in files:
        desk.tell_saved(cards.save(file.path, CardFileChange(removed=frozenset({ref})), now()))
    shelf = FaceShelf(desk.owned, cards.game)
    shelf.remove(shelf.of(ref))
    desk.tell(Text("{ref} is removed", ref=ref))
    return EXIT_OK


# --- labels
# `companion cards labels`: lists the cards without a code, and the command that prints stickers for them.


def run_labels(args: argparse.Namespace) -> int:
    """List the cards without codes, or note that they have codes now; return the exit code."""
    desk = CardDesk(args)
    total = 0
    for game in [args.game] if args.game else games_with_cards():
        labelled = desk.labelled.of(game)
        refs = [card.ref for card in without_codes(references(game, desk.places.catalogues), labelled)]
        total += len(refs)
        if refs and args.done:
            desk.labelled.add(game, refs)
            desk.tell(Text("stickers noted for: {refs}", refs=", ".join(refs)))
        elif refs:
            desk.tell(Text("cards of {game} without a code: {refs}", game=game, refs=", ".join(refs)))
            desk.tell(Text("print their stickers with:"))
            words = ("print", "stickers", "--game", game, "--refs", ",".join(refs))
            say(f"    {called_as(*words, data=desk.data)}", sys.stdout)
            desk.tell(Text("and after you have stuck them on:"))
            say(f"    {called_as('cards', 'labels', game, '--done', data=desk.data)}", sys.stdout)
    if not total:
        desk.tell(Text("every card of your own has its code"))
    return EXIT_OK


# --- tagging
# `companion cards tags` and `tag`: list and set which card has which small tag.


def run_tagging(args: argparse.Namespace) -> int:
    """List the tags, or set one; return the exit code."""
    desk = CardDesk(args)
    if args.action == "tags":
        return _list(desk, args.game)
    if not is_tag(args.tag):
        raise CatalogueError(not_a_tag(args.tag))
    if args.ref is None:
        return _take_off(desk, int(args.tag), args.game)
    return _set(desk, int(args.tag), args.ref, args.game)


def _list(desk: CardDesk, game: str | None) -> int:
    rows = [[desk.words(heading) for heading in (Text("tag"), Text("reference"), Text("game"))]]
    for name in [game] if game else games_with_cards():
        tags = desk.cards(name).catalogue.tags
        rows.extend([str(tag), tags[tag], name] for tag in sorted(tags))
    if len(rows) == 1:
        desk.tell(Text("no card has a tag yet; `companion cards tag 200 REF` gives tag 200 to a card"))
    else:
        write_lines(table_lines(rows), None)
    return EXIT_OK


def _set(desk: CardDesk, tag: int, ref: str, game: str | None) -> int:
    """Set a tag in the file of its card, after removing it from another card's file."""
    cards, card = desk.find(ref, game)
    ref = card["ref"]
    target = cards.file_for(ref)
    before = cards.catalogue.tags.get(tag)
    if before == ref:
        desk.tell(Text("tag {tag} is already on {ref}", tag=tag, ref=ref))
        return EXIT_OK
    _let_go(desk, cards, tag, target.name)
    desk.tell_saved(cards.save(target, CardFileChange(tags={tag: CardRef(ref)}), now()))
    desk.tell(Text("tag {tag} is on {ref}", tag=tag, ref=ref))
    if before is not None:
        desk.tell(Text("the tag was on {ref} before", ref=before))
    return EXIT_OK


def _take_off(desk: CardDesk, tag: int, game: str | None) -> int:
    taken = False
    for name in [game] if game else games_with_cards():
        cards = desk.cards(name)
        if tag in cards.catalogue.tags:
            taken = True
            _let_go(desk, cards, tag, None)
    if not taken:
        raise CatalogueError(Text("no card has tag {tag}", tag=tag))
    desk.tell(Text("tag {tag} is on no card any more", tag=tag))
    return EXIT_OK


def _let_go(desk: CardDesk, cards: OwnersCards, tag: int, but: str | None) -> None:
    for file in cards.owned:
        if tag in file.tags and file.path.name != but:
            desk.tell_saved(cards.save(file.path, CardFileChange(tags={tag: None}), now()))

"""`companion cards show`: shows a card, field by field."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import say
from companion.cli.table import table_lines
from companion.rules.card_forms import forms_of
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.rules.interview import InterviewQuestion, leading_to, progress
from companion.storage.card_text import told
from companion.storage.owners_cards import OwnersCards
from companion.words import Text

LONGEST_SAYING = 48


def run(args: argparse.Namespace) -> int:
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

"""`companion cards export`: writes cards as a table for a spreadsheet, or as a catalogue."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import write_lines
from companion.csv_rows import BOM
from companion.errors import CatalogueError
from companion.ids import CardRef
from companion.rules.card_forms import forms_of
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.card_box import SUFFIX, write_box
from companion.storage.card_csv import written_table
from companion.storage.faces import FaceShelf
from companion.storage.owners_cards import OwnersCards
from companion.storage.yaml_edit import written_anew
from companion.words import Text


def run(args: argparse.Namespace) -> int:
    """Write the cards and return the exit code. Raises `CatalogueError` if there are none."""
    desk = CardDesk(args)
    cards = desk.cards(args.game)
    chosen = _chosen(cards, args)
    refs = {card["ref"] for card in chosen if "ref" in card}
    tags = {tag: ref for tag, ref in sorted(cards.catalogue.tags.items()) if ref in refs}
    if args.to == "csv":
        separator = args.separator or (";" if desk.language == "fr" else ",")
        table = written_table(args.game, chosen, tags, "\t" if separator == "tab" else separator)
        # On a screen the mark would be seen, and a file's lines end as spreadsheets end theirs.
        text = table if args.output else table.removeprefix(BOM).replace("\r\n", "\n")
    else:
        text = written_anew(_catalogue(args.game, chosen, tags))
    if args.to == "zip":
        _write_box(desk, args, text, refs)
    else:
        write_lines(text.removesuffix("\n").split("\n"), args.output)
    if args.output:
        told = Text("{count} cards of {game} are in {file}", count=len(refs), game=GAMES[args.game].description.title,
                    file=args.output)  # fmt: skip
        print(desk.words(told), file=sys.stderr)
    return EXIT_OK


def _write_box(desk: CardDesk, args: argparse.Namespace, catalogue: str, refs: set[str]) -> None:
    """Write the cards with their faces. Raises `CatalogueError` without a file to write to."""
    if not args.output:
        raise CatalogueError(Text("an archive needs a file: add -o {file}", file=f"{args.game}{SUFFIX}"))
    faces = FaceShelf(desk.owned, args.game).faces()
    write_box(Path(args.output), catalogue, [face for face in faces if not face.ref or face.ref in refs])


def _chosen(cards: OwnersCards, args: argparse.Namespace) -> list[Json]:
    """Return the cards in the order of their files; an owner's card replaces one that ships."""
    kinds = forms_of(cards.game)
    if args.kind is not None and args.kind not in kinds:
        raise CatalogueError(
            Text("there is no kind {name}; possible: {known}", name=args.kind[:40], known=", ".join(kinds))
        )
    own = {ref for file in cards.owned for ref in file.cards}
    chosen = [
        card
        for card in cards.catalogue.cards
        if (args.all or card.get("ref") in own or "ref" not in card)
        and (args.kind is None or card["kind"] == args.kind)
    ]
    if not any("ref" in card for card in chosen):
        raise CatalogueError(Text("you have no such card; use --all to export the demonstration cards too"))
    return chosen


def _catalogue(game: str, cards: list[Json], tags: Mapping[int, CardRef]) -> Json:
    written = {str(tag): str(ref) for tag, ref in tags.items()}
    return {"game": game, **({"tags": written} if written else {}), "cards": cards}

"""`companion cards list`: lists cards, one a line."""

import argparse

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import write_lines
from companion.cli.table import table_lines
from companion.rules.card_forms import forms_of, games_with_cards
from companion.storage.references import Reference, references
from companion.words import Text, translate


def run(args: argparse.Namespace) -> int:
    """List the owner's cards, or all cards; return the exit code. Raises `CatalogueError`."""
    desk = CardDesk(args)
    headings = [Text("game"), Text("reference"), Text("kind"), Text("name"), Text("tag"), Text("file")]
    rows = [[desk.words(heading) for heading in headings]]
    for game in [args.game] if args.game else games_with_cards():
        listed = references(game, desk.places.catalogues)
        rows.extend(_row(desk, game, card) for card in listed if args.all or not card.is_demonstration)
    if len(rows) == 1:
        desk.tell(
            Text(
                "you have no cards yet in {folder}; enter one with `companion cards add`",
                folder=str(desk.owned),
            )
        )
        return EXIT_OK
    write_lines(table_lines(rows), None)
    return EXIT_OK


def _row(desk: CardDesk, game: str, card: Reference) -> list[str]:
    kind = desk.words(forms_of(game)[card.kind].title)
    tags = " ".join(map(str, card.tags))
    file = desk.words(Text("demonstration")) if card.is_demonstration else card.path.name
    return [game, card.ref, kind, translate(card.name, desk.language), tags, file]

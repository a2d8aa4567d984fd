"""`companion cards remove`: removes a card from the owner's files; a copy of the old file is kept."""

import argparse

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.clock import now
from companion.errors import CatalogueError
from companion.storage.faces import FaceShelf
from companion.storage.owners_cards import CardFileChange
from companion.words import Text


def run(args: argparse.Namespace) -> int:
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

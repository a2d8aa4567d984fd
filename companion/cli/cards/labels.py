"""`companion cards labels`: lists the cards without a code, and the command that prints stickers for them."""

import argparse
import sys

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import say
from companion.cli.main import called_as
from companion.rules.card_forms import games_with_cards
from companion.storage.references import references, without_codes
from companion.words import Text


def run(args: argparse.Namespace) -> int:
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

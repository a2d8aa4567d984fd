"""`companion cards tags` and `tag`: list and set which card has which small tag."""

import argparse

from companion.cli.cards.desk import EXIT_OK, CardDesk
from companion.cli.files import write_lines
from companion.cli.table import table_lines
from companion.clock import now
from companion.errors import CatalogueError
from companion.ids import CardRef
from companion.rules.card_forms import games_with_cards
from companion.storage.catalogue import is_tag, not_a_tag
from companion.storage.owners_cards import CardFileChange, OwnersCards
from companion.words import Text


def run(args: argparse.Namespace) -> int:
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

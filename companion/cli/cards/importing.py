"""`companion cards import`: reads cards from a table or a catalogue, all of them or none."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.cards.desk import EXIT_FAULTS, EXIT_OK, CardDesk
from companion.cli.cards.tables import Incoming, faults_beside, incoming
from companion.cli.files import say
from companion.cli.story import printable
from companion.clock import now
from companion.errors import CatalogueError
from companion.rules.engine import Json
from companion.storage.card_box import CARDS, SUFFIX, CardBox, read_box
from companion.storage.card_faults import CardFault
from companion.storage.faces import FaceShelf
from companion.storage.owners_cards import USUAL_FILE, CardFileChange, OwnersCards, same_card
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Sorted:
    """The imported cards, sorted by what they change."""

    new: tuple[Json, ...]
    changed: tuple[Json, ...]
    same: tuple[Json, ...]
    without_ref: tuple[Json, ...]


def run(args: argparse.Namespace) -> int:
    """Import the cards, or say why none was imported; return the exit code."""
    desk = CardDesk(args)
    path = Path(args.file)
    if path.suffix.lower() == SUFFIX:
        return _import_box(desk, args, read_box(path))
    return _import(desk, args, incoming(path, args.game))


def _import_box(desk: CardDesk, args: argparse.Namespace, box: CardBox) -> int:
    """Import cards with their faces; faces are kept after the cards are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / CARDS
        path.write_bytes(box.catalogue)
        came = incoming(path, args.game)
    code = _import(desk, args, came)
    if code != EXIT_OK or args.check:
        return code
    shelf = FaceShelf(desk.owned, came.game)
    for name, jpeg in box.faces.items():
        shelf.put(name, jpeg)
    desk.tell(Text("faces imported: {count}", count=len(box.faces)))
    return EXIT_OK


def _import(desk: CardDesk, args: argparse.Namespace, came: Incoming) -> int:
    if came.faults:
        return _refused(desk, args.file, came.faults)
    cards = desk.cards(came.game)
    faults = faults_beside(cards, came)
    if faults:
        return _refused(desk, args.file, faults)
    found = _sorted(cards, came.cards)
    _report(desk, found)
    target = _target(cards, found, args.into)
    change = CardFileChange(
        (*found.without_ref, *found.new, *found.changed),
        tags={tag: ref for tag, ref in came.tags.items() if cards.catalogue.tags.get(tag) != ref},
    )
    if not change.cards and not change.tags:
        desk.tell(Text("nothing to do: all these cards are there already"))
    elif args.check:
        cards.try_change(target, change)
        desk.tell(
            Text(
                "nothing is wrong; type the command without --check to write the cards to {file}",
                file=str(target),
            )
        )
    else:
        desk.tell_saved(cards.save(target, change, now()))
        desk.tell(Text("imported into {file}", file=str(target)))
    return EXIT_OK


def _refused(desk: CardDesk, file: str, faults: Sequence[CardFault]) -> int:
    for fault in faults:
        say(printable(desk.words(fault.told(file))), sys.stdout)
    desk.tell(Text("nothing was imported"))
    return EXIT_FAULTS


def _sorted(cards: OwnersCards, came: Sequence[Json]) -> Sorted:
    """Sort imported cards into new, changed and unchanged ones; a card that ships and is imported unchanged is not copied."""
    new, changed, same, without_ref = [], [], [], []
    for card in came:
        if "ref" not in card:
            if card not in cards.catalogue.cards:
                without_ref.append(card)
            continue
        known = cards.card(card["ref"])
        if known is None:
            new.append(card)
        elif same_card(cards.game, card, known):
            same.append(card)
        else:
            changed.append(card)
    return Sorted(tuple(new), tuple(changed), tuple(same), tuple(without_ref))


def _report(desk: CardDesk, found: Sorted) -> None:
    for text, cards in (
        (Text("new cards: {refs}", refs=_refs(found.new)), found.new),
        (Text("changed cards: {refs}", refs=_refs(found.changed)), found.changed),
        (Text("cards that have not changed: {refs}", refs=_refs(found.same)), found.same),
    ):
        if cards:
            desk.tell(text)


def _refs(cards: Sequence[Json]) -> str:
    return ", ".join(str(card["ref"]) for card in cards)


def _target(cards: OwnersCards, found: Sorted, into: str | None) -> Path:
    """Return the one file to write; an import into two files could be left half done.

    Raises `CatalogueError` where cards to be changed stand in several.
    """
    standing: dict[Path, str] = {}
    for card in found.changed:
        for file in cards.files_of(card["ref"]):
            standing.setdefault(file.path, card["ref"])
    if into is not None:
        standing.setdefault(cards.folder / Path(into).name, "")
    if len(standing) > 1:
        listed = ", ".join(f"{path.name} ({ref})" if ref else path.name for path, ref in standing.items())
        raise CatalogueError(
            Text("an import changes one file, and this one would change several: {files}; import them in parts",
                 files=listed)
        )  # fmt: skip
    if standing:
        return next(iter(standing))
    try:
        return cards.file_for(found.new[0]["ref"]) if found.new else cards.folder / USUAL_FILE
    except CatalogueError:
        # Its form may come along with it.
        return cards.folder / USUAL_FILE

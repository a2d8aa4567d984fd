"""`companion cards check`, `import` and `export`: files of cards, as CSV tables and as YAML catalogues."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.cards.desk import EXIT_FAULTS, EXIT_OK, CardDesk
from companion.cli.files import file_bytes, say, write_bytes, write_lines
from companion.cli.paper import printable
from companion.clock import now
from companion.csv_rows import BOM
from companion.errors import CatalogueError, CompanionError
from companion.ids import CardRef
from companion.rules.catalogue import compiled, is_reference
from companion.rules.engine import Json
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.storage.card_box import CARDS, SUFFIX, CardBox, read_box, write_box
from companion.storage.card_cells import path_of
from companion.storage.card_csv import (
    PATTERN,
    REF,
    CardFault,
    CardsOfTable,
    file_faults,
    game_of,
    read_table,
    written_table,
)
from companion.storage.catalogue import MOST_BYTES, SUFFIXES, cards_of_file, read_data
from companion.storage.faces import FaceShelf
from companion.storage.owners_cards import USUAL_FILE, CardFileChange, OwnersCards, same_card
from companion.storage.yaml_text import written_anew
from companion.words import Text

# --- tables
# Reads cards from a file that an owner names, a table or a catalogue, with all its faults.


@dataclass(frozen=True, slots=True)
class Incoming:
    """The cards of a file, or all faults of the file; with faults there are no cards."""

    game: str
    cards: tuple[Json, ...]
    tags: dict[int, CardRef]
    faults: tuple[CardFault, ...]
    lines: tuple[int, ...] = ()


def table_of(path: Path, game: str | None) -> CardsOfTable:
    """Read the cards of a CSV file. Raises `CompanionError`, which does not name the file, if it is not a table of cards."""
    return read_table(file_bytes(str(path), MOST_BYTES), game)


def incoming(path: Path, game: str | None) -> Incoming:
    """Read the cards of a file in any format. Raises `CompanionError` if it cannot be read at all."""
    if path.suffix.lower() != ".csv":
        return _of_catalogue(path, game)
    try:
        table = table_of(path, game)
    except CatalogueError as problem:
        return Incoming("", (), {}, (CardFault(problem.message),))
    return Incoming(table.game, table.cards, dict(table.tags), table.faults, table.lines)


def faults_beside(cards: OwnersCards, came: Incoming) -> list[CardFault]:
    """Return the faults that valid cards of a file have together with all other cards."""
    line_of = {card.get("ref"): line for card, line in zip(came.cards, came.lines, strict=False)}
    faults = []
    for fault in cards.faults_beside(came.cards):
        ref, _, field = fault.where.partition(" ")
        faults.append(
            CardFault(fault.problem, line_of.get(ref), ref, path_of(field) if came.lines else field)
        )
    return faults + _unfit(cards, came)


def _unfit(cards: OwnersCards, came: Incoming) -> list[CardFault]:
    """Return the references of a table that no file of the owner takes; a catalogue was checked with its own forms."""
    own = [compiled(card[PATTERN], PATTERN) for card in came.cards if card["kind"] == PATTERN]
    faults = []
    for card, line in zip(came.cards, came.lines, strict=False):
        if "ref" in card and not is_reference(card["ref"], own):
            try:
                cards.file_for(card["ref"])
            except CatalogueError as problem:
                faults.append(CardFault(problem.message, line, card["ref"], REF))
    return faults


def _of_catalogue(path: Path, game: str | None) -> Incoming:
    faults = file_faults(path, game)
    if faults:
        return Incoming("", (), {}, tuple(faults))
    data = read_data(path)
    name = game_of(data, game, path)
    file = cards_of_file(GAMES[name], path, data)
    if file is None:
        raise CatalogueError(Text("this file is the set-up of a match: it contains no cards"))
    cards = (*file.rest, *(card for card, _ in file.cards.values()))
    return Incoming(name, cards, dict(file.tags), ())


# --- checking
# `companion cards check`: lists all faults in files of cards.


def run_check(args: argparse.Namespace) -> int:
    """Check the named files, or all of the owner's; 1 if anything is wrong."""
    desk = CardDesk(args)
    if args.files:
        return EXIT_FAULTS if sum(_check(desk, Path(name), args.game) for name in args.files) else EXIT_OK
    files = {game: _files(desk.owned / game) for game in ([args.game] if args.game else games_with_cards())}
    if not any(files.values()):
        desk.tell_empty()
    wrong = sum(_check_all(desk, game, paths) for game, paths in files.items())
    return EXIT_FAULTS if wrong else EXIT_OK


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES)


def _check_all(desk: CardDesk, game: str, paths: Sequence[Path]) -> int:
    """Check each file, and, if all are right alone, whether they agree with each other."""
    wrong = sum(_check(desk, path, game) for path in paths)
    if not wrong and paths:
        try:
            desk.cards(game)
        except CatalogueError as problem:
            desk.tell(problem.message)
            return 1
    return wrong


def _check(desk: CardDesk, path: Path, game: str | None) -> int:
    """Print the faults of a file, and return how many there are."""
    faults = _faults_of(desk, path, game)
    for fault in faults:
        say(printable(desk.words(fault.told(str(path)))), sys.stdout)
    if not faults:
        desk.tell(Text("{file}: nothing is wrong", file=str(path)))
    return len(faults)


def _faults_of(desk: CardDesk, path: Path, game: str | None) -> Sequence[CardFault]:
    """Return the faults of a file of cards in any format; if it has none alone, those beside the owner's other cards."""
    try:
        came = incoming(path, game)
    except CompanionError as problem:
        return [CardFault(problem.message)]
    if came.faults:
        return came.faults
    try:
        cards = desk.cards(came.game)
    except CatalogueError:
        return ()
    return faults_beside(cards, came)


# --- importing
# `companion cards import`: reads cards from a table or a catalogue, all of them or none.


@dataclass(frozen=True, slots=True)
class Sorted:
    """The imported cards, sorted by what they change."""

    new: tuple[Json, ...]
    changed: tuple[Json, ...]
    same: tuple[Json, ...]
    without_ref: tuple[Json, ...]


def run_import(args: argparse.Namespace) -> int:
    """Import the cards, or say why none was imported; return the exit code."""
    desk = CardDesk(args)
    path = Path(args.file)
    if path.suffix.lower() == SUFFIX:
        return _import_box(desk, args, read_box(path))
    return _import(desk, args, incoming(path, args.game))


def _import_box(desk: CardDesk, args: argparse.Namespace, box: CardBox) -> int:
    """Import cards with their faces: check that all pictures can be read, then keep the cards, then the faces."""
    if box.faces:
        # Imported here: who has no faces does not wait for the library of pictures.
        from vision.pictures import decode_picture  # noqa: PLC0415

        for name, jpeg in box.faces.items():
            decode_picture(jpeg, f"{args.file}, {name}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / CARDS
        write_bytes(box.catalogue, str(path))
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


# --- exporting
# `companion cards export`: writes cards as a table for a spreadsheet, or as a catalogue.


def run_export(args: argparse.Namespace) -> int:
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

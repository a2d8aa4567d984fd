"""`companion print stickers`: codes for cards, on sheets of labels or to be cut."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.cli.files import write_bytes
from companion.cli.options import add_data
from companion.cli.print.output import Said, add_language, add_output, language_of, spoken
from companion.errors import CatalogueError, CompanionError, Malformed
from companion.rules.catalogue import USUAL_PATTERN, read_cards
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.catalogue import SUFFIXES, load_catalogue, read_data
from companion.storage.places import places
from companion.words import Text, Wording, translate

QR, TAG = "qr", "tag"
DEFAULT_LABELS = {QR: "avery-l7161", TAG: "avery-l7651"}
"""The smallest common sheets on which code and reference go."""


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--game", choices=list(GAMES), help=said(Text("the cards of this game's catalogues, yours included"))
    )
    parser.add_argument(
        "--catalogue",
        metavar="FILE",
        nargs="+",
        default=[],
        help=said(Text("the cards of these catalogue files")),
    )
    parser.add_argument("--refs", metavar="REFS", help=said(Text("only these cards: AC001-241,JO003-118")))
    parser.add_argument(
        "--copies",
        type=count,
        default=1,
        metavar="N",
        help=said(Text("how many stickers for each card; default: 1")),
    )
    parser.add_argument(
        "--kind",
        choices=(QR, TAG),
        default=QR,
        help=said(
            Text(
                "qr: a code that holds the reference; tag: a small tag that stands for it, for narrow places"
            )
        ),
    )
    parser.add_argument(
        "--labels",
        metavar="SHEET",
        help=said(
            Text(
                "the sheet of labels, such as avery-l7161, or a size to be cut, such as 45x48 "
                "mm; an unknown name lists them all"
            )
        ),
    )
    parser.add_argument(
        "--skip",
        type=int,
        default=0,
        metavar="N",
        help=said(Text("how many labels of the first sheet are used already")),
    )
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, said)


def count(word: str) -> int:
    """Read a number from 1 on, for argparse."""
    number = int(word)
    if not 1 <= number <= 99:
        raise ValueError(word)
    return number


@dataclass
class StickerOrder:
    """The cards to print stickers for: their names by reference, in order, and their tags."""

    names: dict[str, Wording] = field(default_factory=dict)
    tags: dict[int, str] = field(default_factory=dict)

    def add(self, cards: Mapping[str, Any], tags: Mapping[int, str]) -> None:
        for ref, card in cards.items():
            name = getattr(card, "name", "")
            self.names.setdefault(ref, Wording.plain(name) if isinstance(name, str) else name)
        self.tags.update(tags)


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.stickers import Sticker, StickerKind, allocate_tags, draw_stickers, find_labels  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver, tell  # noqa: PLC0415

    labels = find_labels(args.labels or DEFAULT_LABELS[args.kind])
    wanted = _wanted(args)
    refs = _refs(args, wanted)
    # Given to the whole catalogue, so that a card has the same tag whichever cards are printed with it.
    tags = allocate_tags(wanted.names, wanted.tags) if args.kind == TAG else {}
    language = spoken(args)
    those = [
        Sticker(ref, translate(wanted.names[ref], language), tags.get(ref))
        for ref in refs
        for _ in range(args.copies)
    ]
    document = draw_stickers(
        those, labels, StickerKind(args.kind), PrintLanguage(language_of(args)), skip=args.skip
    )
    file = deliver(document, args, f"stickers-{args.game or 'cards'}.pdf")
    if args.kind == TAG:
        listing = f"{file.removesuffix('.pdf')}.tags.yaml"
        write_bytes(tag_lines({tags[ref]: ref for ref in refs}).encode(), listing)
        tell(
            Text(
                "{file} says which tag belongs to which card: copy its lines into the file of your "
                "catalogue that has these cards",
                file=listing,
            ),
            args,
        )
    return 0


def tag_lines(tags: Mapping[int, str]) -> str:
    """Return tags as a catalogue file has them."""
    lines = [
        f"  {json.dumps(str(number))}: {json.dumps(ref, ensure_ascii=False)}"
        for number, ref in sorted(tags.items())
    ]
    return "\n".join(["tags:", *lines, ""])


def _wanted(args: Namespace) -> StickerOrder:
    wanted = StickerOrder()
    if args.game is None and not args.catalogue:
        raise CompanionError(
            Text("which cards? choose --game {games}, or --catalogue FILE", games="|".join(GAMES))
        )
    for name in args.catalogue:
        data = _read(Path(name))
        wanted.add(_cards_of(data, name, args.game), _tags_of(data, name))
    if args.game is not None and not args.catalogue:
        folders = places(args.data).catalogues
        cards, _ = read_cards(load_catalogue(args.game, folders), GAMES[args.game].check_card)
        wanted.add(cards, {})
        for path in _files(folders, args.game):
            wanted.tags.update(_tags_of(_read(path), str(path)))
    return wanted


def _refs(args: Namespace, wanted: StickerOrder) -> Sequence[str]:
    if args.refs is None:
        refs = list(wanted.names)
    else:
        refs = [ref.strip() for ref in args.refs.split(",") if ref.strip()]
    strangers = [ref for ref in refs if ref not in wanted.names]
    if strangers:
        raise CompanionError(
            Text("no card of these catalogues has the reference {refs}", refs=", ".join(strangers))
        )
    if not refs:
        raise CompanionError(Text("there are no cards to print stickers for"))
    return refs


def _files(folders: Sequence[Path], game: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((folder / game).glob("*"))
        if path.suffix.lower() in SUFFIXES
    ]


def _read(path: Path) -> Any:
    try:
        return read_data(path)
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=str(path), problem=problem.message)) from problem


def _cards_of(data: Any, name: str, game: str | None) -> Mapping[str, Any]:
    """Return the cards of one file, checked by its game."""
    items, form = (
        (data, {})
        if isinstance(data, list)
        else (data.get("cards") if isinstance(data, dict) else None, data)
    )
    if not isinstance(items, list):
        raise CatalogueError(Text("{file} is not a catalogue: it has no list of cards", file=name))
    whose = form.get("game") or game
    if not isinstance(whose, str) or whose not in GAMES:
        raise CatalogueError(
            Text(
                "{file} does not say which game its cards belong to; add --game {games}",
                file=name,
                games="|".join(GAMES),
            )
        )
    try:
        cards, _ = read_cards(items, GAMES[whose].check_card, name="cards", pattern=_pattern(form))
    except Malformed as problem:
        raise CatalogueError(Text("{file}: {problem}", file=name, problem=problem.message)) from problem
    return cards


def _pattern(form: Json) -> str:
    pattern = form.get("pattern")
    return pattern if isinstance(pattern, str) else USUAL_PATTERN


def _tags_of(data: Any, name: str) -> dict[int, str]:
    """Return the tags that a catalogue file already gives to its cards."""
    tags = data.get("tags", {}) if isinstance(data, dict) else {}
    if not isinstance(tags, dict) or not all(
        isinstance(number, str) and number.isdecimal() and isinstance(ref, str)
        for number, ref in tags.items()
    ):
        raise CatalogueError(
            Text(
                "{file}: tags are written by number, such as tags: {form}",
                file=name,
                form='{"200": "AC001-241"}',
            )
        )
    return {int(number): ref for number, ref in tags.items()}

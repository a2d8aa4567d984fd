"""`companion mat`: prints the zones of a game's mat, in millimetres."""

import argparse
import json
import sys

from companion.cli.files import say
from companion.cli.options import Said, add_data
from companion.cli.table import table_lines
from companion.codec import write
from companion.mat import Mat, Zone
from companion.rules.games import GAMES
from companion.storage.mats import mat_of
from companion.storage.places import places
from companion.words import Text, translate

COLUMNS = (
    Text("zone"),
    Text("seat"),
    Text("role"),
    Text("left"),
    Text("top"),
    Text("width"),
    Text("height"),
    Text("title"),
)


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=list(GAMES),
        help=said(Text("the game: {games}", games=", ".join(GAMES))),
    )
    parser.add_argument("--json", action="store_true", help=said(Text("the whole mat as JSON")))
    add_data(parser, said)


def run(args: argparse.Namespace) -> int:
    """Print the mat; 0."""
    mat = mat_of(args.game, places(args.data).catalogues)
    if args.json:
        say(json.dumps(write(mat), ensure_ascii=False, indent=1), sys.stdout)
        return 0
    for line in lines_of(mat, args.lang):
        say(line, sys.stdout)
    return 0


def lines_of(mat: Mat, language: str) -> list[str]:
    """Return the mat as a table, with its markers, tokens and command cards."""
    rows = [
        tuple(translate(title, language) for title in COLUMNS),
        *(_row(zone, language) for zone in mat.zones),
    ]
    rest = [translate(text, language) for text in _rest(mat)]
    return [translate(_size(mat), language), "", *table_lines(rows), "", *rest]


def _row(zone: Zone, language: str) -> tuple[str, ...]:
    place = (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
    return (zone.name, zone.seat or "-", zone.role, *map(str, place), translate(zone.title, language))


def _size(mat: Mat) -> Text:
    return Text("{game}: {width} by {height} mm", game=mat.game, width=mat.width_mm, height=mat.height_mm)


def _rest(mat: Mat) -> list[Text]:
    markers = ", ".join(
        f"{marker.id} ({marker.x_mm}, {marker.y_mm}; {marker.side_mm})" for marker in mat.markers
    )
    told = [Text("corner markers, left, top and side: {markers}", markers=markers)]
    if mat.tokens:
        tokens = ", ".join(f"{token.tag} {token.means}" for token in mat.tokens)
        told.append(Text("tokens, tag and meaning: {tokens}", tokens=tokens))
    if mat.commands:
        codes = ", ".join(command.code for command in mat.commands)
        told.append(Text("command cards: {codes}", codes=codes))
    return told

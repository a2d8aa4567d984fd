"""`companion rules` and `companion mat`: what a game is played by, its rules in words and the zones of its mat."""

import argparse
import json
import sys

from companion.cli.files import say
from companion.cli.options import Said, add_data
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.cli.story import table_lines
from companion.codec import write
from companion.mat import Mat, Zone
from companion.rules.engine import Rules
from companion.rules.games import GAMES
from companion.rules.readings import RuleChapter, RuleReading, cited
from companion.storage.places import places
from companion.storage.shipped_data import mat_of, rules_in_words
from companion.words import Text, translate

# --- rules
# `companion rules`: the rules of a game in the players' words, phase by phase, then the readings of its rulebook.


def add_rules_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=list(GAMES),
        help=said(Text("the game: {games}", games=", ".join(GAMES))),
    )


def run_rules(args: argparse.Namespace) -> int:
    """Print the rules; 0."""
    rules = GAMES[args.game]
    paper, words = paper_here(sys.stdout, args.lang), rules_in_words(args.game)
    paper.say(Text("{game}: the rules", game=rules.description.title), Ink.BOLD, indent=0)
    for chapter in words.chapters:
        _tell_chapter(paper, chapter)
    paper.heading(Text("how unclear rules are judged"))
    for reading in words.readings:
        _tell_reading(paper, reading, rules)
    return 0


def _tell_chapter(paper: TerminalPaper, chapter: RuleChapter) -> None:
    paper.heading(Text("{title}", title=chapter.title))
    for sentence in chapter.sentences:
        cite = sentence.section
        paper.say(sentence.says, cite=cite if sentence.reading is None else cited(cite, sentence.reading))


def _tell_reading(paper: TerminalPaper, reading: RuleReading, rules: Rules) -> None:
    paper.say(reading.question, Ink.BOLD, mark=reading.id, cite=reading.section)
    paper.say(reading.reading, indent=4)
    if any(rule.name == reading.house_rule for rule in rules.house_rules):
        paper.say(Text("house rule: {name}", name=reading.title), Ink.DIM, indent=4)


# --- mat
# `companion mat`: prints the zones of a game's mat, in millimetres.

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


def add_mat_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=list(GAMES),
        help=said(Text("the game: {games}", games=", ".join(GAMES))),
    )
    parser.add_argument("--json", action="store_true", help=said(Text("the whole mat as JSON")))
    add_data(parser, said)


def run_mat(args: argparse.Namespace) -> int:
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

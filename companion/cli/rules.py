"""`companion rules`: the rules of a game in the players' words, phase by phase, then the readings of its rulebook."""

import argparse
import sys

from companion.cli.options import Said
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.rules.engine import Rules
from companion.rules.games import GAMES
from companion.rules.readings import RuleReading, cited
from companion.rules.summary import RuleChapter
from companion.storage.readings import rules_in_words
from companion.words import Text, word


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=list(GAMES),
        help=said(Text("the game: {games}", games=", ".join(GAMES))),
    )


def run(args: argparse.Namespace) -> int:
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
    house = next((rule for rule in rules.house_rules if rule.name == reading.house_rule), None)
    if house is not None:
        paper.say(Text("house rule: {name}", name=word(house.name)), Ink.DIM, indent=4)

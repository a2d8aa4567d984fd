"""`companion cards check`: lists all faults in files of cards."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.cli.cards.desk import EXIT_FAULTS, EXIT_OK, CardDesk
from companion.cli.cards.tables import faults_beside, incoming
from companion.cli.files import say
from companion.cli.story import printable
from companion.errors import CatalogueError, CompanionError
from companion.rules.card_forms import games_with_cards
from companion.storage.card_faults import CardFault
from companion.storage.catalogue import SUFFIXES
from companion.words import Text


def run(args: argparse.Namespace) -> int:
    """Check the named files, or all of the owner's; 1 if anything is wrong."""
    desk = CardDesk(args)
    if args.files:
        return EXIT_FAULTS if sum(_check(desk, Path(name), args.game) for name in args.files) else EXIT_OK
    wrong = 0
    for game in [args.game] if args.game else games_with_cards():
        wrong += _check_all(desk, game)
    return EXIT_FAULTS if wrong else EXIT_OK


def _check_all(desk: CardDesk, game: str) -> int:
    """Check each file, and, if all are right alone, whether they agree with each other."""
    folder = desk.owned / game
    paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES)
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

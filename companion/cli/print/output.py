"""What all prints share: the options for game, language, paper and file, and the writing of the file."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.files import say, write_bytes
from companion.rules.games import GAMES
from companion.words import LANGUAGES, Text, translate

if TYPE_CHECKING:
    from calibration.printing.pen import Document


# --- options
# The options that all prints share: language, paper and file.

Said = Callable[[Text], str]
BOTH = "both"
A4, A3, SHEET = "a4", "a3", "sheet"


def add_game(parser: ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        choices=list(GAMES),
        help=said(Text("the game: {games}", games=", ".join(GAMES))),
    )


def add_language(parser: ArgumentParser, said: Said, *, default: str | None = None) -> None:
    """Add the option for the language of the print, which may be both; the default of a deck is French."""
    words = (
        Text("language of what is printed; default: the language of the system")
        if default is None
        else Text("language of what is printed; default: French, like the cards in the box")
    )
    parser.add_argument("--lang", choices=(*LANGUAGES, BOTH), help=said(words))
    parser.set_defaults(prints=default)


def add_paper(parser: ArgumentParser, said: Said, choices: tuple[str, ...] = (A4, A3)) -> None:
    parser.add_argument("--paper", choices=choices, default=A4, help=said(Text("the paper; default: a4")))


def add_output(parser: ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=said(Text("the PDF file to write; default: a file in this folder, named after what is printed")),
    )


def language_of(args: Namespace) -> str:
    """Return the language of the print: the chosen one, else the usual one of such prints, else the environment's."""
    return str(args.lang or args.prints or args.speaks)


def spoken(args: Namespace) -> str:
    """Return the language of messages, which cannot be `both`."""
    return str(args.lang if args.lang in LANGUAGES else args.speaks)


# --- output


def deliver(document: "Document", args: Namespace, name: str) -> str:
    """Write a document to the chosen file, or to one of this name in the current folder, and return the file's name."""
    file = args.output or name
    write_bytes(document.pdf, file)
    tell(_written(document, file), args)
    tell(
        Text(
            "print it at 100%, not fitted to the page, then measure the printed ruler: it must be 100 mm long"
        ),
        args,
    )
    for words in document.shortened:
        warn(Text("this text is too long for its place and was cut short: {words}", words=words), args)
    if document.missing:
        warn(
            Text(
                "the typeface has no letter for {signs}; a question mark is printed instead",
                signs=" ".join(document.missing),
            ),
            args,
        )
    return file


def tell(text: Text, args: Namespace) -> None:
    """Print a sentence."""
    say(translate(text, spoken(args)), sys.stdout)


def warn(text: Text, args: Namespace) -> None:
    """Print a warning."""
    say(translate(text, spoken(args)), sys.stderr)


def _written(document: "Document", file: str) -> Text:
    if document.pages == 1:
        return Text("{file} is written: 1 page", file=file)
    return Text("{file} is written: {pages} pages", file=file, pages=document.pages)

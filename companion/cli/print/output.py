"""Writes a print to its file, and says what to do with it."""

import sys
from argparse import Namespace

from calibration.printing.pen import Document
from companion.cli.files import say, write_bytes
from companion.cli.print.options import spoken
from companion.words import Text, translate


def deliver(document: Document, args: Namespace, name: str) -> str:
    """Write a document to the chosen file, or to one of this name in the current folder, and return the file's name."""
    file = args.output or name
    write_bytes(document.pdf, file)
    tell(_written(document, file), args)
    tell(
        Text(
            "print it at 100 %, not fitted to the page, then measure the printed ruler: it must be 100 mm long"
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


def _written(document: Document, file: str) -> Text:
    if document.pages == 1:
        return Text("{file} is written: 1 page", file=file)
    return Text("{file} is written: {pages} pages", file=file, pages=document.pages)

"""The options that several commands share."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.errors import PlayedElsewhere
from companion.words import LANGUAGES, Text, translate

Said = Callable[[Text], str]
"""A sentence as argparse's templates take it, in the language that is spoken."""


def said_in(language: str) -> Said:
    """Return the function that translates help texts, as argparse's templates need them."""
    return lambda text: translate(text, language).replace("%", "%%")


def add_language(parser: ArgumentParser, language: str) -> None:
    """Add the option `--lang`, which every command has."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language,
        help=translate(
            Text("language of messages and labels; default: the language of the system"), language
        ),
    )


def add_data(parser: ArgumentParser, said: Said) -> None:
    """Add the option `--data` for the folder of data."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=said(Text("folder of the matches and of your own catalogues, instead of the usual one")),
    )


def add_output(parser: ArgumentParser, said: Said) -> None:
    """Add the option `-o`, for what would otherwise be printed."""
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help=said(Text("the file to write to; default: the terminal"))
    )


def add_take_over(parser: ArgumentParser, said: Said) -> None:
    """Add the option `--take-over`, for a match that another program plays."""
    parser.add_argument(
        "--take-over",
        action="store_true",
        help=said(
            Text(
                "continue the match even if another program has it open; the other program "
                "then saves nothing more"
            )
        ),
    )


def add_sound(parser: ArgumentParser, said: Said) -> None:
    """Add the options of a command that plays cues."""
    parser.add_argument(
        "--sound",
        nargs="?",
        const="",
        metavar="NAME",
        help=said(Text("play whistles and cues; on this loudspeaker: its number, or a part of its name")),
    )
    parser.add_argument(
        "--volume", type=percent, default=100, metavar="N", help=said(Text("how loud, in percent: 0 to 200"))
    )


def percent(word: str) -> int:
    """Read a volume, for argparse."""
    volume = int(word)
    if not 0 <= volume <= 200:
        raise ValueError(word)
    return volume


@contextmanager
def way_on_told() -> Iterator[None]:
    """Add what to type to the error of a match that is open in another program."""
    try:
        yield
    except PlayedElsewhere as problem:
        raise PlayedElsewhere(
            Text(
                "{problem}; close it there, or continue it here with --take-over: the other "
                "program then saves nothing more",
                problem=problem.message,
            )
        ) from problem

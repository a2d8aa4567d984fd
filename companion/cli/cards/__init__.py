"""`companion cards`: enters, shows, checks, exports and imports the owner's own cards, and lists their codes."""

import argparse
from collections.abc import Callable

from companion.cli.options import Said, add_data, add_language, add_output, said_in
from companion.errors import Malformed
from companion.rules.games import games_with_cards
from companion.storage.card_sizes import CardSize, read_size
from companion.words import Text


def add_common(action: argparse.ArgumentParser, name: str, language: str) -> None:
    """Add the options of an action, the common ones first."""
    add_language(action, language)
    said = said_in(language)
    add_data(action, said)
    _OWN[name](action, said)


def _add_game(action: argparse.ArgumentParser, said: Said, *, is_first: bool = False) -> None:
    if is_first:
        action.add_argument(
            "game", metavar="GAME", nargs="?", choices=games_with_cards(), help=said(_of_game())
        )
    else:
        action.add_argument("--game", metavar="GAME", choices=games_with_cards(), help=said(_of_game()))


def _of_game() -> Text:
    return Text("the game: {games}", games=", ".join(games_with_cards()))


def _add_ref(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument("ref", metavar="REF", help=said(Text("the reference printed on the card")))


def _list(action: argparse.ArgumentParser, said: Said) -> None:
    _add_game(action, said, is_first=True)
    action.add_argument("--all", action="store_true", help=said(Text("list the demonstration cards too")))
    action.add_argument(
        "--squads",
        metavar="FILE",
        help=said(
            Text(
                "the squads of this set-up instead, with the sum of their levels: a script, or the set-up alone, in YAML"
            )
        ),
    )


def _one_card(action: argparse.ArgumentParser, said: Said) -> None:
    _add_ref(action, said)
    _add_game(action, said)


def _add(action: argparse.ArgumentParser, said: Said) -> None:
    _add_game(action, said, is_first=True)
    action.add_argument(
        "ref",
        metavar="REF",
        nargs="?",
        help=said(Text("the reference printed on the card; if you leave it out, you are asked")),
    )
    action.add_argument(
        "--kind", metavar="KIND", help=said(Text("the kind of card; if you leave it out, you are asked"))
    )
    action.add_argument(
        "--source",
        "--camera",
        metavar="SOURCE",
        help=said(
            Text(
                "read the card from this camera, phone, stream, picture or folder, instead of typing its reference"
            )
        ),
    )


def _learn(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument("game", metavar="GAME", choices=games_with_cards(), help=said(_of_game()))
    action.add_argument(
        "--source",
        "--camera",
        metavar="SOURCE",
        default="0",
        help=said(
            Text("the camera, phone or stream, a photograph, or a folder of photographs; default: camera 0")
        ),
    )
    action.add_argument(
        "--side",
        metavar="SIDE",
        choices=("front", "back"),
        default="front",
        help=said(
            Text("the side that is shown: front, or back for cards whose backs differ; default: front")
        ),
    )
    _add_size(action, said)


def _read(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument(
        "source",
        metavar="SOURCE",
        help=said(Text("a photograph, a folder of photographs, or a camera, phone or stream")),
    )
    action.add_argument(
        "--game", metavar="GAME", choices=games_with_cards(), required=True, help=said(_of_game())
    )
    _add_size(action, said)


def _add_size(action: argparse.ArgumentParser, said: Said) -> None:
    def size(words: str) -> CardSize:
        try:
            return read_size(words)
        except Malformed as problem:
            raise argparse.ArgumentTypeError(said(problem.message)) from problem

    action.add_argument(
        "--size",
        type=size,
        metavar="SIZE",
        help=said(
            Text(
                "the width and height of the cards in mm, such as 56x87; kept for this game; default: what was said last, else"
                " 63x88"
            )
        ),
    )


def _review(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument("game", metavar="GAME", choices=games_with_cards(), help=said(_of_game()))


def _check(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument(
        "files", metavar="FILE", nargs="*", help=said(Text("a YAML, JSON or CSV file of cards"))
    )
    _add_game(action, said)


def _import(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument("file", metavar="FILE", help=said(Text("a CSV, YAML, JSON or ZIP file of cards")))
    _add_game(action, said)
    action.add_argument(
        "--into",
        metavar="NAME",
        help=said(
            Text("the file to write your cards to; default: the file that has them already, or cards.yaml")
        ),
    )
    action.add_argument(
        "--check", action="store_true", help=said(Text("only say what would be new, changed, or wrong"))
    )


def _export(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument("game", metavar="GAME", choices=games_with_cards(), help=said(_of_game()))
    action.add_argument(
        "--to",
        choices=("csv", "yaml", "zip"),
        required=True,
        help=said(Text("the format; zip: with the faces of the cards")),
    )
    add_output(action, said)
    action.add_argument("--kind", metavar="KIND", help=said(Text("only the cards of one kind")))
    action.add_argument("--all", action="store_true", help=said(Text("list the demonstration cards too")))
    action.add_argument(
        "--squads",
        metavar="FILE",
        help=said(
            Text(
                "the squads of this set-up instead, with the sum of their levels: a script, or the set-up alone, in YAML"
            )
        ),
    )
    action.add_argument(
        "--separator",
        choices=(";", ",", "tab"),
        help=said(
            Text("the separator of columns; default: the one that spreadsheets of your language expect")
        ),
    )


def _labels(action: argparse.ArgumentParser, said: Said) -> None:
    _add_game(action, said, is_first=True)
    action.add_argument(
        "--done",
        action="store_true",
        help=said(Text("remember that the stickers of all these cards are printed")),
    )


def _tags(action: argparse.ArgumentParser, said: Said) -> None:
    _add_game(action, said, is_first=True)


def _tag(action: argparse.ArgumentParser, said: Said) -> None:
    action.add_argument(
        "tag",
        metavar="TAG",
        help=said(Text("the number of the tag, from {low} to {high}", low=200, high=586)),
    )
    action.add_argument(
        "ref",
        metavar="REF",
        nargs="?",
        help=said(Text("the card that has the tag; without a card, the tag is removed")),
    )
    _add_game(action, said)


_OWN: dict[str, Callable[[argparse.ArgumentParser, Said], None]] = {
    "list": _list,
    "show": _one_card,
    "add": _add,
    "learn": _learn,
    "read": _read,
    "review": _review,
    "remove": _one_card,
    "check": _check,
    "import": _import,
    "export": _export,
    "labels": _labels,
    "tags": _tags,
    "tag": _tag,
}

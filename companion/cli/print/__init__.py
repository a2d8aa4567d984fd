"""`companion print`: mats, stickers, cards, tokens, command cards and targets, true size, as PDF."""

import argparse

from companion.cli.actions import Actions
from companion.words import Text

SUMMARY = Text(
    "print mats, stickers, demonstration cards, tokens, command cards and targets, as PDF in true size"
)

ACTIONS: dict[str, tuple[str, Text]] = {
    "mat": ("mat", Text("print the play mat of a game: on one sheet, or on A4 or A3 to be joined")),
    "stickers": ("stickers", Text("print codes for cards, on sheets of labels or to be cut")),
    "deck": ("deck", Text("print the demonstration cards of a game, nine a sheet, fronts and backs")),
    "tokens": ("tokens", Text("print the tokens of a game: ball, pieces, players")),
    "command-cards": (
        "command_cards",
        Text("print cards that say what a tap would: let pass, end of turn, undo…"),
    ),
    "target": ("target", Text("print the board that a camera is calibrated with")),
    "tray": ("tray", Text("print the dark sheet that dice are thrown on")),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""
_ACTIONS = Actions(__name__, ACTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _ACTIONS.add_to(parser, lambda action, language: action.set_defaults(speaks=language))


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; the exit code."""
    return _ACTIONS.run(args)

"""`companion tower`: a virtual tower, a live view of a tower, single commands, a long trial, and an audit of its dice."""

import argparse

from companion.cli.actions import Actions
from companion.cli.main import add_language
from companion.words import Text

SUMMARY = Text("look after the dice tower: a virtual one, a live view, commands, a long trial, an audit")

ACTIONS: dict[str, tuple[str, Text]] = {
    "virtual": (
        "virtual",
        Text("run a virtual tower, print its port, and take orders: roll, damage 2%, unplug, well…"),
    ),
    "monitor": ("monitor", Text("show what a tower says, line by line, and keep its rolls")),
    "send": ("send", Text("say one command to a tower and show the answer")),
    "soak": (
        "soak",
        Text("try tower and program for a long time, with a bad line and restarts, and measure"),
    ),
    "audit": ("audit", Text("say of each tower and die in the log how fair and how steady it is")),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""
_ACTIONS = Actions(__name__, ACTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _ACTIONS.add_to(parser, add_language)


def run(args: argparse.Namespace) -> int:
    """Do what was asked; the exit code."""
    return _ACTIONS.run(args)

"""`companion tower`: a virtual tower, a live view of a tower, single commands, a long trial, and an audit of its dice."""

import argparse
import importlib
from typing import Any

from companion.cli.main import add_language
from companion.words import Text, translate

SUMMARY = Text("look after the dice tower: a virtual one, a live view, commands, a long trial, an audit")

ACTIONS: dict[str, Text] = {
    "virtual": Text("run a virtual tower, print its port, and take orders: roll, damage 2%, unplug, well…"),
    "monitor": Text("show what a tower says, line by line, and keep its rolls"),
    "send": Text("say one command to a tower and show the answer"),
    "soak": Text("try tower and program for a long time, with a bad line and restarts, and measure"),
    "audit": Text("say of each tower and die in the log how fair and how steady it is"),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in ACTIONS.items():
        words = translate(summary, language)
        # Of the two only the help is a template, in which % stands for something.
        action = actions.add_parser(name, help=words.replace("%", "%%"), description=words)
        add_language(action, language)
        _module(name).add_arguments(action, lambda text: translate(text, language).replace("%", "%%"))


def run(args: argparse.Namespace) -> int:
    """Do what was asked; the exit code."""
    return int(_module(args.action).run(args))


def _module(name: str) -> Any:
    return importlib.import_module(f"companion.cli.tower.{name}")

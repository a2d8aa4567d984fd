"""`companion calibrate`: from a box and a webcam to a table that reads itself, one thing after the other."""

import argparse
import importlib
from collections.abc import Callable
from typing import Any

from companion.cli.main import add_language
from companion.cli.places import add_data
from companion.words import Text, translate

SUMMARY = Text("make camera, table, light, dice, tower and sound ready for play")

ACTIONS: dict[str, Text] = {
    "camera": Text(
        "learn the lens from a printed board that you hold, once for a camera and a size of picture"
    ),
    "table": Text("find the mat under the camera, with whatever lies on it"),
    "light": Text("measure the light, and say where the lamp is in the way"),
    "dice": Text("learn the very dice that you throw: eight shots of each face"),
    "tower": Text("set the thresholds of the dice tower"),
    "sound": Text("play a tone, and measure what the microphone hears of it"),
    "check": Text("say how well it stands now: map, drift, sharpness, light, and what can be read"),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""
Said = Callable[[Text], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def said(text: Text) -> str:
        return translate(text, language).replace("%", "%%")

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in ACTIONS.items():
        action = actions.add_parser(name, help=said(summary), description=said(summary))
        add_language(action, language)
        add_data(action, language)
        _module(name).add_arguments(action, said)


def run(args: argparse.Namespace) -> int:
    """0: done; 1: it cannot be done so, or not well enough to be kept."""
    return int(_module(args.action).run(args))


def _module(name: str) -> Any:
    return importlib.import_module(f"companion.cli.calibrate.{name}")

"""`companion calibrate`: from a box and a webcam to a table that reads itself, one thing after the other."""

import argparse

from companion.cli.actions import Actions
from companion.cli.main import add_language
from companion.cli.options import add_data
from companion.storage.leave import expect_to_keep
from companion.storage.places import places
from companion.words import Text

SUMMARY = Text("make camera, table, light, dice, tower and sound ready for play")

ACTIONS: dict[str, tuple[str, Text]] = {
    "camera": (
        "camera",
        Text("learn the lens from a printed board that you hold, once for a camera and a size of picture"),
    ),
    "table": ("table", Text("find the mat under the camera, with whatever lies on it")),
    "light": ("light", Text("measure the light, and say where the lamp is in the way")),
    "dice": ("dice", Text("learn the very dice that you throw: eight shots of each face")),
    "tower": ("tower", Text("set the thresholds of the dice tower")),
    "sound": ("sound", Text("play a tone, and measure what the microphone hears of it")),
    "check": (
        "check",
        Text("say how well it stands now: map, drift, sharpness, light, and what can be read"),
    ),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""
_ACTIONS = Actions(__name__, ACTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _ACTIONS.add_to(parser, _usual)


def run(args: argparse.Namespace) -> int:
    """0: done; 1: it cannot be done so, or not well enough to be kept. Raises `StorageError` where nothing can be."""
    if args.action != "check":
        # Nobody holds a board before a camera for minutes to hear then that it cannot be kept.
        expect_to_keep(places(args.data).calibration / "profile.json")
    return _ACTIONS.run(args)


def _usual(action: argparse.ArgumentParser, language: str) -> None:
    add_language(action, language)
    add_data(action, language)

"""`companion kiosk`: makes this machine one that starts into the game by itself, and looks after it."""

import argparse

from companion.cli.actions import Actions
from companion.cli.main import add_language
from companion.words import Text

SUMMARY = Text("make this machine a kiosk that starts by itself: install, PIN, status")

ACTIONS: dict[str, tuple[str, Text]] = {
    "install": ("installing", Text("have the machine start into the game: user, data folder, service")),
    "uninstall": ("uninstalling", Text("make it an ordinary machine again; matches and cards stay")),
    "unit": ("printing", Text("print the service as systemd would have it")),
    "pin": ("staff", Text("set, change or remove the PIN of the staff")),
    "status": ("status", Text("say how it stands with the kiosk: service, PIN, restarts, the last error")),
    "again": ("again", Text("after the safe screen: let the next start be a usual one")),
}
"""Each is a module of this package with `add_arguments(parser, said)` and `run(args)`."""
_ACTIONS = Actions(__name__, ACTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _ACTIONS.add_to(parser, add_language)


def run(args: argparse.Namespace) -> int:
    """Do what was asked; the exit code."""
    return _ACTIONS.run(args)

"""`companion kiosk`: makes this machine one that starts into the game by itself, and looks after it."""

import argparse
import importlib
from typing import Any

from companion.cli.main import add_language
from companion.words import Text, translate

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def said(text: Text) -> str:
        return translate(text, language).replace("%", "%%")

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, (_, summary) in ACTIONS.items():
        action = actions.add_parser(name, help=said(summary), description=translate(summary, language))
        add_language(action, language)
        _module(name).add_arguments(action, said)


def run(args: argparse.Namespace) -> int:
    """Do what was asked; the exit code."""
    return int(_module(args.action).run(args))


def _module(name: str) -> Any:
    return importlib.import_module(f"companion.cli.kiosk.{ACTIONS[name][0]}")

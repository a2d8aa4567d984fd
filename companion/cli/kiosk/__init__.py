"""`companion kiosk`: makes this machine start into the game by itself, and maintains it."""

import argparse

from companion.cli.options import add_language
from companion.words import Text

SUMMARY = Text("make this machine a kiosk that starts by itself: install, PIN, status")


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    add_language(parser, language)

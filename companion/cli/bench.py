"""`companion bench`: measures what the program can do on this machine, with one module for each subject."""

import argparse

from companion.cli.options import add_language
from companion.words import Text

SUMMARY = Text("Measure what the program can do on this machine.")


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    add_language(parser, language)

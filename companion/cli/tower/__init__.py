"""`companion tower`: a virtual tower, a live view of a tower, single commands, a long trial, and an audit of its dice."""

import argparse

from companion.cli.options import add_language
from companion.words import Text

SUMMARY = Text("run and check the dice tower: a virtual one, a live view, commands, a long trial, an audit")


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    add_language(parser, language)

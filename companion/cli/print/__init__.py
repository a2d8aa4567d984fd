"""`companion print`: mats, stickers, cards, tokens, command cards and targets, true size, as PDF."""

import argparse

from companion.words import Text

SUMMARY = Text(
    "print mats, stickers, demonstration cards, tokens, command cards and targets, as PDF in true size"
)


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    parser.set_defaults(speaks=language)

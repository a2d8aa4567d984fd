"""`companion print`: makes PDF files, true to size, of mats, stickers, cards, tokens, command cards and targets."""

import argparse


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    parser.set_defaults(speaks=language)

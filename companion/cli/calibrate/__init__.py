"""`companion calibrate`: the steps from a box and a webcam to a table that the program can read."""

import argparse

from companion.cli.options import add_data, add_language, said_in


def add_common(parser: argparse.ArgumentParser, _action: str, language: str) -> None:
    add_language(parser, language)
    add_data(parser, said_in(language))

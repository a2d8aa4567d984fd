"""Which port is meant on the command line: the one that is named, else whatever looks like a tower on USB."""

import argparse
from collections.abc import Callable

from companion.words import Text


def add_port(parser: argparse.ArgumentParser, said: Callable[[Text], str], *, is_required: bool) -> None:
    """Every action that talks to a tower takes its port."""
    parser.add_argument(
        "port",
        metavar="PORT",
        nargs=None if is_required else "?",
        help=said(
            Text("the port: /dev/ttyACM0, a virtual tower's, socket://HOST:PORT or rfc2217://HOST:PORT")
        ),
    )

"""The option for the tower's port: the named one, or the USB port that looks like a tower."""

import argparse
from collections.abc import Callable

from companion.words import Text


def add_port(parser: argparse.ArgumentParser, said: Callable[[Text], str], *, is_required: bool) -> None:
    """Add the port option of an action that talks to a tower."""
    parser.add_argument(
        "port",
        metavar="PORT",
        nargs=None if is_required else "?",
        help=said(
            Text("the port: /dev/ttyACM0, a virtual tower's, socket://HOST:PORT or rfc2217://HOST:PORT")
        ),
    )

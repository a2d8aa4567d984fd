"""The option `--hall` of the commands that play: keeps the line to the hall open, and joins the hall first."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.options import Said
from companion.storage.places import Places
from companion.table.hall.line import HallLine, HallLineThread, hall_line
from companion.threads import Stumble
from companion.version import program_version
from companion.words import Text, translate

JOINED = ""
"""`--hall` without an address: the hall that this table has joined, or the one whose code the camera sees."""


def add_hall(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option `--hall`."""
    parser.add_argument(
        "--hall",
        nargs="?",
        const=JOINED,
        metavar="ADDRESS",
        help=said(
            Text(
                "tell a hall what is kept here; if you give its address, such as 192.168.1.5, you are asked for the nine"
                " characters on the hall's screen the first time; without an address, the camera looks for the code there"
            )
        ),
    )


@contextmanager
def hall_joined(args: argparse.Namespace, camera: str | None, where: Places) -> Iterator[HallLine | None]:
    """Keep the line to the hall open if one is wanted; else return None. The table also plays without an answer.

    Raises `CompanionError` if this table has to join a hall first and cannot.
    """
    if args.hall is None:
        yield None
        return
    # Joining brings cameras; a screen without a hall is there sooner without them.
    from companion.cli.hall.joining import credentials_of  # noqa: PLC0415

    line = hall_line(where, credentials_of(args.hall, camera, where, args.lang), program_version())

    def tell(stumble: Stumble) -> None:
        print(f"companion: {translate(stumble.says, args.lang)}", file=sys.stderr, flush=True)

    thread = HallLineThread(line, tell)
    thread.start()
    try:
        yield line
    finally:
        thread.stop()

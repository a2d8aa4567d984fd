"""The option `--hall` of the commands that play: keeps the line to the hall open, and joins the hall first."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.cli.hall.joining import join, seen_invitation, typed_invitation
from companion.cli.options import Said
from companion.cli.paper import paper_here
from companion.errors import ScriptError
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.places import Places
from companion.table.hall.line import HallLine, HallLineThread
from companion.table.hall.opening import hall_line
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
                "tell a hall what is kept here; with its address, such as 192.168.1.5, it asks for the nine characters on"
                " the hall's screen the first time; without, the camera looks for the code there"
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
    line = hall_line(where, _credentials(args, camera, where), program_version())

    def tell(stumble: Stumble) -> None:
        print(f"companion: {translate(stumble.says, args.lang)}", file=sys.stderr, flush=True)

    thread = HallLineThread(line, tell)
    thread.start()
    try:
        yield line
    finally:
        thread.stop()


def _credentials(args: argparse.Namespace, camera: str | None, where: Places) -> HallCredentials:
    store = CredentialStore(where.line)
    known = store.load()
    host = str(args.hall).partition(":")[0]
    if known is not None and host in (JOINED, known.host):
        return known
    paper = paper_here(sys.stdout, args.lang)
    if host:
        join(typed_invitation(args.hall, None, paper), where, paper)
    elif camera is not None:
        join(seen_invitation(camera, where, paper, args.lang), where, paper)
    else:
        raise ScriptError(
            Text("this table has joined no hall: say its address (--hall ADDRESS), or name a camera")
        )
    joined = store.load()
    assert joined is not None, "it was kept just now"
    return joined

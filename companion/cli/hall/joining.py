"""`companion hall join`: joins a hall as a table, by the camera or nine characters."""

import argparse
import socket
import sys
import time
from contextlib import closing

from companion.bus.joining import JOINING_PORT, HallInvitation, read_invitation, read_token
from companion.cli.camera import camera_named, libraries_silenced
from companion.cli.options import Said, add_data
from companion.cli.paper import Ink, TerminalPaper, paper_here
from companion.errors import ScriptError
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.places import Places, places
from companion.table.hall.joining import join_hall
from companion.words import Text
from vision.detectors.codes import read_plain
from vision.frame import to_grey
from vision.sources.source import Source


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        help=said(Text("the hall's address and port, as its screen shows them; not needed with a camera")),
    )
    parser.add_argument(
        "--code",
        metavar="C",
        help=said(
            Text(
                "the nine characters on the hall's screen, such as abc-def-234, valid for two minutes "
                "and for one table; if you leave them out, you are asked for them"
            )
        ),
    )
    parser.add_argument(
        "--camera",
        metavar="S",
        help=said(Text("the camera that reads the code of the hall's screen: 0 for the first one, or phone")),
    )
    add_data(parser, said)


def run(args: argparse.Namespace) -> int:
    where = places(args.data)
    paper = paper_here(sys.stdout, args.lang)
    if args.camera is not None:
        invitation = seen_invitation(args.camera, where, paper, args.lang)
    elif args.address is not None:
        invitation = typed_invitation(args.address, args.code, paper)
    else:
        raise ScriptError(Text("say where the hall is, or which camera reads its code (--camera 0)"))
    join(invitation, where, paper)
    return 0


def join(invitation: HallInvitation, where: Places, paper: TerminalPaper) -> None:
    """Join a hall and save its credentials. Raises `CompanionError`."""

    def show(digits: str) -> None:
        paper.say(
            Text("the hall's screen must show these three digits too: {digits}", digits=digits), Ink.BOLD
        )
        paper.say(Text("somebody there says yes, and gives this table its number"), Ink.DIM)

    joined = join_hall(invitation, socket.gethostname()[:40] or "-", show, time.sleep)
    CredentialStore(where.line).save(joined.credentials, joined.authority)
    paper.say(
        Text(
            "this is table {number} of the hall at {host} now; `companion watch` and `companion play` tell it what they"
            " keep, with --hall",
            number=joined.credentials.table,
            host=joined.credentials.host,
        )
    )


def credentials_of(hall: str, camera: str | None, where: Places, language: str) -> HallCredentials:
    """Return the credentials of the hall at an address; empty: of the one that this table has joined, or whose code the
    camera sees. The table joins it first if it has not. Raises `CompanionError`.
    """
    store = CredentialStore(where.line)
    known = store.load()
    host = hall.partition(":")[0]
    if known is not None and host in ("", known.host):
        return known
    paper = paper_here(sys.stdout, language)
    if host:
        join(typed_invitation(hall, None, paper), where, paper)
    elif camera is not None:
        join(seen_invitation(camera, where, paper, language), where, paper)
    else:
        raise ScriptError(
            Text("this table has joined no hall: say its address (--hall ADDRESS), or name a camera")
        )
    joined = store.load()
    assert joined is not None, "it was kept just now"
    return joined


def typed_invitation(address: str, code: str | None, paper: TerminalPaper) -> HallInvitation:
    """Return the invitation that a person types. Raises `ScriptError`."""
    host, _, port = address.partition(":")
    if not host or not (port.isdecimal() and 0 < int(port) < 65_536 if port else True):
        raise ScriptError(Text("expected an address such as 192.168.1.5:8444, got {got}", got=address[:60]))
    if code is None:
        paper.say(Text("type the nine characters on the hall's screen:"))
        code = sys.stdin.readline()
    token = read_token(code)
    if token is None:
        raise ScriptError(
            Text("expected nine characters such as abc def 234, got {got}", got=code.strip()[:40] or "-")
        )
    return HallInvitation(host, int(port) if port else JOINING_PORT, token)


def seen_invitation(camera: str, where: Places, paper: TerminalPaper, language: str) -> HallInvitation:
    """Look with a camera until it sees the code of a hall. Raises `VisionError`, also at the end of a film."""
    with libraries_silenced(), camera_named(camera, where, language) as source:
        source.open()
        with closing(source):
            paper.say(Text("hold the code of the hall's screen before the camera"))
            return _seen(source)


def _seen(source: Source) -> HallInvitation:
    while True:
        for code in read_plain(to_grey(source.read().pixels)):
            invitation = read_invitation(code.text)
            if invitation is not None:
                return invitation

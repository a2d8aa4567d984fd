"""`companion tower send`: sends one command to a tower, numbered and framed, and prints the answer."""

import argparse
import secrets
import sys
from collections.abc import Callable

from companion.cli.tower.port_option import add_port
from companion.words import Text, translate

PATIENCE_MS = 3_000
"""Longest wait for the answer: a command is repeated three times within it, after 300, 900 and 2,100 ms (`devices.tower.commands`)."""
EXIT_REFUSED = 1
EXIT_SILENT = 2


def add_arguments(parser: argparse.ArgumentParser, parse_message: Callable[[Text], str]) -> None:
    add_port(parser, parse_message, is_required=True)
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help=parse_message(
            Text(
                "the command without its number and check: HI, PING, ARM req=a dice=d6, LIGHT level=40, CAL BEGIN…"
            )
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: answered; 1: refused; 2: no answer."""
    from companion.clock import monotonic_ms  # noqa: PLC0415
    from devices.tower.commands import CommandQueue  # noqa: PLC0415
    from devices.tower.messages import LAST_SEQ, ReplyVerb, TowerReply, parse_message  # noqa: PLC0415
    from devices.tower.ports import open_port  # noqa: PLC0415
    from devices.tower.tower_status import TowerStatus, tower_sentence  # noqa: PLC0415
    from devices.tower.wire import LineCutter, frame_line  # noqa: PLC0415

    commands, cutter = CommandQueue(secrets.randbelow(LAST_SEQ)), LineCutter()
    commands.add(args.words[0].upper(), *args.words[1:])
    port = open_port(args.port)
    try:
        port.write(b"\n")
        end = monotonic_ms() + PATIENCE_MS
        while (now := monotonic_ms()) < end:
            body = commands.due(now)
            if body is not None:
                port.write(_framed(frame_line, body))
                print(f"> {body}")
            for line in cutter.cut(port.read()):
                what = None if line is None else parse_message(line)
                print(f"< {line if line is not None else '…'}")
                outstanding = commands.outstanding
                if what is not None and outstanding is not None and what.seq == outstanding.seq:
                    refused = isinstance(what, TowerReply) and what.verb is not ReplyVerb.OK
                    return EXIT_REFUSED if refused else 0
    finally:
        port.close()
    told = tower_sentence(TowerStatus.SILENT, args.port)
    print(f"companion: {translate(told, args.lang)}", file=sys.stderr)
    return EXIT_SILENT


def _framed(frame_line: Callable[[str], bytes], body: str) -> bytes:
    """Return the framed line. Raises `ScriptError` for text that a line cannot carry."""
    from companion.errors import ScriptError  # noqa: PLC0415

    try:
        return frame_line(body)
    except (ValueError, UnicodeEncodeError) as problem:
        raise ScriptError(
            Text(
                "this does not fit into a line of DT1, which has at most 195 ASCII characters; here: {got}",
                got=body[:40],
            )
        ) from problem

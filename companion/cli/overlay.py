"""`companion overlay`: writes the local file with which OBS lays a table's score over a film."""

import argparse
import re

from companion.cli.files import write_bytes, write_lines
from companion.cli.options import Said
from companion.errors import ScriptError
from companion.words import Text, as_sentence, translate

ABOUT = (
    Text(
        "In OBS, add a browser source with this local file, 1920 wide and 1080 high. It is transparent until the server is"
        " there, and goes on by itself after a stop."
    ),
)
EXAMPLES = (
    ("overlay 192.168.1.5:8080", Text("the match of `companion play --public 8080` on that machine")),
)
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}:[0-9]{1,5}")
_TABLE = re.compile(r"[1-9][0-9]{0,3}")


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        help=said(Text("the address and port of the public pages, such as 192.168.1.5:8080")),
    )
    parser.add_argument(
        "--table", default="1", metavar="N", help=said(Text("the table's number in its hall; without it 1"))
    )
    parser.add_argument(
        "--theme",
        choices=("dark", "light"),
        default="dark",
        help=said(Text("light letters on dark, or dark ones on light; default: dark")),
    )
    parser.add_argument(
        "-o",
        "--output",
        default="overlay.html",
        metavar="FILE",
        help=said(Text("the file to write; without it overlay.html")),
    )


def run(args: argparse.Namespace) -> int:
    from companion.web.public.overlay_file import overlay_file  # noqa: PLC0415 - not for `--help`

    host = args.address.removeprefix("http://").rstrip("/")
    if not _HOST.fullmatch(host):
        raise ScriptError(
            Text("expected an address such as 192.168.1.5:8080, got {got}", got=args.address[:60])
        )
    if not _TABLE.fullmatch(args.table):
        raise ScriptError(Text("expected a table's number, got {got}", got=args.table[:40]))
    write_bytes(overlay_file(host, args.table, args.lang, args.theme).encode(), args.output)
    told = Text(
        "{file} is written: in OBS, add a browser source with this local file, 1920 x 1080", file=args.output
    )
    write_lines([as_sentence(translate(told, args.lang))], None)
    return 0

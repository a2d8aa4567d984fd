"""`companion tower virtual`: a simulated tower on a port that any program can open."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.words import Text, translate


def add_arguments(parser: argparse.ArgumentParser, said: Callable[[Text], str]) -> None:
    parser.add_argument(
        "--port",
        metavar="PATH",
        help=said(
            Text(
                "the path of the serial port that the virtual tower makes; default: a path in the temporary folder"
            )
        ),
    )
    parser.add_argument(
        "--dice", default="d6,d12", metavar="DICE", help=said(Text("the dice of the tower: d6,d12"))
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=said(Text("the seed of the dice")))
    parser.add_argument(
        "--faces",
        metavar="LIST",
        help=said(Text("instead of random faces, these one after the other: 4,11,6,2")),
    )
    parser.add_argument(
        "--serial", default="VIRTUAL1", metavar="ID", help=said(Text("the serial number of the tower"))
    )
    parser.add_argument(
        "--blind", action="store_true", help=said(Text("a tower that feels impacts and reads no faces"))
    )
    parser.add_argument(
        "--order",
        action="append",
        default=[],
        metavar="ORDER",
        help=said(Text("an order to begin with, such as `damage 2%`; may be given several times")),
    )


def run(args: argparse.Namespace) -> int:
    # Imported here, as everywhere in this package: the help needs none of it.
    from companion.clock import monotonic_ms  # noqa: PLC0415
    from devices.tower.virtual_port import PtyPlug, VirtualPort  # noqa: PLC0415
    from devices.tower.virtual_tower import ORDERS, BadOrder, TowerBuild, VirtualTower  # noqa: PLC0415

    build = TowerBuild(
        dice=tuple(args.dice.split(",")),
        serial=args.serial,
        seed=args.seed,
        faces=tuple(args.faces.split(",")) if args.faces else (),
        **({"capabilities": "drop,rest,light,cal,sim"} if args.blind else {}),
    )
    link = Path(args.port) if args.port else Path(tempfile.gettempdir()) / f"companion-tower-{os.getpid()}"
    with VirtualPort(VirtualTower(build), PtyPlug(link), monotonic_ms) as port:
        print(link, flush=True)
        known = Text("orders: {orders}; quit", orders=", ".join(ORDERS))
        print(translate(known, args.lang), file=sys.stderr, flush=True)
        for order in args.order:
            port.order(order)
        for line in sys.stdin:
            order = line.strip()
            if order == "quit":
                return 0
            try:
                if order:
                    port.order(order)
            except BadOrder as problem:
                print(translate(problem.message, args.lang), file=sys.stderr, flush=True)
        port.wait()  # No more orders will come; it serves until it is stopped.
    return 0

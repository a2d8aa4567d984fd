"""`companion kiosk status`: one line each for service, PIN, restarts, last error, and settings."""

import argparse
import json
import os
import sys

from companion.backend.findings import Finding, FindingLevel
from companion.cli.doctor import as_json, tell
from companion.cli.files import say
from companion.cli.kiosk.asked import Said, add_folder, as_owner, asked_places
from companion.cli.kiosk.machine import service_here
from companion.cli.kiosk.standing import lasting, runs, service, settings, staff
from companion.cli.paper import paper_here
from companion.storage.places import Places
from companion.words import Text

EXIT_BROKEN = 1


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_folder(parser, said)
    parser.add_argument(
        "--json", action="store_true", help=said(Text("answer with one line of JSON for each finding"))
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: the kiosk shows the game, or this machine is not a kiosk."""
    where = asked_places(args)
    # Asked as who typed it: systemd answers root, and not everybody whom root may become.
    found = service()
    with as_owner(where.data):
        found += _kept(where)
    paper = paper_here(sys.stdout, args.lang)
    for finding in found:
        if args.json:
            say(json.dumps(as_json("kiosk", finding, args.lang), ensure_ascii=False), sys.stdout)
        else:
            tell(paper, finding)
    return EXIT_BROKEN if any(finding.health is FindingLevel.BROKEN for finding in found) else 0


def _kept(where: Places) -> list[Finding]:
    """Yield the findings in the kiosk's folder; on a machine that was never a kiosk, only faults of the settings."""
    if service_here() is None and not os.path.lexists(where.kiosk):
        return settings(where)
    return [*lasting(where), *staff(where), *runs(where), *settings(where)]

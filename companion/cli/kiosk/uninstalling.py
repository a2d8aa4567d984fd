"""`companion kiosk uninstall`: makes the machine start as before. Recorded matches are not touched."""

import argparse
import sys

from companion.cli.kiosk.asked import Said
from companion.cli.kiosk.carrying import carry_out, only_root, only_with_systemd, run_here
from companion.cli.kiosk.machine import machine_here, service_here, usual_data, usual_user
from companion.cli.kiosk.service import Service
from companion.cli.kiosk.steps import removing
from companion.cli.paper import paper_here
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help=said(Text("show all steps, but do none of them"))
    )


def run(args: argparse.Namespace) -> int:
    installed = service_here()
    service = installed or Service(usual_user(), usual_data(usual_user()))
    machine = machine_here(service)
    if not args.dry_run:
        only_with_systemd(machine.has_systemd)
        only_root(machine.is_root, ["kiosk", "uninstall"])
    paper = paper_here(sys.stdout, args.lang)
    carry_out(removing(machine), machine.unit_path, paper, None if args.dry_run else run_here)
    if installed is not None:
        paper.say(
            Text(
                "the user {user} and all data in {folder} are kept",
                user=service.user,
                folder=str(service.data),
            )
        )
    if args.dry_run:
        paper.say(Text("nothing was changed"))
    return 0

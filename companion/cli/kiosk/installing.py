"""`companion kiosk install`: prints each step and does it; a step already done is only reported."""

import argparse
import sys

from companion.cli.kiosk.asked import Said, add_service, asked_service
from companion.cli.kiosk.carrying import carry_out, only_root, only_with_systemd, run_here
from companion.cli.kiosk.machine import Machine, machine_here
from companion.cli.kiosk.service import GROUPS, NAME, Service, typed_as_root
from companion.cli.kiosk.steps import installing
from companion.cli.paper import TerminalPaper, paper_here
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.words import Text


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_service(parser, said)
    parser.add_argument(
        "--dry-run", action="store_true", help=said(Text("show all steps, but do none of them"))
    )


def run(args: argparse.Namespace) -> int:
    service = asked_service(args)
    machine = machine_here(service)
    if not args.dry_run:
        only_with_systemd(machine.has_systemd)
        only_root(machine.is_root, ["kiosk", "install", *_typed(args)])
    paper = paper_here(sys.stdout, args.lang)
    paper.say(
        Text("a kiosk run by {user}, with its data in {folder}", user=service.user, folder=str(service.data))
    )
    steps = installing(service, machine)
    carry_out(steps, machine.unit_path, paper, None if args.dry_run else run_here)
    for remark in remarks(machine):
        paper.say(remark)
    if args.dry_run:
        paper.say(Text("nothing was changed"))
    else:
        _tell_what_next(service, machine, paper)
    return 0


def remarks(machine: Machine) -> list[Text]:
    """Return remarks about this machine that matter for a kiosk, such as a running desktop."""
    told = []
    if machine.has_desktop:
        told.append(
            Text(
                "a desktop starts with this machine and holds the screen; the kiosk needs it for itself:"
                " `sudo systemctl set-default multi-user.target`"
            )
        )
    missing = [name for name in GROUPS if name not in machine.groups]
    if missing:
        told.append(Text("this machine lacks these groups for devices: {groups}", groups=", ".join(missing)))
    return told


def _tell_what_next(service: Service, machine: Machine, paper: TerminalPaper) -> None:
    if SettingsStore(Places(service.data).settings).look().settings.pin is None:
        paper.command(Text("there is no PIN for the staff yet; set one:"), typed_as_root("kiosk", "pin"))
    verb = "start" if machine.unit is None else "restart"
    paper.command(
        Text("the kiosk starts with the machine from now on; to start it now:"),
        f"sudo systemctl {verb} {NAME}",
    )


def _typed(args: argparse.Namespace) -> list[str]:
    given = (("--user", args.user), ("--data", args.data))
    return [word for name, value in given if value for word in (name, value)]

"""`companion kiosk status`, `figures`, `pin` and `again`: a kiosk's state and use, the PIN of its staff, the end of safe
mode.
"""

import argparse
import getpass
import json
import os
import sys
from dataclasses import replace

from companion.backend.findings import Finding, FindingLevel
from companion.cli.doctor import as_json, tell
from companion.cli.files import say
from companion.cli.kiosk.machine import NAME, Said, add_folder, as_owner, asked_places, service_here
from companion.cli.kiosk.standing import lasting, runs, service, settings, staff
from companion.cli.paper import paper_here
from companion.codec import write
from companion.errors import CompanionError
from companion.kiosk import LEAST_DIGITS, MOST_DIGITS, Pin, new_pin
from companion.storage.kiosk_runs import RecoveryStore
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.storage.visits import VisitStore
from companion.words import Text, translate

EXIT_BROKEN = 1


def add_status_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_folder(parser, said)
    parser.add_argument(
        "--json", action="store_true", help=said(Text("answer with one line of JSON for each finding"))
    )


def run_status(args: argparse.Namespace) -> int:
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


# --- figures
# `companion kiosk figures`: what a shop wants to know, counted by day.


def add_figures_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_folder(parser, said)
    parser.add_argument(
        "--json", action="store_true", help=said(Text("answer with one line of JSON for each day"))
    )


def run_figures(args: argparse.Namespace) -> int:
    where = asked_places(args)
    with as_owner(where.data):
        days = VisitStore(where.visits).days()
    if not days and not args.json:
        say(translate(Text("nobody has used this kiosk yet"), args.lang), sys.stdout)
    for date, use in days.items():
        counted = {"date": date, **write(use)}
        said = json.dumps(counted) if args.json else f"{date}  {translate(use.told(), args.lang)}"
        say(said, sys.stdout)
    return 0


# --- staff
# `companion kiosk pin`: sets the PIN of the staff.
#
# The PIN is typed unseen or comes as a line of standard input. It is never an argument, because others can see
# arguments in the list of processes.


def add_pin_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("--remove", action="store_true", help=said(Text("remove the PIN")))
    add_folder(parser, said)


def run_pin(args: argparse.Namespace) -> int:
    where = asked_places(args)
    pin = None if args.remove else _asked(args.lang)
    with as_owner(where.data):
        store = SettingsStore(where.settings)
        had_one = store.load().settings.pin is not None
        store.change(lambda settings: replace(settings, pin=pin))
    say(translate(_told(pin, had_one), args.lang), sys.stdout)
    return 0


def _told(pin: Pin | None, had_one: bool) -> Text:
    match pin, had_one:
        case None, True:
            return Text(
                "the PIN is removed: nobody can leave the kiosk on its screen until there is a new one"
            )
        case None, False:
            return Text("there was no PIN, and there is none now")
        case _, True:
            return Text("the PIN is changed; the kiosk asks for the new one from its next start on")
        case _:
            return Text("the PIN is set; the kiosk asks for it from its next start on")


def _asked(language: str) -> Pin:
    """Ask for the PIN twice. Raises `BadPin`, or `CompanionError` if the second one differs."""
    if not _is_typed():
        line = b"" if sys.stdin is None else sys.stdin.buffer.readline()
        return new_pin(line.decode("utf-8", "replace").strip())
    ask = Text("PIN of the staff, {least} to {most} digits: ", least=LEAST_DIGITS, most=MOST_DIGITS)
    digits = _typed(ask, language)
    pin = new_pin(digits)
    if _typed(Text("the same PIN once more: "), language) != digits:
        raise CompanionError(Text("the two PINs were not the same; nothing was changed"))
    return pin


def _is_typed() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _typed(ask: Text, language: str) -> str:
    try:
        return getpass.getpass(translate(ask, language)).strip()
    except EOFError:
        return ""


# --- again
# `companion kiosk again`: ends the safe mode, so that the next start shows the game.


def add_again_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_folder(parser, said)


def run_again(args: argparse.Namespace) -> int:
    where = asked_places(args)
    with as_owner(where.data):
        store = RecoveryStore(where.kiosk)
        before = store.look()
        if before != before.forgiven():
            store.forgive()
    told = (
        Text("the next start shows the game again: `sudo systemctl restart {name}`", name=NAME)
        if before.is_safe
        else Text("the safe screen was not shown; the restarts so far no longer count")
    )
    say(translate(told, args.lang), sys.stdout)
    return 0

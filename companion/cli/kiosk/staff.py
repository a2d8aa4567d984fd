"""`companion kiosk pin`: sets the PIN of the staff.

The PIN is typed unseen or comes as a line of standard input. It is never an argument, because others can see arguments
in the list of processes.
"""

import argparse
import getpass
import sys
from dataclasses import replace

from companion.cli.files import say
from companion.cli.kiosk.asked import Said, add_folder, as_owner, asked_places
from companion.errors import CompanionError
from companion.kiosk.pin import LEAST_DIGITS, MOST_DIGITS, Pin, new_pin
from companion.storage.settings import SettingsStore
from companion.words import Text, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument("--remove", action="store_true", help=said(Text("remove the PIN")))
    add_folder(parser, said)


def run(args: argparse.Namespace) -> int:
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

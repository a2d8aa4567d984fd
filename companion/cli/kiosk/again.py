"""`companion kiosk again`: ends the safe mode, so that the next start shows the game."""

import argparse
import sys

from companion.cli.files import say
from companion.cli.kiosk.asked import Said, add_folder, as_owner, asked_places
from companion.cli.kiosk.service import NAME
from companion.storage.recoveries import RecoveryStore
from companion.words import Text, translate


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_folder(parser, said)


def run(args: argparse.Namespace) -> int:
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

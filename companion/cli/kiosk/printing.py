"""`companion kiosk unit`: prints the service as it would be installed."""

import argparse
import sys

from companion.cli.files import say
from companion.cli.kiosk.asked import Said, add_service, asked_service
from companion.cli.kiosk.service import unit_of


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    add_service(parser, said)


def run(args: argparse.Namespace) -> int:
    say(unit_of(asked_service(args)).rstrip("\n"), sys.stdout)
    return 0

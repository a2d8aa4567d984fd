"""Finds the kiosk that a command is about: its user and its folder of data."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.kiosk.machine import groups_here, service_here, usual_data, usual_user
from companion.cli.kiosk.service import GROUPS, Service
from companion.errors import CompanionError
from companion.storage.places import Places, places
from companion.words import Text

Said = Callable[[Text], str]


def add_service(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the options of commands that write or show the service."""
    parser.add_argument(
        "--user",
        metavar="USER",
        help=said(
            Text(
                "the user account that runs the kiosk; default: the user who typed sudo, or else a new user `companion`"
            )
        ),
    )
    add_folder(parser, said)


def add_folder(parser: argparse.ArgumentParser, said: Said) -> None:
    """Add the option for the folder of data."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=said(Text("folder of the kiosk's matches, cards and settings; default: the usual one")),
    )


def asked_service(args: argparse.Namespace) -> Service:
    """Return the kiosk that the options describe; what they leave out is taken from the installed kiosk.

    Raises `CompanionError`.
    """
    installed = service_here()
    user = args.user or (installed.user if installed else usual_user())
    chosen = args.data or os.environ.get("COMPANION_DATA")
    is_same = installed is not None and installed.user == user
    data = _whole(chosen) if chosen else installed.data if installed and is_same else usual_data(user)
    return Service(user, data, groups_here() or GROUPS)


def asked_places(args: argparse.Namespace) -> Places:
    """Return the kiosk's folder: as the options say, else as installed, else the usual one."""
    installed = service_here()
    if args.data or os.environ.get("COMPANION_DATA") or installed is None:
        return places(args.data)
    return Places(installed.data)


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Make files that root writes into a kiosk's folder belong to the kiosk, which could not read them otherwise.

    Only in one thread.

    Raises `CompanionError` for a folder that others may not enter.
    """
    try:
        owner = folder.stat() if folder.exists() else None
        is_open = owner is None or os.access(folder, os.R_OK | os.X_OK)
    except OSError:
        owner, is_open = None, False
    if not is_open:
        raise CompanionError(Text("you may not look into {folder}: try again with sudo", folder=str(folder)))
    if os.geteuid() != 0 or owner is None or owner.st_uid == 0:
        yield
        return
    gid, groups = os.getegid(), os.getgroups()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(gid)
        os.setgroups(groups)


def _whole(folder: str) -> Path:
    try:
        return Path(folder).expanduser().absolute()
    except RuntimeError:
        return Path(folder).absolute()

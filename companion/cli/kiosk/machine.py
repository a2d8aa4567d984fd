"""The machine of a kiosk as a value: its service of systemd, its user, its folder, and whether its files survive a restart."""

import argparse
import grp
import os
import pwd
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.backend.devices.registry import DEVICES
from companion.backend.kiosk_guard import EXIT_LEFT
from companion.errors import CompanionError
from companion.kiosk import program_here
from companion.storage.catalogue import SHIPPED
from companion.storage.places import Places, places
from companion.words import Text

# --- service
# The kiosk as a service of systemd: writes its unit, and reads user and folder from it.

NAME = "companion-kiosk.service"
UNITS = Path("/etc/systemd/system")
TEMPLATE = SHIPPED / "kiosk" / NAME
_OF_DEVICES = (kind.group.name for kind in DEVICES.values() if kind.group is not None)
GROUPS = tuple(dict.fromkeys(("video", "render", "input", *_OF_DEVICES)))
"""What opens screen, touch and devices; a service that names a group which is not there does not start."""
_USER = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
_VARIABLE = "COMPANION_DATA="


@dataclass(frozen=True, slots=True)
class Service:
    """A kiosk to install: its user and groups, its folder of data, and the command that starts the program."""

    user: str
    data: Path
    groups: tuple[str, ...] = GROUPS
    program: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise `CompanionError` for a value that a unit cannot hold."""
        if not _USER.fullmatch(self.user):
            raise CompanionError(
                Text(
                    "{user} cannot be the name of a user: small letters, digits, - and _", user=self.user[:40]
                )
            )
        if self.user == "root":
            raise CompanionError(
                Text(
                    "a kiosk does not run as root: choose another user with --user; a user that "
                    "does not exist is created"
                )
            )
        if not self.data.is_absolute() or not str(self.data).isprintable() or self.data == Path("/"):
            raise CompanionError(
                Text(
                    "{folder} cannot be a kiosk's data folder: give its whole path, from / on",
                    folder=str(self.data),
                )
            )


def unit_of(service: Service) -> str:
    """Return the text of the unit, made from the one that ships."""
    filled = {
        "DATA": _quoted(str(service.data)),
        "DATA_VARIABLE": _quoted(_VARIABLE + str(service.data)),
        "EXIT_LEFT": str(EXIT_LEFT),
        "GROUPS": " ".join(service.groups),
        # Only a command's words are looked through for variables.
        "PROGRAM": " ".join(_quoted(word).replace("$", "$$") for word in service.program or program_here()),
        "USER": service.user,
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    return re.sub(r"@([A-Z_]+)@", lambda slot: filled[slot[1]], text)


def service_in(unit: str) -> Service | None:
    """Read user and folder from a unit; None for a unit of another program."""
    user = re.search(r"^User=(.+)$", unit, re.MULTILINE)
    for line in re.findall(r"^Environment=(.+)$", unit, re.MULTILINE):
        try:
            words = [word.replace("%%", "%") for word in shlex.split(line)]
            data = next((word.removeprefix(_VARIABLE) for word in words if word.startswith(_VARIABLE)), None)
            if user is not None and data is not None:
                return Service(user[1], Path(data))
        except (ValueError, CompanionError):
            return None
    return None


def _quoted(word: str) -> str:
    """Quote a word for systemd, where % begins a specifier and blanks end a word."""
    doubled = word.replace("%", "%%")
    if re.fullmatch(r"[\w@%+=:,./-]+", doubled):
        return doubled
    return '"' + doubled.replace("\\", "\\\\").replace('"', '\\"') + '"'


# --- machine

RUNNING_SYSTEMD = Path("/run/systemd/system")
SYSTEM_DATA = Path("/var/lib/companion")
PEOPLE = range(1000, 60_000)
"""The user ids that Debian gives to people; the others are services'."""


@dataclass(frozen=True, slots=True)
class Account:
    """A user of the machine."""

    name: str
    uid: int
    group: str
    home: Path

    @property
    def is_person(self) -> bool:
        """Whether this is a person's account, which can log in and has a home."""
        return self.uid in PEOPLE


@dataclass(frozen=True, slots=True)
class Machine:
    """The state of the machine; of its users only the kiosk's."""

    is_root: bool
    has_systemd: bool
    account: Account | None
    groups: tuple[str, ...] = GROUPS
    """The groups that a kiosk needs and this machine has."""
    data_owner: str | None = None
    """Whose the data folder is, if it is there."""
    is_data_fresh: bool = False
    """It is there, and nothing is in it: a disk that was just made."""
    unit: str | None = None
    """The text of the kiosk's unit, if there is one."""
    is_enabled: bool = False
    has_desktop: bool = False
    """A desktop begins with the machine, and holds the screen."""
    units: Path = UNITS

    @property
    def unit_path(self) -> Path:
        return self.units / NAME


def machine_here(service: Service) -> Machine:
    """Describe this machine for a kiosk."""
    path = UNITS / NAME
    return Machine(
        is_root=os.geteuid() == 0,
        has_systemd=RUNNING_SYSTEMD.is_dir(),
        account=account_of(service.user),
        groups=groups_here(),
        data_owner=_owner(service.data),
        is_data_fresh=_is_fresh(service.data),
        unit=_text(path),
        is_enabled=os.path.lexists(UNITS / "multi-user.target.wants" / NAME),
        has_desktop=os.path.lexists(UNITS / "display-manager.service"),
    )


def service_here() -> Service | None:
    """Return the kiosk installed on this machine."""
    unit = _text(UNITS / NAME)
    return None if unit is None else service_in(unit)


def usual_user() -> str:
    """Return the user who typed sudo, in whose folder the program usually lies; else `companion`."""
    person = os.environ.get("SUDO_USER", "")
    return person if person and person != "root" else "companion"


def usual_data(user: str) -> Path:
    """Return the usual folder of a user's matches; for a user without a home, the system's folder."""
    account = account_of(user)
    if account is None or not account.is_person:
        return SYSTEM_DATA
    return account.home / ".local" / "share" / "companion"


def groups_here() -> tuple[str, ...]:
    """Return the groups a kiosk needs that this machine has."""
    return tuple(name for name in GROUPS if _has_group(name))


def account_of(user: str) -> Account | None:
    """Return the account of a user."""
    try:
        entry = pwd.getpwnam(user)
    except KeyError:
        return None
    return Account(user, entry.pw_uid, _group_name(entry.pw_gid), Path(entry.pw_dir))


def _group_name(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _has_group(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _owner(folder: Path) -> str | None:
    try:
        return folder.owner()
    except KeyError:
        return str(folder.stat().st_uid)
    except OSError:
        return None


def _is_fresh(folder: Path) -> bool:
    try:
        return {path.name for path in folder.iterdir()} <= {"lost+found"}
    except OSError:
        return False


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


# --- lasting
# Tells whether files in a folder survive a restart: the overlay of a read-only system forgets all of them.
#
# /proc/self/mounts, one line a mount, the later ones over the earlier:   overlayroot / overlay rw,upperdir=/media/root-
# rw/overlay 0 0

MOUNTS = Path("/proc/self/mounts")
IN_MEMORY = frozenset(("tmpfs", "ramfs"))
MOST_LAYERS = 8
"""File systems one above the other that are followed: the kernel allows two overlays, the rest is reserve."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system."""

    at: Path
    kind: str
    upper: Path | None
    """The folder to which an overlay writes."""


def read_mounts(text: str) -> tuple[Mount, ...]:
    """Read the table of mounts, in which blanks in names are written as octal numbers."""
    rows = (line.split() for line in text.splitlines())
    return tuple(Mount(Path(_plain(row[1])), row[2], _upper(row[3])) for row in rows if len(row) >= 4)


def is_forgotten(folder: Path, mounts: tuple[Mount, ...]) -> bool:
    """Tell whether a folder, which may not exist yet, lies in memory or under an overlay that keeps nothing."""
    for _ in range(MOST_LAYERS):
        under = [mount for mount in mounts if folder.is_relative_to(mount.at)]
        if not under:
            return False
        # Of two at the same place the later one covers the other.
        top = max(enumerate(under), key=lambda numbered: (len(numbered[1].at.parts), numbered[0]))[1]
        if top.upper is None or top.upper == folder:
            return top.kind in IN_MEMORY
        folder = top.upper
    return False


def is_forgotten_here(folder: Path) -> bool:
    """Tell whether a folder of this machine is forgotten at a restart."""
    try:
        table = MOUNTS.read_text(encoding="utf-8", errors="replace")
        return is_forgotten(folder.resolve(), read_mounts(table))
    except (OSError, RuntimeError):
        return False


def _upper(options: str) -> Path | None:
    found = re.search(r"(?:^|,)upperdir=([^,]+)", options)
    return None if found is None else Path(_plain(found[1]))


def _plain(name: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), name)


# --- asked
# Finds the kiosk that a command is about: its user and its folder of data.

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

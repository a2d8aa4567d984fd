"""Describes the machine as a value before a kiosk is made of it, so that the steps can be worked out without a machine."""

import grp
import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from companion.cli.kiosk.service import GROUPS, NAME, UNITS, Service, service_in

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

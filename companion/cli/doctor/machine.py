"""Checks the machine: disk space, permissions, the clock, and the groups for devices."""

import getpass
import grp
import os
import pwd
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from calibration.profile import Profiles
from companion.backend.devices.registry import DEVICES
from companion.backend.findings import Finding, FindingLevel, UserGroup
from companion.storage.places import Places
from companion.storage.write_permission import nearest_folder, why_not_kept
from companion.words import Text

LEAST_MB, ENOUGH_MB = 100, 1000
FIRST_YEAR = 2025
"""A clock that says less was never set: this program is younger."""
NODES = Path("/dev")


def disk(where: Places) -> list[Finding]:
    """Check whether matches can be written, and for how long."""
    what = Text("disk")
    folder = nearest_folder(where.data)
    problem = why_not_kept(where.matches)
    if problem is not None:
        return [Finding(what, FindingLevel.BROKEN, problem, _mending(folder))]
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    health = (
        FindingLevel.BROKEN
        if free_mb < LEAST_MB
        else FindingLevel.WARN
        if free_mb < ENOUGH_MB
        else FindingLevel.OK
    )
    says = Text("{mb} MB are free for {folder}", mb=free_mb, folder=str(where.data))
    return [Finding(what, health, says, None if health is FindingLevel.OK else f"df -h {folder}")]


def _mending(folder: Path) -> str:
    """Return what to type where nothing can be written: another user's folder, a full disk, or a read-only one."""
    if os.access(folder, os.W_OK) or _is_only_read(folder):
        return f"df -h {folder}; findmnt -T {folder}"
    return f"sudo chown -R $USER {folder}"


def _is_only_read(folder: Path) -> bool:
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def clock(where: Places) -> list[Finding]:
    """Check whether the date is plausible: a small computer without a battery starts in the past."""
    what, now = Text("clock"), datetime.now(UTC)
    newest = max(
        (datetime.fromisoformat(profile.at) for profile in Profiles(where.calibration).all()), default=now
    )
    shown = now.astimezone().strftime("%Y-%m-%d %H:%M")
    if now.year < FIRST_YEAR or newest > now:
        says = Text(
            "the clock of this machine shows {time}, which is too early: matches would get wrong dates",
            time=shown,
        )
        return [Finding(what, FindingLevel.BROKEN, says, "sudo timedatectl set-ntp true")]
    return [Finding(what, FindingLevel.OK, Text("the clock shows {time}", time=shown))]


def permissions(_where: Places) -> list[Finding]:
    """Check whether connected devices may be opened, and whether the user is in the groups that devices need."""
    groups = [kind.group for kind in DEVICES.values() if kind.group is not None]
    found = [finding for group in groups if (finding := _permission(group)) is not None]
    return found or [
        Finding(Text("permissions"), FindingLevel.OK, Text("cameras, tower and sound may be opened"))
    ]


def _permission(group: UserGroup) -> Finding | None:
    nodes = [node for pattern in group.nodes for node in NODES.glob(pattern)]
    closed = [str(node) for node in nodes if not os.access(node, os.R_OK | os.W_OK)]
    if not closed and (nodes or _is_in(group.name)):
        return None
    user = _user()
    if closed:
        says = Text("{user} may not open {devices}", user=user, devices=", ".join(closed[:3]))
        return Finding(Text("permissions"), FindingLevel.BROKEN, says, _join(group.name, user))
    says = Text(
        "{user} is not in the group {group}, which {what} will need",
        user=user,
        group=group.name,
        what=Text(group.opened),
    )
    return Finding(Text("permissions"), FindingLevel.WARN, says, _join(group.name, user))


def _join(group: str, user: str) -> str:
    return f"sudo usermod -aG {group} {user}   # log out and in again"


def _is_in(group: str) -> bool:
    """Tell whether the user is in a group, or needs no group because the system does not have it."""
    if os.geteuid() == 0:
        return True
    try:
        wanted = grp.getgrnam(group)
    except KeyError:
        return True
    return wanted.gr_gid in _gids()


def _gids() -> Iterable[int]:
    with suppress(KeyError, OSError):
        return os.getgrouplist(_user(), pwd.getpwuid(os.geteuid()).pw_gid)
    return os.getgroups()


def _user() -> str:
    with suppress(KeyError, OSError):
        return getpass.getuser()
    return str(os.geteuid())

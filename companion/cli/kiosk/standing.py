"""Finds the state of a kiosk and of the settings, for `companion kiosk status` and `companion doctor`."""

import os
import shlex
from datetime import datetime

from companion.backend.findings import Finding, FindingLevel
from companion.cli.kiosk.installation import active_state
from companion.cli.kiosk.machine import NAME, UNITS, is_forgotten_here, service_here
from companion.kiosk import MOST_RECOVERIES, Fault, Recoveries, typed_as_root
from companion.storage.kiosk_runs import RecoveryStore, boot_id
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.words import Text

KIOSK = Text("kiosk")


def kiosk(where: Places) -> list[Finding]:
    """Yield the findings for the doctor; none on a machine that is not a kiosk."""
    if service_here() is None and not os.path.lexists(where.kiosk):
        return []
    return [*service(), *lasting(where), *runs(where)]


def settings(where: Places) -> list[Finding]:
    """Yield what is wrong with the settings, and the damaged files that were set aside."""
    store = SettingsStore(where.settings)
    what = Text("settings")
    found = [Finding(what, FindingLevel.WARN, problem) for problem in store.look().problems]
    return found + [
        Finding(
            what,
            FindingLevel.WARN,
            Text("a damaged file was set aside: look into it, then delete it"),
            f"rm {path}",
        )
        for path in store.set_aside()
    ]


def service() -> list[Finding]:
    """Yield the state of the service: not installed, not started with the machine, or what systemd reports."""
    installed = service_here()
    if installed is None:
        says = Text("this machine is not a kiosk")
        return [Finding(KIOSK, FindingLevel.OK, says, typed_as_root("kiosk", "install"))]
    whose = Text("run by {user}, with its data in {folder}", user=installed.user, folder=str(installed.data))
    return [Finding(KIOSK, FindingLevel.OK, whose), _start(), *_state()]


def _start() -> Finding:
    if os.path.lexists(UNITS / "multi-user.target.wants" / NAME):
        return Finding(KIOSK, FindingLevel.OK, Text("the kiosk starts with the machine"))
    return Finding(
        KIOSK,
        FindingLevel.WARN,
        Text("the kiosk does not start with the machine"),
        f"sudo systemctl enable {NAME}",
    )


def _state() -> list[Finding]:
    """Yield the state that systemd reports; nothing if systemd does not answer."""
    see = f"systemctl status {NAME}; journalctl -b -u {NAME}"
    match active_state():
        case None:
            return []
        case "active":
            return [Finding(KIOSK, FindingLevel.OK, Text("the kiosk is running"))]
        case "activating":
            return [Finding(KIOSK, FindingLevel.WARN, Text("the kiosk is starting, or starting again"), see)]
        case _:
            return [Finding(KIOSK, FindingLevel.WARN, Text("the kiosk is not running"), see)]


def lasting(where: Places) -> list[Finding]:
    """Check whether matches survive a restart of the machine."""
    if not is_forgotten_here(where.data):
        return []
    says = Text(
        "{folder} is only in memory: everything in it is lost when the machine is switched off; see docs/kiosk.md",
        folder=str(where.data),
    )
    return [Finding(KIOSK, FindingLevel.BROKEN, says, f"findmnt --target {shlex.quote(str(where.data))}")]


def staff(where: Places) -> list[Finding]:
    """Check whether there is a PIN, without which the staff's screen cannot be opened."""
    what = Text("PIN")
    loaded = SettingsStore(where.settings).look()
    if loaded.settings.pin is None:
        if loaded.problems:
            return []  # Perhaps one is set: what is wrong with the file is told.
        says = Text("no PIN is set: the staff's screen stays closed")
        return [Finding(what, FindingLevel.WARN, says, typed_as_root("kiosk", "pin"))]
    return [Finding(what, FindingLevel.OK, Text("a PIN is set"))]


def runs(where: Places) -> list[Finding]:
    """Say how often the kiosk restarted since the machine was started, and what its last error was."""
    recoveries = RecoveryStore(where.kiosk).look()
    return [_recovered(recoveries), *([] if recoveries.fault is None else [_last(recoveries.fault)])]


def _recovered(recoveries: Recoveries) -> Finding:
    what = Text("restarts")
    if recoveries.boot != boot_id():
        return Finding(what, FindingLevel.OK, Text("the kiosk has not run since the machine was switched on"))
    if recoveries.is_safe:
        says = Text("too many errors: the kiosk shows its safe screen until the staff touch “try again”")
        return Finding(what, FindingLevel.BROKEN, says, typed_as_root("kiosk", "again"))
    says = Text(
        "{count} of at most {most} since the machine was switched on",
        count=recoveries.count,
        most=MOST_RECOVERIES,
    )
    return Finding(what, FindingLevel.WARN if recoveries.count else FindingLevel.OK, says)


def _last(fault: Fault) -> Finding:
    at = datetime.fromtimestamp(fault.at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return Finding(
        Text("last error"), FindingLevel.WARN, Text("{time}: {problem}", time=at, problem=fault.says)
    )

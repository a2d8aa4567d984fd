"""Checks the machine: libraries, disk, permissions, clock, the window, and the calibrations that it keeps."""

import getpass
import grp
import importlib.util
import os
import pwd
import shutil
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from calibration.grade import GradeMark
from calibration.profile import Profile, Profiles
from companion.backend.devices.registry import DEVICES
from companion.backend.findings import Finding, FindingLevel, RequiredLibrary, UserGroup
from companion.backend.time_limit import tried
from companion.storage.kept_files import nearest_folder, why_not_kept
from companion.storage.places import Places
from companion.words import N_, Text
from ui.start import KIVY_ENVIRONMENT

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


# --- libraries
# Checks the libraries; each is imported in a process of its own, because some crash on the wrong machine.

IMPORT_S = 25.0
"""Longest import of one library: small machines take many seconds at the first start."""
AT_ONCE = 4
"""Imports at a time: a Raspberry Pi has four cores."""
_TRY = "import importlib, importlib.metadata as m, sys; importlib.import_module(sys.argv[1]); print(m.version(sys.argv[2]))"


LIBRARIES = (
    RequiredLibrary("yaml", "PyYAML", N_("no card, no board and no mat can be read"), is_needed=True),
    RequiredLibrary(
        "platformdirs", "platformdirs", N_("the program does not know where to keep matches"), is_needed=True
    ),
    RequiredLibrary("numpy", "numpy", N_("neither camera nor sound works"), is_needed=True),
    RequiredLibrary("cv2", "opencv-python", N_("no camera works"), is_needed=True),
    RequiredLibrary("zxingcpp", "zxing-cpp", N_("codes cannot be read"), is_needed=True),
    RequiredLibrary(
        "pyzbar.pyzbar",
        "pyzbar",
        N_("difficult codes get no second try by another library"),
        "sudo apt install libzbar0",
    ),
    # Only its files are used; it is never imported.
    RequiredLibrary("importlib.metadata", "rapidocr", N_("printed references cannot be read")),
    RequiredLibrary("reportlab", "reportlab", N_("nothing can be printed")),
    *(library for kind in DEVICES.values() for library in kind.libraries),
)


def libraries(_where: Places) -> list[Finding]:
    """Return one finding for all working libraries, and one for each that fails."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda one: tried(_TRY, IMPORT_S, one.module, one.package), LIBRARIES))
    looked = list(zip(LIBRARIES, results, strict=True))
    well = [f"{one.package} {result.last}" for one, result in looked if result.is_well]
    found = [
        Finding(
            Text("library {name}", name=one.package),
            FindingLevel.BROKEN if one.is_needed else FindingLevel.WARN,
            Text("{without} ({problem})", without=Text(one.without), problem=result.says),
            one.type_this,
        )
        for one, result in looked
        if not result.is_well
    ]
    return [Finding(Text("libraries"), FindingLevel.OK, Text("{list}", list=", ".join(well) or "–")), *found]


# --- screen
# Checks in a process of its own whether Kivy can open a window with OpenGL, because this may hang or crash.

SCREEN_S = 25.0
"""Longest opening of a window, its import included; see `libraries.IMPORT_S`."""
CARDS = Path("/dev/dri")
_WINDOW = """
from kivy.config import Config
Config.set("graphics", "window_state", "hidden")
from kivy.core.window import Window
assert Window is not None, "no window"
from kivy.graphics.opengl import glGetString, GL_VERSION
print(glGetString(GL_VERSION).decode())
"""


def screen(_where: Places) -> list[Finding]:
    """Return one finding: no Kivy, no display, no OpenGL, or the version that works."""
    what = Text("screen")
    if importlib.util.find_spec("kivy") is None:
        says = Text("Kivy is not installed: until it is, everything can be played in the terminal")
        return [Finding(what, FindingLevel.WARN, says, f"{sys.executable} -m pip install kivy")]
    if not has_display(os.environ):
        says = Text("there is no display here: log in at the machine itself, or start a desktop")
        return [Finding(what, FindingLevel.WARN, says, "echo $DISPLAY $WAYLAND_DISPLAY")]
    quiet = {**os.environ, **KIVY_ENVIRONMENT}
    one = tried(_WINDOW, SCREEN_S, environment=quiet)
    if one.is_well:
        return [Finding(what, FindingLevel.OK, Text("a window opens, OpenGL {version}", version=one.last))]
    says = Text("no window opens: {problem}", problem=one.says)
    return [Finding(what, FindingLevel.BROKEN, says, "sudo apt install libgl1-mesa-dri libgles2")]


def has_display(environment: Mapping[str, str], cards: Path = CARDS) -> bool:
    """Tell whether there is a display: a desktop, or a graphics card without one."""
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) or any(cards.glob("card*"))


# --- calibrated
# Checks the calibrations: how good and how old they are, which are damaged, and which are missing.


def calibration(where: Places) -> list[Finding]:
    """Yield a finding for each calibration, each damaged file, and each missing calibration."""
    profiles = Profiles(where.calibration)
    in_force = list(profiles.all())
    found = [_profile(profile, datetime.now(UTC)) for profile in in_force]
    found += [
        Finding(Text("calibration"), FindingLevel.BROKEN, problem.message, f"rm {path}")
        for path, problem in profiles.damaged()
    ]
    wanted = [one.kind for kind in DEVICES.values() for one in kind.calibrations if one.is_wanted]
    missing = [kind for kind in wanted if kind not in {profile.kind for profile in in_force}]
    return found + [
        Finding(
            Text("calibration: {kind}", kind=Text(kind.value)),
            FindingLevel.WARN,
            Text("never done"),
            f"companion calibrate {kind.value}",
        )
        for kind in missing
    ]


def _profile(profile: Profile, now: datetime) -> Finding:
    size = " x ".join(map(str, profile.size_px))
    what = Text("calibration: {kind}", kind=Text(profile.kind.value))
    says = Text(
        "{subject} {size}: {mark}, age in days: {days}",
        subject=profile.subject, size=size, mark=profile.report.mark.says, days=profile.age_days(now),
    )  # fmt: skip
    is_poor = profile.report.mark is GradeMark.POOR
    again = f"companion calibrate {profile.kind.value}" if is_poor else None
    return Finding(what, FindingLevel.WARN if is_poor else FindingLevel.OK, says, again)

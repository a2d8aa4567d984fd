"""The kiosk as a service of systemd: writes its unit, and reads user and folder from it."""

import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.backend.devices.registry import DEVICES
from companion.backend.kiosk_guard import EXIT_LEFT
from companion.errors import CompanionError
from companion.storage.catalogue import SHIPPED
from companion.words import Text

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
        """Raises `CompanionError` for a value that a unit cannot hold."""
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


def program_here() -> tuple[str, ...]:
    """Return the command that starts this program: its script beside Python, or that Python with a module."""
    script = Path(sys.executable).with_name("companion")
    return (str(script),) if script.is_file() else (sys.executable, "-m", "companion")


def typed_as_root(*words: str) -> str:
    """Return a command of this program as root must type it, because root's shell does not find the bare name."""
    return shlex.join(("sudo", *program_here(), *words))


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

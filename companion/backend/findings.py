"""Value types of `companion doctor`: a finding, and the library or user group that a kind of device needs."""

from dataclasses import dataclass
from enum import StrEnum

from companion.words import N_, Text


class FindingLevel(StrEnum):
    """How serious a finding is. The game can go on with a warning."""

    OK = "ok"
    WARN = "warn"
    BROKEN = "broken"


N_("ok"), N_("warn"), N_("broken")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of `companion doctor`: subject, level, sentence, and what to type."""

    what: Text
    health: FindingLevel
    says: Text
    type_this: str | None = None


@dataclass(frozen=True, slots=True)
class RequiredLibrary:
    """A library: what to import, its package, what is lost without it, and what to type."""

    module: str
    package: str
    without: str
    type_this: str = ".ci/setup run"
    is_needed: bool = False


@dataclass(frozen=True, slots=True)
class UserGroup:
    """A group of the system whose users may open a kind of device: the device's nodes below /dev, and its name."""

    name: str
    nodes: tuple[str, ...]
    opened: str

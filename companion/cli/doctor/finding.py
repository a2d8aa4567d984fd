"""The result of a probe of `companion doctor`: subject, level, sentence, and what to type."""

from dataclasses import dataclass
from enum import StrEnum

from companion.words import N_, Text


class FindingLevel(StrEnum):
    """How serious a finding is. The game can go on with a warning."""

    OK = "ok"
    WARN = "warn"
    BROKEN = "broken"


N_("ok"), N_("warn"), N_("broken")
(
    N_("libraries"),
    N_("disk"),
    N_("clock"),
    N_("permissions"),
    N_("cameras"),
    N_("ports"),
    N_("audio"),
    N_("screen"),
)
N_("calibration"), N_("settings"), N_("kiosk")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of `companion doctor`."""

    what: Text
    health: FindingLevel
    says: Text
    type_this: str | None = None

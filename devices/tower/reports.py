"""Defines the steps that the dialogue asks of the link, and the reports for the app. Values only."""

from dataclasses import dataclass

from companion.observation import Roll
from companion.words import Text
from devices.tower.messages import RollMessage, TowerMessage, TowerReply
from devices.tower.roll_verdict import RollVerdict
from devices.tower.tower_status import TowerStatus


@dataclass(frozen=True, slots=True)
class SendStep:
    """Write this line to the port."""

    body: str
    data: bytes


@dataclass(frozen=True, slots=True)
class KeepStep:
    """Keep this roll in the log, then tell the dialogue, which acknowledges it."""

    rolled: RollMessage
    roll: Roll


@dataclass(frozen=True, slots=True)
class HangUpStep:
    """Close the port and open it again: no tower answers."""

    status: TowerStatus


@dataclass(frozen=True, slots=True)
class TowerReport:
    """The status of the tower has changed."""

    status: TowerStatus
    says: Text


@dataclass(frozen=True, slots=True)
class DiceFalling:
    """Dice are falling: a hint, never evidence."""

    is_full: bool


@dataclass(frozen=True, slots=True)
class CommandReply:
    """The tower's answer to a command of the app."""

    verb: str
    answer: TowerReply


@dataclass(frozen=True, slots=True)
class WireLine:
    """A line that went over the wire. `body` is None if it was damaged, `said` if it is unknown here."""

    is_from_tower: bool
    body: str | None
    said: TowerMessage | None = None


Report = TowerReport | RollVerdict | DiceFalling | CommandReply | WireLine
Step = SendStep | KeepStep | HangUpStep | Report

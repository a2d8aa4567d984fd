"""What the talk with a tower brings about: steps for the link to take, and reports for the app. Values only."""

from dataclasses import dataclass

from companion.observation import Roll
from companion.words import Text
from devices.tower.messages import RollMessage, TowerMessage, TowerReply
from devices.tower.roll_verdict import RollVerdict
from devices.tower.tower_status import TowerStatus


@dataclass(frozen=True, slots=True)
class SendStep:
    """To be written to the port."""

    body: str
    data: bytes


@dataclass(frozen=True, slots=True)
class KeepStep:
    """To be kept in the log; only then may the dialogue be told so, which acknowledges it."""

    rolled: RollMessage
    roll: Roll


@dataclass(frozen=True, slots=True)
class HangUpStep:
    """The port is to be closed and opened again: nobody is there."""

    status: TowerStatus


@dataclass(frozen=True, slots=True)
class TowerReport:
    """It stands otherwise with the tower than before."""

    status: TowerStatus
    says: Text


@dataclass(frozen=True, slots=True)
class DiceFalling:
    """Dice are falling: a hint, never evidence."""

    is_full: bool


@dataclass(frozen=True, slots=True)
class CommandReply:
    """What the tower said to a command of the app."""

    verb: str
    answer: TowerReply


@dataclass(frozen=True, slots=True)
class WireLine:
    """A line went over the wire; `body` is None for a damaged one, `said` for one that is not known here."""

    is_from_tower: bool
    body: str | None
    said: TowerMessage | None = None


Report = TowerReport | RollVerdict | DiceFalling | CommandReply | WireLine
Step = SendStep | KeepStep | HangUpStep | Report

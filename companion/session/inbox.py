"""What the session is told, by camera, tower and hands. Rolls and taps are never dropped."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.observation import Notice, Roll, Sighting
from companion.play import Correct, SaidPlay
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SightingReport:
    """The camera saw something; with a crop of the picture, as JPEG."""

    sighting: Sighting
    crop: bytes | None = None


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The camera gives pictures, or has stopped to."""

    is_seeing: bool


@dataclass(frozen=True, slots=True)
class RestReport:
    """Nothing moves over the table any more, not even a hand; or something moves again."""

    is_at_rest: bool


@dataclass(frozen=True, slots=True)
class RollReport:
    """Dice fell. They count, or a person is asked, and told why."""

    roll: Roll
    counts: bool
    why: Text


@dataclass(frozen=True, slots=True)
class PlayIntent:
    """A hand said a play. `seq` is the match's number when the screen was drawn: a stale touch is refused. `said`: the JSON
    that was typed, where it was, which is kept as it came.
    """

    play: SaidPlay
    seq: int | None = None
    source: str = "tap"
    said: Any = None


class AmendmentChoice(StrEnum):
    """What is to become of an amendment that makes later plays impossible."""

    KEEP = "keep"
    """All stays as it was: nothing is amended."""
    DROP = "drop"
    """It is amended, and those plays are dropped."""
    AGAIN = "again"
    """It is amended, and from the first of those plays on all is entered again."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """An earlier play was another one: a die was misread, a card was wrong. `reason`: why, in the words of who says so."""

    seq: int
    instead: SaidPlay
    reason: str | None = None

    @property
    def correction(self) -> Correct:
        """The play that makes it so."""
        return Correct(self.seq, self.instead, self.reason)


@dataclass(frozen=True, slots=True)
class AmendmentDecision:
    """What was proposed is settled."""

    choice: AmendmentChoice


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A question was answered with one of its options; None: none of these."""

    key: str
    option: int | None


@dataclass(frozen=True, slots=True)
class TableApproval:
    """Table and match differ, and a person says that the table is right as it is."""

    key: str


@dataclass(frozen=True, slots=True)
class PastRequest:
    """Somebody wants to see how it stood before a play, and what else it might have been; None: no more."""

    seq: int | None


@dataclass(frozen=True, slots=True)
class ClockOrder:
    """Start or pause all clocks, or give one more time, or set it: `start`, `pause`, `add`, `set`."""

    order: str
    clock: str | None = None
    ms: int = 0


@dataclass(frozen=True, slots=True)
class DeviceNotice:
    """A device says something about itself, and the same for people."""

    notice: Notice
    words: Text


Item = (
    SightingReport
    | CameraStatus
    | RestReport
    | RollReport
    | PlayIntent
    | Amendment
    | AmendmentDecision
    | QuestionAnswer
    | PastRequest
    | TableApproval
    | ClockOrder
    | DeviceNotice
)

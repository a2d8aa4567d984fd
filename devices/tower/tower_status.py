"""The states of the tower, and what its dialogue asks of the link and reports to the app. Values only.

No state stops a match: dice can always be entered by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.observation import Roll
from companion.words import N_, Text
from devices.tower.messages import RollMessage, TowerMessage, TowerReply, arm_words


class TowerStatus(StrEnum):
    """The states of the tower, from no tower at all to dice inside."""

    NO_LIBRARY = "no-library"
    NOT_FOUND = "not-found"
    FORBIDDEN = "forbidden"
    TAKEN = "taken"
    GREETING = "greeting"
    STRANGER = "stranger"
    OTHER_VERSION = "other-version"
    SILENT = "silent"
    UNPLUGGED = "unplugged"
    NOT_KEPT = "not-kept"
    FULL = "full"
    WRONG_DICE = "wrong-dice"
    NOISY = "noisy"
    SLOW = "slow"
    ARMED = "armed"
    READY = "ready"

    @property
    def is_well(self) -> bool:
        """Whether rolls arrive, perhaps late."""
        return self in (TowerStatus.READY, TowerStatus.ARMED, TowerStatus.NOISY, TowerStatus.SLOW)


_BY_HAND = Text("until then, enter the dice by hand")
_SENTENCES: dict[TowerStatus, str] = {
    TowerStatus.NO_LIBRARY: N_(
        "the dice tower cannot be used: the library pyserial is missing; run the set-up again; {by_hand}"
    ),
    TowerStatus.NOT_FOUND: N_("no dice tower is plugged in: plug it in at any time; {by_hand}"),
    TowerStatus.FORBIDDEN: N_(
        "no permission to use {port}: run `sudo usermod -aG dialout $USER`, log out and in again; {by_hand}"
    ),
    TowerStatus.TAKEN: N_("another program is using {port}: close that program; {by_hand}"),
    TowerStatus.GREETING: N_("the program is connecting to the dice tower on {port}"),
    TowerStatus.STRANGER: N_(
        "the device on {port} does not answer like a dice tower: check that it is the tower, and check its "
        "cable; {by_hand}"
    ),
    TowerStatus.OTHER_VERSION: N_(
        "the dice tower on {port} speaks another version of the protocol: update its firmware or this "
        "program; {by_hand}"
    ),
    TowerStatus.SILENT: N_("the dice tower on {port} does not answer: the program keeps trying; {by_hand}"),
    TowerStatus.UNPLUGGED: N_("the dice tower was unplugged: plug it in again, no roll is lost; {by_hand}"),
    TowerStatus.NOT_KEPT: N_(
        "rolls cannot be saved in the log now: the tower keeps them until they can be; {by_hand}"
    ),
    TowerStatus.FULL: N_(
        "the memory of the dice tower is full: wait until its rolls have arrived, then roll"
    ),
    TowerStatus.WRONG_DICE: N_("the dice tower cannot read the dice that are asked for; {by_hand}"),
    TowerStatus.NOISY: N_(
        "the connection to the dice tower is disturbed: rolls arrive, but later; check the cable"
    ),
    TowerStatus.SLOW: N_("the dice tower answers slowly: give the dice a moment"),
    TowerStatus.ARMED: N_("the dice tower waits for the dice"),
    TowerStatus.READY: N_("the dice tower is ready"),
}


def tower_sentence(status: TowerStatus, port: str) -> Text:
    """Tell a player what is wrong with the tower, and what to do."""
    return Text(_SENTENCES[status], port=port, by_hand=_BY_HAND)


# --- roll verdict
# Decides whether a roll counts, or whether a person must be asked. Pure.
#
# When in doubt, a person is asked. A roll counts by itself only if its dice were asked for, lie flat, are the
# right ones, and were read with confidence.

SURE = 80
"""The confidence in percent from which a face is believed. Chosen: the tower's readings of real dice have not
been measured yet.
"""


@dataclass(frozen=True, slots=True)
class Arming:
    """The question that dice answer: its name, new for each question, and the dice. Raises `ValueError` for
    what a DT1 line cannot carry.
    """

    request: str
    dice: tuple[str, ...]

    def __post_init__(self) -> None:
        arm_words(self.request, self.dice)  # Raises `ValueError` for what no line can carry.


class RollMeaning(StrEnum):
    """Whether a roll counts, must be confirmed by a person, or must be read by a person."""

    COUNTS = "counts"
    ASK = "ask"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class RollVerdict:
    """A roll, what to do with it, and why."""

    roll: Roll
    meaning: RollMeaning
    why: Text


def judge_roll(roll: Roll, wanted: Arming | None) -> RollVerdict:
    """Judge a roll while `wanted` is asked."""
    if roll.request is None:
        return RollVerdict(roll, RollMeaning.ASK, Text("nobody asked for this roll: does it count?"))
    if wanted is None or roll.request != wanted.request:
        return RollVerdict(
            roll, RollMeaning.ASK, Text("this roll answers an earlier question: does it count?")
        )
    match roll.state:
        case "ok":
            return _judged_at_rest(roll, wanted.dice)
        case "cocked":
            return RollVerdict(
                roll, RollMeaning.ASK, Text("a die is cocked: roll it again, or enter the face that counts")
            )
        case "lost":
            return RollVerdict(roll, RollMeaning.ASK, Text("a die is missing from the tray: where is it?"))
        case _:
            return RollVerdict(roll, RollMeaning.ASK, Text("the dice did not come to rest: look at them"))


def judge_earlier_roll(roll: Roll) -> RollVerdict:
    """Judge a roll that an earlier run of the program kept: a person is asked, because only the match knows
    whether it was used.
    """
    return RollVerdict(
        roll,
        RollMeaning.ASK,
        Text("these dice were rolled just before the program restarted: does the roll count?"),
    )


def _judged_at_rest(roll: Roll, dice: Sequence[str]) -> RollVerdict:
    if not roll.is_read:
        return RollVerdict(
            roll,
            RollMeaning.LOOK,
            Text("the dice lie still, but the tower does not read them: enter what they show"),
        )
    if sorted(roll.dice) != sorted(dice):
        told, wanted = ", ".join(roll.dice), ", ".join(dice)
        return RollVerdict(
            roll,
            RollMeaning.ASK,
            Text("the tower read {told} instead of {wanted}: do these dice count?", wanted=wanted, told=told),
        )
    if min(roll.confidence, default=0) < SURE:
        return RollVerdict(
            roll, RollMeaning.ASK, Text("the tower is not sure of these dice: are they right?")
        )
    return RollVerdict(roll, RollMeaning.COUNTS, Text("read by the tower"))


# --- reports
# Defines the steps that the dialogue asks of the link, and the reports for the app. Values only.


@dataclass(frozen=True, slots=True)
class SendStep:
    """An order to write this line to the port."""

    body: str
    data: bytes


@dataclass(frozen=True, slots=True)
class KeepStep:
    """An order to keep this roll in the log, and then to tell the dialogue, which acknowledges it."""

    rolled: RollMessage
    roll: Roll


@dataclass(frozen=True, slots=True)
class HangUpStep:
    """An order to close the port and open it again, because no tower answers."""

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
"""Everything that the link reports to the app."""
Step = SendStep | KeepStep | HangUpStep | Report
"""Everything that the dialogue asks of the link."""

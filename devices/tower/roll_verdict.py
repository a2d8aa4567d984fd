"""Decides whether a roll counts, or whether a person must be asked. Pure.

When in doubt, a person is asked. A roll counts by itself only if its dice were asked for, lie flat, are the
right ones, and were read with confidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.observation import Roll
from companion.words import Text
from devices.tower.messages import arm_words

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
    """Judges a roll while `wanted` is asked."""
    if roll.request is None:
        return RollVerdict(roll, RollMeaning.ASK, Text("nobody asked for these dice: do they count?"))
    if wanted is None or roll.request != wanted.request:
        return RollVerdict(
            roll, RollMeaning.ASK, Text("these dice answer an earlier question: do they count?")
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
    """Judges a roll that an earlier run of the program kept: a person is asked, because only the match knows
    whether it was used.
    """
    return RollVerdict(
        roll,
        RollMeaning.ASK,
        Text("these dice were rolled just before the program restarted: do they count?"),
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

"""What a roll is worth: does it answer the question, or must somebody be asked? Pure.

Rather ask than guess: only dice that were asked for, that lie flat, that are the right ones and that were read with
confidence count by themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.observation import Roll
from companion.words import Text
from devices.tower.messages import arm_words

SURE = 80
"""Hundredths. A reader that is less sure than this of a face is wrong too often to be believed unasked."""


@dataclass(frozen=True, slots=True)
class Arming:
    """The question that dice are to answer: its name, new for each question, and which dice."""

    request: str
    dice: tuple[str, ...]

    def __post_init__(self) -> None:
        arm_words(self.request, self.dice)  # Raises `ValueError` for what no line can carry.


class RollMeaning(StrEnum):
    """What is to be done with a roll."""

    COUNTS = "counts"
    ASK = "ask"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class RollVerdict:
    """A roll, and what is to be done with it: it counts, a person is asked, or a person looks and says it."""

    roll: Roll
    meaning: RollMeaning
    why: Text


def judge_roll(roll: Roll, wanted: Arming | None) -> RollVerdict:
    """What a roll is worth while `wanted` is asked."""
    if roll.request is None:
        return RollVerdict(roll, RollMeaning.ASK, Text("nobody had asked for these dice: do they count?"))
    if wanted is None or roll.request != wanted.request:
        return RollVerdict(
            roll, RollMeaning.ASK, Text("these dice answer an earlier question: do they count?")
        )
    match roll.state:
        case "ok":
            return _judged_at_rest(roll, wanted.dice)
        case "cocked":
            return RollVerdict(
                roll, RollMeaning.ASK, Text("a die lies cocked: roll it again, or say what counts")
            )
        case "lost":
            return RollVerdict(roll, RollMeaning.ASK, Text("a die is missing from the tray: where is it?"))
        case _:
            return RollVerdict(roll, RollMeaning.ASK, Text("the dice did not come to rest: look at them"))


def judge_earlier_roll(roll: Roll) -> RollVerdict:
    """A roll that an earlier run of the program kept; whether it also went into a match, the match knows."""
    return RollVerdict(
        roll, RollMeaning.ASK, Text("rolled just before the program was started again: do these dice count?")
    )


def _judged_at_rest(roll: Roll, dice: Sequence[str]) -> RollVerdict:
    if not roll.is_read:
        return RollVerdict(
            roll,
            RollMeaning.LOOK,
            Text("the dice lie still, and the tower does not read them: say what they show"),
        )
    if sorted(roll.dice) != sorted(dice):
        told, wanted = ", ".join(roll.dice), ", ".join(dice)
        return RollVerdict(
            roll,
            RollMeaning.ASK,
            Text("expected {wanted}, the tower saw {told}: do they count?", wanted=wanted, told=told),
        )
    if min(roll.confidence, default=0) < SURE:
        return RollVerdict(
            roll, RollMeaning.ASK, Text("the tower is not sure of these dice: are they right?")
        )
    return RollVerdict(roll, RollMeaning.COUNTS, Text("read by the tower"))

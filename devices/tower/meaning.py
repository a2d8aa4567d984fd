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


class Meaning(StrEnum):
    """What is to be done with a roll."""

    COUNTS = "counts"
    ASK = "ask"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Judged:
    """A roll, and what is to be done with it: it counts, a person is asked, or a person looks and says it."""

    roll: Roll
    meaning: Meaning
    why: Text


def judged(roll: Roll, wanted: Arming | None) -> Judged:
    """What a roll is worth while `wanted` is asked."""
    if roll.request is None:
        return Judged(roll, Meaning.ASK, Text("nobody had asked for these dice: do they count?"))
    if wanted is None or roll.request != wanted.request:
        return Judged(roll, Meaning.ASK, Text("these dice answer an earlier question: do they count?"))
    match roll.state:
        case "ok":
            return _judged_at_rest(roll, wanted.dice)
        case "cocked":
            return Judged(roll, Meaning.ASK, Text("a die lies cocked: roll it again, or say what counts"))
        case "lost":
            return Judged(roll, Meaning.ASK, Text("a die is missing from the tray: where is it?"))
        case _:
            return Judged(roll, Meaning.ASK, Text("the dice did not come to rest: look at them"))


def of_before(roll: Roll) -> Judged:
    """A roll that an earlier run of the program kept; whether it also went into a match, the match knows."""
    return Judged(
        roll, Meaning.ASK, Text("rolled just before the program was started again: do these dice count?")
    )


def _judged_at_rest(roll: Roll, dice: Sequence[str]) -> Judged:
    if not roll.is_read:
        return Judged(
            roll,
            Meaning.LOOK,
            Text("the dice lie still, and the tower does not read them: say what they show"),
        )
    if sorted(roll.dice) != sorted(dice):
        told, wanted = ", ".join(roll.dice), ", ".join(dice)
        return Judged(
            roll,
            Meaning.ASK,
            Text("expected {wanted}, the tower saw {told}: do they count?", wanted=wanted, told=told),
        )
    if min(roll.confidence, default=0) < SURE:
        return Judged(roll, Meaning.ASK, Text("the tower is not sure of these dice: are they right?"))
    return Judged(roll, Meaning.COUNTS, Text("read by the tower"))

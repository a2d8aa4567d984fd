"""Recognises a touch that comes twice because a finger trembled or nothing had moved yet; it counts once."""

from dataclasses import dataclass

from companion.session.inbox import (
    Amendment,
    AmendmentDecision,
    Item,
    PlayIntent,
    QuestionAnswer,
    TableApproval,
)

WITHIN_MS = 1_000


@dataclass(frozen=True, slots=True)
class Twice:
    """What was said last by touch, and when, by a clock that only goes forward."""

    said: object = None
    at_ms: int = 0

    def is_again(self, item: Item, now_ms: int) -> bool:
        """Whether this was said a moment ago. Never so of what is said many times in a row, such as ten seconds more."""
        said = _said(item)
        return said is not None and said == self.said and now_ms - self.at_ms < WITHIN_MS

    def heard(self, item: Item, now_ms: int) -> "Twice":
        """This was said."""
        return Twice(_said(item), now_ms)


def _said(item: Item) -> object:
    """What the button stood for, whatever the match had come to: of two touches the second finds it one play further."""
    match item:
        case PlayIntent(play=play, seq=seq) if seq is not None:
            return play
        case QuestionAnswer() | Amendment() | AmendmentDecision() | TableApproval():
            return item
        case _:
            return None

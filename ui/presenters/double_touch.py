"""Recognises a second touch that came by mistake, from a trembling finger or because nothing had moved yet; it counts
once.
"""

from dataclasses import dataclass

from companion.session.inbox import (
    Amendment,
    AmendmentDecision,
    Item,
    PlayIntent,
    QuestionAnswer,
    SoFarApproval,
    TableApproval,
)

WITHIN_MS = 1_000
"""Who means the same play twice waits at least for the screen to change."""


@dataclass(frozen=True, slots=True)
class Twice:
    """The last item sent by touch, and its time by a clock that never goes back."""

    said: object = None
    at_ms: int = 0

    def is_again(self, item: Item, now_ms: int) -> bool:
        """Tell whether this item was sent a moment ago; False for items that are often sent repeatedly, such as ten
        seconds more.
        """
        said = _said(item)
        return said is not None and said == self.said and now_ms - self.at_ms < WITHIN_MS

    def heard(self, item: Item, now_ms: int) -> "Twice":
        """Remember an item."""
        return Twice(_said(item), now_ms)


def _said(item: Item) -> object:
    """Return an item without the match's number, because the second of two touches sees the match one play later."""
    match item:
        case PlayIntent(play=play, seq=seq) if seq is not None:
            return play
        case QuestionAnswer() | Amendment() | AmendmentDecision() | TableApproval() | SoFarApproval():
            return item
        case _:
            return None

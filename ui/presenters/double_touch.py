"""Recognises a second touch that came by mistake, from a trembling finger or too early; it counts once."""

from dataclasses import dataclass, replace

from companion.session.inbox import (
    Amendment,
    AmendmentDecision,
    Item,
    MissedPlay,
    PlayIntent,
    QuestionAnswer,
    SoFarApproval,
    TableApproval,
)

WITHIN_MS = 1_000
"""A person who wants the same play twice waits at least until the screen has changed."""

FRESH_MS = 350
"""A finger that comes sooner was on its way before the buttons changed."""
CONFIRM_MS = 700
"""The same where a button confirms what costs much, in the place of the one that asked for it: a second touch of the same
finger confirms nothing.
"""


@dataclass(frozen=True, slots=True)
class FreshButtons:
    """What the buttons at one place say, and since when, by a clock that never goes back."""

    words: tuple[object, ...] = ()
    since_ms: int = -CONFIRM_MS

    def shown(self, words: tuple[object, ...], now_ms: int) -> "FreshButtons":
        """Note what the buttons say now. The very first buttons can be touched at once."""
        if words == self.words:
            return self
        return FreshButtons(words, now_ms if self.words else now_ms - CONFIRM_MS)

    def drawn(self, now_ms: int) -> "FreshButtons":
        """Note that the buttons can be seen from now on. On a slow machine drawing takes longer than a second touch."""
        return replace(self, since_ms=now_ms)

    def are_too_new(self, now_ms: int, *, is_confirming: bool = False) -> bool:
        """Tell whether a touch now was meant for the buttons before."""
        return now_ms - self.since_ms < (CONFIRM_MS if is_confirming else FRESH_MS)


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
        case (
            QuestionAnswer()
            | Amendment()
            | MissedPlay()
            | AmendmentDecision()
            | TableApproval()
            | SoFarApproval()
        ):
            return item
        case _:
            return None

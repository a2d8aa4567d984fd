"""The stages of a contest's reveal over time: cards slide in, what was hidden turns, totals count up, the winner takes
his colour.
"""

from dataclasses import dataclass

SLIDE_MS, TURN_MS, COUNT_MS, COLOUR_MS = 200, 250, 400, 150
REVEAL_MS = SLIDE_MS + TURN_MS + COUNT_MS + COLOUR_MS


@dataclass(frozen=True, slots=True)
class RevealFrame:
    """How far each step of a reveal is: 0 before it, 1 when it is over."""

    slid: float = 1.0
    turned: float = 1.0
    counted: float = 1.0
    coloured: float = 1.0


REVEALED = RevealFrame()


def reveal_at(ms: float) -> RevealFrame:
    """Return the frame after so many milliseconds."""
    return RevealFrame(
        _eased(ms / SLIDE_MS),
        _part((ms - SLIDE_MS) / TURN_MS),
        _part((ms - SLIDE_MS - TURN_MS) / COUNT_MS),
        _part((ms - SLIDE_MS - TURN_MS - COUNT_MS) / COLOUR_MS),
    )


def counted_total(frame: RevealFrame, first: int, last: int) -> int:
    """Return the total that is shown while it counts up from the first to the last."""
    return first + round((last - first) * frame.counted)


def _part(share: float) -> float:
    return min(1.0, max(0.0, share))


def _eased(share: float) -> float:
    """Fast at first, and slower towards the end."""
    return 1 - (1 - _part(share)) ** 3

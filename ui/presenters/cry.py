"""The word of a goal in time: it comes in, the score changes, and it fades."""

from dataclasses import dataclass

from companion.showing.highlight import ScoreChange

CRY_MS = 1_800
COME_MS, FADE_MS = 200, 150
SCORE_AT_MS = 700
"""When the old score turns into the new one."""


@dataclass(frozen=True, slots=True)
class CryFrame:
    """How much of the word is there, 0 to 1, and whether the score has changed yet."""

    shown: float
    is_scored: bool


def cry_at(ms: float) -> CryFrame:
    """Return the frame after so many milliseconds."""
    coming, fading = ms / COME_MS, (CRY_MS - ms) / FADE_MS
    return CryFrame(min(1.0, max(0.0, min(coming, fading))), ms >= SCORE_AT_MS)


STILL = CryFrame(1.0, is_scored=True)
"""What is shown instead of all frames with reduced motion."""


def score_says(scores: tuple[ScoreChange, ...], frame: CryFrame) -> str:
    """Return the score as it stands in a frame: `1 – 0`."""
    return " – ".join(str(one.after if frame.is_scored else one.before) for one in scores)

"""The stages of the word for a goal over time: it comes in with the new score, and fades."""

from dataclasses import dataclass

from companion.showing.highlight import ScoreChange

CRY_MS = 1_800
COME_MS, FADE_MS = 200, 150


@dataclass(frozen=True, slots=True)
class CryFrame:
    """How much of the word is there, 0 to 1."""

    shown: float


def cry_at(ms: float) -> CryFrame:
    """Return the frame after so many milliseconds."""
    coming, fading = ms / COME_MS, (CRY_MS - ms) / FADE_MS
    return CryFrame(min(1.0, max(0.0, min(coming, fading))))


STILL = CryFrame(1.0)
"""What is shown instead of all frames with reduced motion."""


def score_says(scores: tuple[ScoreChange, ...]) -> str:
    """Return the score as it stands now: `1 – 0`. The head says it too, and two scores at once would contradict each other."""
    return " – ".join(str(one.after) for one in scores)

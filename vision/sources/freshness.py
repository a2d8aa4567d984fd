"""Whether a picture that has just arrived was just taken.

A stream that has stalled sends what it had kept back when it flows again: those pictures arrive now and are seconds
old. They come faster than the camera takes them; so after a gap nothing is believed until a picture has come as long
after the one before it as pictures of this camera do.
"""

from dataclasses import dataclass

GAP_MS = 250
GAP_PERIODS = 3
"""A gap is longer than both: a camera that takes four pictures a second has none."""
IN_STEP = 0.6
"""Of the usual time between two pictures: sooner is catching up."""
FOLLOWS = 0.1
"""How much each interval moves the usual one."""


@dataclass(slots=True)
class Freshness:
    """Judges the pictures of one stream, as they arrive."""

    last_ms: float | None = None
    period_ms: float | None = None
    is_doubtful: bool = False

    def is_fresh(self, at_ms: float) -> bool:
        """Whether the picture that arrives now was taken now."""
        last_ms, self.last_ms = self.last_ms, at_ms
        if last_ms is None:
            return True
        since_ms = at_ms - last_ms
        period_ms = self.period_ms
        if period_ms is None:
            self.period_ms = since_ms
            return True
        if since_ms > max(GAP_MS, GAP_PERIODS * period_ms):
            self.is_doubtful = True
        elif since_ms >= IN_STEP * period_ms:
            self.is_doubtful = False
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        elif not self.is_doubtful:
            # Pictures that come in pairs are a network's habit; a camera that has become faster is followed.
            self.period_ms = period_ms + FOLLOWS * (since_ms - period_ms)
        return not self.is_doubtful

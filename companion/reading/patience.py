"""The times for which the table is watched before something happens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must stay unchanged before something happens, in milliseconds."""

    hold_ms: int = 200
    """How long a card must lie to be played; a card taken back sooner was not played."""
    ask_ms: int = 2000
    """How long the program waits for something that usually follows, such as the ball after the card."""
    ask_at_last_ms: int = 5000
    """How long it waits at most while a hand moves over the table."""
    puzzle_ms: int = 2500
    """A card that is laid too early is often in order a moment later."""
    gone_ms: int = 700
    """A hand, a shadow or a lamp may take a card from the camera for so long."""
    astray_ms: int = 1500
    """How long a thing may lie in a wrong place before it is reported or means a play."""
    missing_ms: int = 2500
    """Cards are straightened and lifted to be read: then they are back."""
    lifted_ms: int = 2000
    """A piece that is nowhere on the mat for so long may lie under another."""
    settle_ms: int = 1500
    """How long the camera needs to report the things that lie there when it begins to see."""

"""How long the table must stay unchanged before something happens, in milliseconds."""

HOLD_MS = 200
"""How long a card must lie to be played; a card taken back sooner was not played."""
ASK_MS = 2000
"""How long the program waits for something that usually follows, such as the ball after the card."""
ASK_AT_LAST_MS = 5000
"""How long it waits at most while a hand moves over the table."""
TOGETHER_MS = 5000
"""Of two cards laid within so much, one over the other in one slot, either may be meant."""
PUZZLE_MS = 2500
"""A card that is laid too early is often in order a moment later."""
GONE_MS = 700
"""A hand, a shadow or a lamp may take a card from the camera for so long."""
ASTRAY_MS = 1500
"""How long a thing may lie in a wrong place before it is reported or means a play."""
MISSING_MS = 2500
"""Cards are straightened and lifted to be read: then they are back."""
LEFT_MS = 1200
"""Once the hands have gone for so long, what differs is told: nobody is about to put it right."""
LIFTED_MS = 2000
"""A piece that is nowhere on the mat for so long may lie under another."""
SETTLE_MS = 1500
"""How long the camera needs to report the things that lie there when it begins to see."""


def is_time_to_tell(lies_ms: int, still_ms: int) -> bool:
    """Tell whether players should hear of a card that cannot be read, which has lain for `lies_ms`. What a hand covers
    is mostly read when the hand goes; `still_ms`: for so long nothing has moved near the card.
    """
    return lies_ms >= (PUZZLE_MS if still_ms >= LEFT_MS else ASK_AT_LAST_MS)

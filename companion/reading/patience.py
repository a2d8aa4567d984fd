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
    together_ms: int = 5000
    """Of two cards laid within so much, one over the other in one slot, either may be meant."""
    puzzle_ms: int = 2500
    """A card that is laid too early is often in order a moment later."""
    gone_ms: int = 700
    """A hand, a shadow or a lamp may take a card from the camera for so long."""
    astray_ms: int = 1500
    """How long a thing may lie in a wrong place before it is reported or means a play."""
    missing_ms: int = 2500
    """Cards are straightened and lifted to be read: then they are back."""
    left_ms: int = 1200
    """Once the hands have gone for so long, what differs is told: nobody is about to put it right."""
    lifted_ms: int = 2000
    """A piece that is nowhere on the mat for so long may lie under another."""
    settle_ms: int = 1500
    """How long the camera needs to report the things that lie there when it begins to see."""

    def is_time_to_tell(self, lies_ms: int, still_ms: int) -> bool:
        """Tell whether players should hear of a card that cannot be read, which has lain for `lies_ms`. What a hand covers is mostly
        read when the hand goes; `still_ms`: for so long nothing has moved near the card.
        """
        return lies_ms >= (self.puzzle_ms if still_ms >= self.left_ms else self.ask_at_last_ms)

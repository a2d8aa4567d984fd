"""The times for which the table is watched before something happens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must stay unchanged before something happens, in milliseconds."""

    hold_ms: int = 200
    """A card lies: who takes it back sooner has not played it."""
    ask_ms: int = 2000
    """What is to follow (the ball after the card) mostly follows within so much…"""
    ask_at_last_ms: int = 5000
    """…and while a hand moves over the table something may still follow, but nobody waits longer than this."""
    together_ms: int = 5000
    """Of two cards laid within so much, one over the other in one slot, either may be meant."""
    puzzle_ms: int = 2500
    """A card that is laid too early is often in order a moment later."""
    gone_ms: int = 700
    """A hand, a shadow or a lamp may take a card from the camera for so long."""
    astray_ms: int = 1500
    """What lies elsewhere than the match has it is put right, or says a play, within so much."""
    missing_ms: int = 2500
    """Cards are straightened and lifted to be read: then they are back."""
    left_ms: int = 1200
    """Once the hands have gone for so long, what differs is told: nobody is about to put it right."""
    lifted_ms: int = 2000
    """A piece that is nowhere on the mat for so long may lie under another."""
    settle_ms: int = 1500
    """What already lies there when the camera begins to see is told within so much."""

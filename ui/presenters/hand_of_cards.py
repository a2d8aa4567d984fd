"""Computes the places of some cards that lie fanned out, as in a hand."""

from calibration.printing.proportions import CARD_MM
from ui.presenters.plan import Rectangle

HIGH = 0.82
"""The height of a card, as a share of the room's."""
WIDEST = 0.92
"""The width of the whole hand, as a share of the room's, at most."""
STEP = 0.62
"""From one card to the next, as a share of a card's width."""
LEAN_DEG = 8.0
"""How much each card leans more than the one before."""
DROP = 0.05
"""How much lower the outer cards lie, as a share of a card's height."""


def hand_of_cards(count: int, room: Rectangle) -> tuple[tuple[Rectangle, float], ...]:
    """Return the place of each card, and by how many degrees it leans to the left."""
    if not count:
        return ()
    ratio = CARD_MM[0] / CARD_MM[1]
    across = 1 + STEP * (count - 1)
    height = min(room.height * HIGH, room.width * WIDEST / across / ratio)
    width = height * ratio
    left = room.x + (room.width - width * across) / 2
    bottom = room.y + (room.height - height) / 2
    middle = (count - 1) / 2
    return tuple(
        (
            Rectangle(
                left + n * STEP * width,
                bottom - DROP * height * (n - middle) ** 2 + DROP * height / 2,
                width,
                height,
            ),
            (middle - n) * LEAN_DEG,
        )
        for n in range(count)
    )

"""The real action cards of one coach: his hand, and his pile in its order. A referee only counts them."""

from collections.abc import Iterable
from random import Random

from companion.ids import CardRef


class Deck:
    """A coach's pile, shuffled, and his hand."""

    def __init__(self, cards: Iterable[CardRef], luck: Random) -> None:
        self.pile = list(cards)
        luck.shuffle(self.pile)
        self.hand: list[CardRef] = []
        self.added: list[CardRef] = []
        """What the coach adds to the opposition on the table."""

    def draw_to(self, count: int) -> None:
        """Draw cards from the top until so many are in hand."""
        while len(self.hand) < count and self.pile:
            self.hand.append(self.pile.pop())

    def play(self, cards: Iterable[CardRef]) -> None:
        """Take cards out of the hand for good."""
        for card in cards:
            self.hand.remove(card)

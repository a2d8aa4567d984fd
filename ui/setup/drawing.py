"""The draw before a match: both sides turn a card of their squads over, pair after pair, until one of them wins.

The rules compare a pair (`companion.rules.description.SquadDraw`); here it is only told how far the draw has come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.backend.interface import CardName
from companion.rules.description import ComparedPair, SquadDraw
from companion.rules.engine import Json


@dataclass(frozen=True, slots=True)
class TurnedPair:
    """Two cards that were turned over together, by seat, and what came of them."""

    cards: Mapping[str, str]
    result: ComparedPair


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw so far. `seats`: the winner takes the first; `cards`: all known cards, by reference."""

    draw: SquadDraw
    seats: tuple[str, ...]
    criterion: str
    pairs: tuple[TurnedPair, ...] = ()
    coin: str = ""
    is_exchanged: bool = False
    """Whether the winner has taken the other's seat."""

    @property
    def winner(self) -> str:
        """Return the seat that has won; empty while all is level."""
        return (self.pairs[-1].result.winner if self.pairs else None) or self.coin

    @property
    def is_level(self) -> bool:
        """Whether a coin may be tossed: there are pairs, and all of them are level."""
        return bool(self.pairs) and not self.winner

    def turned(self, pair: Mapping[str, str], cards: Mapping[str, CardName]) -> "Drawing":
        """Return the draw with one more pair."""
        known = {ref: card.card for ref, card in cards.items()}
        result = self.draw.compared(self.criterion, pair, known)
        return replace(self, pairs=(*self.pairs, TurnedPair(dict(pair), result)))

    def by_chance(
        self, shuffled: Mapping[str, Sequence[str]], coin: str, cards: Mapping[str, CardName]
    ) -> "Drawing":
        """Turn pairs over in this order until one of them decides. If all are level, this side wins the toss."""
        drawing = replace(self, pairs=(), coin="")
        for refs in zip(*(shuffled[seat] for seat in self.seats), strict=False):
            drawing = drawing.turned(dict(zip(self.seats, refs, strict=True)), cards)
            if drawing.winner:
                return drawing
        return replace(drawing, coin=coin)

    def exchanged(self) -> "Drawing":
        """Return the same draw with the sides in each other's seats."""
        other = dict(zip(self.seats, reversed(self.seats), strict=True))
        pairs = tuple(
            TurnedPair(
                {other[seat]: ref for seat, ref in pair.cards.items()},
                replace(pair.result, winner=pair.result.winner and other[pair.result.winner]),
            )
            for pair in self.pairs
        )
        return replace(self, pairs=pairs, coin=other.get(self.coin, ""), is_exchanged=not self.is_exchanged)

    @property
    def told(self) -> Json | None:
        """Return the draw in the form of a set-up; None until somebody has won."""
        if not self.winner:
            return None
        return {
            "criterion": self.criterion,
            "drawn": [dict(pair.cards) for pair in self.pairs],
            "coin": self.coin or None,
        }

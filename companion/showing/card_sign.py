"""A sign that is drawn on cards, and what it means, for a legend."""

from dataclasses import dataclass

from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class CardSign:
    """A sign of cards: the icon that is printed, by its name in `calibration.printing.icons`, and its meaning."""

    icon: str
    says: Text | Wording

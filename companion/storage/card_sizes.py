"""Defines how large an owner's cards are: as those of most games, or as he has measured them."""

import re
from dataclasses import dataclass

from companion.errors import Malformed
from companion.words import Text, joined

LEAST_MM, MOST_MM, SQUARE = 30.0, 150.0, 0.9
"""The shortest and the longest side that is looked for, and the widest shape: of a square nothing tells which side is up."""
LIKE = 0.03
"""How far a shape that was measured in a picture may be from that of the cards, as width through height."""
_SIZE = re.compile(r"(\d+(?:[.,]\d)?)\s*[x×*-]\s*(\d+(?:[.,]\d)?)")


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card, which stands upright. Raises `Malformed` for what no camera looks for."""

    width_mm: float
    height_mm: float

    def __post_init__(self) -> None:
        if not LEAST_MM <= self.width_mm <= SQUARE * self.height_mm <= SQUARE * MOST_MM:
            raise Malformed(
                "",
                Text(
                    "the size of a card is two numbers of mm from {least} to {most}, such as 56x87, one of them at least a tenth"
                    " smaller than the other; here: {got}",
                    least=int(LEAST_MM),
                    most=int(MOST_MM),
                    got=f"{self.width_mm:g}x{self.height_mm:g}",
                ),
            )

    @property
    def mm(self) -> tuple[float, float]:
        return self.width_mm, self.height_mm


USUAL = CardSize(63.0, 88.0)
CARD_SIZES = (
    USUAL,
    CardSize(59.0, 86.0),
    CardSize(56.0, 87.0),
    CardSize(44.0, 68.0),
    CardSize(41.0, 63.0),
    CardSize(70.0, 120.0),
    CardSize(80.0, 120.0),
)
"""The sizes in which most games are printed."""


def read_size(words: str) -> CardSize:
    """Return the size that is typed, such as 56x87. Raises `Malformed`."""
    found = _SIZE.fullmatch(words.strip().lower())
    if found is None:
        raise Malformed("", Text("{got} is not the size of a card, such as 56x87 (in mm)", got=words[:40]))
    return CardSize(*sorted(float(side.replace(",", ".")) for side in found.groups()))


def told_size(size_mm: tuple[float, float]) -> Text:
    """Describe a size, width and height."""
    width, height = (f"{side:g}" for side in size_mm)
    return Text("{width} × {height} mm", width=width, height=height)


def told_other_shape(size_mm: tuple[float, float], ratio: float) -> Text:
    """Say that cards have another shape than those of the size that is looked for, and how large they may be. `ratio`: their
    width through their height.
    """
    like = [told_size(one.mm) for one in CARD_SIZES if abs(one.width_mm / one.height_mm - ratio) < LIKE]
    if not like:
        return Text(
            "by their shape these cards are not {size}: measure one, and choose the size of your cards",
            size=told_size(size_mm),
        )
    return Text(
        "by their shape these cards are not {size}, but perhaps {sizes}: measure one, and choose the size of your cards",
        size=told_size(size_mm),
        sizes=joined(like, " / "),
    )

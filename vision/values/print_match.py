"""Aligns the picture of a card with other cards of its kind, by the print that they all share.

Corners may be those of a sleeve, or a mm off. Print of one kind stands at the same places: from the lines that lie near
those of other cards it follows how the picture must be moved and stretched.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.values.card_print import CardArea, CardLine, ReadPicture

NEAR_MM = 3.2
"""How far off a line may be from its place."""
FAR_MM, MOST = 6.0, 0.7
"""How far off the lines of a card may be of which at least so much agrees: some edges were taken from the card's sleeve (0.67
at most agreed on 244 cards that were stretched wrongly, and on 244 of another kind; seeds 1000 and 1002).
"""
AGREE_MM = 0.7
"""Lines that agree on a movement agree to within this."""
ALIKE = 1.35
"""By how much the heights of a line and of its place may differ, as a ratio."""
INSETS_MM = (0.0, -0.9, -1.75, 0.9, 1.75, 2.6)
"""How far inside or outside a card's own edges those may lie that were taken for them: a frame's, or its sleeve's. On a card
that lies far off, they may be different ones across and down.
"""
CLEARER = 1.15
"""By how much more print must agree on an inset than on none."""
MOST_STRETCH = 0.09
"""The most that a card is stretched."""
SURE = 0.4
"""The least share of a card's print that must agree: with wrong corners it was 0.4 at most, with right ones 0.46 at least
(280 drawn cards of seeds 1 to 5).
"""
FEWEST = 2
LEGIBLE = 0.3
"""The least confidence of a line that tells where print stands."""
OFTEN = 0.1
"""The share of the cards that have print at a place."""
SHORT = 5
"""A line of so few signs, a number, has its middle at one place; a longer one begins there."""


@dataclass(frozen=True, slots=True)
class PrintAlignment:
    """How places on a card become places in its layout: `layout = scale * card + shift`, across and down."""

    scale: tuple[float, float] = (1.0, 1.0)
    shift_mm: tuple[float, float] = (0.0, 0.0)
    agreed: float = 0.0
    """The share of the card's print that lies where print of others lies then."""

    @property
    def is_sure(self) -> bool:
        return self.agreed >= SURE

    def of(self, box: CardArea) -> CardArea:
        (a, b), (x, y) = self.scale, self.shift_mm
        return CardArea(a * box.left + x, b * box.top + y, a * box.right + x, b * box.bottom + y)

    def picture(self, card: ReadPicture) -> ReadPicture:
        """Return a card moved to where its print stands on others."""
        (a, b), (x, y) = self.scale, self.shift_mm
        matrix = np.array([[a, 0, x * card.px_per_mm], [0, b, y * card.px_per_mm]])
        height, width = card.pixels.shape[:2]
        moved = cv2.warpAffine(
            card.pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        lines = [CardLine(self.of(line.box), line.text, line.confidence) for line in card.lines]
        return ReadPicture(moved, lines)


def aligned_print(
    card: Sequence[CardLine], places: Sequence[CardLine], size_mm: tuple[float, float]
) -> PrintAlignment:
    """Return how a card's print must be moved to lie over that of others; unmoved where too little print agrees. Print that
    lies farther off is looked at only if most of it agrees.
    """
    found = _aligned(card, places, size_mm, NEAR_MM, zip(INSETS_MM, INSETS_MM, strict=True))
    if found.is_sure:
        return found
    far = _aligned(card, places, size_mm, FAR_MM, product(INSETS_MM, INSETS_MM))
    return (
        far if far.agreed >= MOST else _aligned(card, places, size_mm, NEAR_MM, product(INSETS_MM, INSETS_MM))
    )


def _aligned(
    card: Sequence[CardLine],
    places: Sequence[CardLine],
    size_mm: tuple[float, float],
    near_mm: float,
    insets_mm: Iterable[tuple[float, float]],
) -> PrintAlignment:
    pairs = [
        (line, place)
        for line in card
        for place in places
        if 1 / ALIKE < line.box.height / max(0.1, place.box.height) < ALIKE
    ]
    best: tuple[float, list[tuple[CardLine, CardLine]]] = (0.0, [])
    for inset_mm in insets_mm:
        found = _agreeing(pairs, inset_mm, size_mm, near_mm)
        if found[0] > best[0] * CLEARER:
            best = found
    some = best[1]
    found_lines = {id(line) for line, _ in some}
    agreed = sum(_weight(line) for line in card if id(line) in found_lines) / max(
        1e-6, sum(map(_weight, card))
    )
    if len(found_lines) < FEWEST:
        return PrintAlignment(agreed=agreed)
    across = _fitted([(_anchor(line, place)[0], _anchor(place, line)[0]) for line, place in some])
    down = _fitted([(line.box.middle[1], place.box.middle[1]) for line, place in some])
    return PrintAlignment((across[0], down[0]), (across[1], down[1]), agreed)


def _weight(line: CardLine) -> float:
    """Return how much a line says about where a card lies."""
    return min(len(line.text), 8) * line.confidence


def typical_places(cards: Sequence[ReadPicture]) -> list[CardLine]:
    """Return where print stands on most cards of a kind. Of places near each other the one counts that more cards have:
    fewer cards than not were taken for larger or smaller than they are.
    """
    groups: list[list[CardLine]] = []
    for line in (line for card in cards for line in card.lines if line.confidence > LEGIBLE):
        near = [group for group in groups if _is_same(group[0], line)]
        if near:
            near[0].append(line)
        else:
            groups.append([line])
    places: list[CardLine] = []
    for group in sorted(groups, key=len, reverse=True):
        place = _median(group)
        is_near = any(
            max(map(abs, _offset(place, other, (0.0, 0.0), (1.0, 1.0)))) < NEAR_MM for other in places
        )
        if len(group) >= max(2, OFTEN * len(cards)) and not is_near:
            places.append(place)
    return places


def _is_same(one: CardLine, other: CardLine) -> bool:
    is_alike = 1 / ALIKE < one.box.height / max(0.1, other.box.height) < ALIKE
    beside = (
        one.box.left - other.box.left
        if min(len(one.text), len(other.text)) > SHORT
        else one.box.middle[0] - other.box.middle[0]
    )
    return is_alike and max(abs(beside), abs(one.box.middle[1] - other.box.middle[1])) < AGREE_MM


def _median(group: Sequence[CardLine]) -> CardLine:
    table = np.median([(one.box.left, one.box.top, one.box.right, one.box.bottom) for one in group], axis=0)
    return CardLine(CardArea(*table.tolist()), group[0].text, 1.0)


def _agreeing(
    pairs: Sequence[tuple[CardLine, CardLine]],
    inset_mm: tuple[float, float],
    size_mm: tuple[float, float],
    near_mm: float,
) -> tuple[float, list[tuple[CardLine, CardLine]]]:
    """Return the lines that agree on one movement, with their places, if its edges lie that far outside of what was taken
    for them.
    """
    near = [
        (pair, offset)
        for pair in pairs
        if max(map(abs, offset := _offset(*pair, inset_mm, size_mm))) < near_mm
    ]
    if not near:
        return 0.0, []
    offsets = np.array([offset for _, offset in near])
    together = np.abs(offsets[:, None] - offsets[None]).max(axis=2) < AGREE_MM
    votes = together @ np.array([_weight(line) for (line, _), _ in near])
    best = int(votes.argmax())
    return float(votes[best]), [pair for (pair, _), is_in in zip(near, together[best], strict=True) if is_in]


def _offset(
    line: CardLine, place: CardLine, inset_mm: tuple[float, float], size_mm: tuple[float, float]
) -> tuple[float, float]:
    """Return how far a line's place is from the line, if the picture shows only what lies inside insets across and down."""
    one, other = _anchor(line, place), _anchor(place, line)
    x, y = (
        inset + at * (1 - 2 * inset / size) for at, size, inset in zip(one, size_mm, inset_mm, strict=True)
    )
    return other[0] - x, other[1] - y


def _anchor(line: CardLine, other: CardLine) -> tuple[float, float]:
    """Return the point of a line that is at the same place on other cards: the end or the middle that is nearest to the
    other's.
    """
    here, there = line.box, other.box
    ends = [(here.middle[0], there.middle[0]), (here.left, there.left), (here.right, there.right)]
    return min(ends, key=lambda pair: abs(pair[0] - pair[1]))[0], here.middle[1]


def _fitted(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return scale and shift from some places to others; with few or close pairs the scale stays near 1."""
    here, there = np.array(pairs).T
    middle = here.mean()
    spread = float(((here - middle) ** 2).sum())
    scale = 1 + float(((here - middle) * (there - here)).sum()) / (spread + 60.0)
    scale = float(np.clip(scale, 1 - MOST_STRETCH, 1 + MOST_STRETCH))
    return scale, float(np.median(there - scale * here))

"""Finds where an icon or a colour stands on cards, and tells which of the known ones it is.

A place shows a field if cards with one value look alike there and cards with another do not. A few cards leave several such
places, and what only one of them shows by chance is not told: all of them must agree. A colour whose name is known is looked
for by that. A card that looks like none of those whose value is known is not told.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.values.card_print import CardArea
from vision.values.compared_cards import CELL_MM, ComparedCards, by_cell
from vision.values.fields import UNREAD, FieldReading

SIDES_MM = (6, 10, 16)
"""The sides of the squares in which icons and colours are looked for; they begin at multiples of `CELL_MM`."""
LEAST_APART = 14.0
"""The least difference of two values, in the colours of Lab (8 bits), a mean over the place."""
CLEARER = 1.6
"""How many times more cards of different values must differ than those of one."""
WITHIN = 1.8
"""How many times more than known cards of one value a card of the same may differ from them."""
NEARER = 0.6
"""How much nearer than the next value the nearest must be."""
MOST = 0.5
"""The share of the other places that must show a value too where not all values were seen."""
FEWEST_BESIDE, MOST_BESIDE = 8, 40
"""From so many cards on it is told how alike two of one value are, and how many are looked at for that."""
TWICE = 2
"""How many cards of each of two values must be known: of 1,152 icons (seeds 5 and 11, each with 12 choices of the typed
cards) 16 were wrong with one, none with two.
"""
SAMPLES = 4
"""How many known cards of a value are looked at."""
STANDS_OUT, WEAK = 10.0, 0.25
"""How many times more than cards of one value those of different ones differ at a place that is surely the field's, and the
share of that difference below which another place tells values apart by the light of a few cards only.
"""
MOST_PLACES = 12
"""So many places are asked at most."""
HUES: Mapping[str, float] = {"red": 35.0, "orange": 62.0, "yellow": 92.0, "green": 150.0, "blue": 282.0}
"""The angles of colours in the plane of a and b."""
HUE_WITHIN, LEAST_CHROMA = 28.0, 18.0
COLOURED = 0.55
"""The share of a place that must have the colour."""


class PictureReader:
    """Reads an icon or a colour: knows at which places it may stand, the likeliest first, and how known cards look there."""

    def __init__(
        self,
        cards: ComparedCards,
        known: Mapping[int, str],
        taken: Sequence[CardArea],
        options: Collection[str],
        others: Sequence[int] = (),
    ) -> None:
        """`known`: numbers of cards, with their values. `taken`: where other fields stand. `options`: the values that there
        are. `others`: cards whose values are not known.
        """
        self._options = options
        self._places: list[_Place] = []
        every = [*known, *others][:MOST_BESIDE]
        for some in _samples(known) if _tell_apart(known, options) else ():
            areas = find_pictures(cards, some, taken)
            if areas:
                self._places = _strong([_Place(area, cards, some, every) for area in areas])
                break

    @property
    def place(self) -> CardArea | None:
        """Where the field stands; None if the known cards do not tell."""
        return self._places[0].area if self._places else None

    def read(self, number: int) -> FieldReading:
        """Return which value a card shows. The value is None if the card looks like no known card at the likeliest place, or
        if another place shows another value. As long as a possible value was not seen, most places must show the value.
        """
        if not self._places:
            return UNREAD
        first, *others = (place.read(number, self._options) for place in self._places)
        showing = sum(one.value == first.value for one in others)
        is_agreed = all(one.value in (None, first.value) for one in others)
        if not self._places[0].is_closed(self._options):
            is_agreed = is_agreed and showing >= MOST * len(others)
        return first if is_agreed else FieldReading(None, first.guess, first.confidence)


def _tell_apart(known: Mapping[int, str], options: Collection[str]) -> bool:
    """Tell whether some cards tell where a field stands. Whether an icon is there or not needs two cards of each: anything
    on a single card, such as its picture, would be taken for the icon.
    """
    seen = Counter(known.values())
    return len(options) != 2 or all(seen[value] >= TWICE for value in options)


def _samples(known: Mapping[int, str]) -> Iterator[dict[int, str]]:
    """Yield a few cards of each value, the same without one of them, and then others: a reflection on a single card hides
    what all of one value share.
    """
    by_value: dict[str, list[int]] = {}
    for number, value in known.items():
        by_value.setdefault(value, []).append(number)
    for first in range(0, max(map(len, by_value.values()), default=0), SAMPLES):
        some = {
            number: value
            for value, numbers in by_value.items()
            for number in numbers[min(first, max(0, len(numbers) - SAMPLES)) :][:SAMPLES]
        }
        yield some
        counts = Counter(some.values())
        for left_out, value in some.items():
            if counts[value] > TWICE:
                yield {number: value for number, value in some.items() if number != left_out}


def find_pictures(
    cards: ComparedCards, known: Mapping[int, str], taken: Sequence[CardArea]
) -> list[CardArea]:
    """Return the squares that tell the values of some cards apart, the best first; none if only one value was seen."""
    if len(set(known.values())) < 2:
        return []
    scores = {side: _named_scores(cards, known, side) for side in SIDES_MM}
    if not any(grid.any() for grid in scores.values()):
        scores = {side: _telling_scores(cards, known, side) for side in SIDES_MM}
    squares = sorted(
        (
            (float(grid[row, column]), side, row * CELL_MM, column * CELL_MM)
            for side, grid in scores.items()
            for row, column in np.argwhere(grid > 0).tolist()
        ),
        reverse=True,
    )
    found: list[CardArea] = []
    for _, side, top, left in squares:
        square = CardArea(left, top, left + side, top + side)
        is_free = not any(square.overlap(box) > 0.15 for box in taken)
        if is_free and not any(square.overlap(other) > 0.3 for other in found):
            found.append(square)
        if len(found) == MOST_PLACES:
            break
    return found


def _telling_scores(cards: ComparedCards, known: Mapping[int, str], side: int) -> NDArray[np.float64]:
    """Return for all squares of one size how well each tells values apart: (rows, columns) of places, 0 where it does not."""
    pairs = list(combinations(known, 2))
    apart = _means([cards.apart(one, other) for one, other in pairs], side)
    is_same = np.array([known[one] == known[other] for one, other in pairs])
    if not is_same.any():
        return np.zeros(apart.shape[1:])
    within, between = apart[is_same].max(axis=0), apart[~is_same].min(axis=0)
    score = (between - CLEARER * within) * (side / SIDES_MM[-1]) ** 0.5
    return np.where((between > LEAST_APART) & (between > CLEARER * within), score, 0.0)


def _named_scores(cards: ComparedCards, known: Mapping[int, str], side: int) -> NDArray[np.float64]:
    """Return how well each square shows on each card the colour of its value, if the values are names of colours; else 0."""
    if not HUES.keys() >= set(known.values()):
        return np.zeros(1)
    shares = _means([_has_hue(cards, number, value) for number, value in known.items()], side).min(axis=0)
    return np.where(shares >= COLOURED, shares * side, 0.0)


def _means(maps: Sequence[NDArray[Any]], side: int) -> NDArray[np.float64]:
    """Return the mean of some maps (H, W) in squares of one side, by map and by the square's place in cells."""
    cells = side // CELL_MM
    sums = np.stack([cv2.integral(one.astype(np.float32)) for one in maps])
    near, far = slice(None, -cells), slice(cells, None)
    total = sums[:, far, far] - sums[:, near, far] - sums[:, far, near] + sums[:, near, near]
    return np.asarray(total / cells**2)


def _mean(cells: NDArray[Any], square: CardArea) -> float:
    rows, columns = (
        slice(round(near / CELL_MM), round(far / CELL_MM))
        for near, far in ((square.top, square.bottom), (square.left, square.right))
    )
    return float(cells[rows, columns].mean(dtype=np.float32))


def _has_hue(cards: ComparedCards, number: int, name: str) -> NDArray[np.float32]:
    """Return which share of each cell has the colour with this name."""
    colours = cards.colours(number)
    a, b = colours[..., 1] - 128, colours[..., 2] - 128
    turn = np.degrees(np.arctan2(b, a))
    is_near = np.abs((turn - HUES[name] + 180) % 360 - 180) < HUE_WITHIN
    return by_cell((np.hypot(a, b) > LEAST_CHROMA) & is_near)


def _nearest_apart(cards: ComparedCards, numbers: Sequence[int], area: CardArea) -> float:
    """Return how far a card is from the one that is most like it, usually: most cards are not the only one of their value,
    so that this is how far cards of one value are apart in the lights of an evening.
    """
    if len(numbers) < FEWEST_BESIDE:
        return 0.0
    nearest = dict.fromkeys(numbers, np.inf)
    for one, other in combinations(numbers, 2):
        apart = _mean(cards.apart(one, other), area)
        nearest[one], nearest[other] = min(nearest[one], apart), min(nearest[other], apart)
    return float(np.median(list(nearest.values())))


class _Place:
    """A square that may show the field, and how the known cards look there."""

    def __init__(
        self, area: CardArea, cards: ComparedCards, known: Mapping[int, str], every: Sequence[int]
    ) -> None:
        self.area = area
        self._cards, self._known = cards, known
        pairs = [
            (_mean(cards.apart(one, other), area), known[one] == known[other])
            for one, other in combinations(known, 2)
        ]
        within = max((apart for apart, is_same in pairs if is_same), default=0.0)
        self.within = max(within, _nearest_apart(cards, every, area))
        self.between = min((apart for apart, is_same in pairs if not is_same), default=0.0)

    def is_closed(self, options: Collection[str]) -> bool:
        """Tell whether a card of each possible value is known."""
        return set(self._known.values()) >= set(options)

    def read(self, number: int, options: Collection[str]) -> FieldReading:
        """Tell which of the known values stands here: the nearest one, if it is clearly nearer than the next. Where a value
        was not seen yet, what is not as near as cards of one value are to each other may be that. Colours are known by their
        names too.
        """
        if all(value in HUES for value in options):
            named = self._named(number, options)
            if named is not None:
                return named
        nearest: dict[str, float] = {}
        for other, value in self._known.items():
            apart = _mean(self._cards.apart(number, other), self.area)
            nearest[value] = min(apart, nearest.get(value, np.inf))
        (apart, value), *others = sorted((apart, value) for value, apart in nearest.items())
        second = others[0][0] if others else self.between
        within = np.inf if self.is_closed(options) else max(WITHIN * self.within, LEAST_APART / 2)
        is_like = apart < NEARER * second and apart < min(within, NEARER * self.between)
        confidence = float(np.clip(1 - apart / max(second, 1e-6), 0, 1))
        return FieldReading(value if is_like else None, value, confidence)

    def _named(self, number: int, options: Collection[str]) -> FieldReading | None:
        shares = sorted(
            ((_mean(_has_hue(self._cards, number, value), self.area), value) for value in options),
            reverse=True,
        )
        is_clear = shares[0][0] >= COLOURED and (len(shares) < 2 or shares[1][0] < shares[0][0] / 3)
        return FieldReading(shares[0][1], shares[0][1], shares[0][0]) if is_clear else None


def _strong(places: list[_Place]) -> list[_Place]:
    """Return the places that tell values apart as the likeliest one does, if that one is sure; else all of them."""
    if not places or places[0].between < STANDS_OUT * places[0].within:
        return places
    return [place for place in places if place.between >= WEAK * places[0].between]

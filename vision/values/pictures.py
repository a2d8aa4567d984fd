"""Finds where an icon or a colour stands on cards, and tells which of the known ones it is.

A place shows a field if cards with one value look alike there and cards with another do not. A few cards leave several such
places, and what only one of them shows by chance is not told: all of them must agree. A colour whose name is known is looked
for by that. A card that looks like none of those whose value is known is not told.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.light_fit import Leeway, relit
from vision.faces.shown_cards import SIZE_MM
from vision.frame import Pixels
from vision.values.card_print import CardArea, ReadPicture
from vision.values.fields import UNREAD, FieldReading

CELL_MM = 1.0
"""Cards are compared in cells of this size: half a mm of misplacement does not matter then."""
ONE_EVENING = Leeway(1.9, 0.35, (-1.0, 6.0))
"""How much a lamp may colour a card: more, and a red frame would be shown as a blue one. Of 630 colours of
work cards (seeds 5, 11 and 1000, corners given, five choices of the typed cards each) 120 were asked; 135 with a haze of up to
60.
"""
SIDES_MM = (6, 10, 16)
"""The sides of the squares in which icons and colours are looked for."""
STEP_MM = 2
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
FEWEST_BESIDE, MOST_BESIDE = 8, 60
"""From so many cards on it is told how alike two of one value are, and how many are looked at for that."""
TWICE = 2
"""How many cards of each of two values must be known: of 1,152 icons (seeds 5 and 11, each with 12 choices of the typed
cards) 16 were wrong with one, none with two; and 87 were asked instead of 135.
"""
SAMPLES = 6
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

Cells = NDArray[np.float32]


def cells_of(picture: ReadPicture, like: Pixels) -> Cells:
    """Returns a card's colours in the light of another card, cell by cell: (H, W, 3) float32, Lab."""
    height, width = like.shape[:2]
    seen = cv2.resize(picture.pixels, (width, height), interpolation=cv2.INTER_AREA)
    shown = relit(seen, like, np.ones(like.shape, bool), ONE_EVENING)
    pixels = seen if shown is None else np.clip(shown, 0, 255).astype(np.uint8)
    across, down = (round(side / CELL_MM) for side in SIZE_MM)
    small = cv2.resize(pixels, (across, down), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)


class PictureReader:
    """Reads an icon or a colour: knows at which places it may stand, the likeliest first, and how known cards look there."""

    def __init__(
        self,
        known: Sequence[tuple[Cells, str]],
        taken: Sequence[CardArea],
        options: Collection[str],
        others: Sequence[Cells] = (),
    ) -> None:
        """`known`: cards with their values. `taken`: where other fields stand. `options`: the values that there are.
        `others`: cards whose values are not known.
        """
        some = _samples(known) if _tell_apart(known, options) else []
        every = [*(cells for cells, _ in known), *others]
        self._options = options
        self._places = _strong([_Place(area, some, every) for area in find_pictures(some, taken)])

    @property
    def place(self) -> CardArea | None:
        """Where the field stands; None if the known cards do not tell."""
        return self._places[0].area if self._places else None

    def read(self, cells: Cells) -> FieldReading:
        """Returns which value a card shows. The value is None if the card looks like no known card at the likeliest place, or
        if another place shows another value. As long as a possible value was not seen, most places must show the value.
        """
        if not self._places:
            return UNREAD
        first, *others = (place.read(cells, self._options) for place in self._places)
        showing = sum(one.value == first.value for one in others)
        is_agreed = all(one.value in (None, first.value) for one in others)
        if not self._places[0].is_closed(self._options):
            is_agreed = is_agreed and showing >= MOST * len(others)
        return first if is_agreed else FieldReading(None, first.guess, first.confidence)


def _tell_apart(known: Sequence[tuple[Cells, str]], options: Collection[str]) -> bool:
    """Tells whether some cards tell where a field stands. Whether an icon is there or not needs two cards of each: anything
    on a single card, such as its picture, would be taken for the icon.
    """
    seen = Counter(value for _, value in known)
    return len(options) != 2 or all(seen[value] >= TWICE for value in options)


def _samples(known: Sequence[tuple[Cells, str]]) -> list[tuple[Cells, str]]:
    by_value: dict[str, list[Cells]] = {}
    for cells, value in known:
        by_value.setdefault(value, []).append(cells)
    return [(cells, value) for value, some in by_value.items() for cells in some[:SAMPLES]]


def find_pictures(known: Sequence[tuple[Cells, str]], taken: Sequence[CardArea]) -> list[CardArea]:
    """Returns the squares that tell the values of some cards apart, the best first; none if only one value was seen."""
    if len({value for _, value in known}) < 2:
        return []
    scores = {side: _named_scores(known, side) for side in SIDES_MM}
    if not any(grid.any() for grid in scores.values()):
        scores = {side: _telling_scores(known, side) for side in SIDES_MM}
    squares = sorted(
        (
            (float(grid[row, column]), side, row * STEP_MM, column * STEP_MM)
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


def _telling_scores(known: Sequence[tuple[Cells, str]], side: int) -> NDArray[np.float64]:
    """Returns for all squares of one size how well each tells values apart: (rows, columns) of places, 0 where it does not."""
    pairs = list(combinations(known, 2))
    apart = _means([np.abs(one - other).sum(axis=2) for (one, _), (other, _) in pairs], side)
    is_same = np.array([value == other for (_, value), (_, other) in pairs])
    if not is_same.any():
        return np.zeros(apart.shape[1:])
    within, between = apart[is_same].max(axis=0), apart[~is_same].min(axis=0)
    score = (between - CLEARER * within) * (side / SIDES_MM[-1]) ** 0.5
    return np.where((between > LEAST_APART) & (between > CLEARER * within), score, 0.0)


def _named_scores(known: Sequence[tuple[Cells, str]], side: int) -> NDArray[np.float64]:
    """Returns how well each square shows on each card the colour of its value, if the values are names of colours; else 0."""
    shares = _means([_has_hue(cells, value) for cells, value in known], side).min(axis=0)
    return np.where(shares >= COLOURED, shares * side, 0.0)


def _means(maps: Sequence[NDArray[Any]], side: int) -> NDArray[np.float64]:
    """Returns the mean of some maps (H, W) in squares of one side, by map and by the square's place in steps."""
    sums = np.stack([cv2.integral(one.astype(np.float32)) for one in maps])
    near, far = slice(None, -side, STEP_MM), slice(side, None, STEP_MM)
    total = sums[:, far, far] - sums[:, near, far] - sums[:, far, near] + sums[:, near, near]
    return np.asarray(total / side**2)


def _part(cells: Cells, square: CardArea) -> Cells:
    return cells[round(square.top) : round(square.bottom), round(square.left) : round(square.right)]


def _apart(one: Cells, other: Cells) -> float:
    return float(np.abs(one - other).mean(axis=(0, 1)).sum())


def _nearest_apart(parts: Sequence[Cells]) -> float:
    """Returns how far a card is from the one that is most like it, usually: most cards are not the only one of their value,
    so that this is how far cards of one value are apart in the lights of an evening.
    """
    if len(parts) < FEWEST_BESIDE:
        return 0.0
    table = np.stack([part.ravel() for part in parts[:MOST_BESIDE]])
    per_cell = 3 / table.shape[1]
    apart = [np.sort(np.abs(table - row).sum(axis=1))[1] * per_cell for row in table]
    return float(np.median(apart))


def _has_hue(cells: Cells, name: str) -> NDArray[np.bool_]:
    """Tells which cells have a colour, by its name; none if the name is none of a colour."""
    if name not in HUES:
        return np.zeros(cells.shape[:2], bool)
    a, b = cells[..., 1] - 128, cells[..., 2] - 128
    turn = np.degrees(np.arctan2(b, a))
    is_near = np.abs((turn - HUES[name] + 180) % 360 - 180) < HUE_WITHIN
    return np.asarray((np.hypot(a, b) > LEAST_CHROMA) & is_near)


class _Place:
    """A square that may show the field, and how the known cards look there."""

    def __init__(self, area: CardArea, known: Sequence[tuple[Cells, str]], every: Sequence[Cells]) -> None:
        self.area = area
        self._known = [(_part(cells, area), value) for cells, value in known]
        pairs = [
            (_apart(one, other), value == another)
            for (one, value), (other, another) in combinations(self._known, 2)
        ]
        within = max((apart for apart, is_same in pairs if is_same), default=0.0)
        self.within = max(within, _nearest_apart([_part(cells, area) for cells in every]))
        self.between = min((apart for apart, is_same in pairs if not is_same), default=0.0)

    def is_closed(self, options: Collection[str]) -> bool:
        """Tells whether a card of each possible value is known."""
        return {value for _, value in self._known} >= set(options)

    def read(self, cells: Cells, options: Collection[str]) -> FieldReading:
        """Tells which of the known values stands here: the nearest one, if it is clearly nearer than the next. Where a value
        was not seen yet, what is not as near as cards of one value are to each other may be that. Colours are known by their
        names too.
        """
        part = _part(cells, self.area)
        if all(value in HUES for value in options):
            named = _named(part, options)
            if named is not None:
                return named
        nearest: dict[str, float] = {}
        for other, value in self._known:
            nearest[value] = min(_apart(part, other), nearest.get(value, np.inf))
        (apart, value), *others = sorted((apart, value) for value, apart in nearest.items())
        second = others[0][0] if others else self.between
        within = np.inf if self.is_closed(options) else max(WITHIN * self.within, LEAST_APART / 2)
        is_like = apart < NEARER * second and apart < min(within, NEARER * self.between)
        confidence = float(np.clip(1 - apart / max(second, 1e-6), 0, 1))
        return FieldReading(value if is_like else None, value, confidence)


def _strong(places: list[_Place]) -> list[_Place]:
    """Returns the places that tell values apart as the likeliest one does, if that one is sure; else all of them."""
    if not places or places[0].between < STANDS_OUT * places[0].within:
        return places
    return [place for place in places if place.between >= WEAK * places[0].between]


def _named(part: Cells, options: Collection[str]) -> FieldReading | None:
    shares = sorted(((float(_has_hue(part, value).mean()), value) for value in options), reverse=True)
    is_clear = shares[0][0] >= COLOURED and (len(shares) < 2 or shares[1][0] < shares[0][0] / 3)
    return FieldReading(shares[0][1], shares[0][1], shares[0][0]) if is_clear else None

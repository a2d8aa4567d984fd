"""Finds where an icon or a colour stands on cards, and tells which of the known ones it is.

A place shows a field if cards with one value look alike there and cards with another do not. A colour whose name is known is looked
for by that. A card that looks like none of those whose value is known is not told.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import product

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
ONE_EVENING = Leeway(1.35, 0.35, (-15.0, 60.0))
"""How much a lamp may colour a card: more, and a red frame would be shown as a blue one."""
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


def find_picture(known: Sequence[tuple[Cells, str]], taken: Sequence[CardArea]) -> CardArea | None:
    """Returns the square that tells the values of some cards apart; None if there is none, or several values were not seen."""
    if len({value for _, value in known}) < 2:
        return None
    height, width = known[0][0].shape[:2]
    squares = [
        CardArea(left, top, left + side, top + side)
        for side in SIDES_MM
        for left, top in product(range(0, width - side + 1, STEP_MM), range(0, height - side + 1, STEP_MM))
    ]
    free = [square for square in squares if not any(square.overlap(box) > 0.15 for box in taken)]
    by_name = _coloured(known, free)
    if by_name is not None:
        return by_name
    scored = [(score, square) for square in free if (score := _telling(known, square)) > 0]
    return max(scored, key=lambda one: one[0])[1] if scored else None


def _part(cells: Cells, square: CardArea) -> Cells:
    return cells[round(square.top) : round(square.bottom), round(square.left) : round(square.right)]


def _telling(known: Sequence[tuple[Cells, str]], square: CardArea) -> float:
    """Returns how well a square tells values apart: 0 if it does not."""
    parts = [(_part(cells, square), value) for cells, value in known]
    same: list[float] = []
    other: list[float] = []
    for n, (one, value) in enumerate(parts):
        for two, another in parts[n + 1 :]:
            (same if value == another else other).append(_apart(one, two))
    if not same or not other:
        return 0.0
    within, between = max(same), min(other)
    is_clear = between > LEAST_APART and between > CLEARER * within
    return (between - CLEARER * within) * (square.width / SIDES_MM[-1]) ** 0.5 if is_clear else 0.0


def _apart(one: Cells, other: Cells) -> float:
    return float(np.abs(one - other).mean(axis=(0, 1)).sum())


def _coloured(known: Sequence[tuple[Cells, str]], squares: Sequence[CardArea]) -> CardArea | None:
    """Returns the square that has on each card the colour of its value, if the values are names of colours."""
    if any(value not in HUES for _, value in known):
        return None
    scored = []
    for square in squares:
        share = min(hue_shares(_part(cells, square))[value] for cells, value in known)
        if share >= COLOURED:
            scored.append((share * square.width, square))
    return max(scored, key=lambda one: one[0])[1] if scored else None


def hue_shares(part: Cells) -> dict[str, float]:
    """Returns how much of a part has each colour that has a name."""
    a, b = part[..., 1] - 128, part[..., 2] - 128
    turn = np.degrees(np.arctan2(b, a)) % 360
    strong = np.hypot(a, b) > LEAST_CHROMA
    return {
        name: float(np.mean(strong & (np.abs((turn - hue + 180) % 360 - 180) < HUE_WITHIN)))
        for name, hue in HUES.items()
    }


def decide_picture(
    cells: Cells, square: CardArea, known: Sequence[tuple[Cells, str]], options: Collection[str]
) -> FieldReading:
    """Tells which of the known values stands in a square: the nearest one, if it is clearly nearer than the next. Where a value
    was not seen yet, what is not as near as cards of one value are to each other may be that. Colours are known by their names too.
    """
    part = _part(cells, square)
    if all(value in HUES for value in options):
        named = _named(part, options)
        if named is not None:
            return named
    nearest: dict[str, float] = {}
    for other, value in known:
        apart = _apart(part, _part(other, square))
        nearest[value] = min(apart, nearest.get(value, np.inf))
    order = sorted((apart, value) for value, apart in nearest.items())
    if not order:
        return UNREAD
    between = _least_between(square, known)
    apart, value = order[0]
    second = order[1][0] if len(order) > 1 else between
    is_closed = set(nearest) >= set(options)
    within = np.inf if is_closed else max(WITHIN * _most_within(square, known), LEAST_APART / 2)
    is_like = apart < NEARER * second and apart < min(within, NEARER * between)
    confidence = float(np.clip(1 - apart / max(second, 1e-6), 0, 1))
    return FieldReading(value if is_like else None, value, confidence)


def _named(part: Cells, options: Collection[str]) -> FieldReading | None:
    shares = sorted(((hue_shares(part)[value], value) for value in options), reverse=True)
    is_clear = shares[0][0] >= COLOURED and (len(shares) < 2 or shares[1][0] < shares[0][0] / 3)
    return FieldReading(shares[0][1], shares[0][1], shares[0][0]) if is_clear else None


def _most_within(square: CardArea, known: Sequence[tuple[Cells, str]]) -> float:
    parts = [(_part(cells, square), value) for cells, value in known]
    apart = [
        _apart(one, two)
        for n, (one, value) in enumerate(parts)
        for two, other in parts[n + 1 :]
        if other == value
    ]
    return max(apart, default=0.0)


def _least_between(square: CardArea, known: Sequence[tuple[Cells, str]]) -> float:
    parts = [(_part(cells, square), value) for cells, value in known]
    apart = [
        _apart(one, two)
        for n, (one, value) in enumerate(parts)
        for two, other in parts[n + 1 :]
        if other != value
    ]
    return min(apart, default=0.0)

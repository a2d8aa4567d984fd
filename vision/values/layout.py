"""Learns where the fields of a kind of card stand, from a few cards whose values are known.

Each field's value is looked for in the print of these cards. A place counts if it shows the value on most of them and
contradicts it on none or few; a place that fits two fields with equal values on all cards tells nothing yet.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

import numpy as np

from vision.faces.shown_cards import SIZE_MM
from vision.values.card_print import CardArea, CardLine, ReadPicture, around
from vision.values.fields import FEWEST_NUMBER, MOST_NUMBER, FieldKind, ReadField
from vision.values.spelling import number_chances
from vision.values.texts import likeness, plain

SAME_PLACE_MM = 1.6
"""Two boxes are the same place on two cards if their middles are nearer than this."""
ROOM = 0.18
"""How much room is left around a number whose looks are compared, as a share of its height, at least a third of a mm."""
ROOM_OF_DIGITS_MM = 0.15
"""How much room the recogniser gets around a number: with more it sees the badge and doubts the digits (99 % of 750 drawn
numbers were read surely with 0 or 0.2 mm, 94 % with 0.4, 91 % with 1).
"""
SHOWS, CONTRADICTS = 0.5, 0.05
"""The probability of a value from which a place shows it, and below which a place shows something else."""
MOST_SIGNS = 5
"""A line of print with more signs is no number."""
LIKE = 0.62
"""How like the typed text a line must be to be the field's, from 0 to 1: small print is read with slips."""
LIKE_A_CODE = 0.42
"""The same for a reference: it is the smallest print of a card."""
AS_LIKE = 0.04
"""Lines that are less like it than the best by so much are still the field's."""
PART = 0.75
"""The same for a line that is a part of a longer text."""
SURELY = -0.7
"""The least mean logarithm of a value's probabilities at a place that surely shows it."""
AROUND = 0.8
"""How much of a number's place another one covers that is around it."""
ENOUGH = 0.6
"""The share of the cards with a value on which a place must show it."""


LONGEST_CODE = 14
"""Print of no field is short, as a reference is."""
OF_NO_FIELD = "~"
"""How the names of places begin whose print belongs to no field."""
ALL_NUMBERS = range(FEWEST_NUMBER, MOST_NUMBER + 1)


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCard:
    """A card whose values are known: its picture, and each field's value."""

    picture: ReadPicture
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """Where a field stands: the box of a number or a picture, or the area in which lines of text lie."""

    box: CardArea
    second: CardArea | None = None
    """Where the same value is printed once more."""
    is_picture: bool = False
    """Whether the field is an icon or a colour there, not print."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the fields of a kind of card stand; a field without a place cannot be read."""

    fields: tuple[ReadField, ...]
    places: Mapping[str, FieldPlace] = field(default_factory=dict)

    @property
    def unplaced(self) -> tuple[ReadField, ...]:
        return tuple(one for one in self.fields if one.name not in self.places)


def learn_print(
    fields: Sequence[ReadField], known: Sequence[LabelledCard], others: Sequence[ReadPicture] = ()
) -> Layout:
    """Learn the places of all that is printed in letters and digits. `others` are further cards of the kind, whose values
    are not known: they show where print stands that the known ones hide.
    """
    places: dict[str, FieldPlace] = {}
    texts = [
        one
        for one in fields
        if one.kind in (FieldKind.LINE, FieldKind.CODE, FieldKind.WORDS, FieldKind.CHOICE)
    ]
    for one in texts:
        box = _line_place(one, known)
        if box is not None:
            places[one.name] = FieldPlace(box)
    numbers = [one for one in fields if one.kind is FieldKind.NUMBER]
    places.update(_number_places(numbers, known, [*(one.picture for one in known), *others]))
    for one in fields:
        if one.kind is FieldKind.PROSE:
            area = _prose_place(one, known, [place.box for place in places.values()])
            if area is not None:
                places[one.name] = FieldPlace(area)
    texts_of = [one.name for one in fields if one.kind is FieldKind.PROSE]
    strange = {
        f"{OF_NO_FIELD}{n}": FieldPlace(box)
        for n, box in enumerate(_of_no_field(texts_of, known))
        if not any(box.overlap(place.box) > 0.3 for name, place in places.items() if name not in texts_of)
    }
    return Layout(tuple(fields), {**places, **strange})


def _of_no_field(texts: Sequence[str], known: Sequence[LabelledCard]) -> list[CardArea]:
    """Return where most cards have print that belongs to no text, such as a reference below it."""
    groups: list[list[tuple[CardArea, bool]]] = []
    for card in known:
        for line in card.picture.lines:
            # A long line is one of a text that was read badly.
            is_of_text = len(line.text) > LONGEST_CODE or any(
                _is_part(line.text, card.values.get(name, "")) for name in texts
            )
            near = [group for group in groups if _is_same(group[0][0], line.box)]
            if near:
                near[0].append((line.box, is_of_text))
            else:
                groups.append([(line.box, is_of_text)])
    return [
        _typical([box for box, _ in group])
        for group in groups
        if len(group) >= max(2, ENOUGH * len(known)) and not any(is_of_text for _, is_of_text in group)
    ]


# --- numbers


def _number_places(
    fields: Sequence[ReadField], known: Sequence[LabelledCard], pictures: Sequence[ReadPicture]
) -> dict[str, FieldPlace]:
    found = _NumberSearch(known)
    found.look(_number_boxes(pictures))
    places = found.assigned(fields)
    if len(places) < len(fields) and len(places) >= 3:
        # Numbers stand in rows and columns: those that print hides are looked for where others lead to.
        found.look(_in_rows_and_columns([place.box for place in places.values()]))
        places = found.assigned(fields)
    return places


class _NumberSearch:
    """Places on cards whose values are known, and how likely each number is there on each card."""

    def __init__(self, known: Sequence[LabelledCard]) -> None:
        self._known = known
        self._boxes: list[CardArea] = []
        self._shown: list[list[Mapping[str, float]]] = []
        """By place and card."""

    def look(self, boxes: Sequence[CardArea]) -> None:
        """Look at further places."""
        for box in boxes:
            if not any(_is_same(box, other) for other in self._boxes):
                self._boxes.append(box)
                self._shown.append(
                    [
                        number_chances(card.picture.signs(box.grown(ROOM_OF_DIGITS_MM)), ALL_NUMBERS)
                        for card in self._known
                    ]
                )

    def assigned(self, fields: Sequence[ReadField]) -> dict[str, FieldPlace]:
        """Return the place of each field that has one of its own."""
        values = {one.name: tuple(card.values.get(one.name, "") for card in self._known) for one in fields}
        alike = Counter(values.values())
        fits = {name: self._fitting(said) for name, said in values.items() if alike[said] == 1}
        taken: dict[str, int] = {}
        for name in sorted(fits, key=lambda name: -max((score for score, _ in fits[name]), default=-99.0)):
            free = [place for _, place in fits[name] if place not in taken.values()]
            if free:
                taken[name] = self._with_its_sign(free, fits[name])
        again = {name: self._second(fits[name], set(taken.values()), place) for name, place in taken.items()}
        return {name: FieldPlace(self._boxes[place], again[name]) for name, place in taken.items()}

    def _fitting(self, values: Sequence[str]) -> list[tuple[float, int]]:
        """Return the places that show some numbers, the best first, each with how well it fits."""
        found = []
        wanted = [n for n, value in enumerate(values) if value]
        for place, shown in enumerate(self._shown):
            chances = [shown[n].get(values[n], 0.0) for n in wanted]
            fitting = sum(chance > SHOWS for chance in chances)
            against = sum(
                chance < CONTRADICTS and shown[n].get("", 0.0) < SHOWS
                for n, chance in zip(wanted, chances, strict=True)
            )
            if fitting and fitting >= ENOUGH * len(wanted) and against <= (1 - ENOUGH) * len(wanted):
                found.append((float(np.mean(np.log(np.maximum(chances, 1e-3)))), place))
        return sorted(found, reverse=True)

    def _with_its_sign(self, free: Sequence[int], fitting: Sequence[tuple[float, int]]) -> int:
        """Return the best place, or a wider one around it that is as sure: a place of digits alone leaves a minus out."""
        best = self._boxes[free[0]]
        sure = {place for score, place in fitting if score > SURELY}
        around_it = [place for place in free if place in sure and self._boxes[place].overlap(best) > AROUND]
        return max([free[0], *around_it], key=lambda place: self._boxes[place].width)

    def _second(self, fitting: Sequence[tuple[float, int]], taken: set[int], first: int) -> CardArea | None:
        """Return the other place, beside the first, at which the same number is surely printed."""
        return next(
            (
                self._boxes[place]
                for score, place in fitting
                if place not in taken
                and score > SURELY
                and self._boxes[place].overlap(self._boxes[first]) < AROUND
            ),
            None,
        )


def _in_rows_and_columns(boxes: Sequence[CardArea]) -> list[CardArea]:
    """Return the places in the rows and columns of some, and one step beyond them."""
    width, height = (float(np.median([getattr(box, side) for box in boxes])) for side in ("width", "height"))
    across, down = (_steps([box.middle[axis] for box in boxes]) for axis in (0, 1))
    return [
        CardArea(x - width / 2, y - height / 2, x + width / 2, y + height / 2) for x in across for y in down
    ]


def _steps(places: Sequence[float]) -> list[float]:
    """Return the different places along one direction, with one step more at each end."""
    apart: list[float] = []
    for place in sorted(places):
        if not apart or place - apart[-1] > SAME_PLACE_MM:
            apart.append(place)
    if len(apart) < 2:
        return apart
    step = float(np.median(np.diff(apart)))
    return [apart[0] - step, *apart, apart[-1] + step]


def padded(box: CardArea) -> CardArea:
    """Return the box in which the looks of a number are compared: a little larger than its print."""
    return box.grown(max(0.34, ROOM * box.height))


def _number_boxes(pictures: Sequence[ReadPicture]) -> list[CardArea]:
    """Return the places on cards of one kind where digits stand."""
    groups: list[list[CardArea]] = []
    for picture in pictures:
        for line in picture.lines:
            if len(line.text) > MOST_SIGNS or not any(
                sign.isdigit() or sign in "OolISBgqb" for sign in line.text
            ):
                continue
            near = [group for group in groups if _is_same(_typical(group), line.box)]
            if near:
                near[0].append(line.box)
            else:
                groups.append([line.box])
    return [_typical(group) for group in groups if len(group) >= min(2, len(pictures))]


def _is_same(one: CardArea, other: CardArea) -> bool:
    (x, y), (u, v) = one.middle, other.middle
    return (
        abs(x - u) < SAME_PLACE_MM
        and abs(y - v) < SAME_PLACE_MM
        and 0.6 < one.height / max(0.1, other.height) < 1.67
    )


def _typical(boxes: Sequence[CardArea]) -> CardArea:
    """Return a box as high as most of some, and as wide as the widest but a few."""
    table = np.array([(one.left, one.top, one.right, one.bottom) for one in boxes])
    left, right = np.quantile(table[:, 0], 0.15), np.quantile(table[:, 2], 0.85)
    return CardArea(float(left), float(np.median(table[:, 1])), float(right), float(np.median(table[:, 3])))


# --- lines of text


def forms_of(one: ReadField, value: str) -> list[str]:
    """Return the ways in which a value may be printed."""
    if one.kind in (FieldKind.LINE, FieldKind.CODE):
        return [value]
    if one.kind is FieldKind.CHOICE:
        return list(one.options.get(value, ()))
    words = [one.options.get(word, (word,)) for word in value.split(", ")] if value else []
    ways = max((len(forms) for forms in words), default=0)
    return [", ".join(forms[min(n, len(forms) - 1)] for forms in words if forms) for n in range(ways)]


def _line_place(one: ReadField, known: Sequence[LabelledCard]) -> CardArea | None:
    """Return the area of a line of text: as high as its lines, as wide as the widest of them."""
    cards = [card for card in known if any(forms_of(one, card.values.get(one.name, "")))]
    if len(cards) < min(2, len(known)):
        return None
    least = LIKE_A_CODE if one.kind is FieldKind.CODE else LIKE
    return _agreed([_boxes_of(forms_of(one, card.values[one.name]), card.picture, least) for card in cards])


def _boxes_of(forms: Sequence[str], picture: ReadPicture, least: float) -> list[CardArea]:
    """Return the boxes of the lines, or of the lines of a row together, that say one of some texts."""
    found = []
    for row in rows_of(picture):
        for first in range(len(row)):
            for last in range(first + 1, len(row) + 1):
                said = " ".join(line.text for line in row[first:last])
                like = max((likeness(said, form) for form in forms if form), default=0.0)
                if like >= least:
                    found.append((like, around(line.box for line in row[first:last])))
    best = max((like for like, _ in found), default=0.0)
    return [box for like, box in found if like > best - AS_LIKE]


def _agreed(found: Sequence[Sequence[CardArea]]) -> CardArea | None:
    """Return the area of the boxes, at most one of each card, that lie at one height and begin, end or have their middle at
    one place; None if too few cards agree.
    """
    best: list[CardArea] = []
    for boxes in found:
        for start in boxes:
            group = [start]
            for others in found:
                if others is not boxes:
                    group += [one for one in others if _in_line(start, one)][:1]
            if len(group) > len(best):
                best = group
    return (
        around(best)
        if best and len(best) >= ENOUGH * len(found) and len(best) >= min(2, len(found))
        else None
    )


def _in_line(one: CardArea, other: CardArea) -> bool:
    if abs(one.middle[1] - other.middle[1]) > SAME_PLACE_MM:
        return False
    beside = (one.left - other.left, one.right - other.right, one.middle[0] - other.middle[0])
    return min(map(abs, beside)) < SAME_PLACE_MM


def rows_of(picture: ReadPicture) -> "list[list[CardLine]]":
    """Return the lines of print in rows, each from the left."""
    rows: list[list[CardLine]] = []
    for line in picture.lines:
        for row in rows:
            if abs(row[0].box.middle[1] - line.box.middle[1]) < 0.4 * min(row[0].box.height, line.box.height):
                row.append(line)
                break
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.box.left) for row in rows]


# --- texts of several lines


def _prose_place(one: ReadField, known: Sequence[LabelledCard], taken: Sequence[CardArea]) -> CardArea | None:
    """Return the area in which a text stands: from its first line down to what comes below it."""
    areas = []
    cards = [card for card in known if card.values.get(one.name)]
    for card in cards:
        lines = [line.box for line in card.picture.lines if _is_part(line.text, card.values[one.name])]
        if lines:
            areas.append(around(lines))
    if not areas or len(areas) < ENOUGH * len(cards):
        return None
    area = around(areas)
    width, height = SIZE_MM
    across = CardArea(area.left, area.bottom, area.right, height)
    below = [
        box.top
        for box in taken
        if box.top > area.top + 1 and box.overlap(across) > 0.1 and box.top >= area.bottom - 1
    ]
    return CardArea(
        area.left - 0.5, area.top - 0.5, max(area.right + 1, width - area.left), min([height - 1, *below])
    )


def _is_part(line: str, text: str) -> bool:
    """Tell whether a line of print is a part of a longer text."""
    said, whole = plain(line), plain(text)
    if len(said) < 4:
        return False
    match = SequenceMatcher(None, said, whole, autojunk=False)
    return sum(block.size for block in match.get_matching_blocks() if block.size > 2) >= PART * len(said)

"""Reads the printed fields of a card, each at the place that the layout of its kind gives."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from vision.detectors.reference.lines import decoded
from vision.faces.shown_cards import SIZE_MM
from vision.values.card_print import CardArea, CardLine, ReadPicture
from vision.values.fields import FieldKind, ReadField
from vision.values.layout import ROOM_OF_DIGITS_MM, FieldPlace, Layout, rows_of
from vision.values.spelling import number_chances, text_chances
from vision.values.texts import LOST_BLANK, NUMERO, likeness

KEPT = 4
"""How many of the likeliest numbers are kept of a field."""
ROOM_MM = 0.6
"""How far a line of text may lie beside its field's area."""
BEGINS, CENTRED = 0.25, 0.1
"""How far from the left, and from the middle, a line of a text may begin or have its middle, as shares of the text's width.
"""
MAY_BE, SURE = 0.4, 0.8
"""The confidences between which a line of a text is looked at again."""
HIDDEN, ENDS_MM = 0.5, 1.2
"""How sure a line is at most that ends so near to the place of another field."""
BESIDE_PRINT_MM = 0.3
"""How far the strokes of a line may reach beyond its box."""
WORD_GAP = 0.4
"""The gap between parts of a line of text, as a share of its height: the recogniser leaves less."""
OF_A_WORD = 0.5
"""How like one of the possible words a part of a line must be at least."""


@dataclass(frozen=True, slots=True)
class PrintRead:
    """What the print of a field says: the likeliest texts with their probabilities, the best first; none where nothing
    stands.
    """

    chances: Mapping[str, float] = field(default_factory=dict)
    has_more: bool = False
    """Whether more print stands there than was found."""

    @property
    def best(self) -> str:
        return next(iter(self.chances), "")

    @property
    def confidence(self) -> float:
        return next(iter(self.chances.values()), 0.0)


def read_field(layout: Layout, name: str, picture: ReadPicture) -> PrintRead:
    """Read a field that is printed in letters and digits and whose place is known."""
    one = next(one for one in layout.fields if one.name == name)
    beside = [other.box for known, other in layout.places.items() if known != name]
    return _READERS[one.kind](one, layout.places[name], picture, beside)


def _number(one: ReadField, place: FieldPlace, picture: ReadPicture, _: Sequence[CardArea]) -> PrintRead:
    chances: dict[str, float] = {}
    for box in (place.box, place.second):
        if box is not None:
            seen = number_chances(picture.signs(box.grown(ROOM_OF_DIGITS_MM)), one.numbers)
            chances = (
                {value: chance * chances.get(value, 1.0) for value, chance in seen.items()}
                if chances
                else seen
            )
    total = sum(chances.values())
    best = sorted(chances.items(), key=lambda pair: -pair[1])[:KEPT]
    return PrintRead({value: round(chance / total, 4) for value, chance in best})


def _line(_: ReadField, place: FieldPlace, picture: ReadPicture, beside: Sequence[CardArea]) -> PrintRead:
    """Read a line twice, because a misread name looks like another name.

    A line that ends where another field begins may go on beneath that field, so it is not sure.
    """
    lines = [picture.looked_at_again(line) for line in _lines_in(place.box, picture, beside)]
    text = NUMERO.sub(" ", " ".join(line.text for line in lines))
    sure = min((line.confidence for line in lines), default=0.0)
    if any(_touches(line.box, other) for line in lines for other in beside):
        sure = min(sure, HIDDEN)
    return PrintRead({text: round(sure, 4)} if lines else {})


def _touches(line: CardArea, other: CardArea) -> bool:
    """Tell whether a line ends at the place of another field, which may hide what follows."""
    is_level = other.top < line.middle[1] < other.bottom
    return is_level and -ENDS_MM < max(line.left - other.right, other.left - line.right) < ENDS_MM


def _lines_in(area: CardArea, picture: ReadPicture, beside: Sequence[CardArea]) -> list[CardLine]:
    """Return the lines of a field of one line, from the left."""
    room = area.grown(ROOM_MM)
    reach = CardArea(0.0, room.top, SIZE_MM[0], room.bottom)
    found = []
    for row in rows_of(picture):
        for line in row:
            _, y = line.box.middle
            is_here = reach.top < y < reach.bottom and line.box.overlap(room) > 0.4
            if is_here and not any(_covers(other, line.box) for other in beside):
                found.append(line)
    return sorted(found, key=lambda line: line.box.left)


def _covers(place: CardArea, line: CardArea) -> bool:
    """Tell whether a line of print belongs to the place of another field."""
    x, y = line.middle
    return (
        place.left < x < place.right
        and place.top < y < place.bottom
        and place.height < 2 * line.height
        and place.width < 2.5 * line.width
    )


def _words(one: ReadField, place: FieldPlace, picture: ReadPicture, beside: Sequence[CardArea]) -> PrintRead:
    """Read words out of a list: each part of the line is the word it is most like, if that is clear."""
    forms = {form: value for value, ways in one.options.items() for form in ways}
    lines = _lines_in(place.box, picture, beside)
    if not lines:
        return PrintRead()
    said, chance = [], 1.0
    for part in re.split(r"[,;/\s]+", " ".join(line.text for line in lines)):
        if part:
            likely = sorted(((likeness(part, form), value) for form, value in forms.items()), reverse=True)
            said.append(likely[0][1])
            chance = min(chance, likely[0][0])
    confidence = min(chance, *(line.confidence for line in lines)) if said else 0.0
    return PrintRead({", ".join(dict.fromkeys(said)): round(confidence, 4)} if chance >= OF_A_WORD else {})


def _choice(one: ReadField, place: FieldPlace, picture: ReadPicture, beside: Sequence[CardArea]) -> PrintRead:
    forms = {form: value for value, ways in one.options.items() for form in ways}
    lines = _lines_in(place.box, picture, beside)
    if not lines:
        return PrintRead()
    text = " ".join(line.text for line in lines)
    likely = sorted(((likeness(text, form), value) for form, value in forms.items()), reverse=True)
    clear = likely[0][0] - next((like for like, value in likely if value != likely[0][1]), 0.0)
    return (
        PrintRead({likely[0][1]: round(min(likely[0][0], 4 * clear), 4)})
        if likely[0][0] >= OF_A_WORD
        else PrintRead()
    )


def _prose(_: ReadField, place: FieldPlace, picture: ReadPicture, beside: Sequence[CardArea]) -> PrintRead:
    """Read a text of several lines; without any line there is none."""
    rows = [[line for line in row if _is_inside(line.box, place.box)] for row in rows_of(picture)]
    if not any(rows):
        rows = [[line] for line in picture.lines_close(place.box)]
    found = [line.box.grown(BESIDE_PRINT_MM) for row in rows for line in row]
    has_more = picture.has_more_print(place.box, [*found, *beside])
    rows = [[line for line in row if not any(_covers(other, line.box) for other in beside)] for row in rows]
    lines = _surer([line for row in rows for line in _standing_as_text(row, place.box)], picture)
    sure = min((line.confidence for line in lines), default=1.0)
    return PrintRead({joined_lines([line.text for line in lines]): round(sure, 4)}, has_more)


def _standing_as_text(row: Sequence[CardLine], area: CardArea) -> list[CardLine]:
    """Return the lines of a row that belong to a text: those that begin where texts do or stand in the middle, and what
    follows one of them without a gap. Print that shines through beside a text does not.
    """
    found: list[CardLine] = []
    for line in row:
        follows = bool(found) and line.box.left - found[-1].box.right < WORD_GAP * found[-1].box.height
        if follows or _stands_as_text(line.box, area):
            found.append(line)
    return found


def _surer(lines: Sequence[CardLine], picture: ReadPicture) -> list[CardLine]:
    """Return lines of print, after another look at those that may be legible and are not sure."""
    return [picture.looked_at_again(line) if MAY_BE < line.confidence < SURE else line for line in lines]


def _stands_as_text(line: CardArea, area: CardArea) -> bool:
    """Tell whether a line begins where texts begin, or is centred. Other print that is seen beside a text does neither."""
    return (
        line.left < area.left + BEGINS * area.width
        or abs(line.middle[0] - area.middle[0]) < CENTRED * area.width
    )


def _is_inside(line: CardArea, area: CardArea) -> bool:
    x, y = line.middle
    return area.top - ROOM_MM < y < area.bottom + ROOM_MM and area.left < x < area.right


def joined_lines(lines: Sequence[str]) -> str:
    """Return lines as one text; a word that was divided at the end of a line is put together again, and a number is set apart
    from the words beside it.
    """
    text = ""
    for line in lines:
        is_divided = len(text) > 1 and text[-1] == "-" and text[-2].isalpha() and line[:1].islower()
        text = text[:-1] + line if is_divided else f"{text} {line}".strip()
    return LOST_BLANK.sub(" ", text)


MOST_FREE = 3
"""How many digits of a reference may differ from those that are known: a thousand references are then possible."""


def _code(one: ReadField, place: FieldPlace, picture: ReadPicture, _: Sequence[CardArea]) -> PrintRead:
    """Read a reference: of all that are possible beside those that are known, the likeliest. What looks more like another
    text than like any of them is none of them.
    """
    possible = possible_codes(tuple(sorted(one.options)))
    if not possible:
        return PrintRead()
    lines = [line for line in picture.lines if line.box.overlap(place.box) > 0.5]
    columns = picture.signs((lines[0].box if lines else place.box).grown(0.2))
    said = "".join(sign for sign in decoded(columns).text if not sign.isspace())
    # A sign that stands twice side by side is often read once, and O as 0.
    is_other = said and said not in possible and _once(said) not in map(_once, possible)
    texts = [*possible, said] if is_other else possible
    chances = zip(texts, text_chances(columns, texts).tolist(), strict=True)
    best = sorted(chances, key=lambda pair: -pair[1])[:KEPT]
    return PrintRead({code: round(chance, 4) for code, chance in best if code != said or code in possible})


def _once(text: str) -> str:
    """Return a text in which no sign follows itself, with O as 0."""
    return re.sub(r"(.)\1+", r"\1", text.replace("O", "0"))


@cache
def possible_codes(known: tuple[str, ...]) -> list[str]:
    """Return the references that differ from known ones only in the digits in which these differ from each other, with
    letters that one of them has: `JO001-241` and `JO017-241` may be any of `JO000-241` to `JO999-241`. None if they have no
    common form, or too many are possible.
    """
    parts = [re.findall(r"[0-9]+|[^0-9]+", code) for code in known]
    if len({tuple(str(len(part)) if part[0].isdigit() else "" for part in code) for code in parts}) != 1:
        return []
    columns = [set(column) for column in zip(*parts, strict=True)]
    free = sum(len(min(column)) for column in columns if len(column) > 1 and min(column).isdigit())
    if not 0 < free <= MOST_FREE:
        return []
    choices = [
        [f"{n:0{len(min(column))}d}" for n in range(10 ** len(min(column)))]
        if len(column) > 1 and min(column).isdigit()
        else sorted(column)
        for column in columns
    ]
    return ["".join(code) for code in product(*choices)]


_READERS = {
    FieldKind.NUMBER: _number,
    FieldKind.LINE: _line,
    FieldKind.WORDS: _words,
    FieldKind.CHOICE: _choice,
    FieldKind.PROSE: _prose,
    FieldKind.CODE: _code,
}

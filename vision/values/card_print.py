"""Finds the print on the picture of a card, and where it stands, in mm from the card's top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.reference.lines import decoded, find_lines, sign_chances
from vision.faces.shown_cards import SIZE_MM
from vision.frame import Pixels, to_grey
from vision.values.texts import NUMERO, accents, without_accents

READ_PX_PER_MM = (6.0, 10.0)
"""The least and the greatest scale at which cards are read: what a phone high above a table sees, and what it sees over nine
cards.
"""
CLOSE_PX_PER_MM = 12.0
"""The scale at which print is looked at closely."""
LEGIBLE = 0.15
"""The least confidence of what is taken for print at a close look."""
ROOM_AGAIN_MM = (0.0, 0.15, 0.3)
"""How much room a line gets when it is read again."""
OFTEN_RIGHT = 0.5
"""The confidence from which lines tell how dense a card's print is."""
DOUBTED, ACCENTS_DOUBTED = 0.5, 0.6
"""How sure a line is at most that says something else when it is read again; and one of which only the accents differ."""
LOOK_PX = 960
"""The longer side of the picture in which lines are looked for."""
STROKES_PX_PER_MM, STRIP_MM = 8.0, (12.0, 1.0)
"""The scale at which strokes are measured, and the width and height of a strip of print."""
AS_DENSE = 0.6
"""How dense strokes are, beside those of the card's print, where print was overlooked: of 12 drawn cards that lost a line, 11
had 0.76 and more; of 337 others, 8 (seeds 5, 11, 14, 17 and 37).
"""
MOST_SLOPE = 0.2
"""A line that rises more than this is none of a card's fields."""


@dataclass(frozen=True, slots=True, order=True)
class CardArea:
    """A rectangle on a card in mm, from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by_mm: float) -> "CardArea":
        return CardArea(self.left - by_mm, self.top - by_mm, self.right + by_mm, self.bottom + by_mm)

    def moved(self, right_mm: float, down_mm: float) -> "CardArea":
        return CardArea(
            self.left + right_mm, self.top + down_mm, self.right + right_mm, self.bottom + down_mm
        )

    def overlap(self, other: "CardArea") -> float:
        """Return how much of the smaller of two boxes the other one covers."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        smaller = min(self.width * self.height, other.width * other.height)
        return max(0.0, across) * max(0.0, down) / max(smaller, 1e-6)


def around(boxes: Iterable[CardArea]) -> CardArea:
    """Return the box around others."""
    some = list(boxes)
    return CardArea(
        min(one.left for one in some),
        min(one.top for one in some),
        max(one.right for one in some),
        max(one.bottom for one in some),
    )


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of print on a card: where it stands, what it says, and the probability of its least certain sign."""

    box: CardArea
    text: str
    confidence: float


@dataclass(slots=True, eq=False)
class ReadPicture:
    """A card from straight above, upright: (H, W, 3) uint8 BGR, the whole card. Its print is found when it is first asked
    for.
    """

    pixels: Pixels
    _lines: "list[CardLine] | None" = field(default=None, repr=False)

    @property
    def px_per_mm(self) -> float:
        return self.pixels.shape[1] / SIZE_MM[0]

    @property
    def lines(self) -> list[CardLine]:
        """The lines of print, from the top. Raises `VisionError` without the models."""
        if self._lines is None:
            self._lines = _lines_of(self.pixels, self.px_per_mm)
        return self._lines

    def lines_close(self, box: CardArea) -> list[CardLine]:
        """Return the lines of print in a rectangle that is looked at closely: print that was too small on the whole card."""
        larger = CLOSE_PX_PER_MM / self.px_per_mm
        close = cv2.resize(self.part(box), None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        return [
            CardLine(line.box.moved(box.left, box.top), line.text, line.confidence)
            for line in _lines_of(close, CLOSE_PX_PER_MM)
            if line.confidence > LEGIBLE
        ]

    def looked_at_again(self, line: CardLine) -> CardLine:
        """Return a line as sure as the surest of some looks at it if all of them say the same, else as unsure as the least
        sure. Where they differ in nothing but accents, it has those that any look saw: accents are overlooked, and hardly
        ever seen where there are none.
        """
        looks = [decoded(self.signs(line.box.grown(by_mm))) for by_mm in ROOM_AGAIN_MM]
        sure = [line.confidence, *(look.confidence for look in looks)]
        texts = {NUMERO.sub(" ", text.strip()) for text in (line.text, *(look.text for look in looks))}
        if len(texts) == 1:
            return replace(line, text=texts.pop(), confidence=max(sure))
        if len(set(map(without_accents, texts))) == 1:
            return replace(line, text=max(texts, key=accents), confidence=min(max(sure), ACCENTS_DOUBTED))
        return replace(line, confidence=min(*sure, DOUBTED))

    def has_more_print(self, area: CardArea, known: Iterable[CardArea]) -> bool:
        """Tell whether a strip of an area, outside what is known there, has strokes as dense as the lines of this card."""
        lines = [line.box for line in self.lines if line.confidence > OFTEN_RIGHT]
        if not lines:
            return False
        strokes = self._strokes(area)
        for box in known:
            left, right = (round((x - area.left) * STROKES_PX_PER_MM) for x in (box.left, box.right))
            top, bottom = (round((y - area.top) * STROKES_PX_PER_MM) for y in (box.top, box.bottom))
            strokes[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 0
        width, height = (round(side * STROKES_PX_PER_MM) for side in STRIP_MM)
        usual = float(np.median([self._strokes(box).mean() for box in lines]))
        return float(cv2.blur(strokes, (width, height)).max()) > AS_DENSE * usual

    def _strokes(self, box: CardArea) -> NDArray[np.float32]:
        """Return how fast the light changes from left to right: edges of letters, not those of a panel below them."""
        larger = STROKES_PX_PER_MM / self.px_per_mm
        grey = to_grey(self.part(box)).astype(np.float32)
        even = cv2.GaussianBlur(
            cv2.resize(grey, None, fx=larger, fy=larger, interpolation=cv2.INTER_AREA), (0, 0), 1.0
        )
        return np.abs(np.asarray(cv2.Sobel(even, cv2.CV_32F, 1, 0), np.float32))

    def part(self, box: CardArea) -> Pixels:
        """Return a rectangle of the card; what lies beside the card is filled with its edge."""
        scale = self.px_per_mm
        width, height = round(box.width * scale), round(box.height * scale)
        shift = np.array([[1, 0, box.left * scale], [0, 1, box.top * scale]])
        return cv2.warpAffine(
            self.pixels,
            shift,
            (max(2, width), max(2, height)),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )

    def signs(self, box: CardArea) -> NDArray[Any]:
        """Return the probability of each sign in each column of a rectangle that holds one line."""
        return sign_chances(self.part(box))


def _lines_of(pixels: Pixels, px_per_mm: float) -> list[CardLine]:
    found = []
    for line in find_lines(pixels, LOOK_PX):
        across = line.corners_px[1] - line.corners_px[0]
        if abs(float(across[1])) > MOST_SLOPE * abs(float(across[0])):
            continue
        read = decoded(sign_chances(line.pixels))
        left, top = (float(v) / px_per_mm for v in line.corners_px.min(axis=0))
        right, bottom = (float(v) / px_per_mm for v in line.corners_px.max(axis=0))
        if read.text.strip():
            found.append(CardLine(CardArea(left, top, right, bottom), read.text.strip(), read.confidence))
    return sorted(found, key=lambda line: line.box.middle[1])

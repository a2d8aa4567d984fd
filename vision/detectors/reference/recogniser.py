"""Reads the text of a line of print, cut out and upright, without any pattern.

PP-OCR's small recogniser takes lines 48 px high and guesses one of 18,708 signs, space or blank for every
eighth column. Repeated guesses are one sign, and blanks separate equal ones (connectionist temporal
classification). Takes 15 ms for a short line.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.reference.models import RECOGNISER, load_model
from vision.frame import Pixels

HEIGHT_PX = 48
"""Height of a line in px, as the model takes it."""
NARROWEST_PX = 48
WIDEST_PX = 1600
"""A line longer than this, at the model's height, is no short code."""
ALTERNATIVES = 24
"""How many other signs are kept for each sign; similar ones are among the first."""
FAINT = 1e-4
"""The probability of every sign that is not kept."""
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−－ー一", "-"))


@dataclass(frozen=True, slots=True, eq=False)
class RecognisedSign:
    """A sign of a line: the likeliest, its probability, and the probabilities of others."""

    text: str
    probability: float
    others: dict[str, float]

    def probability_of(self, text: str) -> float:
        """Returns the probability that this sign is `text`."""
        return self.probability if text == self.text else self.others.get(text, FAINT)


@dataclass(frozen=True, slots=True, eq=False)
class RecognisedLine:
    """A line as it was read."""

    signs: tuple[RecognisedSign, ...]

    @property
    def text(self) -> str:
        return "".join(sign.text for sign in self.signs)

    @property
    def confidence(self) -> float:
        """The probability of the least certain character; 0 for an empty line."""
        return min((sign.probability for sign in self.signs), default=0.0)


def read_line(pixels: Pixels) -> RecognisedLine:
    """Reads the text of a picture of one line, (H, W, 3) uint8 BGR or (H, W) grey. Raises `VisionError` if
    the model is missing.
    """
    return decoded(sign_chances(pixels))


def sign_chances(pixels: Pixels) -> NDArray[Any]:
    """Returns the probability of each sign of `alphabet` in each column of a line: (columns, signs) float32."""
    kind = cv2.INTER_AREA if pixels.shape[0] > HEIGHT_PX else cv2.INTER_CUBIC
    line = cv2.resize(pixels, (read_width_px(pixels), HEIGHT_PX), interpolation=kind)
    colour = cv2.cvtColor(line, cv2.COLOR_GRAY2BGR) if line.ndim == 2 else line
    values = (colour.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)[np.newaxis]
    return load_model(RECOGNISER).answer(np.ascontiguousarray(values))[0]


def read_width_px(pixels: Pixels) -> int:
    """Returns how wide a line is at the model's height."""
    height, width = pixels.shape[:2]
    return int(np.clip(round(width * HEIGHT_PX / height), NARROWEST_PX, WIDEST_PX))


@cache
def alphabet() -> tuple[str, ...]:
    """Returns the classes of the model: blank, the signs, space. Full-width letters and dashes become plain
    ones.
    """
    signs = load_model(RECOGNISER).metadata["character"].splitlines()
    return ("", *(unicodedata.normalize("NFKC", sign).translate(DASHES) for sign in signs), " ")


def decoded(columns: NDArray[Any]) -> RecognisedLine:
    """Returns the signs on the likeliest path: runs of one class without blanks, each at its surest column."""
    best = columns.argmax(axis=1)
    signs = []
    start = 0
    for end in range(1, len(best) + 1):
        if end == len(best) or best[end] != best[start]:
            if best[start] != 0:
                run = columns[start:end, best[start]]
                signs.append(_sign(columns[start + int(run.argmax())]))
            start = end
    return RecognisedLine(tuple(signs))


def _sign(column: NDArray[Any]) -> RecognisedSign:
    signs = alphabet()
    likeliest = np.argpartition(column, -ALTERNATIVES)[-ALTERNATIVES:]
    likeliest = likeliest[np.argsort(-column[likeliest])]
    chances: dict[str, float] = {}
    for number in likeliest.tolist():
        if number:
            chances[signs[number]] = chances.get(signs[number], 0.0) + float(column[number])
    text = next(iter(chances))
    return RecognisedSign(text, min(1.0, chances.pop(text)), chances)

"""Tells how likely a line of print says each of several texts.

The recogniser gives the probability of every sign in every column. A text's probability is the sum over all ways in which
its signs may lie in the columns (connectionist temporal classification, Graves et al. 2006). Only the signs of the possible
texts count; a column that shows any other sign, such as the edge of a badge, counts as empty.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.detectors.reference.lines import alphabet

LOOKALIKES: Mapping[str, str] = {
    "0": "OoQ", "1": "Il|!i", "2": "Z", "5": "S", "8": "B", "9": "gq", "6": "b", "7": "?", "4": "A", "-": "_~",
}  # fmt: skip
"""Letters with the shape of a digit: where only numbers can stand they count as the digit."""
LEAST = 1e-6


def text_chances(columns: NDArray[Any], texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the probability of each text, (N,): of what else might stand there they leave nothing, so that they add up to
    1.

    `columns` are those of `sign_chances`. An empty text stands for no print.
    """
    signs = sorted({sign for text in texts for sign in text})
    each = (
        np.stack([columns[:, _classes(sign)].sum(axis=1) for sign in signs], axis=1)
        if signs
        else columns[:, :0]
    )
    each = np.maximum(each.astype(np.float64), LEAST)
    empty = np.maximum(1 - each.sum(axis=1), LEAST)
    places = {sign: n for n, sign in enumerate(signs)}
    likely = np.zeros(len(texts))
    for length in {len(text) for text in texts}:
        same = [n for n, text in enumerate(texts) if len(text) == length]
        written = np.array([[places[sign] for sign in texts[n]] for n in same], int).reshape(
            len(same), length
        )
        likely[same] = _likelihoods(each, empty, written)
    total = float(likely.sum())
    return likely / total if total > 0 else np.full(len(texts), 1 / max(1, len(texts)))


def _likelihoods(each: NDArray[Any], empty: NDArray[Any], written: NDArray[Any]) -> NDArray[np.float64]:
    """Return for each text the sum over all ways to write its signs, (N, length), into the columns, blanks between them."""
    count, length = written.shape
    may_skip = np.zeros((count, 2 * length + 1))
    may_skip[:, 3::2] = written[:, 1:] != written[:, :-1]
    now = np.zeros((count, 2 * length + 1))
    for n, (signs, blank) in enumerate(zip(each, empty, strict=True)):
        shown = np.full((count, 2 * length + 1), blank)
        shown[:, 1::2] = signs[written]
        if n == 0:
            now[:, :2] = shown[:, :2]
            continue
        came = now.copy()
        came[:, 1:] += now[:, :-1]
        came[:, 2:] += now[:, :-2] * may_skip[:, 2:]
        now = came * shown
    return np.asarray(now[:, -2:].sum(axis=1))


@cache
def _classes(sign: str) -> list[int]:
    """Return the classes of the recogniser that show a sign."""
    wanted = {sign, *LOOKALIKES.get(sign, "")}
    return [number for number, known in enumerate(alphabet()) if known in wanted and number]


def number_chances(columns: NDArray[Any], numbers: range) -> dict[str, float]:
    """Return how likely a line says each number, with or without a plus; "" is the chance that no number stands there."""
    texts, values = _number_texts(numbers)
    chances: dict[str, float] = {}
    for value, chance in zip(values, text_chances(columns, texts).tolist(), strict=True):
        chances[value] = chances.get(value, 0.0) + chance
    return chances


@cache
def _number_texts(numbers: range) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return how numbers may be printed, and the value of each text."""
    texts, values = [""], [""]
    for number in numbers:
        texts.append(str(number))
        values.append(str(number))
        if number > 0:
            texts.append(f"+{number}")
            values.append(str(number))
    return tuple(texts), tuple(values)

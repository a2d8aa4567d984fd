"""Decides what numbers say, by what the recogniser reads and by how numbers look that are known.

All cards of a kind are decided together: a number that the recogniser is sure of is a sample for others of its value, and
what the owner typed or confirmed is one that is always right. Where the two disagree, or neither is sure, nothing is read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from vision.values.fields import UNREAD, FieldReading
from vision.values.looks import Look, likenesses, stacked
from vision.values.reading import PrintRead

SURE = 0.97
"""The probability from which what was read is a sample for others. This and what follows was chosen on drawn decks whose
seeds are below 1000.
"""
SEEN = 0.5
"""The least probability that any number stands there for it to be a sample."""
LEAST = 0.8
"""The least probability of what is read."""
LOOKS_WEIGH = 4.0
"""How much more likely a value is, as a logarithm, if a number looks wholly like its samples instead of not at all."""
UNSEEN = 0.75
"""How like its samples a value counts of which there are none."""
HARDLY = 0.001
"""The least probability that the recogniser gives any number."""
LEGIBLE = 0.05
"""If the recogniser finds it less likely than this that any number stands there, it counts less."""
BEST_OF = 2
"""How many samples of a value speak for it: the most alike."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenNumber:
    """A number on a card: what its print says, how it looks, (9, F), and its value, if that is known."""

    read: PrintRead
    looks: Look
    known: str | None = None


def decide_numbers(seen: Sequence[SeenNumber]) -> list[FieldReading]:
    """Return what each of some numbers of one style says; the value of a number that is known stays."""
    sure = {n: _value(one) for n, one in enumerate(seen) if _is_sample(one)}
    values = np.array(list(sure.values()))
    samples = stacked([seen[n].looks[4] for n in sure]) if sure else None
    places = {n: place for place, n in enumerate(sure)}
    readings = []
    for n, one in enumerate(seen):
        if one.known is not None:
            readings.append(FieldReading(one.known, one.known, 1.0))
            continue
        is_other = np.ones(len(values), bool)
        if n in places:
            is_other[places[n]] = False
        alike = (
            {} if samples is None else _by_value(likenesses(one.looks, samples)[is_other], values[is_other])
        )
        readings.append(_decided(one.read, alike))
    return readings


def _legible(read: PrintRead) -> tuple[dict[str, float], float]:
    """Return how likely each number is, given that one stands there, and how likely that is."""
    some = {value: chance for value, chance in read.chances.items() if value}
    total = sum(some.values())
    return ({value: chance / total for value, chance in some.items()} if total > 0 else {}), total


def _is_sample(one: SeenNumber) -> bool:
    chances, legible = _legible(one.read)
    return one.known is not None or (legible >= SEEN and max(chances.values(), default=0.0) >= SURE)


def _value(one: SeenNumber) -> str:
    chances = _legible(one.read)[0]
    return one.known if one.known is not None else max(chances, key=lambda value: chances[value])


def _by_value(alike: NDArray[np.float32], values: NDArray[np.str_]) -> dict[str, float]:
    """Return how like the samples of each value a number is."""
    return {
        str(value): float(np.mean(np.sort(alike[values == value])[-BEST_OF:])) for value in np.unique(values)
    }


def _decided(read: PrintRead, alike: Mapping[str, float]) -> FieldReading:
    """Return the value that print and looks together make likeliest."""
    chances, legible = _legible(read)
    usual = min(UNSEEN, max(alike.values(), default=UNSEEN))
    weight = min(1.0, legible / LEGIBLE)
    scores = {
        value: weight * log(max(chances.get(value, 0.0), HARDLY)) + LOOKS_WEIGH * alike.get(value, usual)
        for value in {*chances, *alike}
    }
    if not scores:
        return UNREAD
    best = max(scores, key=lambda value: scores[value])
    chance = 1 / sum(exp(score - scores[best]) for score in scores.values())
    return FieldReading(best if chance >= LEAST else None, best, round(chance, 4))

"""Counts tries, readings and misreadings, and computes how certain the rates are."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

CERTAINTY = 0.95
"""The usual level of confidence."""


@dataclass(slots=True)
class ReadCount:
    """The results of the tries under one condition."""

    tries: int = 0
    read: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Measurement:
    """A condition, and the function that measures it in a given number of tries, or a few more."""

    title: str
    measured: Callable[[int], ReadCount]


def upper_bound(hits: int, tries: int) -> float:
    """Return the rate that the true rate does not exceed with 95 % certainty, after `hits` in `tries`."""
    if hits >= tries:
        return 1.0
    low, high = hits / tries, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(hits, tries, middle) > 1 - CERTAINTY else (low, middle)
    return high


def _at_most(hits: int, tries: int, rate: float) -> float:
    """Return the probability of at most this number of hits."""
    logs: Sequence[float] = [
        math.lgamma(tries + 1)
        - math.lgamma(k + 1)
        - math.lgamma(tries - k + 1)
        + k * math.log(rate)
        + (tries - k) * math.log1p(-rate)
        for k in range(hits + 1)
    ]
    return math.fsum(math.exp(log) for log in logs)

"""Computes the exact odds of the opposition on the table from the faces of the dice that have not fallen."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.boufbowl.contest import Scale, counted_stars, weigh
from companion.rules.boufbowl.frames import Contest, Side
from companion.rules.boufbowl.state import State


@dataclass(frozen=True, slots=True)
class Odds:
    """The possible results of an opposition: three probabilities, each an exact count of rolls divided once, not
    rounded.
    """

    attack: float
    defence: float
    level: float


def odds(state: State, contest: Contest) -> Odds:
    """Return the odds with the cards and dice known so far."""
    balance = weigh(state, contest)
    mine = _totals(state, balance.attack, contest.attack)
    theirs = _totals(state, balance.defence, contest.defence)
    ways: Counter[int] = Counter()
    for a, n in mine.items():
        for d, m in theirs.items():
            ways[(a > d) - (a < d)] += n * m
    every = sum(ways.values())
    return Odds(*(ways[sign] / every for sign in (1, -1, 0)))


def _totals(state: State, scale: Scale, side: Side) -> Mapping[int, int]:
    """Return the number of ways to each total of a side."""
    house = state.sheet.house
    best = house.second_die == "best"
    if side.stars is not None:
        return {scale.stars + counted_stars(side.stars, best=best): 1}
    rolls = distribution(house.action_die, len(scale.dice), best=best)
    return {scale.stars + stars: ways for stars, ways in rolls.items()}


@lru_cache(maxsize=256)
def distribution(faces: tuple[int, ...], dice: int, *, best: bool) -> Mapping[int, int]:
    """Return in how many ways some dice show each number of stars."""
    ways: Counter[int] = Counter(faces)
    for _ in range(dice - 1):
        more: Counter[int] = Counter()
        for stars, n in ways.items():
            for face in faces:
                more[max(stars, face) if best else stars + face] += n
        ways = more
    return dict(ways)

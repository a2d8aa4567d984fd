"""The chance of winning in a state: each seat's features are weighed, and the sums compared.

A seat's chance is exp(sum) over the sums of all seats (a conditional logit; with two seats it is the logistic function of
the difference of their features). The weights are fitted on matches that the program played against itself by
`python -m tests.bench value GAME`, which writes them as

    companion/data/values/GAME.yaml

    version: 1
    matches: 400                       how many matches they were fitted on
    weights: {lead: 1.93, ball: 0.41}  one for each feature, by name

A file that is missing, or whose features are others, is replaced by the player's simple weights.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, Literal

from companion.codec import read
from companion.errors import Malformed
from companion.words import Text

VERSION = 1


@dataclass(frozen=True, slots=True)
class WinningValue:
    """What a state is worth to each seat."""

    seats: Callable[[Any], tuple[str, ...]]
    winners: Callable[[Any], tuple[str, ...] | None]
    measure: Callable[[Any, str], Sequence[float]]
    weights: tuple[float, ...]

    def chances(self, state: Any) -> dict[str, float]:
        """Return each seat's chance of winning; a shared win counts for its share."""
        seats, winners = self.seats(state), self.winners(state)
        if winners is not None:
            return {seat: (seat in winners) / len(winners) if winners else 0.0 for seat in seats}
        sums = {
            seat: sum(w * x for w, x in zip(self.weights, self.measure(state, seat), strict=True))
            for seat in seats
        }
        most = max(sums.values())
        parts = {seat: exp(total - most) for seat, total in sums.items()}
        whole = sum(parts.values())
        return {seat: part / whole for seat, part in parts.items()}

    def chance(self, state: Any, seat: str) -> float:
        """Return the chance of one seat."""
        return self.chances(state)[seat]


@dataclass(frozen=True, slots=True)
class ValueForm:
    """A file of weights."""

    version: Literal[1]
    matches: int
    weights: Mapping[str, float]


def weights_of(
    features: Sequence[str], simple: Mapping[str, float], data: Any
) -> tuple[tuple[float, ...], Text | None]:
    """Return the weights of a file for these features. If they cannot be used, return the simple ones, and why."""
    plain = tuple(simple.get(name, 0.0) for name in features)
    if data is None:
        return plain, Text("the file of its fitted values is missing")
    try:
        form = read(ValueForm, data)
    except Malformed as problem:
        return plain, Text("the file of its fitted values cannot be read: {problem}", problem=problem.message)
    if set(form.weights) != set(features):
        return plain, Text("the file of its fitted values belongs to another version of this program")
    return tuple(form.weights[name] for name in features), None

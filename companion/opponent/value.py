"""The chance of winning in a state: each seat's features are weighed, and the sums compared.

A seat's chance is exp(sum) over the sums of all seats (a conditional logit; with two seats it is the logistic function of
the difference of their features). The weights are fitted on matches that the program played against itself by
`python -m tests.bench value GAME`, which writes them as

    companion/data/values/GAME.yaml

    version: 1
    matches: 400                       how many matches they were fitted on
    weights: {lead: 1.93, ball: 0.41}  one for each feature, by name
    stages: {shot: 0.21}               what the side on move has more in the middle of a turn

The weights fit the beginnings of turns. In the middle of a turn, while an attack is under way or points are left, the same
features are worth more or less: what is added there to the sum of the side on move is fitted for each stage of a turn.

A file that is missing, or whose features are others, is replaced by the player's simple weights.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    stages: Mapping[str, float] = field(default_factory=dict)

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
        return _shares({seat: exp(total - most) for seat, total in sums.items()})

    def at_stage(self, chances: Mapping[str, float], stage: "TurnStage | None") -> Mapping[str, float]:
        """Return chances as they are at a stage of a turn; None: at its beginning."""
        more = 0.0 if stage is None else self.stages.get(stage.name, 0.0)
        if stage is None or not more:
            return chances
        return _shares(
            {seat: part * exp(more) if seat == stage.seat else part for seat, part in chances.items()}
        )

    def chance(self, state: Any, seat: str) -> float:
        """Return the chance of one seat."""
        return self.chances(state)[seat]


def _shares(parts: Mapping[str, float]) -> dict[str, float]:
    """Return what share of the whole each part is."""
    whole = sum(parts.values())
    return {seat: part / whole for seat, part in parts.items()}


@dataclass(frozen=True, slots=True)
class TurnStage:
    """What is going on in the middle of a turn, such as a shot, and the seat whose turn it is."""

    name: str
    seat: str


@dataclass(frozen=True, slots=True)
class ValueForm:
    """A file of weights."""

    version: Literal[1]
    matches: int
    weights: Mapping[str, float]
    stages: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FittedWeights:
    """The weights of a value file; the simple ones and no stages where it cannot be used, and why."""

    weights: tuple[float, ...]
    stages: Mapping[str, float] = field(default_factory=dict)
    problem: Text | None = None


def fitted_weights(features: Sequence[str], simple: Mapping[str, float], data: Any) -> FittedWeights:
    """Return the weights of a file for these features."""
    plain = tuple(simple.get(name, 0.0) for name in features)
    if data is None:
        return FittedWeights(plain, problem=Text("the file of its fitted values is missing"))
    try:
        form = read(ValueForm, data)
    except Malformed as problem:
        why = Text("the file of its fitted values cannot be read: {problem}", problem=problem.message)
        return FittedWeights(plain, problem=why)
    if set(form.weights) != set(features):
        why = Text("the file of its fitted values belongs to another version of this program")
        return FittedWeights(plain, problem=why)
    return FittedWeights(tuple(form.weights[name] for name in features), form.stages)

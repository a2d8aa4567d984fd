"""Gives random players a little sense, in games where chance alone hardly ever scores.

Of a few plays that the rules would accept they take the one that leaves them best off, by a rough measure of the state
after it. No play is looked at further than that, dice are never chosen, and the measures know nothing of tactics.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from companion.play import Play
from companion.rules.engine import Expectation, Refusal, Rules

P = TypeVar("P", bound=Play)

UNWISE = frozenset(("give_up",))
"""Plays that are always offered and end a turn: chosen as often as others they would leave little to see."""

SENSE = 0.9
"""How often players use what sense they have. The rest is chance, so that every kind of play is seen."""

SAMPLE = 6
"""Plays of each kind that are tried; a judged play takes some 50 us."""

GOAL = 100.0
"""What a goal or a try is worth, in steps of the ball towards it."""


@dataclass(frozen=True, slots=True)
class Sense(Generic[P]):
    """Describes how virtual players judge which plays are good.

    `kinds`: the kinds of plays that are compared; `is_promising`: the plays to try first; `measure`: how good a state
    is for a seat, in steps of the ball.
    """

    kinds: frozenset[str]
    is_promising: Callable[[Any, P], bool]
    measure: Callable[[Any, str], float]


def wisest(
    sense: Sense[P], rules: Rules, state: Any, seat: str, kinds: Iterable[str], chance: Random
) -> P | None:
    """Return the best of a sample of the plays of these kinds; None if there is no choice."""
    tried: list[P] = [
        play
        for kind in kinds
        if kind in sense.kinds
        for play in _sample(sense, state, rules.options(state, seat, kind), chance)
    ]
    if len(tried) < 2:
        return None
    chance.shuffle(tried)
    return max(tried, key=lambda play: sense.measure(_after(rules, state, play), seat))


def sensible_play(
    sense: Sense[Any] | None, rules: Rules, state: Any, waited: list[Expectation], chance: Random
) -> Play | None:
    """Return a play of somebody whom the table waits for, mostly a wise one; without a sense, one by chance. The table waits
    for `waited`, which is shuffled.
    """
    chance.shuffle(waited)
    for expectation in waited:
        kinds = [kind for kind in expectation.plays if kind not in UNWISE or chance.random() < 0.05]
        seat = expectation.seat
        if sense is not None and seat is not None and chance.random() < SENSE:
            play: Play | None = wisest(sense, rules, state, seat, kinds, chance)
            if play is not None:
                return play
        chance.shuffle(kinds)
        for kind in kinds:
            offered: list[Play] = rules.options(state, seat, kind)
            if offered:
                return chance.choice(offered)
    return None


def wisest_first(
    sense: Sense[P], rules: Rules, state: Any, seat: str, kinds: Iterable[str], chance: Random
) -> list[P]:
    """Return a sample of the plays of these kinds: the best of each kind first, then the others, the better ones first."""
    firsts, rest = [], []
    for kind in kinds:
        if kind in sense.kinds:
            tried = _sample(sense, state, rules.options(state, seat, kind), chance)
            measured = [(sense.measure(_after(rules, state, play), seat), play) for play in tried]
            measured.sort(key=lambda one: -one[0])
            firsts += measured[:1]
            rest += measured[1:]
    return [play for some in (firsts, rest) for _, play in sorted(some, key=lambda one: -one[0])]


def _sample(sense: Sense[P], state: Any, offered: Sequence[P], chance: Random) -> Sequence[P]:
    """Return some plays of one kind, promising ones if there are any."""
    if len(offered) > SAMPLE:
        offered = [play for play in offered if sense.is_promising(state, play)] or offered
    return chance.sample(offered, min(SAMPLE, len(offered)))


def _after(rules: Rules, state: Any, play: Play) -> Any:
    """Return the state after a play."""
    ruling = rules.judge(state, play)
    assert not isinstance(ruling, Refusal), (play, ruling)
    return ruling.after


def signed(value: float, is_own: bool) -> float:
    """Return a value for one side with its sign: what is good for one side is as bad for the other."""
    return value if is_own else -value

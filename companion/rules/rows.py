"""Checks a sequence of plays that belong together before any of them is played."""

from collections.abc import Sequence
from typing import Any

from companion.play import Play
from companion.rules.engine import Refusal, Rules


def state_after(rules: Rules, state: Any, row: Sequence[Play]) -> Any | None:
    """Return the state after plays that are made one after the other; None if one would be refused."""
    then, refusal = _judged(rules, state, row)
    return then if refusal is None else None


def refusal_in(rules: Rules, state: Any, row: Sequence[Play]) -> Refusal | None:
    """Return the first refusal if the plays were made one after the other; None if all would be accepted."""
    return _judged(rules, state, row)[1]


def _judged(rules: Rules, state: Any, row: Sequence[Play]) -> tuple[Any, Refusal | None]:
    for play in row:
        ruling = rules.judge(state, play)
        if isinstance(ruling, Refusal):
            return state, ruling
        for event in ruling.events:
            state = rules.evolve(state, event)
    return state, None

"""Checks a sequence of plays that belong together before any of them is played."""

from collections.abc import Sequence
from typing import Any

from companion.play import Play
from companion.rules.engine import Refusal, Rules


def state_after(rules: Rules, state: Any, row: Sequence[Play]) -> Any | None:
    """Return the state after plays that are made one after the other; None if one would be refused."""
    for play in row:
        ruling = rules.judge(state, play)
        if isinstance(ruling, Refusal):
            return None
        for event in ruling.events:
            state = rules.evolve(state, event)
    return state


def refusal_in(rules: Rules, state: Any, row: Sequence[Play]) -> Refusal | None:
    """Return the first refusal if the plays were made one after the other; None if all would be accepted."""
    for play in row:
        ruling = rules.judge(state, play)
        if isinstance(ruling, Refusal):
            return ruling
        for event in ruling.events:
            state = rules.evolve(state, event)
    return None

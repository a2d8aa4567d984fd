"""Plays in a row, of which the last makes the others plain: judged together, before any of them is so."""

from collections.abc import Sequence
from typing import Any

from companion.play import Play
from companion.rules.engine import Refusal, Rules


def refusal_in(rules: Rules, state: Any, row: Sequence[Play]) -> Refusal | None:
    """The first refusal, were they played one after the other; None: all of them would be taken."""
    for play in row:
        ruling = rules.judge(state, play)
        if isinstance(ruling, Refusal):
            return ruling
        for event in ruling.events:
            state = rules.evolve(state, event)
    return None

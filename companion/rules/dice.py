"""Finds the dice that the match waits for, so that a tower can be asked to read them; and rounds odds.

A play that tells dice has a field for each, named as the die is (`strategy_roll {d6, d12}`), or a class attribute
`rolls` that names the die of each of its rows of faces: how many there are of each, the state's own options say.
"""

import dataclasses
import re
from typing import Any

from companion.rules.engine import Rules

# --- odds
# Rounds odds, which are counted in whole numbers, once at the end.

PLACES = 10_000
"""Odds are rounded half up to 4 decimals."""


def rounded(part: int, whole: int) -> float:
    """Return a share of all possibilities as a number from 0 to 1."""
    return (2 * part * PLACES + whole) // (2 * whole) / PLACES


# --- dice

_DIE = re.compile(r"d[1-9][0-9]*\Z")


def dice_of(rules: Rules, state: Any, seat: str | None, name: str) -> tuple[str, ...]:
    """Return the dice of a play of this kind now, in the play's order."""
    kind = rules.play_kinds[name]
    rows = getattr(kind, "rolls", None)
    if rows is None:
        return tuple(field.name for field in dataclasses.fields(kind) if _DIE.match(field.name))
    offered = next(iter(rules.options(state, seat, name)), None)
    return () if offered is None else tuple(die for row, die in rows.items() for _ in getattr(offered, row))


def is_roll_play(rules: Rules, name: str) -> bool:
    """Tell whether a play of this kind tells dice."""
    kind = rules.play_kinds.get(name)
    if kind is None:
        return False
    return hasattr(kind, "rolls") or any(_DIE.match(field.name) for field in dataclasses.fields(kind))


def dice_of_game(rules: Rules) -> tuple[str, ...]:
    """Return all dice that a game's plays may have, each once."""
    names: dict[str, None] = {}
    for kind in rules.play_kinds.values():
        rows = getattr(kind, "rolls", None)
        fields = (field.name for field in dataclasses.fields(kind) if _DIE.match(field.name))
        names.update(dict.fromkeys(fields if rows is None else rows.values()))
    return tuple(names)


def dice_waited_for(rules: Rules, state: Any) -> tuple[str, ...]:
    """Return the dice that the match waits for now.

    If two seats must both roll, they use the tower one after the other. If different plays of one seat need different
    dice, no dice are returned, and a person says which play it is.
    """
    for expected in rules.expects(state):
        wanted = {dice_of(rules, state, expected.seat, name) for name in expected.plays} - {()}
        if wanted:
            return wanted.pop() if len(wanted) == 1 else ()
    return ()

"""Saves states as JSON for every game, without the set-up in `sheet`, which the log has already."""

from typing import Any, TypeVar

from companion.codec import read, write
from companion.rules.engine import Json
from companion.values import replace

S = TypeVar("S")


def saved(state: Any) -> Json:
    """Return a state as JSON without its set-up."""
    data: Json = write(replace(state, sheet=None))
    del data["sheet"]
    return data


def restored(opening: S, data: Json) -> S:
    """Read a state, with the set-up of its match's opening state. Raises `Malformed`."""
    state: Any = read(type(opening), {"sheet": None, **data})
    whole: S = replace(state, sheet=opening.sheet)  # type: ignore[attr-defined]
    return whole

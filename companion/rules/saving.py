"""States as JSON, for every game: a state keeps its set-up in `sheet`, which the log has already, and is saved without."""

from typing import Any, TypeVar

from companion.codec import read, write
from companion.rules.engine import Json
from companion.values import replace

S = TypeVar("S")


def saved(state: Any) -> Json:
    """All of a state but its set-up."""
    data: Json = write(replace(state, sheet=None))
    del data["sheet"]
    return data


def restored(opening: S, data: Json) -> S:
    """The state again, with the set-up of the opening state of its match. Raises `Malformed`."""
    state: Any = read(type(opening), {"sheet": None, **data})
    whole: S = replace(state, sheet=opening.sheet)  # type: ignore[attr-defined]
    return whole

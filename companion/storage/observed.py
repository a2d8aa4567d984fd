"""Writes observations as the log and its exports hold them, and reads them back."""

from typing import Any

from companion.codec import read, write
from companion.errors import Malformed
from companion.observation import OBSERVATIONS, Observation
from companion.rules.engine import Json
from companion.words import Text


def observation_to_json(seen: Observation) -> Json:
    """Return the JSON of an observation: its kind and its fields."""
    return {"kind": seen.kind, **write(seen)}


def observation_from_json(data: Any, where: str = "") -> Observation:
    """Read an observation from its JSON. Raises `Malformed`."""
    kind = OBSERVATIONS.get(str(data.get("kind"))) if isinstance(data, dict) else None
    if kind is None:
        raise Malformed(where, Text("this is not an observation"))
    return read(kind, {name: item for name, item in data.items() if name != "kind"}, where)

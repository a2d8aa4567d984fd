"""The senses of the virtual players, by game id; the players of other games finish by chance alone."""

from collections.abc import Mapping
from typing import Any

from companion.virtual.boufbowl.sense import BOUFBOWL
from companion.virtual.lignes.sense import LIGNES
from companion.virtual.sense import Sense

SENSES: Mapping[str, Sense[Any]] = {"lignes": LIGNES, "boufbowl": BOUFBOWL}

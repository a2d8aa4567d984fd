"""Lists by game id what the virtual players know about good plays (`Sense`); in other games they play at random."""

from collections.abc import Mapping
from typing import Any

from companion.virtual.boufbowl.sense import BOUFBOWL
from companion.virtual.lignes.sense import LIGNES
from companion.virtual.sense import Sense

SENSES: Mapping[str, Sense[Any]] = {"lignes": LIGNES, "boufbowl": BOUFBOWL}

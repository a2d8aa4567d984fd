"""Lists by game id what the virtual players know about good plays (`Sense`); in other games they play at random."""

from collections.abc import Mapping
from typing import Any

from companion.opponent.boufbowl.sense import BOUFBOWL
from companion.opponent.lignes.sense import LIGNES
from companion.opponent.sense import Sense

SENSES: Mapping[str, Sense[Any]] = {"lignes": LIGNES, "boufbowl": BOUFBOWL}

"""The games whose players have a sense of their own, by id; the others come to their end by chance alone."""

from collections.abc import Mapping
from typing import Any

from companion.virtual.boufbowl.sense import BOUFBOWL
from companion.virtual.lignes.sense import LIGNES
from companion.virtual.sense import Sense

SENSES: Mapping[str, Sense[Any]] = {"lignes": LIGNES, "boufbowl": BOUFBOWL}

"""Loads the readings of the rulebooks that ship: those of every match, and each game's own beside its cards."""

from functools import cache

from companion.rules.readings import RuleReading, read_readings
from companion.storage.catalogue import read_as
from companion.storage.shipped_data import SHIPPED


@cache
def readings_of(game: str) -> tuple[RuleReading, ...]:
    """Return the readings of a game, in the order of its data. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / game / "readings.yaml", read_readings)


@cache
def match_readings() -> tuple[RuleReading, ...]:
    """Return the readings that hold in every game. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / "readings.yaml", read_readings)

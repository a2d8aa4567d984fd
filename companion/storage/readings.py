"""Loads the rules in words that ship: the readings of the rulebooks, and each game's summary beside its cards."""

from functools import cache

from companion.rules.readings import RuleReading, read_readings
from companion.rules.summary import RuleChapter, RulesInWords, read_summary
from companion.storage.catalogue import read_as
from companion.storage.shipped_data import SHIPPED


@cache
def readings_of(game: str) -> tuple[RuleReading, ...]:
    """The readings of a known game, in the order of its data. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / game / "readings.yaml", read_readings)


@cache
def match_readings() -> tuple[RuleReading, ...]:
    """The readings that belong to every match, whatever the game. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / "readings.yaml", read_readings)


@cache
def summary_of(game: str) -> tuple[RuleChapter, ...]:
    """Return the summary of a known game's rules. Raises `CatalogueError`, which names the file."""
    known = {reading.id for reading in readings_of(game)}
    return read_as(SHIPPED / game / "rules.yaml", lambda data: read_summary(data, known))


def rules_in_words(game: str) -> RulesInWords:
    """Return all that can be read of a known game's rules, its own readings before those of every match."""
    return RulesInWords(summary_of(game), (*readings_of(game), *match_readings()))

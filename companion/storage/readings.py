"""Loads the rules in words that ship: the readings of the rulebooks, and each game's summary beside its cards."""

from collections.abc import Mapping
from functools import cache

from companion.rules.readings import RuleReading, read_readings, read_section_titles
from companion.rules.summary import RuleChapter, RulesInWords, read_summary
from companion.storage.catalogue import SHIPPED, read_as


@cache
def readings_of(game: str) -> tuple[RuleReading, ...]:
    """Return the interpretations of a game's rules in the order of its data; empty if there are none. Raises
    `CatalogueError`, which names the file.
    """
    path = SHIPPED / game / "readings.yaml"
    return read_as(path, read_readings) if path.is_file() else ()


@cache
def match_readings() -> tuple[RuleReading, ...]:
    """Return the readings that belong to every match, whatever the game. Raises `CatalogueError`, which names the file."""
    return read_as(SHIPPED / "readings.yaml", read_readings)


@cache
def section_titles_of(game: str) -> Mapping[str, str]:
    """Return what the titles of a rulebook's sections mean in English; empty where its sections have numbers or pages only.
    Raises `CatalogueError`, which names the file.
    """
    path = SHIPPED / game / "sections.yaml"
    return read_as(path, read_section_titles) if path.is_file() else {}


@cache
def summary_of(game: str) -> tuple[RuleChapter, ...]:
    """Return the summary of a game's rules; without a summary it has no chapters. Raises `CatalogueError`, which
    names the file.
    """
    path, known = SHIPPED / game / "rules.yaml", {reading.id for reading in readings_of(game)}
    return read_as(path, lambda data: read_summary(data, known)) if path.is_file() else ()


def rules_in_words(game: str) -> RulesInWords:
    """Return all that can be read of a known game's rules, its own readings before those of every match."""
    return RulesInWords(summary_of(game), (*readings_of(game), *match_readings()))

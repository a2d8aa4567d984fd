"""Tells people where a rule stands: the section of the rulebook, and the title of the reading that was applied."""

from functools import cache

from companion.rules.games import GAMES
from companion.rules.readings import cited, split_citation
from companion.storage.shipped_data import match_readings, readings_of, section_titles_of
from companion.words import Text, Wording, translate


def tell_citation(cite: str) -> Text:
    """Return a citation for people: its fixed words and the title of its section are translated, French names get typographic
    apostrophes, and a reading has its title.

    The log, and what programs read, keep the citation as the rules write it. A reading of another version of the program
    has its id. Raises `CatalogueError` for damaged data.
    """
    section, reading = split_citation(cite)
    *before, last = section.split(", ")
    where = Wording(
        _unbroken(", ".join((*before, _section_titles().get(last, last)))),
        _unbroken(translate(Text(section), "fr").replace("'", "’")),
    )
    if reading is None:
        return Text("{section}", section=where)
    title = _titles().get(reading, Wording.plain(reading))
    return Text("{section}; interpretation: {reading}", section=where, reading=title)


def within_rulebook(game: str, section: str) -> str:
    """Return a section without the name of its game, for pages about one game."""
    return section.removeprefix(GAMES[game].description.title.replace("’", "'")).lstrip(" ,")


def tell_sentence(says: Wording, section: str, reading: str | None) -> Text:
    """Return a sentence of the rules for people, with its section and the reading it rests on behind it."""
    cite = section if reading is None else cited(section, reading)
    return Text("{sentence} ({cite})", sentence=says, cite=tell_citation(cite))


def _unbroken(section: str) -> str:
    """Return a section whose page number stands on the line of its `p.`."""
    return section.replace("p. ", "p.\u00a0")


@cache
def _section_titles() -> dict[str, str]:
    """Return the English titles of the sections of all rulebooks, by the French ones."""
    return {french: english for game in GAMES for french, english in section_titles_of(game).items()}


@cache
def _titles() -> dict[str, Wording]:
    """Return the titles of the readings of all games, by their ids."""
    readings = (*match_readings(), *(one for game in GAMES for one in readings_of(game)))
    return {reading.id: reading.title for reading in readings}

"""Readings of the rulebooks: decisions where a rulebook is silent, contradicts itself or is lost in print."""

import re
from dataclasses import dataclass
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.words import N_, Text, Wording, translate

_BETWEEN = "; reading "
"""Stands in a citation between the section and the reading's id."""
N_("Every match")  # The section of readings that belong to every match.
_ID = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class RuleReading:
    """One decision about a point of a rulebook.

    `section` is the place in the rulebook, as in citations. `house_rule` names the house rule with which a table may
    decide otherwise; None: it cannot.
    """

    id: str
    section: str
    question: Wording
    reading: Wording
    house_rule: str | None = None


@dataclass(frozen=True, slots=True)
class _ReadingsForm:
    readings: tuple[RuleReading, ...]


def cited(section: str, reading: str) -> str:
    """Return the citation of a section with the reading that was applied: `p. 7; reading stand_up`."""
    return f"{section}{_BETWEEN}{reading}"


CONCEDED_CITE = cited("Every match", "concede_others_win")
"""Where it stands how a match ends in which a side concedes: no rulebook says it."""


def split_citation(cite: str) -> tuple[str, str | None]:
    """Split a citation into its section and the id of its reading, if it names one."""
    section, _, reading = cite.partition(_BETWEEN)
    return section, reading or None


def tell_citation(cite: str) -> Text:
    """Return a citation for people: its fixed words are translated, and French names get typographic apostrophes.

    The log, and what programs read, keep the citation as the rules write it.
    """
    section, reading = split_citation(cite)
    where = Wording(section, translate(Text(section), "fr").replace("'", "’"))
    if reading is None:
        return Text("{section}", section=where)
    return Text("{section}; reading {reading}", section=where, reading=reading)


def read_readings(data: Any) -> tuple[RuleReading, ...]:
    """Read the readings of a data file. Raises `Malformed` for a wrong form, an invalid id, and an id that occurs twice."""
    readings = read(_ReadingsForm, data).readings
    seen: set[str] = set()
    for n, reading in enumerate(readings):
        if not _ID.fullmatch(reading.id):
            raise Malformed(
                f"readings[{n}].id",
                Text("an id has only small letters, digits and _; here: {id}", id=reading.id),
            )
        if reading.id in seen:
            raise Malformed(f"readings[{n}].id", Text("{id} appears twice", id=reading.id))
        seen.add(reading.id)
    return readings


def tell_sentence(says: Wording, section: str, reading: str | None) -> Text:
    """Return a sentence of the rules for people, with its section and the reading it rests on behind it."""
    cite = section if reading is None else cited(section, reading)
    return Text("{sentence} ({cite})", sentence=says, cite=tell_citation(cite))

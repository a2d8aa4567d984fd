"""Readings of the rulebooks: how a point is judged where a rulebook is silent, contradicts itself or was lost in print."""

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
    """One point of a rulebook that was decided: `section` says where the rulebook speaks of it, as citations do, and
    `house_rule` names the house rule with which the table may choose otherwise; None: it cannot be chosen.
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
    """The citation of a section and of the reading by which it was judged: `p. 7; reading stand_up`."""
    return f"{section}{_BETWEEN}{reading}"


def split_citation(cite: str) -> tuple[str, str | None]:
    """The section of a citation, and the id of the reading that it names, if it names one."""
    section, _, reading = cite.partition(_BETWEEN)
    return section, reading or None


def tell_citation(cite: str) -> Text:
    """A citation for people: the contract's own words are translated, and the French names of sections have the apostrophe
    of print, as all French sentences have. What is kept, and what programs read, is as the rules write it.
    """
    section, reading = split_citation(cite)
    where = Wording(section, translate(Text(section), "fr").replace("'", "’"))
    if reading is None:
        return Text("{section}", section=where)
    return Text("{section}; reading {reading}", section=where, reading=reading)


def read_readings(data: Any) -> tuple[RuleReading, ...]:
    """The readings of a data file. Raises `Malformed` for another form, an id that is no name, and one that stands twice."""
    readings = read(_ReadingsForm, data).readings
    seen: set[str] = set()
    for n, reading in enumerate(readings):
        if not _ID.fullmatch(reading.id):
            raise Malformed(
                f"readings[{n}].id", Text("expected small letters, digits and _, got {id}", id=reading.id)
            )
        if reading.id in seen:
            raise Malformed(f"readings[{n}].id", Text("{id} stands twice", id=reading.id))
        seen.add(reading.id)
    return readings


def tell_sentence(says: Wording, section: str, reading: str | None) -> Text:
    """Return a sentence of the rules for people, with its section and the reading it rests on behind it."""
    cite = section if reading is None else cited(section, reading)
    return Text("{sentence} ({cite})", sentence=says, cite=tell_citation(cite))

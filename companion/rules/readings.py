"""Readings of the rulebooks: decisions where a rulebook is silent, contradicts itself or is lost in print."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.words import N_, Text, Wording

_BETWEEN = "; reading "
"""Stands in a citation between the section and the reading's id."""
N_("Every match")  # The section of readings that belong to every match.
_ID = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class RuleReading:
    """One decision about a point of a rulebook.

    `title` names it in a few words. `section` is the place in the rulebook, as in citations. `house_rule` names the house rule with which a table may
    decide otherwise; None: it cannot.
    """

    id: str
    title: Wording
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


@dataclass(frozen=True, slots=True)
class _SectionsForm:
    sections: Mapping[str, str]


def read_section_titles(data: Any) -> Mapping[str, str]:
    """Return what the titles of a rulebook's sections mean in English, by their French titles. Raises `Malformed`."""
    return read(_SectionsForm, data).sections


CONCEDED_CITE = cited("Every match", "concede_others_win")
"""Where it stands how a match ends in which a side concedes: no rulebook says it."""


def split_citation(cite: str) -> tuple[str, str | None]:
    """Split a citation into its section and the id of its reading, if it names one."""
    section, _, reading = cite.partition(_BETWEEN)
    return section, reading or None


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

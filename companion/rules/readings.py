"""The rules in words: readings where a rulebook is silent, and a game's rules chapter by chapter."""

import re
from collections.abc import Collection, Mapping
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

    `title` names it in a few words. `section` is the place in the rulebook, as in citations. `house_rule` names the house
    rule with which a table may decide otherwise; None: it cannot.
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


# --- summary
# The rules of a game in the players' words, chapter by chapter, each sentence with its section of the rulebook.


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """One sentence of a summary. `section` is short, without the game's name; `reading` names the reading it rests on."""

    section: str
    says: Wording
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """Sentences that are read together. `phases` names the phases of the game in which a player needs them; a chapter
    without phases is about the whole game.
    """

    id: str
    title: Wording
    phases: tuple[str, ...]
    sentences: tuple[RuleSentence, ...]
    decides: Wording | None = None
    """What a choice in these phases is about, in one line for a newcomer."""
    shows: tuple[str, ...] = ()
    """Cards of the demonstration, by reference, that stand beside the sentences as examples."""


@dataclass(frozen=True, slots=True)
class RulesInWords:
    """What a person can read of a game's rules: the chapters of its summary, and how doubtful points are judged."""

    chapters: tuple[RuleChapter, ...]
    readings: tuple[RuleReading, ...]

    def of_phase(self, phase: str) -> tuple[RuleChapter, ...]:
        """Return the chapters that are needed in a phase, those about fewer phases first."""
        found = (chapter for chapter in self.chapters if phase in chapter.phases)
        return tuple(sorted(found, key=lambda chapter: len(chapter.phases)))


@dataclass(frozen=True, slots=True)
class _SummaryForm:
    summary: tuple[RuleChapter, ...]


def read_summary(data: Any, readings: Collection[str]) -> tuple[RuleChapter, ...]:
    """Return the chapters of a data file. Raises `Malformed` for another form, for a chapter's id that occurs twice,
    and for a sentence that names an unknown reading.
    """
    chapters = read(_SummaryForm, data).summary
    seen: set[str] = set()
    for n, chapter in enumerate(chapters):
        if chapter.id in seen:
            raise Malformed(f"summary[{n}].id", Text("{id} appears twice", id=chapter.id))
        seen.add(chapter.id)
        for m, sentence in enumerate(chapter.sentences):
            if sentence.reading is not None and sentence.reading not in readings:
                raise Malformed(
                    f"summary[{n}].sentences[{m}].reading",
                    Text("there is no reading {id}", id=sentence.reading),
                )
    return chapters

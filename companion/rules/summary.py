"""The rules of a game in the players' words, chapter by chapter, each sentence with its section of the rulebook."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.rules.readings import RuleReading
from companion.words import Text, Wording


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

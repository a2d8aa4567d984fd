"""Compares readings: which are the same, which compete, which belong to the last play, and which a film shows again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.mat import Command
from companion.observation import Sighting, What
from companion.play import Play, seat_said
from companion.reading.answer import Desync, SureReading
from companion.reading.game_reading import GameReading, Reading, TableSituation
from companion.reading.table_sightings import PlacedThing
from companion.rules.engine import Rules
from companion.rules.play_rules import refusal_in
from companion.words import Text


def distinct(readings: Iterable[Reading]) -> list[Reading]:
    """Return each row of plays once, as it was read first."""
    found: list[Reading] = []
    for reading in readings:
        if not any(one.play == reading.play and one.before == reading.before for one in found):
            found.append(reading)
    return found


def groups(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Group the readings that share a thing or compete for one seat's play, in the order in which their things were laid."""
    found: list[tuple[set[object], list[Reading]]] = []
    for reading in readings:
        shares: set[object] = {lying.laid for lying in reading.says}
        if reading.competes:
            shares.add(f"seat {seat_said(reading.play)}")
        joined = [group for group in found if group[0] & shares]
        found = [group for group in found if not group[0] & shares]
        found.append(
            (
                shares.union(*(group[0] for group in joined)),
                [*(one for group in joined for one in group[1]), reading],
            )
        )
    return sorted((group for _, group in found), key=lambda group: all_things(group)[0].laid)


def all_things(group: Sequence[Reading]) -> tuple[PlacedThing, ...]:
    things = {lying.laid: lying for reading in group for lying in reading.says}
    return tuple(things[laid] for laid in sorted(things))


def last_laid_ms(things: Sequence[PlacedThing]) -> int:
    return max((lying.since_ms for lying in things), default=0)


# --- last play
# Joins things that were laid one after the other but belong to one play: a late supporter, a card turned up late, a
# command card that was already picked up.


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The last play that the table made, and the state before and after it."""

    answer: SureReading
    before: Any
    after: Any

    @property
    def plays(self) -> tuple[Play, ...]:
        return (*self.answer.before, self.answer.play)

    def joined(self, meaning: GameReading, look: TableSituation, claimed: set[int]) -> Reading | None:
        """Return the reading that joins the last play with things laid since then.

        `claimed` are the layings that mean something else now. None if there is no such reading, if it is not sure, or
        if the match has gone on.
        """
        if not self.answer.grows or look.state is not self.after:
            return None
        lies = {lying.laid for lying in look.lying}
        gone = [lying for lying in self.answer.says if lying.laid not in lies]
        late = [lying for lying in look.new if lying.laid not in claimed]
        if not late or not all(isinstance(lying.what, Command) for lying in gone):
            return None
        were = {lying.laid for lying in (*self.answer.says, *late)}
        together = tuple(lying for lying in look.lying if lying.laid in were)
        again = replace(look, state=self.before, new=together, spoken=tuple(gone))
        found = [one for one in distinct(meaning.readings(again)) if self._grew(look.rules, one)]
        return found[0] if len(found) == 1 and found[0].is_sure else None

    def _grew(self, rules: Rules, reading: Reading) -> bool:
        """Tell whether a reading is the same play with more things, and would have been accepted."""
        were, says = ({lying.laid for lying in one.says} for one in (self.answer, reading))
        one, other = reading.play, self.answer.play
        is_same = (one.kind, seat_said(one)) == (other.kind, seat_said(other))
        row = (*reading.before, reading.play)
        return is_same and were < says and refusal_in(rules, self.before, row) is None


class Spoken:
    """The command cards that were laid since the match last went on."""

    def __init__(self) -> None:
        self._state: Any = None
        self._cards: dict[int, PlacedThing] = {}

    def heard(
        self, state: Any, new: Iterable[PlacedThing], lying: Iterable[PlacedThing]
    ) -> tuple[PlacedThing, ...]:
        """Return the command cards that were picked up again. `new`: things that lie steadily and have meant nothing yet."""
        if state is not self._state:
            self._state = state
            self._cards.clear()
        self._cards |= {one.laid: one for one in new if isinstance(one.what, Command)}
        lies = {one.laid for one in lying}
        return tuple(one for laid, one in self._cards.items() if laid not in lies)


# --- rerun
# Recognises a film that is shown again, by the times and places of sightings that the match was already read from.
#
# Nothing is read until the film reaches the point where the match stands.

TOLD = Desync(
    "rerun",
    (
        Text(
            "this part of the film was already read in this match: nothing is read until the film reaches "
            "the present point of the match"
        ),
    ),
    (),
)

_Print = tuple[int, str, What, tuple[int, ...]]
"""The identity of a sighting: its time in the source, its text, and its place on the mat. A continuing source never has
the same one twice.
"""


class Rerun:
    """A rerun of a film, recognised by all sightings of the match's plays. It is over when the film has reached their end."""

    def __init__(self) -> None:
        self._ends_ms: dict[_Print, int] = {}
        """For each sighting, the time of the last that the same run of the program saw."""
        self._until_ms: int | None = None

    def recall(self, sightings: Iterable[Sighting]) -> None:
        """Remember the observations of a resumed match."""
        seen = [sighting for sighting in sightings if sighting.at_mm is not None]
        last_ms: dict[str, int] = {}
        for sighting in seen:
            run = _run(sighting)
            last_ms[run] = max(sighting.at_ms, last_ms.get(run, sighting.at_ms))
        self._ends_ms = {_print(sighting): last_ms[_run(sighting)] for sighting in seen}

    def see(self, sighting: Sighting) -> None:
        """Take a sighting; whether it was seen before shows whether the film is shown again."""
        ends_ms = self._ends_ms.get(_print(sighting))
        if ends_ms is not None:
            self._until_ms = max(ends_ms, self._until_ms or ends_ms)

    @property
    def has_begun(self) -> bool:
        return self._until_ms is not None

    def is_on(self, now_ms: int) -> bool:
        """Tell whether the film has not yet reached the point where the match stands."""
        return self._until_ms is not None and now_ms <= self._until_ms

    def end(self) -> None:
        """End the rerun: the film has reached the point, or a person says that it is no rerun."""
        self._until_ms = None


def _print(sighting: Sighting) -> _Print:
    return (sighting.at_ms, sighting.reads, sighting.what, sighting.at_mm or ())


def _run(sighting: Sighting) -> str:
    """Return the run of the program that made a sighting: its name is part of the sighting's id."""
    return sighting.id.partition("-")[0]

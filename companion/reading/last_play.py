"""Joins things that were laid one after the other but belong to one play: a late supporter, a card turned up late, a
command card that was already picked up.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.mat import Command
from companion.play import Play, seat_said
from companion.reading.answer import SureReading
from companion.reading.game_reading import GameReading, Reading, TableSituation
from companion.reading.table_sightings import PlacedThing
from companion.reading.weighing import distinct
from companion.rules.engine import Rules
from companion.rules.rows import refusal_in


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

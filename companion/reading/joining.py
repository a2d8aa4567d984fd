"""What is laid on later joins what was said: one more player in support, one more card turned up, before anybody goes on."""

from dataclasses import dataclass, replace
from typing import Any

from companion.reading.answer import Played
from companion.reading.meaning import Look, Meaning, Reading
from companion.reading.weighing import distinct
from companion.rules.engine import Json, Rules
from companion.rules.rows import refusal_in


@dataclass(frozen=True, slots=True)
class Said:
    """What the table said last, and the state before and after it."""

    answer: Played
    before: Any
    after: Any

    @property
    def plays(self) -> tuple[Json, ...]:
        return (*self.answer.before, self.answer.play)

    def joined(self, meaning: Meaning, look: Look, claimed: set[int]) -> Reading | None:
        """The one reading of what was said and of what has come to lie there since, but for `claimed`, the layings that
        say something now; None if there is none, if it is not sure, or if the match has gone on.
        """
        if not self.answer.grows or look.state is not self.after:
            return None
        were = {lying.laid for lying in self.answer.says}
        old = [lying for lying in look.lying if lying.laid in were]
        late = [lying for lying in look.new if lying.laid not in claimed]
        if not late or len(old) < len(were):
            return None
        together = tuple(sorted((*old, *late), key=lambda lying: lying.laid))
        again = replace(look, state=self.before, new=together)
        found = [one for one in distinct(meaning.readings(again)) if self._grew(look.rules, one)]
        return found[0] if len(found) == 1 and found[0].is_sure else None

    def _grew(self, rules: Rules, reading: Reading) -> bool:
        """Whether a reading is of the same play, with more things, and would have been taken."""
        were, says = ({lying.laid for lying in one.says} for one in (self.answer, reading))
        is_same = all(reading.play.get(part) == self.answer.play.get(part) for part in ("play", "seat"))
        row = (*reading.before, reading.play)
        return is_same and were < says and refusal_in(rules, self.before, row) is None

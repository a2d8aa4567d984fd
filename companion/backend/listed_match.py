"""The list of recorded matches, as screens show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.counting.game_count import MatchResult
from companion.ids import MatchId
from companion.people import Seated
from companion.showing.scene import Words
from companion.words import Text, joined

NO_SCORE = Text("")


class MatchStanding(StrEnum):
    """What can be done with a recorded match."""

    UNFINISHED = "unfinished"
    OVER = "over"
    FOREIGN = "foreign"
    """It was judged by other rules: it is shown, and not gone on with."""
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A recorded match: its game, its sides and how they stand, and when it began.

    `names` are the names of its sides by seat, `result` how it ended, `people` who played.
    """

    match: MatchId
    game: str
    title: Words
    stands: Words
    at_ms: int
    standing: MatchStanding = MatchStanding.UNFINISHED
    is_demonstration: bool = False
    """Virtual players played it."""
    names: Mapping[str, Words] = field(default_factory=dict)
    score: Words = NO_SCORE
    result: MatchResult | None = None
    people: Seated = field(default_factory=dict)

    @property
    def who(self) -> Words:
        """Who played and how it stands: `Anna – Ben, 3 – 1`; without people its sides instead."""
        if not self.people:
            return self.stands
        names = [
            Text("{name}", name=self.people[seat].name if seat in self.people else name)
            for seat, name in self.names.items()
        ]
        return Text("{teams}, {score}", teams=joined(names, " – "), score=self.score)

    @property
    def is_interrupted(self) -> bool:
        """Whether people may want to go on with it, or must know that they cannot."""
        is_open = self.standing in (MatchStanding.UNFINISHED, MatchStanding.DAMAGED)
        return is_open and not self.is_demonstration


@dataclass(frozen=True, slots=True)
class MatchList:
    """The latest matches, and how many there are in all."""

    matches: tuple[ListedMatch, ...]
    total: int

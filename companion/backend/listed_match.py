"""The list of recorded matches, as screens show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.counting.game_count import MatchResult
from companion.counting.season import PlayedMatch
from companion.ids import MatchId
from companion.people import Seated
from companion.showing.scene import Words
from companion.words import Text, Wording, joined

NO_SCORE = Wording.plain("")


class MatchStatus(StrEnum):
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
    standing: MatchStatus = MatchStatus.UNFINISHED
    is_demonstration: bool = False
    """Virtual players played it."""
    names: Mapping[str, Words] = field(default_factory=dict)
    score: Words = NO_SCORE
    result: MatchResult | None = None
    people: Seated = field(default_factory=dict)
    given_up_by: str = ""
    """The seat that ended it before its time; empty: nobody did."""

    @property
    def who(self) -> Words:
        """Who played and how it stands: `Anna – Ben, 3 – 1`; without people its sides instead."""
        if not self.people:
            return self.stands
        return Text("{teams}, {score}", teams=self.told_people, score=self.score)

    @property
    def told_people(self) -> Text:
        """Return who played, and the side itself where that is not known: `Anna – Red`."""
        return joined([self.name_of(seat) for seat in self.names], " – ")

    def name_of(self, seat: str) -> Text:
        """Return who played a seat, and the side itself where that is not known."""
        return Text("{name}", name=self.people[seat].name if seat in self.people else self.names[seat])

    @property
    def played(self) -> PlayedMatch | None:
        """What counts of it for its people; nothing while it goes on, and of a demonstration."""
        if self.result is None or not self.people or self.is_demonstration:
            return None
        return PlayedMatch(
            self.match,
            self.game,
            self.at_ms,
            tuple(self.names),
            self.result,
            self.people,
            self.given_up_by,
        )

    @property
    def is_interrupted(self) -> bool:
        """Whether people may want to go on with it, or must know that they cannot."""
        is_open = self.standing in (MatchStatus.UNFINISHED, MatchStatus.DAMAGED)
        return is_open and not self.is_demonstration


@dataclass(frozen=True, slots=True)
class MatchList:
    """The latest matches, and how many there are in all. `unplayed`: how many others were begun, without a play."""

    matches: tuple[ListedMatch, ...]
    total: int
    unplayed: int = 0

"""The list of recorded matches, as screens show it."""

from dataclasses import dataclass
from enum import StrEnum

from companion.ids import MatchId
from companion.showing.scene import Words


class MatchStanding(StrEnum):
    """What can be done with a recorded match."""

    UNFINISHED = "unfinished"
    OVER = "over"
    FOREIGN = "foreign"
    """It was judged by other rules: it is shown, and not gone on with."""
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A recorded match: its game, its sides and how they stand, and when it began."""

    match: MatchId
    game: str
    title: Words
    stands: Words
    at_ms: int
    standing: MatchStanding = MatchStanding.UNFINISHED
    is_demonstration: bool = False
    """Virtual players played it."""

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

"""The sounds that can be heard at the table, and the match event that each belongs to."""

from dataclasses import dataclass
from enum import StrEnum

from companion.ids import MatchId


class Cue(StrEnum):
    """Every sound of the program. A voice pack names its files by these words."""

    WHISTLE_SHORT = "whistle_short"
    WHISTLE_LONG = "whistle_long"
    WHISTLE_DOUBLE = "whistle_double"
    KICKOFF = "kickoff"
    GOAL = "goal"
    SAVE = "save"
    CARD_YELLOW = "card_yellow"
    CARD_BLUE = "card_blue"
    CARD_RED = "card_red"
    TURN = "turn"
    LAST_TEN = "last_ten"
    """One of the last ten seconds of a clock; played once a second."""
    TIME = "time"
    QUESTION = "question"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class EventId:
    """An event of a match: the number of its play, and its place among that play's events, from 0."""

    match: MatchId
    seq: int
    index: int = 0

    def comes_with_or_after(self, other: "EventId") -> bool:
        """Tell whether an undo or a correction that begins at event `other` also takes this event back."""
        return self.match == other.match and (self.seq, self.index) >= (other.seq, other.index)

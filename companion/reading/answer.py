"""What reading has to say to the session: a play, a question, why something cannot be, or that table and match differ."""

from dataclasses import dataclass

from companion.observation import Observation
from companion.play import Play
from companion.reading.game_reading import ExpectedPlace
from companion.reading.table_sightings import PlacedThing
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SureReading:
    """One legal reading with enough evidence. `before` are the plays that it makes plain, to be submitted first."""

    play: Play
    evidence: tuple[Observation, ...]
    says: tuple[PlacedThing, ...]
    before: tuple[Play, ...] = ()
    """What it makes plain, and is played first."""
    grows: bool = False
    """What is laid on later joins it."""
    instead: int = 0
    """So many of the last plays it takes the place of: it is what they said, and what has joined it since."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """Several readings, or one that is not sure. The likeliest first; «none of these» may always be answered.

    `key` is the same while the same is asked. `befores` is empty where no option makes another play plain.
    """

    key: str
    asks: Text
    options: tuple[Play, ...]
    says: tuple[PlacedThing, ...]
    befores: tuple[tuple[Play, ...], ...] = ()
    """For each option the plays that it makes plain, and that are played first."""

    def row(self, option: int) -> tuple[Play, ...]:
        """All that an option plays, in order."""
        return (*(self.befores[option] if self.befores else ()), self.options[option])


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Something lies there that cannot be played: what, and why not, in the players' words."""

    key: str
    says: Text
    lying: PlacedThing


@dataclass(frozen=True, slots=True)
class Missing:
    """A thing that was played, and lies no more where the match has it; the zone where a like thing lies now."""

    place: ExpectedPlace
    now_in: str | None


@dataclass(frozen=True, slots=True)
class Desync:
    """The table contradicts the match: nothing is read until they agree, or a person says that the table is right."""

    key: str
    says: tuple[Text, ...]
    missing: tuple[Missing, ...]


Answer = SureReading | TableQuestion | Puzzle | Desync

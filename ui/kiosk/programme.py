"""The order of the loops that an untouched kiosk plays: all games in turn, each time out of another match."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgrammeItem:
    """The match out of which a loop is cut."""

    game: str
    seed: int


@dataclass(frozen=True, slots=True)
class Programme:
    """The programme after `number` loops since the machine was switched on; `first_seed` differs each time."""

    games: Sequence[str]
    first_seed: int
    number: int = 0

    @property
    def item(self) -> ProgrammeItem:
        """The loop to play now."""
        return ProgrammeItem(self.games[self.number % len(self.games)], self.first_seed + self.number)

    def next(self) -> "Programme":
        return Programme(self.games, self.first_seed, self.number + 1)

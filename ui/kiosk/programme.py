"""The order of the matches that an untouched kiosk shows: all games in turn, and the modes of each in turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.backend.interface import GameOffer


@dataclass(frozen=True, slots=True)
class ProgrammeItem:
    """A match to show."""

    game: GameOffer
    mode: str
    seed: int


@dataclass(frozen=True, slots=True)
class Programme:
    """The programme after `number` matches since the machine was switched on; `first_seed` differs each time."""

    games: Sequence[GameOffer]
    first_seed: int
    number: int = 0

    @property
    def item(self) -> ProgrammeItem:
        """The match to show now."""
        game = self.games[self.number % len(self.games)]
        mode = game.modes[self.number // len(self.games) % len(game.modes)]
        return ProgrammeItem(game, mode.name, self.first_seed + self.number)

    def next(self) -> "Programme":
        return Programme(self.games, self.first_seed, self.number + 1)

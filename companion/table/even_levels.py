"""Moves the level of even matches after each of them, so that the program wins no oftener than anybody at its table."""

from dataclasses import replace

from companion.opponent.choosing import LEVELS
from companion.opponent.seat import USUAL_LEVEL, Seating
from companion.settings import Settings
from companion.storage.settings import SettingsStore

PERCENT = 100


class EvenLevels:
    """The levels of even matches at this table, by game. They are kept with its settings."""

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    def level(self, game: str) -> int:
        """Return the level for the next match."""
        kept = self._settings.look().settings.even_percent.get(game, USUAL_LEVEL * PERCENT)
        return round(kept / PERCENT)

    def seated(self, game: str, seating: Seating) -> Seating:
        """Return a seating with its level for the next match."""
        return replace(seating, level=self.level(game)) if seating.is_even else seating

    def note(self, game: str, *, share: float, seats: int) -> None:
        """Take note of a result: with `share` 1 the program won, with 0 it lost. Raises `StorageError`.

        A win takes it a level down and a loss a level up where two play; where more play, a loss tells less than a win.
        """
        by = round(2 * PERCENT * (1 / seats - share))

        def moved(settings: Settings) -> Settings:
            before = settings.even_percent.get(game, USUAL_LEVEL * PERCENT)
            after = min(max(before + by, min(LEVELS) * PERCENT), max(LEVELS) * PERCENT)
            return replace(settings, even_percent={**settings.even_percent, game: after})

        self._settings.change(moved)

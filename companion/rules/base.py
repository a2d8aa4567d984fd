"""The common part of all games' rules: how a set-up is refused, and how a view begins."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from companion.errors import Malformed
from companion.rules.engine import ErrorCode, Json, Refusal, SetUp, State
from companion.rules.forms import Sayings
from companion.rules.override_paths import OverridePath
from companion.words import Text


class BaseRules(ABC, Generic[State]):
    """The part of `rules.engine.Rules` that is the same in all games; each game's class adds its own."""

    game: ClassVar[str]
    version: ClassVar[str]
    earlier_versions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    card_kinds: ClassVar[Mapping[str, type[Any]]] = {}
    card_words: ClassVar[Sayings] = Sayings({}, {}, {})
    board: ClassVar[str | None] = None
    override_paths: ClassVar[tuple[OverridePath, ...]]
    spoken: ClassVar[Mapping[str, Text]] = {}

    @abstractmethod
    def opening(self, setup: Json, cards: Sequence[Json]) -> SetUp:
        """Return the opening state of a match from a set-up. Raises `Malformed`."""

    @abstractmethod
    def seen(self, state: State) -> Json:
        """Return the public part of the match (nothing hidden), in the fields of the game."""

    def faults_together(self, _cards: Mapping[str, Any], _rest: Sequence[Any]) -> list[Malformed]:
        return []

    def set_up(self, setup: Json, cards: Sequence[Json]) -> SetUp | Refusal:
        try:
            return self.opening(setup, cards)
        except Malformed as problem:
            return Refusal(ErrorCode.BAD_SETUP, problem.message)

    def judges(self, version: str) -> bool:
        return version == self.version or version in self.earlier_versions

    def setup_under(self, version: str, setup: Json) -> Json:
        house = self.earlier_versions.get(version)
        return {**setup, "house": {**house, **setup.get("house", {})}} if house else setup

    def view(self, state: State) -> Json:
        return {"game": self.game, "rules_version": self.version, **self.seen(state)}

"""How a game says which of its events sound like what."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cue import Cue
from companion.event import Event


@dataclass(frozen=True, slots=True)
class CueRule:
    """Events of this kind, whose fields have these values, sound so."""

    kind: str
    cue: Cue
    where: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        return event.kind == self.kind and all(
            getattr(event, name) == value for name, value in self.where.items()
        )


@dataclass(frozen=True, slots=True)
class GameCues:
    """One game's table, the most telling event first. `opening` is heard when a match begins, where no play of the game
    says that it does.
    """

    rules: tuple[CueRule, ...]
    opening: Cue | None = None

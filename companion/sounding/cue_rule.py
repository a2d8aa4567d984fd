"""The rules by which a game's events get their sounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cue import Cue
from companion.event import Event


@dataclass(frozen=True, slots=True)
class CueRule:
    """The sound of the events of one kind whose fields have these values."""

    kind: str
    cue: Cue
    where: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        return event.kind == self.kind and all(
            getattr(event, name) == value for name, value in self.where.items()
        )


@dataclass(frozen=True, slots=True)
class GameCues:
    """One game's sounds; of several events the first rule that fits decides.

    `opening` is heard when a match begins, in a game where no play says that it begins.
    """

    rules: tuple[CueRule, ...]
    opening: Cue | None = None

"""2, MEANT: what a person did at the table. Here are the plays of every match, whatever the game.

Each game's own plays stand with its rules. A play is one JSON object: `{"play": KIND, ...}`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeVar

from companion.codec import Range, read, shown, write
from companion.errors import Malformed
from companion.ids import SeatName
from companion.words import Text

Seq = Annotated[int, Range(1, None)]
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Undo:
    """The match is as it was before play `to`, or before the last one."""

    kind: ClassVar[str] = "undo"
    to: Seq | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Play `seq` was another one: all that came after is judged again."""

    kind: ClassVar[str] = "correct"
    seq: Seq
    instead: Any = field(metadata={"json": "with"})
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Override:
    """The referee's word against the engine's, by paths of the view."""

    kind: ClassVar[str] = "override"
    changes: Mapping[str, Any] = field(metadata={"json": "set"})
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """A remark for the log."""

    kind: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A clock ran out."""

    kind: ClassVar[str] = "time_up"
    clock: str


@dataclass(frozen=True, slots=True)
class Concede:
    """A seat gives the match up."""

    kind: ClassVar[str] = "concede"
    seat: SeatName


MatchPlay = Undo | Correct | Override | Note | TimeUp | Concede
MATCH_PLAYS: dict[str, type[MatchPlay]] = {
    kind.kind: kind for kind in (Undo, Correct, Override, Note, TimeUp, Concede)
}


def read_play(kinds: Mapping[str, type[P]], data: Any) -> P:
    """Make a play of its JSON. Raises `Malformed` for an unknown kind, or a field missing, unknown or ill-typed."""
    if not isinstance(data, dict):
        raise Malformed("", Text("a play is an object with the field play, got {got}", got=shown(data)))
    if "play" not in data:
        raise Malformed("", Text("field {name} is missing", name="play"))
    name = data["play"]
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        known = ", ".join(kinds)
        raise Malformed("play", Text("unknown play {name}; known: {known}", name=shown(name), known=known))
    return read(kind, {key: item for key, item in data.items() if key != "play"})


def write_play(play: Any) -> dict[str, Any]:
    """The JSON of a play."""
    return {"play": play.kind, **write(play)}

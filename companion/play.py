"""The plays that every match knows, whatever the game, and how plays are read from JSON and written.

Each game's own plays stand with its rules. Plays travel as values; in scripts, in the log and over wires a play is one
JSON object: `{"play": KIND, ...}`, and `read_play`, `parse_play` and `write_play` stand at those borders alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Protocol, TypeVar

from companion.codec import Range, as_it_is, read, shown, write
from companion.errors import Malformed
from companion.ids import SeatName
from companion.words import Text

Seq = Annotated[int, Range(1, None)]


class Play(Protocol):
    """The type of all plays: those that every match knows (below) and those of one game. A play is a frozen dataclass."""

    @property
    def kind(self) -> str:
        """The name of the kind of play, as its JSON has it."""


@dataclass(frozen=True, slots=True)
class UnreadablePlay:
    """JSON that was entered as a play but cannot be read as one, with the reason."""

    data: Any
    problem: Text


SaidPlay = Play | UnreadablePlay
"""What somebody or something at the table said."""
P = TypeVar("P", bound=Play)


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the match back to the state before play `to`, or before the last play."""

    kind: ClassVar[str] = "undo"
    to: Seq | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Replaces play `seq`; all later plays are judged again.

    `again`: from the first play on that becomes impossible, none counts, because people enter them again.
    """

    kind: ClassVar[str] = "correct"
    seq: Seq
    instead: SaidPlay = field(metadata={"json": "with", "read": as_it_is})
    reason: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Puts a play that was missed before play `before`; that play and all later ones are judged again.

    `again`: from the first play on that becomes impossible, none counts, because people enter them again.
    """

    kind: ClassVar[str] = "insert"
    before: Seq
    missed: SaidPlay = field(metadata={"json": "with", "read": as_it_is})
    reason: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Override:
    """Sets values by the referee's decision, whatever the rules say; the keys are paths of the view. `refused` is the
    number of a refused play that the referee lets count: the values say what it changes.
    """

    kind: ClassVar[str] = "override"
    changes: Mapping[str, Any] = field(metadata={"json": "set"})
    reason: str
    refused: Seq | None = None


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
    """A seat concedes the match."""

    kind: ClassVar[str] = "concede"
    seat: SeatName


MatchPlay = Undo | Correct | Insert | Override | Note | TimeUp | Concede
MATCH_PLAYS: dict[str, type[MatchPlay]] = {
    kind.kind: kind for kind in (Undo, Correct, Insert, Override, Note, TimeUp, Concede)
}


def read_play(kinds: Mapping[str, type[P]], data: Any) -> P:
    """Read a play from its JSON. Raises `Malformed` for an unknown kind, or a missing, unknown or wrongly typed field."""
    if not isinstance(data, dict):
        raise Malformed("", Text("a play is an object with the field play; here: {got}", got=shown(data)))
    if "play" not in data:
        raise Malformed("", Text("field {name} is missing", name="play"))
    name = data["play"]
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        known = ", ".join(kinds)
        raise Malformed(
            "play", Text("there is no play {name}; possible: {known}", name=shown(name), known=known)
        )
    play = read(kind, {key: item for key, item in data.items() if key != "play"})
    match play:
        case Correct():
            return replace(play, instead=parse_play(kinds, play.instead))
        case Insert():
            return replace(play, missed=parse_play(kinds, play.missed))
        case _:
            return play


def parse_play(kinds: Mapping[str, type[Play]], data: Any) -> SaidPlay:
    """Read a play from its JSON; return an `UnreadablePlay` if the JSON is not a play."""
    try:
        return read_play(kinds, data)
    except Malformed as problem:
        return UnreadablePlay(data, problem.message)


def write_play(play: SaidPlay) -> Any:
    """Return the JSON of a play; for an unreadable play, the JSON that was entered."""
    if isinstance(play, UnreadablePlay):
        return play.data
    data = {"play": play.kind, **write(play)}
    match play:
        case Correct(instead=inner) | Insert(missed=inner):
            return {**data, "with": write_play(inner)}
        case _:
            return data


def kind_said(play: SaidPlay) -> str:
    """Return the kind that a play names, even if the rest of it is unreadable; empty if it names none."""
    if isinstance(play, UnreadablePlay):
        return str(play.data.get("play", "")) if isinstance(play.data, dict) else ""
    return play.kind


def seat_said(play: SaidPlay) -> str | None:
    """Return the seat that a play names as its own; None if it names none."""
    if isinstance(play, UnreadablePlay):
        seat = play.data.get("seat") if isinstance(play.data, dict) else None
    else:
        seat = getattr(play, "seat", None)
    return str(seat) if isinstance(seat, str) else None


def seats_said(play: SaidPlay) -> tuple[str, ...]:
    """Return the seats that a play names as its own: one, or all that lay cards in it at once; none if it names none."""
    if (own := seat_said(play)) is not None:
        return (own,)
    laid = getattr(play, "cards", None)
    return tuple(map(str, laid if isinstance(laid, Mapping) else getattr(play, "seats", ())))


Leaf = tuple[tuple[str | int, ...], str | int | bool]
"""A single thing that a play says, and the path to it: names of fields as its JSON has them, and places in lists."""


def leaves_of(play: Play) -> Iterator[Leaf]:
    """Return all single values of a play with their paths, in the order of its fields, without the play's kind."""
    return _leaves((), write(play))


def _leaves(path: tuple[str | int, ...], item: Any) -> Iterator[Leaf]:
    match item:
        case dict():
            for name, part in item.items():
                yield from _leaves((*path, name), part)
        case list():
            for n, part in enumerate(item):
                yield from _leaves((*path, n), part)
        case None:
            pass
        case _:
            yield path, item

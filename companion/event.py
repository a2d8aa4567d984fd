"""The events that can follow from a play in any match, and the JSON form of all events.

Each game's own events stand with its rules. An event has a `kind`, its fields, and the place in the rulebook
that says so (`cite`). A field `secret` is read by `evolve` and written to the log, and shown to nobody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from companion.codec import read, write
from companion.errors import Malformed
from companion.ids import SeatName
from companion.words import Text, Wording, clauses, word


class Event(Protocol):
    """One consequence of a play. `cite` names the rulebook's section; None where no rulebook has one."""

    kind: ClassVar[str]

    @property
    def cite(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Undone:
    """The match was taken back to the state before play `to`."""

    kind: ClassVar[str] = "undone"
    cite: ClassVar[None] = None
    to: int


@dataclass(frozen=True, slots=True)
class VoidedPlay:
    """A play that an amendment took out of force, with the reason: it became impossible, or is entered again."""

    seq: int
    reason: Wording


@dataclass(frozen=True, slots=True)
class Voided:
    """Later plays became impossible because an earlier play was corrected or inserted. They stay in the log as refused."""

    kind: ClassVar[str] = "voided"
    cite: ClassVar[None] = None
    plays: tuple[VoidedPlay, ...]


@dataclass(frozen=True, slots=True)
class Overridden:
    """The referee decided to change values of the match. `refused`: the number of a refused play that now counts."""

    kind: ClassVar[str] = "override"
    cite: ClassVar[None] = None
    changes: Mapping[str, Any] = field(metadata={"json": "set"})
    reason: str
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A remark in the log."""

    kind: ClassVar[str] = "note"
    cite: ClassVar[None] = None
    text: str


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """A named clock ran out."""

    kind: ClassVar[str] = "time_up"
    cite: ClassVar[None] = None
    clock: str


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave the match up."""

    kind: ClassVar[str] = "conceded"
    cite: ClassVar[None] = None
    seat: SeatName


NEVER = "did not happen"
"""What the log's note says in place of a play that did not happen."""

Winner = str | tuple[str, ...] | None
"""The seat that wins a match, the seats that share it, or None."""


def read_winner(data: Any, where: str) -> Winner:
    """Read a winner from its JSON. Raises `Malformed`."""
    if isinstance(data, list):
        return read(tuple[str, ...], data, where)
    return None if data is None else read(str, data, where)


MATCH_EVENTS: dict[str, type[Any]] = {
    kind.kind: kind for kind in (Undone, Voided, Overridden, Noted, ClockRanOut, Conceded)
}


def write_event(event: Event) -> dict[str, Any]:
    """Return the JSON of an event for the log, with its secrets."""
    data = {"kind": event.kind, **write(event)}
    if event.cite is not None:
        data["cite"] = event.cite
    return data


def read_event(kinds: Mapping[str, type[Any]], data: Mapping[str, Any]) -> Any:
    """Read an event from its JSON in the log. Raises `Malformed`."""
    kind = kinds.get(str(data.get("kind")))
    if kind is None:
        raise Malformed("kind", Text("unknown event {kind}", kind=str(data.get("kind"))))
    return read(kind, {name: item for name, item in data.items() if name not in ("kind", "cite")})


def public(data: Any, language: str) -> Any:
    """Return an event's JSON as anybody may see it: without secrets, its sentences in one language."""
    if isinstance(data, dict):
        if data.keys() == {"en", "fr"}:
            return data[language]
        return {key: public(item, language) for key, item in data.items() if key != "secret"}
    if isinstance(data, list):
        return [public(item, language) for item in data]
    return data


def overridden_label(values: Sequence[Text], reason: str, refused: int | None) -> Text:
    """Say in one sentence which values the referee set, and why."""
    if refused is None:
        return Text("the referee sets: {values} ({reason})", values=clauses(values), reason=reason)
    return Text(
        "the referee lets play {seq} stand: {values} ({reason})",
        seq=refused,
        values=clauses(values),
        reason=reason,
    )


def set_value(title: Text | Wording, value: Any, whose: Text | Wording | None = None) -> Text:
    """Say which value the referee set: `score 2`; with `whose`, also whose value it is."""
    if whose is None:
        return Text("{title} {value}", title=title, value=value)
    return Text("{whose}, {title} {value}", whose=whose, title=title, value=value)


def conceded_label(name: Text) -> Text:
    """Return the sentence for a concession, with the name of the side in this match."""
    return Text("{seat} concedes the match", seat=name)


def match_label(event: Event) -> Text:
    """Return the sentence for an event that every match knows. `Overridden` and `Conceded` need the game's own words."""
    match event:
        case Undone():
            return Text("went back to before play {to}", to=event.to)
        case Voided():
            return Text("no longer possible: {plays}", plays=", ".join(str(play.seq) for play in event.plays))
        case Noted(text) if text == NEVER:
            return Text("it did not happen")
        case Noted():
            return Text("note: {text}", text=event.text)
        case ClockRanOut():
            return Text("time is up: {clock}", clock=event.clock)
        case _:
            return word(event.kind)

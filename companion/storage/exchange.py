"""Exports matches as text (complete JSON Lines, or scripts) and imports them.

{"export": "companion", "form": 1, "match": ID, "game": ..., "rules_version": ..., "created_at_ms": ...,
 "plays": N, "setup": {...}, "catalogue": [...]}            form 2: also "people": {SEAT: {"id", "name", ...}}
{"seq": 1, "play": {...}, "at_ms": ..., "error": {...}}     error: only if it was refused
{"seq": 1, "observation": {"kind": "tap", ...}}             what the play was read from
{"seq": 1, "of": 1, "event": {"kind": ..., ...}}            what followed from it, secrets included
{"end": {"plays": N}}                                       without it, half the file is missing
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from companion.codec import Range, WallMs, read, write
from companion.errors import LogDamaged, Malformed
from companion.notation import line_of
from companion.observation import Observation
from companion.people import NOBODY, KnownPerson, Seated
from companion.play import MATCH_PLAYS
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage import strict_json
from companion.storage.log import Beginning, Header, KeptPlay
from companion.storage.record import LoggedEvent, Record, observation_from_json, observation_to_json
from companion.words import Text

FORM, FORM_WITHOUT_PEOPLE = 2, 1
MARK = "export"

Count = Annotated[int, Range(0, 10**9)]
Seq = Annotated[int, Range(1, 10**9)]


@dataclass(frozen=True, slots=True)
class _Head:
    export: Literal["companion"]
    form: Count
    match: str
    game: str
    rules_version: str
    created_at_ms: WallMs
    plays: Count
    setup: Mapping[str, Any]
    catalogue: tuple[Any, ...]
    people: Mapping[str, KnownPerson] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _PlayLine:
    seq: Seq
    play: Any
    at_ms: WallMs
    error: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _ObservationLine:
    seq: Seq
    observation: Observation = field(metadata={"read": observation_from_json})


@dataclass(frozen=True, slots=True)
class _EventLine:
    seq: Seq
    of: Seq
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _End:
    plays: Count


@dataclass(frozen=True, slots=True)
class _EndLine:
    end: _End


_LINES: Mapping[str, type[Any]] = {
    "play": _PlayLine,
    "observation": _ObservationLine,
    "event": _EventLine,
    "end": _EndLine,
}


@dataclass(frozen=True, slots=True)
class Exported:
    """A match that was read from an export, as a store keeps it."""

    beginning: Beginning
    plays: tuple[KeptPlay, ...]
    people: Seated = field(default_factory=dict)


def export_lines(
    header: Header, cards: Sequence[Json], plays: Sequence[KeptPlay], people: Seated = NOBODY
) -> Iterator[str]:
    """Return all that is kept about a match, as lines of an export: its log, and who played."""
    yield strict_json.written(
        {
            MARK: "companion",
            "form": FORM if people else FORM_WITHOUT_PEOPLE,
            "match": header.id,
            "game": header.game,
            "rules_version": header.rules_version,
            "created_at_ms": header.created_at_ms,
            "plays": len(plays),
            "setup": header.setup,
            "catalogue": cards,
            **({"people": {seat: write(person) for seat, person in people.items()}} if people else {}),
        }
    )
    for kept in plays:
        record = kept.record
        error = {} if record.error is None else {"error": record.error}
        yield strict_json.written({"seq": record.seq, "play": record.play, "at_ms": kept.at_ms, **error})
        for seen in record.observations:
            yield strict_json.written({"seq": record.seq, "observation": observation_to_json(seen)})
        for event in record.events:
            yield strict_json.written({"seq": record.seq, "of": event.of, "event": event.data})
    yield strict_json.written({"end": {"plays": len(plays)}})


def script_lines(header: Header, cards: Sequence[Json], plays: Sequence[KeptPlay]) -> Iterator[str]:
    """Return the match as a script for `companion referee`. Refused plays are included, so that the play numbers agree."""
    return _script(header, cards, plays, lambda _play: None)


def notation_lines(header: Header, cards: Sequence[Json], plays: Sequence[KeptPlay]) -> Iterator[str]:
    """Return the match as a script with one short line for each play that can be written so."""
    kinds = {**(GAMES[header.game].play_kinds if header.game in GAMES else {}), **MATCH_PLAYS}
    return _script(header, cards, plays, lambda play: line_of(kinds, play))


def _script(
    header: Header,
    cards: Sequence[Json],
    plays: Sequence[KeptPlay],
    short_line: Callable[[Any], str | None],
) -> Iterator[str]:
    setup = dict(header.setup)
    if header.game in GAMES:
        setup = GAMES[header.game].setup_under(header.rules_version, setup)
    yield strict_json.written({**setup, "game": header.game, "catalogue": cards})
    for kept in plays:
        play = kept.record.play
        line = short_line(play)
        if line is not None:
            yield line
            continue
        # A script has no line for what is not even an object; this one is refused as well.
        yield strict_json.written(play if isinstance(play, dict) and "play" in play else {"play": None})


def is_export(line: bytes) -> bool:
    """Tell whether the first line of a file begins an export and not a script."""
    try:
        data = strict_json.parse(line, deepest=strict_json.DEEPEST_KEPT)
    except Malformed:
        # Half a line: what it begins with tells who wrote it.
        return line.lstrip().startswith(b'{"%s"' % MARK.encode())
    return isinstance(data, dict) and MARK in data


def read_export(lines: Iterable[bytes]) -> Exported:
    """Read a match from its export, without judging it again. Raises `LogDamaged`, which names the line."""
    reading = _Reading()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                reading.take(strict_json.parse(line, deepest=strict_json.DEEPEST_KEPT))
            except Malformed as problem:
                raise LogDamaged(
                    Text("line {line}: {problem}", line=number, problem=problem.message)
                ) from problem
    return reading.result()


class _Reading:
    """The part of an export that was read so far. The lines of one play stand together, in the order of the plays."""

    def __init__(self) -> None:
        self._head: _Head | None = None
        self._plays: list[_PlayLine] = []
        self._seen: dict[int, list[Observation]] = {}
        self._events: dict[int, list[LoggedEvent]] = {}
        self._ended = False

    def take(self, data: Any) -> None:
        if self._ended:
            raise Malformed("", Text("nothing may come after the end"))
        if self._head is None:
            self._head = _read_head(data)
            return
        names = [name for name in _LINES if isinstance(data, dict) and name in data]
        if len(names) != 1:
            raise Malformed(
                "", Text("this line must have exactly one of these keys: {words}", words=", ".join(_LINES))
            )
        read_line: _PlayLine | _ObservationLine | _EventLine | _EndLine = read(_LINES[names[0]], data)
        match read_line:
            case _PlayLine() as line:
                self._expect(line.seq == len(self._plays) + 1)
                self._plays.append(line)
            case _ObservationLine(seq, seen):
                self._expect(seq == len(self._plays))
                self._seen.setdefault(seq, []).append(seen)
            case _EventLine(seq, of, event):
                self._expect(of <= seq == len(self._plays))
                if not isinstance(event.get("kind"), str):
                    raise Malformed("event", Text("field {name} is missing", name="kind"))
                self._events.setdefault(seq, []).append(LoggedEvent(of, dict(event)))
            case _EndLine(end):
                self._expect(end.plays == len(self._plays) == self._head.plays)
                self._ended = True

    def result(self) -> Exported:
        if self._head is None or not self._ended:
            raise LogDamaged(
                Text(
                    "the file ends after {plays} plays, before its end; copy it again", plays=len(self._plays)
                )
            )
        head = self._head
        beginning = Beginning(
            head.game, head.rules_version, dict(head.setup), list(head.catalogue), head.created_at_ms
        )
        return Exported(beginning, tuple(self._kept(line) for line in self._plays), head.people)

    def _kept(self, line: _PlayLine) -> KeptPlay:
        error = None if line.error is None else dict(line.error)
        seen, events = self._seen.get(line.seq, []), self._events.get(line.seq, [])
        return KeptPlay(Record(line.seq, line.play, tuple(seen), tuple(events), error), line.at_ms)

    def _expect(self, is_in_order: bool) -> None:
        if not is_in_order:
            raise Malformed("", Text("lines are missing before this one, or out of order"))


def _read_head(data: Any) -> _Head:
    form = data.get("form") if isinstance(data, dict) else None
    if isinstance(form, int) and form > FORM:
        raise Malformed(
            "", Text("this was written by a later version of this program; bring the program up to date")
        )
    return read(_Head, data)

"""Converts JSON to frozen dataclasses and back, strictly, by the types of their fields.

One reader serves set-ups, cards, plays, events and states, so that a missing, unknown or ill-typed field is
found the same way everywhere and named by its path. Paths are made only for data with a fault, which is then read a
second time. Messages of other machines, whose programs may be newer, are read with `skips_unknown`. A field's JSON
name is its own, or its metadata's `json` (`from` is no Python name), and a field whose form the type cannot tell brings
its own reader (metadata `read`). A field that equals its default is left out when written.

Types taken: str, int, float, bool, None, StrEnum, Literal, tuple[X, ...], Mapping[str, X], X | None, NewType,
Annotated[int, Range(...)], Wording, and dataclasses of these.
"""

import dataclasses
import enum
import math
import reprlib
import types
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.errors import Malformed, together
from companion.words import Text, Wording

T = TypeVar("T")
Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], Any]
MOST_FAULTS = 200
"""Faults that are looked for in one value; nobody reads more of them."""


@dataclass(frozen=True, slots=True)
class Range:
    """The bounds of a whole number, both included; None: no bound."""

    least: int | None = None
    most: int | None = None


WallMs = Annotated[int, Range(0, 253_370_764_800_000)]
"""Milliseconds since 1970. They end with the year 9998, because a later moment may have no date in local time."""


def read(kind: type[T], data: Any, where: str = "", *, skips_unknown: bool = False) -> T:
    """Make a value of a type from JSON data. Raises `Malformed`, naming the path to what is wrong.

    `skips_unknown`: fields and languages that the type does not have are left out, as in messages of a newer program. A
    field that brings its own reader decides this by itself.
    """
    result: T = _reader(cast(Hashable, kind), skips_unknown)(data, where)
    return result


def write(value: Any) -> Any:
    """Return a value as JSON data."""
    return _writer(cast(Hashable, type(value)))(value)


def as_it_is(data: Any, _where: str) -> Any:
    """Return the data unchanged, for a field whose JSON is read later, such as the new play of a correction."""
    return data


def shown(data: Any) -> str:
    """Return a short form of foreign data for a message; it never fills a page."""
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, dict):
        return "{…}" if data else "{}"
    if isinstance(data, list):
        return "[…]" if data else "[]"
    if isinstance(data, int) and abs(data) > 10**18:
        return "a huge number"
    return reprlib.repr(data)


def _wrong(where: str, wanted: Text, got: Any) -> Malformed:
    return Malformed(where, Text("this must be {wanted}; here: {got}", wanted=wanted, got=shown(got)))


def _read_str(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise _wrong(where, Text("text"), data)
    return data


def _read_bool(data: Any, where: str) -> bool:
    if not isinstance(data, bool):
        raise _wrong(where, Text("true or false"), data)
    return data


def _read_int(data: Any, where: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise _wrong(where, Text("a whole number"), data)
    return data


def _read_float(data: Any, where: str) -> float:
    if isinstance(data, int | float) and not isinstance(data, bool):
        # A whole number may be longer than any float.
        with suppress(OverflowError):
            number = float(data)
            if math.isfinite(number):
                return number
    raise _wrong(where, Text("a number"), data)


def _read_none(data: Any, where: str) -> None:
    if data is not None:
        raise _wrong(where, Text("nothing"), data)


def _read_wording(data: Any, where: str) -> Wording:
    if isinstance(data, dict) and not data.keys() <= {"en", "fr"}:
        raise _no_wording(data, where)
    return _read_wording_among_others(data, where)


def _no_wording(data: Any, where: str) -> Malformed:
    return _wrong(where, Text("text, or an object with en and fr"), data)


def _read_wording_among_others(data: Any, where: str) -> Wording:
    if isinstance(data, str):
        return Wording.plain(data)
    if isinstance(data, dict) and {"en", "fr"} <= data.keys():
        return Wording(_read_str(data["en"], f"{where}.en"), _read_str(data["fr"], f"{where}.fr"))
    raise _no_wording(data, where)


_SIMPLE: dict[Any, Reader] = {
    str: _read_str,
    bool: _read_bool,
    int: _read_int,
    float: _read_float,
    type(None): _read_none,
    Wording: _read_wording,
    Any: lambda data, _where: data,
}


@cache
def _reader(kind: Any, skips: bool) -> Reader:
    if skips and kind is Wording:
        return _read_wording_among_others
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin = get_origin(kind)
    if origin is None and hasattr(kind, "__supertype__"):
        return _reader(kind.__supertype__, skips)
    if origin is Annotated:
        inner, limits = get_args(kind)
        return _ranged(_reader(inner, skips), limits)
    if origin is Literal:
        return _one_of(get_args(kind))
    if origin in (Union, types.UnionType):
        return _either(get_args(kind), skips)
    if origin is tuple:
        return _row_of(_reader(get_args(kind)[0], skips), _most_faults(skips))
    if origin is not None and issubclass(origin, Mapping):
        key, item = get_args(kind)
        return _table_of(_reader(key, skips), _reader(item, skips), _most_faults(skips))
    if isinstance(kind, type) and issubclass(kind, enum.StrEnum):
        return _one_of(tuple(kind), make=kind)
    if dataclasses.is_dataclass(kind):
        return _record_of(kind, skips)
    raise TypeError(f"no JSON form is known for {kind!r}")


def _ranged(inner: Reader, limits: Range) -> Reader:
    def reader(data: Any, where: str) -> Any:
        number = inner(data, where)
        low, high = limits.least, limits.most
        if (low is not None and number < low) or (high is not None and number > high):
            if high is None:
                wanted = Text("a whole number from {low}", low=low or 0)
            else:
                wanted = Text("a whole number from {low} to {high}", low=low or 0, high=high)
            raise _wrong(where, wanted, data)
        return number

    return reader


def _one_of(words: tuple[Any, ...], make: Callable[[Any], Any] = lambda word: word) -> Reader:
    listed = ", ".join(str(word) for word in words)
    made = {word: make(word) for word in words}
    kinds = tuple({bool if isinstance(w, bool) else int if isinstance(w, int) else str for w in words})

    def reader(data: Any, where: str) -> Any:
        right_kind = isinstance(data, kinds) and isinstance(data, bool) == (bool in kinds)
        if not right_kind or data not in made:
            raise _wrong(where, Text("one of {words}", words=listed), data)
        return made[data]

    return reader


def _either(kinds: tuple[Any, ...], skips: bool) -> Reader:
    (inner,) = [_reader(kind, skips) for kind in kinds if kind is not type(None)]
    return lambda data, where: None if data is None else inner(data, where)


def _most_faults(skips: bool) -> int:
    """Return how many faults are looked for: people put a file right, and a message of another machine is only refused."""
    return 1 if skips else MOST_FAULTS


def _row_of(inner: Reader, most: int) -> Reader:
    def reader(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise _wrong(where, Text("a list"), data)
        try:
            return tuple([inner(item, where) for item in data])
        except Malformed:
            parts = ((inner, item, f"{where}[{n}]") for n, item in enumerate(data))
            raise together(faults_in(parts, most)) from None

    return reader


def _table_of(read_key: Reader, inner: Reader, most: int) -> Reader:
    def reader(data: Any, where: str) -> dict[Any, Any]:
        if not isinstance(data, dict):
            raise _wrong(where, Text("an object"), data)
        try:
            return {read_key(k, where): inner(item, where) for k, item in data.items()}
        except Malformed:
            keys = [(read_key, key, where) for key in data]
            items = [(inner, item, _below(where, key)) for key, item in data.items()]
            raise together(faults_in([*keys, *items], most)) from None

    return reader


def faults_in(parts: Iterable[tuple[Reader, Any, str]], most: int = MOST_FAULTS) -> list[Malformed]:
    """Read each part again with its reader, and return the faults of all parts, so that no fault hides another.

    After `most` of them the rest is not looked at.
    """
    faults, found = [], 0
    for reader, data, where in parts:
        try:
            reader(data, where)
        except Malformed as fault:
            faults.append(fault)
            found += len(fault.every_one)
            if found >= most:
                break
    return faults


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def json_name(field: "dataclasses.Field[Any]") -> str:
    """Return the name of a field in JSON."""
    return str(field.metadata.get("json", field.name))


def _is_required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _record_of(kind: Any, skips: bool) -> Reader:
    hints = get_type_hints(kind, include_extras=True)
    fields = [field for field in dataclasses.fields(kind) if field.init]
    readers = {
        json_name(f): (f.name, f.metadata.get("read") or _reader(hints[f.name], skips)) for f in fields
    }
    required = {json_name(f): None for f in fields if _is_required(f)}

    def reader(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise _wrong(where, Text("an object"), data)
        if skips:
            data = {key: item for key, item in data.items() if key in readers}
        try:
            taken = {}
            for key, item in data.items():
                name, inner = readers[key]
                taken[name] = inner(item, where)
        except (KeyError, Malformed):
            pass  # all its faults are looked for below
        else:
            if required.keys() <= data.keys():
                return kind(**taken)
        known = ((readers[n][1], item, _below(where, n)) for n, item in data.items() if n in readers)
        raise together([*_unfitting(data, where), *faults_in(known, _most_faults(skips))])

    def _unfitting(data: dict[Any, Any], where: str) -> list[Malformed]:
        unknown = [_unknown_field(where, name, readers) for name in data if name not in readers]
        missing = [name for name in required if name not in data]
        return [
            *unknown,
            *(Malformed(where, Text("field {name} is missing", name=name)) for name in missing),
        ]

    return reader


def _unknown_field(where: str, name: Any, known: Iterable[str]) -> Malformed:
    listed = ", ".join(known)
    if not listed:
        return Malformed(where, Text("there is no field {name}: no field is allowed here", name=shown(name)))
    return Malformed(
        where, Text("there is no field {name}; possible: {known}", name=shown(name), known=listed)
    )


_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What JSON has as it is."""


@cache
def _writer(kind: Any) -> Writer:
    if issubclass(kind, Wording):
        return lambda value: value.en if value.en == value.fr else {"en": value.en, "fr": value.fr}
    if issubclass(kind, enum.StrEnum):
        return lambda value: value.value
    if dataclasses.is_dataclass(kind):
        return _record_writer(kind)
    if issubclass(kind, tuple | list):
        return lambda value: [write(item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): write(item) for key, item in value.items()}
    return lambda value: value


def _record_writer(kind: Any) -> Writer:
    plan = [(f.name, json_name(f), _default_of(f)) for f in dataclasses.fields(kind) if f.init]

    def writer(value: Any) -> dict[str, Any]:
        data = {}
        for name, key, default in plan:
            item = getattr(value, name)
            if item != default:
                data[key] = item if type(item) in _PLAIN else write(item)
        return data

    return writer


def _default_of(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default

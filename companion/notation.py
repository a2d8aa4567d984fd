"""Writes a play as one line of text that can be typed, printed and read aloud, and reads it back.

    reveal away EN010-901                       the kind, then what it must say, in the order of its fields
    discard red 4                               what a field of metadata `bare` may say has its place there too
    shoot home AC001-241 target=top_left        what it may say, by name
    support away AC002-101,AC002-102            several
    work red:3,blue:7                           by seat, or by any other name
    correct 12 {reveal away EN010-902}          a play in a play
    override score.home:2 "a goal was missed"   free words in quotes, as JSON writes them

The same for every game, from the fields of its plays. Words that hold a space or a sign of this notation stand in
double quotes, as in JSON. Nothing here checks a play: `play.read_play` does that, with the data that comes from here.

What is kept is of no language. Who types or reads may call some things otherwise (`names_in`): a piece `Y9` is J9 in French.
"""

import dataclasses
import json
import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from companion.errors import Malformed
from companion.play import SaidPlay, write_play
from companion.words import Text, translate

Json = dict[str, Any]
Kinds = Mapping[str, Any]
"""The classes of plays by their kind."""
Names = Mapping[str, str]
"""The names that differ between the two sides of a line, such as a language and JSON."""
NO_NAMES: Names = types.MappingProxyType({})

_BARE = re.compile(r"[^\s\"',:={}\[\]#]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class _Slot:
    """A field of a play: its name in JSON, how its value is written and read, whether it is required, and whether it is
    written without its name.
    """

    name: str
    form: "_Form"
    is_required: bool
    is_bare: bool


@dataclass(frozen=True, slots=True)
class _Tongue:
    """The vocabulary for reading or writing a line: the kinds of plays, and names that replace the names in JSON."""

    kinds: Kinds
    names: Names

    def named(self, name: str) -> str:
        """Replace each part of a dotted name: `Y9`, or the end of the path `pieces.Y9`."""
        return ".".join(self.names.get(part, part) for part in name.split("."))


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of one type are written in a line. `parse` never fails: what it does not recognise stays text."""

    write: Callable[[_Tongue, Any], str]
    parse: Callable[[_Tongue, str], Any]


def names_in(language: str, called: Mapping[str, Text]) -> Names:
    """Return, for `written`, the names that a language uses instead of the names in plays."""
    told = {name: translate(text, language) for name, text in called.items()}
    return {name: words for name, words in told.items() if words != name}


def names_from(language: str, called: Mapping[str, Text]) -> Names:
    """Return, for `parsed`, the names in plays by the names of a language.

    The names in plays are always understood too.
    """
    return {words: name for name, words in names_in(language, called).items()}


def written(kinds: Kinds, data: Json, names: Names = NO_NAMES) -> str:
    """Return the line of a play that is given as JSON."""
    return _written(_Tongue(kinds, names), data)


def _written(tongue: _Tongue, data: Json) -> str:
    kind = data["play"]
    rest = {name: item for name, item in data.items() if name != "play"}
    return " ".join((kind, *_written_fields(tongue, _slots(tongue.kinds[kind]), rest)))


def parsed(kinds: Kinds, line: str, names: Names = NO_NAMES) -> Json:
    """Return the JSON of the play that a line describes.

    Raises `Malformed` for a kind of play that the game does not know, for open quotes or braces, and for too many
    words.
    """
    return _parsed(_Tongue(kinds, names), line)


def _parsed(tongue: _Tongue, line: str) -> Json:
    words = list(_split(line, " "))
    kind = words[0] if words else ""
    if kind not in tongue.kinds:
        known = ", ".join(tongue.kinds)
        raise Malformed("", Text("there is no play {name}; possible: {known}", name=kind[:40], known=known))
    return {"play": kind, **_parsed_fields(tongue, _slots(tongue.kinds[kind]), words[1:])}


def line_of(kinds: Kinds, data: Any, names: Names = NO_NAMES) -> str | None:
    """Return the line for anything that was entered as a play, or None if no line would read back as the same play."""
    if not isinstance(data, dict) or not isinstance(data.get("play"), str) or data["play"] not in kinds:
        return None
    try:
        line = written(kinds, data)
        is_whole = parsed(kinds, line) == data
        return (written(kinds, data, names) if names else line) if is_whole else None
    except (Malformed, AttributeError, TypeError):
        return None


def line_said(kinds: Kinds, play: SaidPlay, names: Names = NO_NAMES) -> str | None:
    """Return the line of a play given as a value, or None if no line would read back as the same play."""
    return line_of(kinds, write_play(play), names)


# --- fields


def _written_fields(tongue: _Tongue, slots: Mapping[str, _Slot], data: Json) -> Iterator[str]:
    for name, slot in slots.items():
        if name in data and (slot.is_required or data[name] is not None):
            text = slot.form.write(tongue, data[name])
            yield text if slot.is_bare else f"{name}={text}"


def _parsed_fields(tongue: _Tongue, slots: Mapping[str, _Slot], words: list[str]) -> Json:
    data: Json = {}
    in_order = [slot for slot in slots.values() if slot.is_bare]
    for word in words:
        name, found, value = _named(word)
        if found and name in slots:
            data[name] = slots[name].form.parse(tongue, value)
        elif found and name:
            data[name] = value
        elif in_order:
            slot = in_order.pop(0)
            data[slot.name] = slot.form.parse(tongue, word)
        else:
            raise Malformed("", Text("there is one word too many: {word}", word=word[:40]))
    return data


def _named(word: str) -> tuple[str, bool, str]:
    """Separate name and value in `target=top_left`; an equals sign inside quotes or braces belongs to the value."""
    name, sign, value = word.partition("=")
    return (name, True, value) if sign and _BARE.fullmatch(name) else ("", False, word)


@cache
def _slots(kind: Any) -> dict[str, _Slot]:
    hints = get_type_hints(kind, include_extras=True)
    slots = {}
    for field in dataclasses.fields(kind):
        if field.init:
            name = str(field.metadata.get("json", field.name))
            is_required = (
                field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            )
            is_bare = is_required or bool(field.metadata.get("bare"))
            slots[name] = _Slot(name, _form(hints[field.name]), is_required, is_bare)
    return slots


# --- values


@cache
def _form(hint: Any) -> _Form:
    """Return how values of a type are written in a line."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _form(get_args(hint)[0])
    if hint is Any or hint == SaidPlay:
        return _Form(_write_free, _parse_free)
    if origin in (Union, types.UnionType):
        (inner,) = [item for item in get_args(hint) if item is not type(None)]
        return _form(inner)
    if origin is None and hasattr(hint, "__supertype__"):
        return _form(hint.__supertype__)
    if origin is tuple:
        return _row(_form(get_args(hint)[0]))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _table(_form(get_args(hint)[1]))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _record(hint)
    if hint in (int, bool) or _is_number_choice(hint):
        return _Form(lambda _tongue, value: json.dumps(value), lambda _tongue, text: _number(text))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Form(
            lambda tongue, value: _quoted(tongue.named(str(value))),
            lambda tongue, text: tongue.named(_unquoted(text)),
        )
    return _Form(lambda _tongue, value: _quoted(value), lambda _tongue, text: _unquoted(text))


def _is_number_choice(hint: Any) -> bool:
    return all(isinstance(choice, int) for choice in get_args(hint)) and bool(get_args(hint))


def _row(inner: _Form) -> _Form:
    def write(tongue: _Tongue, value: Any) -> str:
        return ",".join(inner.write(tongue, item) for item in value) if value else "[]"

    def parse(tongue: _Tongue, text: str) -> Any:
        return [] if text == "[]" else [inner.parse(tongue, part) for part in _split(text, ",")]

    return _Form(write, parse)


def _table(inner: _Form) -> _Form:
    def write(tongue: _Tongue, value: Any) -> str:
        rows = [f"{_quoted(tongue.named(name))}:{inner.write(tongue, item)}" for name, item in value.items()]
        return ",".join(rows) if rows else "{}"

    def parse(tongue: _Tongue, text: str) -> Any:
        rows = [] if text == "{}" else [list(_split(part, ":")) for part in _split(text, ",")]
        return {tongue.named(_unquoted(name)): inner.parse(tongue, ":".join(item)) for name, *item in rows}

    return _Form(write, parse)


def _record(kind: Any) -> _Form:
    def write(tongue: _Tongue, value: Any) -> str:
        return "{" + " ".join(_written_fields(tongue, _slots(kind), value)) + "}"

    def parse(tongue: _Tongue, text: str) -> Any:
        return _parsed_fields(tongue, _slots(kind), list(_split(_unbraced(text) or text, " ")))

    return _Form(write, parse)


def _write_free(tongue: _Tongue, value: Any) -> str:
    if isinstance(value, dict) and value.get("play") in tongue.kinds:
        return "{" + _written(tongue, value) + "}"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parse_free(tongue: _Tongue, text: str) -> Any:
    play = _unbraced(text)
    if play and _BARE.match(play):
        return _parsed(tongue, play)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _number(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, int) else text


def _quoted(text: Any) -> str:
    value = str(text)
    return value if _BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError as problem:
        raise Malformed("", Text("{text} is not a text in quotes", text=text[:40])) from problem


# --- signs


def _unbraced(text: str) -> str | None:
    """Return the text inside braces; None if the text has no braces."""
    return text[1:-1].strip() if text.startswith("{") and text.endswith("}") else None


def _split(text: str, separator: str) -> Iterator[str]:
    """Split a text at the separators outside quotes and braces. Several spaces count as one."""
    part, open_signs = "", [""]
    for token in _tokens(text):
        if token in _CLOSING:
            open_signs.append(_CLOSING[token])
        elif token in _CLOSING.values() and token != open_signs.pop():
            raise Malformed("", Text("a {sign} without its beginning", sign=token))
        if len(open_signs) == 1 and (token == separator or (separator == " " and token.isspace())):
            if part or separator != " ":
                yield part
            part = ""
        else:
            part += token
    if len(open_signs) > 1:
        raise Malformed("", Text("a {sign} is missing", sign=open_signs[-1]))
    if part or separator != " ":
        yield part


def _tokens(text: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        if text[position] == '"':
            found = _QUOTED.match(text, position)
            if found is None:
                raise Malformed("", Text("a {sign} is missing", sign='"'))
            yield found.group()
            position = found.end()
        else:
            yield text[position]
            position += 1

"""Converts a card to a row of text cells, one a field, and back.

stats.TIR                       a field inside another
    zones.2.next                    the second zone's; counted from 1
    effects.1.modifiers.1.if.post   as deep as it goes
    name.fr, name.en                text in both languages; `name` alone stands for both
    effects.1.deeds.1               a deed in short: `draw 2`

An empty cell is a field of which nothing is said; `-` is a field that is there and empty. Text that a spreadsheet would
take for a formula (`+1 star`) has an apostrophe before it, as spreadsheets know it.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.codec import shown
from companion.errors import Malformed, together
from companion.rules.engine import Json
from companion.rules.forms import (
    BilingualShape,
    ChoiceShape,
    FormField,
    NumberShape,
    RecordShape,
    Rows,
    RowShape,
    Shape,
    Simple,
    TableShape,
    TextShape,
    WordOption,
    YesNoShape,
)
from companion.words import LANGUAGES, Text, joined, translate

# --- card text
# Writes one field of a card as text, for typing and for cells of a table, and reads it back.
#
# Several values in a line stand with commas or spaces between them; one with a space, a comma or a quote in it stands
# in double quotes, as JSON writes it. Words may be typed in French or English, or as catalogues write them.

YES = frozenset("true yes y oui o vrai x 1".split())
"""A French spreadsheet writes VRAI and FAUX."""
NO = frozenset("false no n non faux 0".split())
NUMBER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_ITEM = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"][^\s,]*))\s*,?')
_PLAIN_ITEM = re.compile(r'[^\s,"\\=+@\'-][^\s,"\\]*')


def read_text(shape: Simple | RowShape, text: str, *, is_begun: bool = False) -> Any:
    """Return the JSON value of a text. Raises `Malformed`, without a place. `is_begun`: the beginning of a word is enough."""
    match shape:
        case TextShape() | BilingualShape():
            return text
        case NumberShape():
            return _number(shape, text)
        case YesNoShape():
            return _yes_or_no(text)
        case ChoiceShape():
            return _chosen(shape, text, is_begun=is_begun).value
        case RowShape(ChoiceShape() as choice):
            return _several_chosen(choice, text, is_begun=is_begun)
        case RowShape():
            return [read_text(shape.each, item, is_begun=is_begun) for item in _items(text)]


def written_text(shape: Simple | RowShape, value: Any) -> str:
    """Return the text of a JSON value, which reads as the same value again."""
    match shape:
        case TextShape() | BilingualShape() | NumberShape() | ChoiceShape():
            return str(value)
        case YesNoShape():
            return "true" if value else "false"
        case RowShape():
            return ", ".join(_item(written_text(shape.each, item)) for item in value)


def told(shape: Simple | RowShape, value: Any, language: str) -> str:
    """Return a value as people read it: words by their names."""
    match shape:
        case YesNoShape():
            return translate(Text("yes") if value else Text("no"), language)
        case ChoiceShape():
            names = [translate(option.name, language) for option in shape.options if option.value == value]
            return names[0] if names else str(value)
        case RowShape():
            return ", ".join(told(shape.each, item, language) for item in value)
        case _:
            return str(value)


def accepted(shape: Simple | RowShape) -> Text:
    """Say in a few words which answers are accepted."""
    match shape:
        case TextShape() | BilingualShape():
            return Text("text")
        case NumberShape(least, most):
            return _range(least, most)
        case YesNoShape():
            return Text("yes or no")
        case ChoiceShape(options):
            return joined([option.name for option in options], " / ")
        case RowShape(TextShape()):
            return Text("one or several, with commas between them")
        case RowShape(each):
            return Text("one or several, with commas between them: {each}", each=accepted(each))


def _range(least: int | None, most: int | None) -> Text:
    if least is None:
        return Text("a whole number")
    if most is None:
        return Text("a whole number from {low}", low=least)
    return Text("a whole number from {low} to {high}", low=least, high=most)


def _wrong(wanted: Text, text: str) -> Malformed:
    return Malformed("", Text("this must be {wanted}; here: {got}", wanted=wanted, got=shown(text)))


def _number(shape: NumberShape, text: str) -> int:
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    number = int(plain) if NUMBER.fullmatch(plain) else None
    low, high = shape.least, shape.most
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        raise _wrong(_range(low, high), text)
    return number


def _yes_or_no(text: str) -> bool:
    word = _folded(text)
    if word in YES or word in NO:
        return word in YES
    raise _wrong(Text("yes or no"), text)


def _chosen(shape: ChoiceShape, text: str, *, is_begun: bool) -> WordOption:
    word = _folded(text)
    found = [option for option in shape.options if word in _spellings(option)]
    if not found and is_begun and word:
        found = [option for option in shape.options if _begins(option, word)]
    if len(found) > 1:
        names = joined([option.name for option in found], " / ")
        raise Malformed("", Text("{got} can mean several things: {words}", got=shown(text), words=names))
    if not found:
        raise _wrong(Text("one of {words}", words=accepted(shape)), text)
    return found[0]


def _several_chosen(shape: ChoiceShape, text: str, *, is_begun: bool) -> list[str | int]:
    """Return the chosen words of a list. A name may contain spaces, so a text that is not one word may be several."""
    chosen = []
    for part in filter(str.strip, re.split(r"[,;|]", text)):
        try:
            chosen.append(_chosen(shape, part, is_begun=is_begun).value)
        except Malformed:
            if len(part.split()) == 1:
                raise
            chosen.extend(_chosen(shape, word, is_begun=is_begun).value for word in part.split())
    return chosen


def _spellings(option: WordOption) -> Iterable[str]:
    names = (translate(option.name, language) for language in LANGUAGES)
    return {_folded(str(option.value)), *(_folded(name) for name in names)}


def _begins(option: WordOption, word: str) -> bool:
    return any(spelling.startswith(word) for spelling in _spellings(option))


def _folded(text: str) -> str:
    """Return a text in small letters without accents: `Élevée` becomes `elevee`, `bottom_left` becomes `bottom left`."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("_", " ").replace("’", "'"))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def _items(text: str) -> list[str]:
    items, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _ITEM.match(text, at)
        if found is None:
            raise Malformed(
                "",
                Text(
                    "a quote or a comma is missing, or there is one too many, after this place: {text}",
                    text=shown(text[at:]),
                ),
            )
        items.append(found[2] if found[1] is None else _unquoted(found[1]))
        at = found.end()
    return items


def _unquoted(inside: str) -> str:
    try:
        words: str = json.loads(f'"{inside}"', strict=False)
    except ValueError as problem:
        raise Malformed("", Text("{text} is badly quoted", text=shown(inside))) from problem
    return words


def _item(text: str) -> str:
    return text if _PLAIN_ITEM.fullmatch(text) else json.dumps(text, ensure_ascii=False)


# --- card cells

EMPTY = "-"
FORMULA = ("=", "+", "-", "@", "'", "\t", "\r")
"""What makes a spreadsheet compute, at the beginning of a cell; an apostrophe before it makes it text."""
_PLAIN_KEY = re.compile(r"[\w-]+")
_KEYS = re.compile(r'(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^."]+))')
Tree = dict[str, Any]
"""Cells by the parts of their paths: text, or a tree again."""


def cells_of(record: RecordShape, item: Json) -> dict[str, str]:
    """Return the cells of a card in a known form, by path; fields without a value have no cell."""
    return dict(_cells_of_record(record, item, ""))


def item_of(record: RecordShape, cells: Mapping[str, str]) -> Json:
    """Return the JSON of a card from its cells, not yet read by its game.

    Raises `Malformed`; its places are paths of cells.
    """
    tree: Tree = {}
    faults = []
    for path, text in cells.items():
        if text.strip():
            try:
                _plant(tree, path, text)
            except Malformed as fault:
                faults.append(fault)
    item = _record(record, tree, "", faults)
    if faults:
        raise together(faults)
    return item


def column_named(record: RecordShape, heading: str) -> str:
    """Return the path of the field that a heading names, in capitals or not; a heading that names none stays."""
    shape: Shape | None = record
    path = []
    for key in heading.split("."):
        names = _names_in(shape)
        name = key if key in names else next((one for one in names if one.casefold() == key.casefold()), key)
        path.append(name)
        shape = _inside(shape, name)
    return ".".join(path)


def _names_in(shape: Shape | None) -> Sequence[str]:
    match shape:
        case RecordShape(fields):
            return [field.name for field in fields]
        case TableShape(each):
            return [str(option.value) for option, _ in each]
        case BilingualShape():
            return ("fr", "en")
        case _:
            return ()


def _inside(shape: Shape | None, name: str) -> Shape | None:
    match shape:
        case RecordShape():
            field = shape.field_named(name, {})
            return None if field is None else field.shape
        case Rows(each):
            return each
        case _:
            return None


def path_of(where: str) -> str:
    """Convert the place of a fault in the JSON to the path of a column: `effects[0].modifiers[1].on` is
    `effects.1.modifiers.2.on`.
    """
    return re.sub(r"\[([0-9]{1,9})\]", lambda found: f".{int(found[1]) + 1}", where)


# --- to cells


def _cells_of_record(record: RecordShape, data: Json, path: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        field = record.field_named(name, data)
        if field is None or value is None or (not field.is_required and value == field.default):
            continue
        yield from _cells(field.shape, value, f"{path}{name}")


def _cells(shape: Shape, value: Any, path: str) -> Iterator[tuple[str, str]]:
    if value in ([], {}, ""):
        yield path, EMPTY
        return
    match shape:
        case RecordShape() if isinstance(value, str):
            yield path, _protected(value)
        case RecordShape():
            inside = list(_cells_of_record(shape, value, f"{path}."))
            yield from inside or [(path, EMPTY)]
        case Rows():
            for n, each in enumerate(value, 1):
                yield from _cells(shape.each, each, f"{path}.{n}")
        case TableShape():
            for name, each in value.items():
                inner = shape.shape_at(name)
                if inner is not None:
                    yield from _cells(inner, each, f"{path}.{_key(name)}")
        case BilingualShape() if isinstance(value, dict):
            for language in ("fr", "en"):
                yield f"{path}.{language}", _protected(value[language]) or EMPTY
        case TextShape() | BilingualShape():
            yield path, _protected(value)
        case _:
            yield path, written_text(shape, value)


def _protected(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) or (text and not text.strip()) else text


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


# --- from cells


def _plant(tree: Tree, path: str, text: str) -> None:
    *above, last = keys_of(path)
    for key in above:
        branch = tree.setdefault(key, {})
        if not isinstance(branch, dict):
            raise _filled_twice(path)
        tree = branch
    if last in tree:
        raise _filled_twice(path)
    tree[last] = text


def keys_of(path: str) -> list[str]:
    """Split a path into its parts. Raises `Malformed` for text that is not a path."""
    keys, at = [], 0
    while at < len(path):
        found = _KEYS.match(path, at)
        if found is None or (found[1] is None and found[2] is None):
            raise Malformed(path, Text("this is not the path of a field"))
        keys.append(found[2] if found[1] is None else _unquoted_cell(found[1], path))
        at = found.end()
    return keys


def _unquoted_cell(inside: str, path: str) -> str:
    try:
        key: str = json.loads(f'"{inside}"', strict=False)
    except ValueError as problem:
        raise Malformed(path, Text("this is not the path of a field")) from problem
    return key


def _filled_twice(path: str) -> Malformed:
    return Malformed(
        path,
        Text(
            "two columns exclude each other, one for a whole field and one for a part of that field; leave one of them empty"
        ),
    )


def _record(record: RecordShape, tree: Tree, path: str, faults: list[Malformed]) -> Json:
    """Return the fields in the order of the form, in which a field comes before the fields that depend on it."""
    data: Json = {}
    known = {field.name for field in record.fields}
    for name in tree:
        if name not in known:
            place = f"{path}{_key(name)}"
            faults.append(Malformed(place, Text("a card of this kind has no such field; leave it empty")))
    for name in dict.fromkeys(field.name for field in record.fields):
        if name in tree:
            field: FormField | None = record.field_named(name, data)
            if field is not None:
                _put(data, name, field.shape, tree[name], f"{path}{name}", faults)
    return data


def _put(data: Json, name: str, shape: Shape, node: Any, path: str, faults: list[Malformed]) -> None:
    try:
        data[name] = _value(shape, node, path, faults)
    except Malformed as fault:
        faults.append(Malformed(path, fault.problem) if not fault.where else fault)


def _value(shape: Shape, node: Any, path: str, faults: list[Malformed]) -> Any:
    if isinstance(node, str):
        return _of_text(shape, node)
    match shape:
        case RecordShape():
            return _record(shape, node, f"{path}.", faults)
        case Rows():
            return _rows(shape, node, path, faults)
        case TableShape():
            return _table(shape, node, path, faults)
        case BilingualShape() if node.keys() <= {"fr", "en"} and all(
            isinstance(text, str) for text in node.values()
        ):
            words = {language: _of_text(TextShape(), text) for language, text in node.items()}
            one = next(iter(words.values()))
            return {"en": one, "fr": one, **words}
        case _:
            raise Malformed(path, Text("this field has no parts"))


def _of_text(shape: Shape, text: str) -> Any:
    """Return the value of a cell."""
    if text.strip() == EMPTY:
        return (
            {}
            if isinstance(shape, RecordShape | TableShape)
            else []
            if isinstance(shape, Rows | RowShape)
            else ""
        )
    match shape:
        case TextShape() | BilingualShape() | RecordShape():
            return text[1:] if text.startswith("'") and _protected(text[1:]) == text else text
        case Rows() | TableShape():
            raise Malformed("", Text("this field has several parts: each has its own column"))
        case _:
            return read_text(shape, text)


def _rows(shape: Rows, node: Tree, path: str, faults: list[Malformed]) -> list[Any]:
    rows: list[Any] = []
    for key in node:
        if not (key.isascii() and key.isdigit() and len(key) < 4 and int(key) > 0):
            faults.append(
                Malformed(f"{path}.{key}", Text("a number, 1 or more, must follow {path}", path=path))
            )
            return rows
    for key in sorted(node, key=int):
        row: Json = {}
        _put(row, "row", shape.each, node[key], f"{path}.{key}", faults)
        rows.extend(row.values())
    return rows


def _table(shape: TableShape, node: Tree, path: str, faults: list[Malformed]) -> Json:
    table: Json = {}
    for name, inside in node.items():
        inner: Simple | RowShape | None = shape.shape_at(name)
        place = f"{path}.{_key(name)}"
        if inner is None:
            known = ", ".join(str(option.value) for option, _ in shape.each)
            faults.append(
                Malformed(
                    place,
                    Text("the word {word} cannot be used here; possible: {known}", word=name, known=known),
                )
            )
        else:
            _put(table, name, inner, inside, place, faults)
    return table

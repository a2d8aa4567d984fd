"""Parses YAML into the data that JSON knows, and refuses YAML's surprising values.

YAML 1.1 reads a bare `NO` as false, `on` as true, `1:30` as 90 and `2024-05-01` as a day. Here such a word is an
error that names the line and says to put it in quotes. A key that stands twice, and a reference to a thing that
holds itself, are errors too.
"""

import math
from typing import Any

import yaml

from companion.errors import Malformed
from companion.storage.strict_json import DEEPEST, LONGEST_NUMBER, too_deep
from companion.storage.yaml_faults import at, fault_of, not_taken, unreadable_sign
from companion.words import Text

MOST_VALUES = 1_000_000
"""Values in one file, counted as often as they are referred to: a few lines of references can stand for billions."""

FastLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(FastLoader):  # type: ignore[misc]
    """Makes only values that JSON has; YAML itself refuses every other tag."""

    yaml_constructors: dict[Any, Any] = {}  # noqa: RUF012


def parse(text: bytes) -> Any:
    """Read the data of a YAML file. Raises `Malformed`, whose place is a line."""
    try:
        words = text.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Malformed("", Text("this text is not in UTF-8")) from problem
    try:
        _check_depth(words)
        data = yaml.load(words, Loader=_Loader)  # noqa: S506 it builds on the safe one
    except yaml.MarkedYAMLError as problem:
        raise fault_of(problem, words) from problem
    except yaml.YAMLError as problem:
        raise unreadable_sign(words) from problem
    except RecursionError as problem:
        raise too_deep() from problem
    _check_size(data)
    return data


def _check_depth(words: str) -> None:
    """Check that the text is not nested too deeply, before YAML builds its data by recursion."""
    depth = 0
    for event in yaml.parse(words, Loader=FastLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise too_deep()
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _check_size(data: Any) -> None:
    level, seen = [data], 0
    for _ in range(DEEPEST + 1):
        inside: list[Any] = []
        for holder in level:
            if isinstance(holder, dict | list):
                seen += len(holder)
                if seen > MOST_VALUES:
                    raise Malformed("", Text("this holds more than {most} values", most=MOST_VALUES))
                inside.extend(holder.values() if isinstance(holder, dict) else holder)
        if not inside:
            return
        level = inside
    raise too_deep()


def _quote_it(node: Any, meaning: Text) -> Malformed:
    if not isinstance(node, yaml.ScalarNode):
        return not_taken(node)
    return at(
        node.start_mark,
        Text(
            "YAML reads a bare {word} as {meaning}: put it in quotes",
            word=str(node.value)[:40],
            meaning=meaning,
        ),
    )


def _read_bool(_loader: Any, node: Any) -> bool:
    word = str(node.value).lower()
    if word not in ("true", "false"):
        truth = word in ("yes", "on", "y")
        raise _quote_it(node, Text("true") if truth else Text("false"))
    return word == "true"


def _read_int(_loader: Any, node: Any) -> int:
    digits = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
    if len(digits) > LONGEST_NUMBER:
        raise at(node.start_mark, Text("a number of {digits} digits is too long", digits=len(digits)))
    plain = digits.lstrip("+-")
    if not (plain.isascii() and plain.isdigit()) or (plain[0] == "0" and len(plain) > 1):
        raise _quote_it(node, Text("another number"))
    return int(digits)


def _read_float(_loader: Any, node: Any) -> float:
    try:
        number = float(node.value)
    except (TypeError, ValueError) as problem:
        raise _quote_it(node, Text("a number")) from problem
    if not math.isfinite(number):
        raise at(node.start_mark, Text("the number {number} is too large", number=str(node.value)[:40]))
    return number


def _read_day(_loader: Any, node: Any) -> str:
    raise _quote_it(node, Text("a day"))


def _read_mapping(loader: Any, node: Any) -> Any:
    data: dict[str, Any] = {}
    yield data
    if not isinstance(node, yaml.MappingNode):
        raise not_taken(node)
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise at(key_node.start_mark, Text("a name before a colon is text: put it in quotes"))
        if key in data:
            raise at(key_node.start_mark, Text("{name} appears twice in one object", name=key[:40]))
        data[key] = loader.construct_object(value_node, deep=True)


_TAG = "tag:yaml.org,2002:"
for _name, _reader in (
    ("null", _Loader.construct_yaml_null),
    ("bool", _read_bool),
    ("int", _read_int),
    ("float", _read_float),
    ("timestamp", _read_day),
    ("str", _Loader.construct_yaml_str),
    ("seq", _Loader.construct_yaml_seq),
    ("map", _read_mapping),
):
    _Loader.yaml_constructors[_TAG + _name] = _reader
_Loader.yaml_constructors[None] = _Loader.construct_undefined

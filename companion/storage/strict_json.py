"""Parses JSON that comes from outside, within bounds, and writes JSON.

Numbers without end, NaN and nesting without end are refused with words that a person can act on, so that
nothing behind this border can be made to overflow. What is written is ASCII: half a surrogate pair survives.
"""

import json
import math
import re
from typing import Any, NoReturn

from companion.errors import Malformed
from companion.words import N_, TRICKS, Text

DEEPEST = 100
"""Lists and objects inside each other; no honest play, set-up or card has more than ten."""
DEEPEST_KEPT = DEEPEST + 4
"""A play as a log or an export keeps it: in the objects that these put around it."""
LONGEST_NUMBER = 4000
"""Digits of a whole number; Python itself turns 4300 into text at most, in either direction."""
LARGEST_NUMBER = 2**63 - 1
"""The largest whole number of `expect_plain`: what databases and other programs hold."""

_FAULTS = {
    "Expecting value": N_("a value should begin here"),
    "Expecting property name enclosed in double quotes": N_("a name in double quotes should begin here"),
    "Expecting ':' delimiter": N_("a colon is missing here"),
    "Expecting ',' delimiter": N_("a comma or a closing bracket is missing here"),
    "Illegal trailing comma before end of object": N_("there is a comma before the closing bracket"),
    "Illegal trailing comma before end of array": N_("there is a comma before the closing bracket"),
    "Extra data": N_("there is text after the end"),
    "Unterminated string starting at": N_("a text begins here and does not end"),
    "Invalid control character at": N_("a text ends suddenly here, or contains a control character"),
    "Invalid \\escape": N_("this use of the backslash is not valid"),
    "Invalid \\uXXXX escape": N_("this use of the backslash is not valid"),
}
"""What Python says of JSON, in a person's words…"""
_HALF = re.compile("[\\ud800-\\udfff]")
"""Half of a surrogate pair, which is no character."""
_ODD = N_("this part is not written as JSON requires")
"""The message for errors that are not listed above."""


def parse(text: str | bytes, *, deepest: int = DEEPEST, unique_keys: bool = False) -> Any:
    """Read JSON data from UTF-8 text.

    Raises `Malformed`, without a place, for invalid JSON or endless numbers and nesting.
    """
    try:
        words = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Malformed("", Text("this text is not in UTF-8")) from problem
    try:
        data = (_DECODER_OF_UNIQUE if unique_keys else _DECODER).decode(words)
    except RecursionError as problem:
        raise too_deep() from problem
    except json.JSONDecodeError as problem:
        raise Malformed("", Text("this is not JSON: {problem}", problem=_said(problem))) from problem
    if is_deeper(data, deepest):
        raise too_deep()
    return data


def expect_plain(data: Any) -> None:
    """Check that data of other machines can be kept in every database and shown on every page.

    Raises `Malformed` for a whole number that does not fit into 64 bits, and for text with half a surrogate pair or the
    character 0.
    """
    items = [data]
    while items:
        item = items.pop()
        if isinstance(item, str):
            if not is_keepable(item):
                raise Malformed("", Text("there is text with a character that nothing can show"))
        elif isinstance(item, int):
            if abs(item) > LARGEST_NUMBER:
                raise Malformed("", Text("there is a whole number that is too large"))
        elif isinstance(item, dict | list):
            items += item
            items += _inside(item) if isinstance(item, dict) else ()


def is_keepable(text: str) -> bool:
    """Tell whether a text can be kept in every database and shown on every page."""
    # PostgreSQL does not hold the character 0. Most long texts are ASCII, which Python knows without reading them.
    return "\0" not in text and (text.isascii() or _HALF.search(text) is None)


def written(data: Any) -> str:
    """Write data as one line of ASCII JSON."""
    return json.dumps(data, ensure_ascii=True)


def readable(data: Any) -> str:
    """Write data as one line of JSON for people: letters as they are, and what would trick a terminal escaped."""
    return TRICKS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(data, ensure_ascii=False))


def canonical(data: Any) -> str:
    """Write data as JSON that does not depend on the order of its keys."""
    return json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def is_deeper(data: Any, deepest: int) -> bool:
    """Tell whether lists and objects are nested deeper than `most` levels, without recursion."""
    level = [data]
    for _ in range(deepest + 1):
        level = [item for holder in level for item in _inside(holder)]
        if not level:
            return False
    return True


def too_deep() -> Malformed:
    """Return the error for data that is nested too deeply."""
    return Malformed("", Text("this is nested too deeply"))


def _said(problem: json.JSONDecodeError) -> Text:
    """Say what is wrong and where; for a text of one line the column is enough."""
    said = Text(_FAULTS.get(problem.msg, _ODD))
    if "\n" not in problem.doc.strip():
        return Text("{problem} (column {column})", problem=said, column=problem.colno)
    return Text(
        "{problem} (line {line}, column {column})", problem=said, line=problem.lineno, column=problem.colno
    )


def _inside(data: Any) -> Any:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed("", Text("{name} is not a JSON number", name=name))


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Malformed("", Text("a number of {digits} digits is too long", digits=len(digits)))
    return int(digits)


def _decimal_number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Malformed("", Text("the number {number} is too large", number=digits[:40]))
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        double = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise Malformed("", Text("{name} appears twice in one object", name=double[:40]))
    return data


# Made once: a hall reads thousands of messages a second.
_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_int=_whole_number, parse_float=_decimal_number
)
_DECODER_OF_UNIQUE = json.JSONDecoder(
    parse_constant=_refuse_constant,
    parse_int=_whole_number,
    parse_float=_decimal_number,
    object_pairs_hook=_unique,
)

"""Writes one field of a card as text, for typing and for cells of a table, and reads it back.

Several values in a line stand with commas or spaces between them; one with a space, a comma or a quote in it stands in
double quotes, as JSON writes it. Words may be typed in French or English, or as catalogues write them.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from companion.codec import shown
from companion.errors import Malformed
from companion.rules.forms import (
    BilingualShape,
    ChoiceShape,
    NumberShape,
    RowShape,
    Simple,
    TextShape,
    WordOption,
    YesNoShape,
)
from companion.words import LANGUAGES, Text, joined, translate

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

"""A match's catalogue: card definitions by reference, read with the game's own card reader.

A catalogue is a list of card objects. Besides cards it may hold what the game allows without a reference
(OFUSAIDO: a table of posts), and `{"kind": "pattern", "pattern": REGEX}` for boxes whose references are not
of the usual form.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.codec import read, shown
from companion.errors import Malformed
from companion.words import Text

USUAL_PATTERN = r"[A-Z]{2,4}[0-9]{3}-[0-9]{3}"
"""`AC001-241`: two to four letters, three digits, a dash, three digits."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    pattern: str


def read_cards(
    items: Sequence[Any], read_card: Callable[[Any, str], Any]
) -> tuple[dict[str, Any], list[Any]]:
    """The cards by reference, and what has none. Raises `Malformed` with the number and reference of the card."""
    pattern = _pattern_of(items)
    cards: dict[str, Any] = {}
    rest: list[Any] = []
    for n, item in enumerate(items):
        if _is_pattern(item):
            continue
        card = read_card(item, f"catalogue[{n}]")
        if not hasattr(card, "ref"):
            rest.append(card)
            continue
        if not pattern.fullmatch(card.ref):
            raise Malformed(f"catalogue[{n}].ref", Text("{ref} is no card reference", ref=shown(card.ref)))
        if card.ref in cards and cards[card.ref] != card:
            raise Malformed(f"catalogue[{n}]", Text("{ref} is defined twice, differently", ref=card.ref))
        cards[card.ref] = card
    return cards, rest


def _is_pattern(item: Any) -> bool:
    return isinstance(item, dict) and item.get("kind") == "pattern"


def _pattern_of(items: Iterable[Any]) -> "re.Pattern[str]":
    pattern = USUAL_PATTERN
    for n, item in enumerate(items):
        if _is_pattern(item):
            form = {name: value for name, value in item.items() if name != "kind"}
            pattern = read(_Pattern, form, f"catalogue[{n}]").pattern
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as problem:
        raise Malformed("catalogue", Text("{pattern} is no pattern", pattern=shown(pattern))) from problem

"""A match's catalogue: card definitions by reference, read with the game's own card reader.

A catalogue is a list of card objects. Besides cards it may hold what the game allows without a reference
(a table of posts), and `{"kind": "pattern", "pattern": REGEX}` for boxes whose references are not
of the usual form. Cards of several boxes bring several patterns: a reference has the form of one of them.
"""

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from companion.codec import read, shown
from companion.errors import Malformed, together
from companion.words import Text


class Kinded(Protocol):
    """A card or another item of a catalogue, which names its kind."""

    kind: ClassVar[str]


C = TypeVar("C")
K = TypeVar("K", bound=Kinded)
USUAL_PATTERN = r"[A-Z]{2,4}[0-9]{3}-[0-9]{3}"
"""`AC001-241`: two to four letters, three digits, a dash, three digits."""
_O_OR_0 = re.compile("([A-Z0]{2,4})([0-9O]{3}-[0-9O]{3})")
"""The same with O and 0 taken for each other."""

LONGEST_REF = 20
"""The longest reference. Longer ones would be hard to type, and a badly written pattern could take long on them."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    pattern: str


def read_cards(
    items: Sequence[Any],
    read_card: Callable[[Any, str], Any],
    *,
    name: str = "catalogue",
    pattern: str = USUAL_PATTERN,
) -> tuple[dict[str, Any], list[Any]]:
    """Return the cards by reference, and the items without one. `pattern` applies unless the items bring their own.

    Raises `Malformed` with the number and reference of the card in the list called `name`.
    """
    patterns = _patterns_of(items, name) or [compiled(pattern, name)]
    cards: dict[str, Any] = {}
    rest: list[Any] = []
    faults: list[Malformed] = []
    for n, item in enumerate(items):
        if _is_pattern(item):
            continue
        try:
            card = read_card(item, f"{name}[{n}]")
            if hasattr(card, "ref"):
                _check_ref(card, patterns, cards, f"{name}[{n}]")
                cards[card.ref] = card
            else:
                rest.append(card)
        except Malformed as fault:
            faults.append(fault)
    if faults:
        raise together(faults)
    return cards, rest


def as_printed(typed: str) -> str:
    """Return a reference as cards bear it: in capitals, with plain dashes, and with O among its letters and 0 among its digits,
    which look alike in print. Word processors and people write others.
    """
    plain = "".join("-" if _is_dash(sign) else sign for sign in typed.strip()).upper()
    usual = _O_OR_0.fullmatch(plain)
    return plain if usual is None else usual[1].replace("0", "O") + usual[2].replace("O", "0")


def _is_dash(sign: str) -> bool:
    return unicodedata.category(sign) == "Pd" or sign == "\N{MINUS SIGN}"


def is_reference(ref: str, patterns: "Iterable[re.Pattern[str]]") -> bool:
    """Tell whether a reference has the form of one of the patterns."""
    return len(ref) <= LONGEST_REF and any(form.fullmatch(ref) for form in patterns)


def _check_ref(
    card: Any, patterns: "Sequence[re.Pattern[str]]", known: Mapping[str, Any], where: str
) -> None:
    if not is_reference(card.ref, patterns):
        raise Malformed(f"{where}.ref", Text("{ref} is not a card reference", ref=shown(card.ref)))
    if known.get(card.ref, card) != card:
        raise Malformed(where, Text("{ref} is defined twice, differently", ref=card.ref))


def read_kind(kinds: Mapping[str, type[C]], data: Any, where: str) -> C:
    """Read a card from its JSON by its `kind`. Raises `Malformed`, whose path begins with the card's reference."""
    if not isinstance(data, dict):
        raise Malformed(where, Text("a card is an object; here: {got}", got=shown(data)))
    ref = data.get("ref")
    place = f"{where} ({ref})" if isinstance(ref, str) and len(ref) < 40 else where
    name = data.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed(
            place,
            Text("there is no kind {name}; possible: {known}", name=shown(name), known=", ".join(kinds)),
        )
    try:
        return read(kind, {key: item for key, item in data.items() if key != "kind"})
    except Malformed as problem:
        raise problem.moved(lambda within: f"{place} {within}".rstrip()) from problem


def find_card(cards: Mapping[str, Any], ref: str, kind: type[K], where: str) -> K:
    """Return the card of a kind that a set-up names at `where`. Raises `Malformed`."""
    card = cards.get(ref)
    if card is None:
        raise Malformed(where, Text("{card} is not in any catalogue of this match", card=ref))
    if not isinstance(card, kind):
        raise Malformed(
            where,
            Text(
                "{card} is a card of kind {got}, but a card of kind {wanted} is needed here",
                card=ref,
                got=card.kind,
                wanted=kind.kind,
            ),
        )
    return card


def _is_pattern(item: Any) -> bool:
    return isinstance(item, dict) and item.get("kind") == "pattern"


def _patterns_of(items: Iterable[Any], name: str) -> "list[re.Pattern[str]]":
    patterns = []
    for n, item in enumerate(items):
        if _is_pattern(item):
            form = {key: value for key, value in item.items() if key != "kind"}
            patterns.append(compiled(read(_Pattern, form, f"{name}[{n}]").pattern, f"{name}[{n}].pattern"))
    return patterns


def compiled(pattern: str, where: str) -> "re.Pattern[str]":
    """Compile the pattern of a catalogue's references. Raises `Malformed` for an invalid one."""
    try:
        with warnings.catch_warnings():
            # Python warns of patterns that it may read otherwise some day; players can do nothing about that.
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as problem:
        raise Malformed(where, Text("{pattern} is not a pattern", pattern=shown(pattern))) from problem

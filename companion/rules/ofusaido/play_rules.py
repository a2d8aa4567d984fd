"""A row of OFUSAIDO's plays: all that the rules say of one kind of play. Each stands in the module of its family."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.ids import CardRef
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.plays import Play
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State
from companion.words import Text


def _no_cards(_play: Any) -> Iterable[CardRef]:
    return ()


@dataclass(frozen=True, slots=True)
class SidePlay:
    """One kind of play: its form, its name on buttons, and the phases in which it is possible.

    `judge(state, play)` returns its events, or why it is refused; `options(state, seat)` are complete plays that would be
    accepted; `label(state, play)` tells it in one sentence. `cards` are those that it names.
    """

    form: type[Any]
    name: Text
    phases: frozenset[Phase]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Seat], Iterator[Play]]
    label: Callable[[State, Any], Text]
    cards: Callable[[Any], Iterable[CardRef]] = _no_cards

    @property
    def kind(self) -> str:
        kind: str = self.form.kind
        return kind


def during(*phases: Phase) -> frozenset[Phase]:
    return frozenset(phases)


WHENEVER = frozenset(Phase)
"""The plays that either side may make are checked for their moment instead."""


def by_side(template: Text) -> Callable[[State, Any], Text]:
    """Return the sentence of a play that names nothing but its side."""
    return lambda state, play: Text(template.template, seat=side_name(state, play.seat))


def runs(cards: Sequence[CardRef], n: int) -> Iterator[tuple[CardRef, ...]]:
    """Return for each card a row of n cards that begins with it."""
    for first in range(len(cards)):
        yield tuple(cards[(first + k) % len(cards)] for k in range(n))

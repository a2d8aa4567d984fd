"""A row of OFUSAIDO's plays: all that the rules say of one kind of play. Each stands in the module of its family."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.ids import CardRef
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.plays import Play
from companion.rules.ofusaido.state import Phase, State
from companion.rules.play_rules import KindOfPlay, nothing_named
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SidePlay(KindOfPlay):
    """One kind of play, and the phases in which it is possible.

    `judge(state, play)` returns its events, or why it is refused; `options(state, seat)` are complete plays that would be
    accepted; `label(state, play)` tells it in one sentence. `cards` are those that it names. The seat of options is None for a play of
    the whole table.
    """

    phases: frozenset[Phase]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Any], Iterator[Play]]
    label: Callable[[State, Any], Text]
    cards: Callable[[Any], Iterable[CardRef]] = nothing_named


WHENEVER = frozenset(Phase)
"""The plays that either side may make are checked for their moment instead."""


def by_side(template: Text) -> Callable[[State, Any], Text]:
    """Return the sentence of a play that names nothing but its side."""
    return lambda state, play: Text(template.template, seat=side_name(state, play.seat))

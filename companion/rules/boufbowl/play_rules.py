"""A row of Boufbowl's plays: all that the rules say of one kind of play. Each stands in the module of its family."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.boufbowl.unfolding import Unfolding
from companion.rules.engine import Refusal
from companion.words import Text

T = TypeVar("T")
Named = Callable[[Any], Iterable[str | None]]


def _allowed(_state: State, _play: Any) -> Refusal | None:
    return None


def _nothing(_u: Unfolding, _play: Any, _before: State) -> None:
    pass


def _none(_play: Any) -> Iterable[str | None]:
    return ()


@dataclass(frozen=True, slots=True)
class CoachPlay:
    """One kind of play: its form, its name on buttons, and the stages in which it is possible.

    `label(sheet, play)` tells it in one sentence; `options(state, seat)` are complete plays that would be accepted. `check`
    says why it is refused, `follow` what follows from it; `complete` fills in a choice for which only one answer is
    possible. `cards` and `zones` are what it names of the catalogue and of the board.
    """

    form: type[Any]
    name: Text
    stages: frozenset[Stage]
    label: Callable[[Sheet, Any], Text]
    options: Callable[[State, Seat], Iterator[Play]]
    check: Callable[[State, Any], Refusal | None] = _allowed
    follow: Callable[[Unfolding, Any, State], None] = _nothing
    complete: Callable[[State, Any], Play | Refusal] | None = None
    cards: Named = _none
    zones: Named = _none

    @property
    def kind(self) -> str:
        kind: str = self.form.kind
        return kind


def at(*stages: Stage) -> frozenset[Stage]:
    return frozenset(stages)


IN_PLAY = at(Stage.PLAY)


def player_of(play: Any) -> tuple[str]:
    """Return the only card that many plays name."""
    return (play.player,)


def by_player(template: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names one player."""
    return lambda sheet, play: Text(template.template, player=card_name(sheet, play.player))


def said(sentence: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names nothing."""
    return lambda _sheet, _play: sentence


def runs(items: Sequence[T], n: int) -> Iterator[tuple[T, ...]]:
    """Return for each item a row of n items that begins with it."""
    for first in range(len(items)):
        yield tuple(items[(first + k) % len(items)] for k in range(n))

"""A row of Boufbowl's plays: all that the rules say of one kind of play. Each stands in the module of its family."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name, in_zone, side_name, zone_name
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.boufbowl.unfolding import Unfolding
from companion.rules.engine import Refusal
from companion.rules.play_rules import KindOfPlay, during, nothing_named
from companion.words import Text

Named = Callable[[Any], Iterable[str | None]]


def _allowed(_state: State, _play: Any) -> Refusal | None:
    return None


def _nothing(_u: Unfolding, _play: Any, _before: State) -> None:
    pass


@dataclass(frozen=True, slots=True)
class CoachPlay(KindOfPlay):
    """One kind of play, and the stages in which it is possible.

    `label(sheet, play)` tells it in one sentence; `options(state, seat)` are complete plays that would be accepted. `check`
    says why it is refused, `follow` what follows from it; `complete` fills in a choice for which only one answer is
    possible. `cards` and `zones` are what it names of the catalogue and of the board.
    """

    stages: frozenset[Stage]
    label: Callable[[Sheet, Any], Text]
    options: Callable[[State, Seat], Iterator[Play]]
    check: Callable[[State, Any], Refusal | None] = _allowed
    follow: Callable[[Unfolding, Any, State], None] = _nothing
    complete: Callable[[State, Any], Play | Refusal] | None = None
    cards: Named = nothing_named
    zones: Named = nothing_named


IN_PLAY = during(Stage.PLAY)


def player_of(play: Any) -> tuple[str]:
    """Return the only card that many plays name."""
    return (play.player,)


def by_player(template: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names one player."""
    return lambda sheet, play: Text(template.template, player=card_name(sheet, play.player))


def by_two_players(template: Text, other: Callable[[Any], CardRef]) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play of one player that names another."""
    return lambda sheet, play: Text(
        template.template, player=card_name(sheet, play.player), other=card_name(sheet, other(play))
    )


def by_player_at(template: Text, zone: Callable[[Any], str]) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play of one player that names a zone, by its name or as a place."""
    return lambda sheet, play: Text(
        template.template,
        player=card_name(sheet, play.player),
        zone=zone_name(sheet, zone(play)),
        place=in_zone(sheet, zone(play)),
    )


def by_number(
    none: Text, one: Text, many: Text, number: Callable[[Any], int]
) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a coach's play that says a number."""
    told = {0: none, 1: one}

    def label(sheet: Sheet, play: Any) -> Text:
        n = number(play)
        return Text(told.get(n, many).template, seat=side_name(sheet, play.seat), n=n)

    return label


def said(sentence: Text) -> Callable[[Sheet, Any], Text]:
    """Return the sentence of a play that names nothing."""
    return lambda _sheet, _play: sentence

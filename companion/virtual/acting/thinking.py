"""Has the virtual players of a shown match think as the program does when it plays; dice, piles and what cards say stay with
them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import count
from random import Random
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.match import Match
from companion.opponent.choosing import STRONGEST, Ranking, Thinker, choose, is_asked, knowledge_of, picked
from companion.opponent.games import THINKERS, value_of
from companion.play import Play, seat_said
from companion.storage.shipped_data import value_data
from companion.virtual.acting.actor import MOST_CHOICES, Actor, Gesture, cards_by_seat, few

SETTLED = frozenset(("bonus",))
"""Kinds of play whose cards lie ready already."""
FEWEST_CHOICES = 2
DOES_WITHOUT = frozenset(("let_pass", "no_support"))
"""Kinds of play by which a seat does without what it is asked for; the question names them, as in «or none»."""


class ThinkingActor:
    """An actor whose players choose their plays as the program does. The same seed gives the same match."""

    def __init__(self, match: Match, actor: Actor, thinker: Thinker, seed: int) -> None:
        self._match = match
        self._seed = seed
        self._actor = actor
        self._thinker = thinker
        self._value, _ = value_of(self._thinker, value_data(match.rules.game))
        self._thought_seq = -1
        self._rankings: dict[str, Ranking] = {}

    def prepares(self) -> Sequence[Gesture]:
        return self._actor.prepares()

    def held(self, seat: str) -> Sequence[CardRef]:
        return self._actor.held(seat)

    def next_play(self) -> Play | None:
        """Return the next play: what the actor's player would do, unless the seat has something to think about."""
        usual = self._actor.next_play()
        if usual is None or self._thought_seq == self._match.seq:
            return usual
        self._thought_seq, self._rankings = self._match.seq, self._thought(usual)
        if self._rankings:
            self._actor.be_told(_joined(usual, self._rankings))
        return self._actor.next_play()

    def choices(self, seat: str) -> Sequence[Play]:
        """Return what a seat could do next: the best, and others of the better half, with other players or cards first. Who
        does not know the game is offered nothing silly. Doing without is offered wherever the question names it.
        """
        own, ranking = self.next_play(), self._rankings.get(seat, ())
        if own is None or len(ranking) < 2:
            return self._actor.choices(seat)
        better = [choice.play for choice in ranking[: max(FEWEST_CHOICES, len(ranking) // 2)]]
        various = few(better, _about)
        chosen = [*various, *(play for play in better if play not in various)][:MOST_CHOICES]
        without = [one.play for one in ranking if one.play.kind in DOES_WITHOUT and one.play not in chosen]
        return [*chosen[: MOST_CHOICES - len(without)], *without]

    def has_room(self, play: Play) -> bool:
        return self._actor.has_room(play)

    def be_told(self, play: Play) -> None:
        self.next_play()
        self._actor.be_told(play)

    def tells(self, play: Play) -> Sequence[Gesture]:
        return self._actor.tells(play)

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        return self._actor.follows(events)

    def _thought(self, usual: Play) -> dict[str, Ranking]:
        """Return the rankings of the seats that choose the next play, if they have something to choose."""
        if usual.kind not in self._thinker.chosen_kinds - SETTLED:
            return {}
        one = seat_said(usual) or self._waited()
        seats: Iterable[str] = cards_by_seat(usual) or ([] if one is None else [one])
        found = {
            seat: self._ranking(seat) for seat in seats if is_asked(self._thinker, self._match.state, seat)
        }
        shown = {
            seat: tuple(choice for choice in ranking if self._actor.has_room(choice.play))
            for seat, ranking in found.items()
        }
        return {seat: self._drawn_first(seat, ranking) for seat, ranking in shown.items() if ranking}

    def _drawn_first(self, seat: str, ranking: Ranking) -> Ranking:
        """Return a ranking in which that play comes first which the seat makes: the best, or the one that is drawn."""
        drawn = picked(self._thinker, ranking, STRONGEST, Random(f"{self._seed}-{self._match.seq}-{seat}"))
        return (drawn, *(choice for choice in ranking if choice is not drawn))

    def _waited(self) -> str | None:
        return next((one.seat for one in self._match.expects()), None)

    def _ranking(self, seat: str) -> Ranking:
        ticks = count()
        return choose(
            self._thinker,
            self._value,
            knowledge_of(self._thinker, self._match.state, seat, self._actor.held(seat)),
            self._thinker.looks,
            now_s=lambda: float(next(ticks)),
        )


def _about(play: Any) -> tuple[str, str]:
    """Return the kind of a play, and the player or card that it names first."""
    named = next((field.name for field in fields(play) if field.name != "seat"), None)
    return play.kind, "" if named is None else str(getattr(play, named))


def _joined(usual: Play, rankings: Mapping[str, Ranking]) -> Play:
    """Return the first play of a ranking; where all play at once, everybody's."""
    chosen = [ranking[0].play for ranking in rankings.values()]
    together = cards_by_seat(usual)
    if not together:
        return chosen[0]
    whole: Any = usual
    joined: Play = replace(
        whole, cards={**together, **{k: v for play in chosen for k, v in cards_by_seat(play).items()}}
    )
    return joined


def acted_by(match: Match, actor: Actor, seed: int, *, thinks: bool) -> Actor:
    """Return the actor whose players think, in a game that the program can play."""
    thinker = THINKERS.get(match.rules.game)
    return actor if thinker is None or not thinks else ThinkingActor(match, actor, thinker, seed)

"""Builds a ruling of L'Ouaf event by event: the end of a round, and the end of the match."""

from typing import Self

from companion.rules import unfolding
from companion.rules.ouaf.events import CardMoved, Fired, MatchEnd, Place
from companion.rules.ouaf.evolve import evolve
from companion.rules.ouaf.scoring import Result, result
from companion.rules.ouaf.state import Phase, State


class Unfolding(unfolding.Unfolding[State]):
    """What follows from one play, so far."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def then_close_round(self) -> Self:
        """Once nobody has to choose, the cards played go to the discards, and the match may end."""
        if self.state.phase is Phase.CHOICE:
            return self
        return self.then_clear_table().then_end(result(self.state))

    def then_clear_table(self) -> Self:
        """Put the cards that were turned on the table on their players' discards; a card face down stays a secret."""
        for seat, worker in self.state.workers.items():
            if worker.played is not None and worker.played not in worker.hand:
                self.then(CardMoved(seat, worker.played, Place.TABLE, Place.DISCARD))
        return self

    def then_end(self, ended: Result | None) -> Self:
        """Return the end of the match, if it has ended: who is fired, everybody's points, who wins."""
        if ended is None:
            return self
        for seat in ended.fired:
            self.then(Fired(seat))
        for counted in ended.points:
            self.then(counted)
        return self.then(MatchEnd(ended.winner, ended.boss))

"""Turns the cards: judges success or failure, changes reputations, applies the evaluation; ends the round and the match."""

from typing import Self

from companion.rules import play_rules
from companion.rules.ouaf.cards import DIRECT_EFFECTS, Boss, Effect, Half, Seat
from companion.rules.ouaf.events import CardMoved, Evaluation, Fired, MatchEnd, Place, Reputation, Reveal, Why
from companion.rules.ouaf.evolve import evolve
from companion.rules.ouaf.scoring import Result, reputations, result, touched
from companion.rules.ouaf.state import HIGHEST, LOWEST, Phase, State, is_unread


class Unfolding(play_rules.Unfolding[State]):
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


def reveal_when_whole(unfolding: Unfolding) -> Unfolding:
    """Once every seat that can play has played, the round is judged as far as nobody has to choose."""
    state = unfolding.state
    if any(is_unread(worker) for worker in state.workers.values()):
        return unfolding
    turned = _turned(state)
    unfolding.then(turned)
    _move_extremes(unfolding, turned)
    _evaluate(unfolding, Boss.HAPPY if turned.success else Boss.ANGRY)
    return unfolding.then_close_round()


def _turned(state: State) -> Reveal:
    assert state.order is not None
    cards = {seat: worker.played for seat, worker in state.workers.items() if worker.played is not None}
    total, order = sum(cards.values()), state.sheet.totals[state.order]
    return Reveal(cards, total, order, total >= order, total - order)


def _move_extremes(unfolding: Unfolding, turned: Reveal) -> None:
    """Change reputations: in a success the highest cards gain their distance above the average; in a failure the
    lowest lose their distance below it.
    """
    order = unfolding.state.order
    assert order is not None
    average = unfolding.state.sheet.average(order)
    extreme = (max if turned.success else min)(turned.cards.values(), default=0)
    for seat, value in turned.cards.items():
        if value == extreme and turned.success:
            _change(unfolding, seat, max(0, value - average), Why.HIGHEST_CARD)
        elif value == extreme:
            _change(unfolding, seat, -max(0, average - value), Why.LOWEST_CARD)


def _change(unfolding: Unfolding, seat: Seat, by: int, why: Why) -> None:
    """Change a reputation; what goes past an end of the track is lost."""
    before = unfolding.state.workers[seat].reputation
    unfolding.then(Reputation(seat, before, min(HIGHEST, max(LOWEST, before + by)), why))


def _evaluate(unfolding: Unfolding, boss: Boss) -> None:
    state = unfolding.state
    assert state.evaluation is not None
    half = state.sheet.half(state.evaluation, boss)
    seats: tuple[Seat, ...] = ()
    if half.effect in DIRECT_EFFECTS:
        seats = touched(half.target, reputations(state, state.sheet.seats))
    counts = 2 if half.effect is Effect.COUNT_DOUBLE else 1
    unfolding.then(Evaluation(state.evaluation, boss, counts, half.effect, half.target, seats))
    for seat in seats:
        _take_effect(unfolding, seat, half)


def _take_effect(unfolding: Unfolding, seat: Seat, half: Half) -> None:
    """Let a direct effect change one seat, but for what the seat must choose itself."""
    worker = unfolding.state.workers[seat]
    match half.effect:
        case Effect.GAIN_REPUTATION:
            _change(unfolding, seat, half.value, Why.EFFECT)
        case Effect.LOSE_REPUTATION:
            _change(unfolding, seat, -half.value, Why.EFFECT)
        case Effect.RECOVER_LOWEST if worker.discard:
            unfolding.then(CardMoved(seat, min(worker.discard), Place.DISCARD, Place.HAND))
        case Effect.SWAP_DOWN | Effect.SWAP_UP if worker.choice and worker.played is not None:
            unfolding.then(CardMoved(seat, worker.played, Place.TABLE, Place.HAND))
    if len(worker.choice) == 1:
        unfolding.then(CardMoved(seat, worker.choice[0], Place.HAND, Place.DISCARD))

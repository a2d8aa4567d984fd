"""A ruling of Lignes d'Attaque in the making: what closes a strategy phase, a turn, a half and the match."""

from collections.abc import Mapping
from typing import Self

from companion.rules import unfolding
from companion.rules.lignes.events import END_OF_MATCH, KICK_OFF_AFTER_GOAL, BallAt, Goal, MatchEnd, TurnEnd
from companion.rules.lignes.evolve import evolve
from companion.rules.lignes.pieces import KEEPERS, SEAT_OF, Piece, Seat
from companion.rules.lignes.sheet import Goals, Halves
from companion.rules.lignes.state import Phase, State, first_of_half, result

_KEEPER = "Lignes d'Attaque, Gardien de but"


class Unfolding(unfolding.Unfolding[State]):
    """What follows from one play, so far."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def after_strategy(self) -> Self:
        """End a strategy phase whose points are spent; without a carrier of its own side, the turn ends too."""
        if self.state.phase is Phase.STRATEGY and self.state.points == 0:
            return self.turn_ends()
        return self

    def turn_ends(self) -> Self:
        """End the turn: the other side plays next."""
        return self.next_plays(self.state.playing.other)

    def next_plays(self, seat: Seat) -> Self:
        """End the turn, and the half too if its time is up."""
        return self.half_ends() if self.state.time_is_up else self.then(TurnEnd(seat))

    def kicks_off_after_goal(self, seat: Seat) -> Self:
        """Let the side kick off that the house rule names after a goal; end the half if its time is up."""
        return self.half_ends() if self.state.time_is_up else self.then(TurnEnd(seat, KICK_OFF_AFTER_GOAL))

    def half_ends(self) -> Self:
        """End the half: the other side kicks off the next one; the last half ends the match."""
        end = self.state.sheet.end
        assert isinstance(end, Halves)
        if self.state.half == end.halves:
            return self.match_ends()
        return self.then(TurnEnd(first_of_half(self.state, self.state.half + 1)))

    def match_ends(self, section: str = END_OF_MATCH) -> Self:
        """End the match with the score as it is, as `section` says."""
        return self.then(MatchEnd(result(self.state), _by_name(self.state.score), section))

    def keeper_has_it(self, seat: Seat, section: str = _KEEPER) -> Self:
        """Give the ball to a keeper, as `section` says: his side plays next, and clears the ball."""
        keeper = KEEPERS[seat]
        return self.then(BallAt(self.state.pieces[keeper], keeper, section=section)).next_plays(seat)

    def goal(self, piece: Piece) -> Self:
        """Adds a goal, and what follows: the match is won, the half ends, or somebody kicks off as the house says."""
        seat, end = SEAT_OF[piece], self.state.sheet.end
        score = {**self.state.score, seat: self.state.score[seat] + 1}
        self.then(Goal(seat, piece, _by_name(score)))
        if isinstance(end, Goals) and score[seat] >= end.goals:
            return self.match_ends()
        restart_by = self.state.sheet.house.restart_by
        if restart_by == "die" and not self.state.time_is_up:
            return self.then(BallAt(self.state.sheet.board.centre, None, section=KICK_OFF_AFTER_GOAL))
        return self.kicks_off_after_goal(seat if restart_by == "scored" else seat.other)


def _by_name(score: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: goals for seat, goals in score.items()}

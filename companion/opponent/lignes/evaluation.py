"""What a state in the middle of a turn is worth to a side: dice that fall next are looked at, and a shot by its chance."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.opponent.lignes.chances import Shooting
from companion.opponent.value import WinningValue
from companion.play import Play
from companion.rules.engine import Refusal
from companion.rules.lignes import plays
from companion.rules.lignes.board import Seat
from companion.rules.lignes.plays import D6_FACES
from companion.rules.lignes.rules import LIGNES
from companion.rules.lignes.state import Ball, Goals, Phase, State, lined_up
from companion.values import replace


def after(state: State, play: Play) -> State | None:
    """Return the state after a play; None if it is refused."""
    ruling = LIGNES.judge(state, play)
    return None if isinstance(ruling, Refusal) else ruling.after


@dataclass(slots=True)
class Evaluation:
    """Rates states for a side; what follows a goal is worked out once."""

    value: WinningValue
    seat: Seat
    root: State
    _goals: dict[Seat, float] = field(default_factory=dict)

    def goal(self, side: Seat) -> float:
        """Return what a goal of a side is worth to this player."""
        if side not in self._goals:
            state, end = self.root, self.root.sheet.end
            score = {**state.score, side: state.score[side] + 1}
            if isinstance(end, Goals) and score[side] >= end.goals:
                return float(side is self.seat)
            begun = replace(state, score=score, active=side.other, phase=Phase.STRATEGY_ROLL)
            self._goals[side] = self.value.chance(lined_up(begun, side.other), self.seat)
        return self._goals[side]

    def at_turn(self, state: State, active: Seat) -> float:
        """Return what a state is worth in which a side is about to throw its dice."""
        return self.value.chance(
            replace(state, active=active, phase=Phase.STRATEGY_ROLL, points=0, carried=0), self.seat
        )

    def of(self, state: State) -> float:
        """Return what a state is worth: dice that fall next are all looked at."""
        match state.phase:
            case Phase.OVER:
                return self.value.chance(state, self.seat)
            case Phase.SAVE:
                return self._mean(state, (plays.SaveRoll(face) for face in D6_FACES))
            case Phase.PENALTY_CHECK:
                return self._mean(state, (plays.PenaltyCheck(face) for face in D6_FACES))
            case Phase.PENALTY:
                return 2 / 3 * self.goal(state.playing) + 1 / 3 * self.at_turn(state, state.playing.other)
            case Phase.SHOT_ROLL | Phase.SHOT:
                return self._shot(state)
            case Phase.STRATEGY:
                return self._shot(state) if state.own_carrier else self.at_turn(state, state.playing.other)
            case _:
                return self.at_turn(state, state.active or self.seat)

    def _mean(self, state: State, rolls: Iterable[Play]) -> float:
        worths: dict[tuple[Phase, Seat | None, int], list[float]] = {}
        for roll in rolls:
            then = after(state, roll)
            assert then is not None
            key = then.phase, then.active, sum(then.score.values())
            same = worths.setdefault(key, [])
            # Faces with the same consequence are worth the same.
            same.append(same[0] if same else self.of(then))
        found = [worth for same in worths.values() for worth in same]
        return sum(found) / len(found)

    def _shot(self, state: State) -> float:
        """Return what it is worth to have the ball when nothing is left but the shot phase."""
        side = state.playing
        shooting = Shooting(state, side)
        cell = state.ball.cell
        is_thrown = state.phase is Phase.SHOT
        chance = shooting.with_credit(cell, state.points) if is_thrown else shooting.from_cell(cell)
        lost = replace(state, ball=Ball(cell))
        return chance * self.goal(side) + (1 - chance) * self.at_turn(lost, side.other)

"""What a match was worth: the chances of winning after each play, and what luck and plays added to them.

A roll's luck is the chance of winning after it, less the mean over what could have fallen. All other changes are put down to
the plays of a seat or of the others, so that for each seat

    start + luck + own plays + others' plays = result

to the last digit. It is as good as the value that it is made with: `docs/strength.md` tells how good that is. A play that cost
its seat much by the value is named only if replays confirm it (`companion/opponent/mistakes.py`); the sums stay as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.opponent.choosing import Thinker
from companion.opponent.mistakes import LEAST_COST, Mistake, mistake_in
from companion.opponent.seat import MatchStep
from companion.opponent.value import WinningValue
from companion.rules.engine import Refusal

Chances = Mapping[str, float]
SAME = 1e-9
LEAST = 0.01
"""A swing that is told moves a chance of winning by a point at least."""
MOST_NAMED, MOST_REPLAYED = 3, 6
"""So many mistakes are named, and so many plays are replayed until these are found: a replay takes a second and more."""
SUMMED = 0.1
"""Which share of the work is done before the first replay."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A play, or a roll, with the chances before and after it. For a roll `before` is the mean of what could have fallen:
    `outcomes`, each as likely as the others, or none where they are not.
    """

    number: int
    is_roll: bool
    maker: str | None
    before: Chances
    after: Chances
    outcomes: tuple[Chances, ...] = ()
    is_doubted: bool = False
    """Whether it cost its seat much, and no replay has confirmed that another play was better."""
    mistake: Mistake | None = None
    """The mistake that this play was, if replays have confirmed it."""

    @property
    def seat(self) -> str:
        """The seat whose chance it moved most; of several, the one that made it."""
        return max(self.after, key=lambda seat: (round(abs(self._moved(seat)), 9), seat == self.maker))

    @property
    def cost(self) -> float:
        """How much it took from the chance of the seat that made it."""
        return 0.0 if self.is_roll or self.maker is None else -self._moved(self.maker)

    def _moved(self, seat: str) -> float:
        return self.after[seat] - self.before[seat]

    @property
    def size(self) -> float:
        """How much it moved the chance of the seat that it moved most."""
        return abs(self._moved(self.seat))

    @property
    def weight(self) -> float:
        """How much it moved that chance, or what replays say that it cost, if that is more."""
        return self.size if self.mistake is None else max(self.size, self.mistake.gain)

    @property
    def as_far(self) -> int:
        """How many outcomes, what fell included, move that seat's chance at least as far in the same direction."""
        by = 1 if self.after[self.seat] > self.before[self.seat] else -1
        return sum(by * (one[self.seat] - self.after[self.seat]) > -SAME for one in self.outcomes)


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """What one seat's chance of winning began with, what was added, and what came out."""

    start: float
    luck: float
    own_plays: float
    others_plays: float
    result: float


@dataclass(frozen=True, slots=True)
class MatchReview:
    """The chances before the first play and after each one, each seat's account, and all that moved them."""

    curve: tuple[Chances, ...]
    accounts: Mapping[str, SeatAccount]
    swings: tuple[Swing, ...]

    def largest(self, most: int, *, rolls: bool) -> list[Swing]:
        """Return the plays, mistakes first, or the rolls, that moved the chances most; no plays that are doubted."""
        some = [
            swing
            for swing in self.swings
            if swing.is_roll is rolls and swing.weight >= LEAST and not swing.is_doubted
        ]
        return sorted(some, key=lambda swing: (swing.mistake is None, -swing.weight))[:most]


Progress = Callable[[float], None]
"""Takes which share of a long work is done."""


def no_progress(share: float) -> None:
    """Ignore the share: nobody wants to see the progress."""


def reviewed(
    thinker: Thinker,
    value: WinningValue,
    opening: Any,
    steps: Sequence[MatchStep],
    progress: Progress = no_progress,
) -> MatchReview:
    """Return the review of a match, over or not."""
    sums = summed(thinker, value, opening, steps, lambda share: progress(SUMMED * share))
    suspects = [
        swing
        for swing in sums.swings
        if swing.cost >= LEAST_COST and steps[swing.number - 1].play.kind in thinker.chosen_kinds
    ]
    found = _mistakes(thinker, value, (opening, steps), suspects, progress)
    doubted = {swing.number for swing in suspects} - set(found)
    told = (
        replace(swing, is_doubted=swing.number in doubted, mistake=found.get(swing.number))
        for swing in sums.swings
    )
    return replace(sums, swings=tuple(told))


def summed(
    thinker: Thinker,
    value: WinningValue,
    opening: Any,
    steps: Sequence[MatchStep],
    progress: Progress = no_progress,
) -> MatchReview:
    """Return the review of a match without replays: none of its plays is doubted."""
    state, chances = opening, _worths(thinker, value, opening)
    curve, swings, drifts = [chances], list[Swing](), list[Swing]()
    for number, step in enumerate(steps, start=1):
        progress((number - 1) / len(steps))
        after = _worths(thinker, value, step.after)
        maker = _maker(thinker, state, step)
        if step.play.kind in thinker.chance_kinds:
            outcomes = _outcomes(thinker, value, state, step)
            mean = _mean(outcomes, chances)
            swings.append(Swing(number, True, None, mean, after, outcomes))
            # What the state is worth before the roll and on the mean after it differ by the value's own fault.
            drifts.append(Swing(number, False, maker, chances, mean))
        else:
            swings.append(Swing(number, False, maker, chances, after))
        state, chances = step.after, after
        curve.append(after)
    accounts = {seat: _account(seat, curve, [*swings, *drifts]) for seat in curve[0]}
    return MatchReview(tuple(curve), accounts, tuple(swings))


def _mistakes(
    thinker: Thinker,
    value: WinningValue,
    played: tuple[Any, Sequence[MatchStep]],
    suspects: Sequence[Swing],
    progress: Progress,
) -> dict[int, Mistake]:
    """Return the mistakes that replays have confirmed, by the numbers of the plays. The plays that cost most are replayed,
    until there are enough to name.
    """
    opening, steps = played
    found: dict[int, Mistake] = {}
    costly = sorted(suspects, key=lambda swing: -swing.size)[:MOST_REPLAYED]
    for replayed, swing in enumerate(costly):
        if len(found) == MOST_NAMED:
            break
        progress(SUMMED + (1 - SUMMED) * replayed / MOST_REPLAYED)
        n = swing.number - 1
        before = steps[n - 1].after if n else opening
        mistake = mistake_in(thinker, value, before, steps[n:], str(swing.maker))
        if mistake is not None:
            found[swing.number] = mistake
    return found


def _worths(thinker: Thinker, value: WinningValue, state: Any) -> Chances:
    """Return each seat's chance of winning, as it is at this stage of a turn."""
    return value.at_stage(thinker.worths(value, state), thinker.stage(state))


def _maker(thinker: Thinker, before: Any, step: MatchStep) -> str | None:
    """Return the seat that made a play; None if nobody or the whole table did."""
    seat = getattr(step.play, "seat", None)
    if seat is not None:
        return str(seat)
    waited = [one.seat for one in thinker.rules.expects(before) if step.play.kind in one.plays]
    return waited[0] if len(waited) == 1 else None


def _outcomes(thinker: Thinker, value: WinningValue, before: Any, step: MatchStep) -> tuple[Chances, ...]:
    """Return the chances after each face that could have fallen; none where the faces are not equally likely."""
    kind = step.play.kind
    if kind not in thinker.even_kinds:
        return ()
    return tuple(
        _worths(thinker, value, then)
        for waited in thinker.rules.expects(before)
        if kind in waited.plays
        for play in thinker.rules.options(before, waited.seat, kind)
        if (then := _after(thinker, before, play)) is not None
    )


def _mean(outcomes: Sequence[Chances], expected: Chances) -> Chances:
    """Return the mean over what could have fallen; what was expected before, where nothing is known of it."""
    if not outcomes:
        return expected
    return {seat: sum(one[seat] for one in outcomes) / len(outcomes) for seat in expected}


def _after(thinker: Thinker, state: Any, play: Any) -> Any | None:
    ruling = thinker.rules.judge(state, play)
    return None if isinstance(ruling, Refusal) else ruling.after


def _account(seat: str, curve: Sequence[Chances], swings: Sequence[Swing]) -> SeatAccount:
    luck = own = others = 0.0
    for swing in swings:
        by = swing.after[seat] - swing.before[seat]
        if swing.is_roll:
            luck += by
        elif swing.maker == seat:
            own += by
        else:
            others += by
    return SeatAccount(curve[0][seat], luck, own, others, curve[-1][seat])

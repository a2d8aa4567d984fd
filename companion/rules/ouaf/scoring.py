"""Finds whom an effect touches, computes everybody's points, and says how a match ends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.event import Winner
from companion.rules.ouaf.cards import Boss, Effect, Half, Seat, Target
from companion.rules.ouaf.events import Points
from companion.rules.ouaf.state import FULL, Phase, State
from companion.values import remembered


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `points` are those of the seats that take part in the scoring."""

    boss: Boss | None
    fired: tuple[Seat, ...]
    points: tuple[Points, ...]
    winner: Winner


def touched(target: Target, reputations: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Return the seats that a target means, by their reputations; all seats with the same reputation are included."""
    match target:
        case Target.HIGHEST:
            return _at(reputations, max(reputations.values(), default=0))
        case Target.LOWEST:
            return _at(reputations, min(reputations.values(), default=0))
        case Target.ZERO:
            return _at(reputations, 0)
        case Target.GOOD:
            return tuple(seat for seat, reputation in reputations.items() if reputation >= 0)
        case Target.BAD:
            return tuple(seat for seat, reputation in reputations.items() if reputation < 0)
        case Target.ALL:
            return tuple(reputations)


def _at(reputations: Mapping[Seat, int], wanted: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, reputation in reputations.items() if reputation == wanted)


def reputations(state: State, among: Iterable[Seat]) -> dict[Seat, int]:
    """Return the reputations of some seats."""
    return {seat: state.workers[seat].reputation for seat in among}


def ending_boss(state: State) -> Boss | None:
    """Return who has five cards and ends the match; with both, which only an override can bring about, the boss who
    got the last card.
    """
    if state.happy >= FULL and state.angry >= FULL:
        return state.last_boss or Boss.HAPPY
    if state.happy >= FULL:
        return Boss.HAPPY
    return Boss.ANGRY if state.angry >= FULL else None


def points(state: State, among: tuple[Seat, ...]) -> tuple[Points, ...]:
    """Return the points of these seats; effects at the end of the match compare these seats only."""
    halves = [state.sheet.half(lasting.card, lasting.boss) for lasting in state.lasting]
    effects = [half.effect for half in halves]
    bonus_times = 2 ** effects.count(Effect.DOUBLE_BONUS)
    malus_times = 2 ** effects.count(Effect.DOUBLE_MALUS)
    bonus = _at_the_end(state, among, halves, Effect.END_BONUS)
    malus = _at_the_end(state, among, halves, Effect.END_MALUS)
    return tuple(
        _added_up(state, seat, bonus[seat] * bonus_times, malus[seat] * malus_times, bonus_times)
        for seat in among
    )


def _at_the_end(
    state: State, among: tuple[Seat, ...], halves: Iterable[Half], effect: Effect
) -> dict[Seat, int]:
    """Return what the cards with one effect bring each seat."""
    sums = dict.fromkeys(among, 0)
    known = reputations(state, among)
    for half in halves:
        if half.effect is effect:
            for seat in touched(half.target, known):
                sums[seat] += half.value
    return sums


def _added_up(state: State, seat: Seat, bonus: int, malus: int, bonus_times: int) -> Points:
    worker = state.workers[seat]
    hand = sum(worker.hand)
    reputation = state.sheet.points[worker.reputation] * bonus_times
    total = hand + reputation + bonus - malus + worker.correction
    return Points(seat, hand, reputation, bonus, malus, worker.correction, total)


def result(state: State) -> Result | None:
    """Return how the match ends as it stands; None while it goes on."""
    seats = state.sheet.seats
    if state.conceded is not None:
        return Result(None, (), (), _alone([seat for seat in seats if seat is not state.conceded]))
    boss = ending_boss(state)
    if boss is None:
        return None
    fired = touched(Target.BAD, reputations(state, seats)) if boss is Boss.ANGRY else ()
    kept = points(state, tuple(seat for seat in seats if seat not in fired))
    return Result(boss, fired, kept, _winner(state, kept))


def _winner(state: State, kept: tuple[Points, ...]) -> Winner:
    """Most points; level, the lowest reputation; still level, shared."""
    most = max((counted.total for counted in kept), default=0)
    best = reputations(state, [counted.seat for counted in kept if counted.total == most])
    return _alone(list(touched(Target.LOWEST, best)))


def _alone(seats: list[Seat]) -> Winner:
    names = tuple(seat.value for seat in seats)
    if len(names) == 1:
        return names[0]
    return names or None


@remembered
def scores(state: State) -> Mapping[Seat, int]:
    """Return what each seat would have now if nobody were fired; after the end its points, or what a fired seat would have."""
    found = {counted.seat: counted.total for counted in points(state, state.sheet.seats)}
    ended = result(state) if state.phase is Phase.OVER else None
    if ended is not None:
        found.update((counted.seat, counted.total) for counted in ended.points)
    return found

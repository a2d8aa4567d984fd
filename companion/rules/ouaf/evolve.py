"""Computes the state after an event, a referee's override included. It never refuses: an event has already been allowed."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from companion.codec import Range
from companion.event import Conceded, Overridden
from companion.rules.ouaf import events
from companion.rules.ouaf.cards import END_EFFECTS, MOST, Boss, Effect, Seat
from companion.rules.ouaf.scoring import ending_boss, scores
from companion.rules.ouaf.state import FULL, HIGHEST, LOWEST, Lasting, Phase, State, Worker, with_worker
from companion.rules.override_paths import OverridePath, changes_of, read_changes
from companion.values import replace
from companion.words import Text

# --- override
# Overrides by the referee: which values of the view may be set, and what follows from that.

OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), Annotated[int, Range(-MOST, MOST)]),
    OverridePath("reputation.SEAT", Text("reputation"), Annotated[int, Range(LOWEST, HIGHEST)]),
    OverridePath("happy", Text("cards under the happy boss"), Annotated[int, Range(0, FULL + 1)]),
    OverridePath("angry", Text("cards under the angry boss"), Annotated[int, Range(0, FULL + 1)]),
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set, or a value that does
    not fit it.
    """
    read_changes(OVERRIDE_PATHS, {"SEAT": state.sheet.seats}, changes)


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set, and the phase that follows from them. Scores are set last, so that each
    is in the end what the referee said.
    """
    scored = {}
    for path, seat, value in changes_of(OVERRIDE_PATHS, event.changes):
        match path.pattern:
            case "score.SEAT":
                scored[Seat(seat)] = value
            case "reputation.SEAT":
                state = with_worker(state, Seat(seat), replace(state.workers[Seat(seat)], reputation=value))
            case "happy":
                state = replace(state, happy=value)
            case _:
                state = replace(state, angry=value)
    return _with_scores(_reconsidered(state), scored)


def _reconsidered(state: State) -> State:
    """Between two rounds five cards end the match, and fewer reopen it; a round under way is finished first."""
    if state.conceded is not None or state.phase not in (Phase.ROUND, Phase.OVER):
        return state
    return replace(state, phase=Phase.ROUND if ending_boss(state) is None else Phase.OVER)


def _with_scores(state: State, scored: Mapping[Seat, int]) -> State:
    """Return the state with scores set by the referee: the seat keeps the difference to what the engine counts."""
    counted = scores(state)
    for seat, score in scored.items():
        worker = state.workers[seat]
        correction = worker.correction + score - counted[seat]
        state = with_worker(state, seat, replace(worker, correction=correction))
    return state


# --- evolve


def evolve(state: State, event: Any) -> State:
    """Return the state after an event."""
    step = _STEPS.get(type(event))
    return state if step is None else step(state, event)


def _round(state: State, event: events.RoundBegun) -> State:
    new = tuple(ref for ref in (event.evaluation, event.order) if ref not in state.seen)
    return replace(
        state,
        phase=Phase.WORK,
        round=event.round,
        evaluation=event.evaluation,
        order=event.order,
        seen=state.seen + new,
    )


def _placed(state: State, event: events.Placed) -> State:
    workers = dict(state.workers)
    for seat in event.seats:
        value = None if event.secret is None else event.secret.values[seat]
        workers[seat] = replace(workers[seat], played=value, down=value is None)
    return replace(state, workers=workers)


def _reveal(state: State, event: events.Reveal) -> State:
    workers = dict(state.workers)
    for seat, value in event.cards.items():
        workers[seat] = replace(workers[seat], hand=_without(workers[seat].hand, value))
    return replace(state, workers=workers)


def _without(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple([card for card in cards if card != value])


def _reputation(state: State, event: events.Reputation) -> State:
    return with_worker(state, event.seat, replace(state.workers[event.seat], reputation=event.to))


def _evaluation(state: State, event: events.Evaluation) -> State:
    """Put the card under its boss; seats that may choose a card to discard choose now."""
    half = state.sheet.half(event.card, event.boss)
    workers = dict(state.workers)
    for seat in event.seats:
        if choice := _choice(workers[seat], half.effect, half.value):
            workers[seat] = replace(workers[seat], choice=choice)
    is_lasting = half.effect in END_EFFECTS
    return _choosing(
        replace(
            state,
            workers=workers,
            happy=state.happy + (event.counts if event.boss is Boss.HAPPY else 0),
            angry=state.angry + (event.counts if event.boss is Boss.ANGRY else 0),
            last_boss=event.boss,
            lasting=(*state.lasting, Lasting(event.card, event.boss)) if is_lasting else state.lasting,
        )
    )


def _choice(worker: Worker, effect: Effect, value: int) -> tuple[int, ...]:
    """Return the cards from which an effect makes a seat discard one. For a swap, the card just played counts as
    back in hand.
    """
    if effect is Effect.DISCARD_CHOICE:
        return worker.hand
    if worker.played is None:
        return ()
    hand = sorted((*worker.hand, worker.played))
    if effect is Effect.SWAP_DOWN:
        return tuple(card for card in hand if worker.played - value <= card < worker.played)
    if effect is Effect.SWAP_UP:
        return tuple(card for card in hand if card >= worker.played + value)
    return ()


def _choosing(state: State) -> State:
    """Keep the round open until nobody has to choose."""
    is_open = any(worker.choice for worker in state.workers.values())
    return replace(state, phase=Phase.CHOICE if is_open else Phase.ROUND)


def _card_moved(state: State, event: events.CardMoved) -> State:
    worker = state.workers[event.seat]
    hand, discard, played, choice = worker.hand, worker.discard, worker.played, worker.choice
    match event.origin:
        case events.Place.HAND:
            hand, choice = _without(hand, event.value), ()
        case events.Place.TABLE:
            played = None
        case events.Place.DISCARD:
            discard = _without(discard, event.value)
    if event.to is events.Place.HAND:
        hand = tuple(sorted((*hand, event.value)))
    else:
        discard = (*discard, event.value)
    worker = replace(worker, hand=hand, discard=discard, played=played, choice=choice)
    moved = with_worker(state, event.seat, worker)
    return _choosing(moved) if state.phase is Phase.CHOICE else moved


def _match_end(state: State, _event: events.MatchEnd) -> State:
    return replace(state, phase=Phase.OVER)


def _conceded(state: State, event: Conceded) -> State:
    return replace(state, conceded=Seat(event.seat), phase=Phase.OVER)


_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    events.RoundBegun: _round,
    events.Placed: _placed,
    events.Reveal: _reveal,
    events.Reputation: _reputation,
    events.Evaluation: _evaluation,
    events.CardMoved: _card_moved,
    events.MatchEnd: _match_end,
    Conceded: _conceded,
    Overridden: apply_override,
}

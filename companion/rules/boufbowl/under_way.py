"""Updates the actions under way after a lightning card interrupted them (p. 12): which end, and who can intercept."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.checks import catchers, is_contested, pick_up_opponents, someone_is_under
from companion.rules.boufbowl.events import CalledOff, Reason
from companion.rules.boufbowl.field import pass_interceptors
from companion.rules.boufbowl.frames import (
    CardsSoFar,
    Contest,
    Ending,
    Frame,
    Intercepted,
    Landing,
    PassUnderWay,
    PickUpUnderWay,
    TryUnderWay,
)
from companion.rules.boufbowl.state import Stage, State
from companion.values import replace


def called_off(before: State, after: State) -> Iterator[CalledOff]:
    """Return the actions under way in `before` that are called off: their player or target no longer stands in his
    zone, or the carrier went down elsewhere and the turn ends (reading `carrier_down_elsewhere`).
    """
    if before.sheet.house.lightning == "between_plays":
        return
    is_lost = isinstance(after.top, Ending) and after.top.reason is Reason.CARRIER_DOWN
    for frame in before.stack:
        on, players = _player_and_target(frame)
        if on is not None and (is_lost or any(_is_out(before, after, ref) for ref in players)):
            yield CalledOff(on, _card_of(frame))
    if before.stage is Stage.RESOLVE and before.try_is_due and not after.try_is_due:
        yield CalledOff(Moment.TRY)


def _card_of(frame: Frame) -> CardRef | None:
    """Return the card that asks for an opposition; None for other frames."""
    return frame.card if isinstance(frame, Contest) else None


def _player_and_target(frame: Frame) -> tuple[Moment | None, tuple[CardRef, ...]]:
    """Return the player and the target without whom a frame is called off. A landing always goes on."""
    match frame:
        case PassUnderWay(player, to):
            return Moment.PASS, (player, to)
        case PickUpUnderWay(player):
            return Moment.PICK_UP, (player,)
        case TryUnderWay(player):
            return Moment.TRY, (player,)
        case Contest(on, attack, defence, card) if on is Moment.TACKLE or card is not None:
            return on, (attack.player, defence.player)
        case _:
            return None, ()


def _is_out(before: State, after: State, ref: CardRef) -> bool:
    """Return whether a player was moved or put down."""
    then, now = before.figures[ref], after.figures[ref]
    return now.zone != then.zone or (then.standing and not now.standing)


def step_called_off(state: State, event: CalledOff) -> State:
    """Remove a called-off action without an outcome; the opposition of a card above it goes on."""
    for n, frame in enumerate(state.stack):
        on, _ = _player_and_target(frame)
        if on is event.on and _card_of(frame) == event.card:
            return replace(state, stack=(*state.stack[:n], *_of_cards(state.stack[n + 1 :])))
    return state


def _of_cards(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Return those of some frames that are oppositions asked for by cards."""
    return tuple(frame for frame in frames if _card_of(frame) is not None)


def rechecked(state: State, ref: CardRef) -> State:
    """Return the state after a player was moved, put down or stood up: his opposition or catch is asked again, and who
    may intercept is found again.
    """
    if not state.stack or state.sheet.house.lightning == "between_plays":
        return state
    stack = list(state.stack)
    for n in range(len(stack) - 1, 0, -1):
        frame, below = stack[n], stack[n - 1]
        if (
            isinstance(frame, Contest)
            and frame.card is None
            and isinstance(below, Intercepted)
            and _leaves(state, frame, below, ref)
        ):
            stack[n - 1 : n + 1] = [replace(below, so_far=CardsSoFar(frame.attack, frame.defence))]
    return with_opponents_counted(replace(state, stack=tuple(stack)))


def with_opponents_counted(state: State) -> State:
    """Return the state with each pass and landing under way updated: whether anybody can intercept it."""
    if not state.stack or state.sheet.house.lightning == "between_plays":
        return state
    return replace(state, stack=tuple(_counted(state, frame) for frame in state.stack))


def _leaves(state: State, contest: Contest, below: Intercepted, ref: CardRef) -> bool:
    """Return whether a player must leave the opposition that he is in."""
    if ref == contest.attack.player:
        return isinstance(below, Landing)
    if ref != contest.defence.player:
        return False
    is_present = isinstance(below, PickUpUnderWay) and ref in pick_up_opponents(state, below.player)
    return not is_present


def _counted(state: State, frame: Frame) -> Frame:
    """Return a pass or a landing without a receiver who is no longer under the ball, and whether anybody can
    intercept it.
    """
    match frame:
        case PassUnderWay(player, to):
            return replace(frame, is_unopposed=not pass_interceptors(state, player, to))
        case Landing(receiver, _, is_resolved):
            is_under = receiver is not None and receiver in catchers(state)
            is_over = is_resolved and someone_is_under(state)
            return replace(
                frame,
                receiver=receiver if is_under else None,
                is_unopposed=not is_contested(state) and not is_over,
            )
        case _:
            return frame

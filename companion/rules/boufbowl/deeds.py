"""What an action card does when it is played for its effect (the deeds of the contract), as far as no event tells it."""

from collections.abc import Iterator, Sequence

from companion.rules.boufbowl.cards import OPPOSING, Act, Moment, Slot
from companion.rules.boufbowl.frames import Contest, Side
from companion.rules.boufbowl.plays import CardPlay, Target
from companion.rules.boufbowl.state import Lasting, State, with_extra
from companion.rules.effects import Deed
from companion.values import replace

TARGETS = {Act.MOVE: 1, Act.STAND: 1, Act.KNOCK_DOWN: 1, Act.TACKLE: 2, Act.INTERCEPT_START: 1}
"""How many players each deed uses up; the others none. A tackle names who tackles, then whom."""


def shared_out(deeds: Sequence[Deed], targets: Sequence[Target]) -> Iterator[tuple[Deed, tuple[Target, ...]]]:
    """Each deed with the players it is for, in their order."""
    at = 0
    for deed in deeds:
        n = TARGETS.get(Act(deed.what), 0)
        yield deed, tuple(targets[at : at + n])
        at += n


def before_opposition(deeds: Sequence[Deed]) -> int:
    """How many deeds come before the one that is settled by an opposition."""
    return next((n for n, deed in enumerate(deeds) if deed.what in OPPOSING), len(deeds))


def carry_out(state: State, event: CardPlay) -> State:
    """Points, actions, what lasts, and the opposition that the effect asks for."""
    effect = state.sheet.effect(event.ref)
    for deed in effect.deeds:
        if event.seat is state.active:
            state = _give(state, deed)
    if effect.modifiers:
        players = tuple(target.player for target in event.targets)
        lasting = Lasting(event.seat, event.ref, players, effect.lasts)
        state = replace(state, lasting=(*state.lasting, lasting))
    return replace(_opposed(state, event), launch=None)


def _give(state: State, deed: Deed) -> State:
    match deed.what:
        case Act.MOVEMENT:
            return replace(state, movement=state.movement + deed.value)
        case Act.ACTION:
            return with_extra(state, Slot(deed.choice or ""))
        case _:
            return state


def _opposed(state: State, event: CardPlay) -> State:
    """The opposition of the effect on the stack; its card's further targets wait with it."""
    used = 0
    for deed, targets in shared_out(state.sheet.effect(event.ref).deeds, event.targets):
        used += len(targets)
        left = event.targets[used:]
        if deed.what == Act.TACKLE:
            one, other = (Side(target.player, 0, ()) for target in targets)
            contest = Contest(Moment.TACKLE, one, other, event.ref, event.seat, left)
            return replace(state, stack=(*state.stack, contest))
        if deed.what == Act.INTERCEPT_START and state.launch is not None:
            one, other = (Side(player, 0, ()) for player in (state.launch.player, targets[0].player))
            contest = Contest(Moment.CHANDELLE, one, other, event.ref, event.seat, left)
            return replace(state, stack=(*state.stack, state.launch, contest))
    return state

"""Says which action cards a coach may still have (p. 5), where the set-up lists his deck."""

from collections import Counter
from collections.abc import Sequence

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.checks import card_name, illegal, side_name
from companion.rules.boufbowl.frames import CardsSoFar, Contest, Frame, Intercepted, moment_of
from companion.rules.boufbowl.state import State
from companion.rules.engine import Refusal


def may_hold(state: State, seat: Seat, ref: CardRef) -> bool:
    """Return whether a coach may still hold a copy of a card; always true if the set-up does not list his deck."""
    copies = state.sheet.team(seat).copies
    return copies is None or copies.get(ref, 0) > state.team(seat).discards.count(ref)


def not_held(state: State, seat: Seat, refs: Sequence[CardRef]) -> Refusal | None:
    """Refuse cards that a coach shows although his deck has no unspent copy of them."""
    copies = state.sheet.team(seat).copies
    if copies is None:
        return None
    for ref, n in Counter(refs).items():
        named = {"card": card_name(state.sheet, ref), "seat": side_name(state.sheet, seat)}
        spent = state.team(seat).discards.count(ref)
        if ref not in copies:
            return illegal("p. 5", "{card} is not in the deck of {seat}", **named)
        if copies[ref] < spent + n and spent:
            return illegal(
                "p. 5",
                "{seat} has no {card} left: copies in his deck {copies}, already played {spent}",
                copies=copies[ref],
                spent=spent,
                **named,
            )
        if copies[ref] < n:
            return illegal(
                "p. 5",
                "copies of {card} in the deck of {seat}: {copies}, not {n}",
                copies=copies[ref],
                n=n,
                **named,
            )
    return None


def fitting(state: State, seat: Seat, on: Moment) -> tuple[CardRef, ...]:
    """Return the cards with a bonus for an opposition that a coach may hold, each copy that is left; if the set-up
    does not list his deck, each card once.
    """
    team = state.sheet.team(seat)
    if team.copies is None:
        return team.bonuses[on]
    spent = Counter(state.team(seat).discards)
    return tuple((Counter(team.bonuses[on]) - spent).elements())


def most_to_commit(state: State, seat: Seat, on: Moment) -> int:
    """Return how many cards a coach can add to an opposition."""
    team, sheet = state.team(seat), state.sheet.team(seat)
    cards = len(sheet.bonuses[on])
    if sheet.copies is None:
        return team.hand if cards else 0
    spent = sum(on in state.sheet.action(ref).bonus.on for ref in team.discards)
    return min(team.hand, cards - spent)


def promised(state: State, seat: Seat) -> tuple[Moment, int] | None:
    """Return the opposition for which a coach has promised cards that he has not shown yet, and how many."""
    for frame in state.stack:
        on, sides = (frame.on, frame) if isinstance(frame, Contest) else _waiting(frame)
        for side in () if sides is None else (sides.attack, sides.defence):
            is_his = state.sheet.seat_of[side.player] is seat
            if on is not None and is_his and side.cards is None and side.committed:
                return on, side.committed
    return None


def _waiting(frame: Frame) -> tuple[Moment | None, CardsSoFar | None]:
    """Return what was said for an opposition that continues once another player is chosen for it."""
    if isinstance(frame, Intercepted):
        return moment_of(frame), frame.so_far
    return None, None


def needed_for_promise(state: State, seat: Seat, ref: CardRef) -> Refusal | None:
    """Refuse to play for its effect a card that a coach has promised to add to an opposition."""
    due = promised(state, seat)
    if due is None:
        return None
    on, n = due
    left = most_to_commit(state, seat, on)
    if state.sheet.team(seat).copies is None or on in state.sheet.action(ref).bonus.on:
        left -= 1
    if min(left, state.team(seat).hand - 1) >= n:
        return None
    return illegal(
        "p. 6",
        "{seat} must keep his cards: he has promised to add {n} of them",
        seat=side_name(state.sheet, seat),
        n=n,
    )

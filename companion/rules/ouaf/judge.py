"""Judges a play: first whether it is well formed and possible now, then by the rules for its kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import CardRef, SeatName
from companion.rules.engine import ErrorCode, Refusal, Ruling, illegal, unknown_card
from companion.rules.ouaf import sections
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.laying import judge_discard, judge_down, judge_round, judge_work
from companion.rules.ouaf.override import check_override
from companion.rules.ouaf.play_names import PLAY_NAMES
from companion.rules.ouaf.plays import Discard, Down, Play, RoundPlay, Work
from companion.rules.ouaf.scoring import result
from companion.rules.ouaf.state import Phase, State, is_unread, waiting
from companion.rules.ouaf.unfolding import Unfolding
from companion.rules.ouaf.words import names_of
from companion.rules.out_of_turn import play_named
from companion.words import Text

_PLACES: Mapping[type, tuple[Callable[[State, Any], Ruling | Refusal], Phase]] = {
    RoundPlay: (judge_round, Phase.ROUND),
    Work: (judge_work, Phase.WORK),
    Down: (judge_down, Phase.WORK),
    Discard: (judge_discard, Phase.CHOICE),
}

_CARD_TO_COME = (
    Text("the card of {seats} is still to come"),
    Text("the cards of {seats} are still to come"),
)
_CARD_TO_DISCARD = (Text("{seats} must discard a card first"), Text("{seats} must each discard a card first"))


def judge(state: State, play: Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    own_judge, phase = _PLACES[type(play)]
    refusal = _malformed(state, play) or _unknown_card(state, play)
    if refusal is None and state.phase is not phase:
        refusal = _out_of_place(state, play)
    return own_judge(state, play) if refusal is None else refusal


def _malformed(state: State, play: Play) -> Refusal | None:
    """Refuse a play that names nothing, or a seat that is not in the match."""
    if strangers := [seat.value for seat in _seats(play) if seat not in state.workers]:
        return _bad(Text("there is no seat {seat}", seat=", ".join(strangers)))
    match play:
        case Work(cards=cards, refs=refs) if not cards and not refs:
            return _bad(Text("no card is named: fill in cards or refs"))
        case Down(seats=()):
            return _bad(Text("no seat is named"))
        case Discard(value=value, ref=ref) if (value is None) == (ref is None):
            return _bad(Text("a discard needs either a value or a ref, not both"))
        case _:
            return None


def _seats(play: Play) -> tuple[Seat, ...]:
    match play:
        case Work():
            return tuple(play.cards)
        case Down():
            return play.seats
        case Discard():
            return (play.seat,)
        case RoundPlay():
            return ()


def _bad(message: Text) -> Refusal:
    return Refusal(ErrorCode.BAD_PLAY, message)


def _unknown_card(state: State, play: Play) -> Refusal | None:
    for ref in _refs(play):
        if ref not in state.sheet.cards:
            return unknown_card(ref)
    return None


def _refs(play: Play) -> tuple[CardRef, ...]:
    match play:
        case RoundPlay():
            return (play.evaluation, play.order)
        case Work():
            return play.refs
        case Discard():
            return () if play.ref is None else (play.ref,)
        case Down():
            return ()


def _out_of_place(state: State, play: Play) -> Refusal:
    if state.phase is Phase.OVER:
        return illegal(sections.END, "the match is over")
    waited = Text("the two cards of the next round come first")
    if state.phase is Phase.WORK:
        waited = _waited(_CARD_TO_COME, [seat for seat, worker in state.workers.items() if is_unread(worker)])
    elif state.phase is Phase.CHOICE:
        waited = _waited(_CARD_TO_DISCARD, waiting(state))
    return illegal(
        play.cite,
        "{play} is not possible now: {waited}",
        play=play_named(PLAY_NAMES, play.kind),
        waited=waited,
    )


def _waited(told: tuple[Text, Text], seats: Sequence[Seat]) -> Text:
    one, several = told
    return Text((one if len(seats) == 1 else several).template, seats=names_of(seats))


def judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override: an end that is new or different is told."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    unfolding = Unfolding(state).then(Overridden(dict(changes), reason))
    if unfolding.state.phase is not Phase.OVER:
        return unfolding.ruling()
    ended = result(unfolding.state)
    is_news = state.phase is not Phase.OVER or ended != result(state)
    return unfolding.then_end(ended if is_news else None).ruling()


def judge_time_up(_state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook knows none."""
    return Ruling((ClockRanOut(clock),))


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other seats win. Cards that lie open on the table are discarded."""
    unfolding = Unfolding(state).then(Conceded(SeatName(seat.value))).then_clear_table()
    return unfolding.then_end(result(unfolding.state)).ruling()

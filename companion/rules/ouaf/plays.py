"""The plays of L'Ouaf: for each its form, how it is judged, which are possible, and its sentence.

A work card is read by its value or by its reference. The first event of an accepted play says what is public of it
(`events`): the play itself may know a card that lies face down.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, get_args

from companion.ids import CardRef
from companion.rules.engine import ErrorCode, Expectation, Refusal, Ruling, illegal
from companion.rules.ouaf import sections
from companion.rules.ouaf.cards import RoundCard, Seat, WorkCard
from companion.rules.ouaf.events import CardMoved, FaceDownValues, Place, Placed, RoundBegun
from companion.rules.ouaf.revealing import Unfolding, reveal_when_whole
from companion.rules.ouaf.state import WHOLE_HAND, Phase, State, is_unread, next_orders, waiting
from companion.rules.ouaf.words import face_down, listed, name_of, names_of
from companion.rules.play_rules import (
    PlayRule,
    by_stage,
    expectations,
    names_of_plays,
    play_named,
    possible_plays,
    unknown_card_among,
)
from companion.values import remembered
from companion.words import Text, clauses

_BARE = {"bare": True}
"""What is told mostly stands without its name in a line: `work red:3,blue:7` (`companion.notation`)."""


# --- the round's two cards


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """The two round cards of a round are on show."""

    kind: ClassVar[str] = "round"
    cite: ClassVar[str] = sections.ROUND
    evaluation: CardRef
    order: CardRef


def _judge_round(state: State, play: RoundPlay) -> Ruling | Refusal:
    """Judge the beginning of a round: the last order card is turned over, and a new card shows its order."""
    for ref in (play.evaluation, play.order):
        if refusal := _not_a_round_card(state, ref):
            return refusal
    if play.evaluation == play.order:
        return illegal(
            sections.ROUND, "evaluation and order are two cards: {card} cannot be both", card=play.order
        )
    if state.order is not None and play.evaluation != state.order:
        return illegal(
            sections.ROUND,
            "the evaluation is the card that was the last order: {last}, not {card}",
            last=state.order,
            card=play.evaluation,
        )
    if play.order not in next_orders(state, play.evaluation):
        return illegal(sections.ROUND, "{card} was already on show", card=play.order)
    sheet = state.sheet
    total, average = sheet.totals[play.order], sheet.average(play.order)
    begun = RoundBegun(state.round + 1, play.evaluation, play.order, total, average)
    return reveal_when_whole(Unfolding(state).then(begun)).ruling()


def _not_a_round_card(state: State, ref: CardRef) -> Refusal | None:
    if not isinstance(state.sheet.cards[ref], RoundCard):
        return illegal(sections.ROUND_CARDS, "{card} is not a round card", card=ref)
    if ref not in state.sheet.usable:
        return illegal(
            sections.SET_UP,
            "{card} is an advanced round card: it stays in the box of a basic match",
            card=ref,
        )
    return None


def _rounds(state: State, _table: None) -> Iterator[RoundPlay]:
    """Yield the possible rounds: any pair of cards in the first round; later the last order becomes the
    evaluation.
    """
    for evaluation in state.sheet.usable if state.order is None else (state.order,):
        yield from _rounds_of(evaluation, tuple(next_orders(state, evaluation)))


@lru_cache(maxsize=512)
def _rounds_of(evaluation: CardRef, orders: tuple[CardRef, ...]) -> tuple[RoundPlay, ...]:
    return tuple(RoundPlay(evaluation, order) for order in orders)


def _round_label(_state: State, play: RoundPlay) -> Text:
    return Text(
        "the round cards are {evaluation} for the evaluation, {order} for the order",
        evaluation=play.evaluation,
        order=play.order,
    )


# --- work cards


@dataclass(frozen=True, slots=True)
class Work:
    """Seats lay a work card each, and it is known which."""

    kind: ClassVar[str] = "work"
    cite: ClassVar[str] = sections.ROUND
    cards: Mapping[Seat, int] = field(default_factory=dict, metadata=_BARE)
    refs: tuple[CardRef, ...] = ()


def _judge_work(state: State, play: Work) -> Ruling | Refusal:
    """Judge work cards, one of each seat. No message here tells a value, because values are hidden until all have played."""
    named = list(_named(state, play))
    cards = dict(named)
    wrong = [
        _about(seat, problem)
        for seat in cards
        if (problem := _wrong_work(state, seat, [value for other, value in named if other is seat]))
    ]
    wrong += [
        Text("{card} is not a work card", card=ref)
        for ref in play.refs
        if not isinstance(state.sheet.cards[ref], WorkCard)
    ]
    if wrong:
        return Refusal(ErrorCode.ILLEGAL_PLAY, clauses(wrong), sections.ROUND)
    laid = {seat: cards[seat] for seat in state.sheet.seats if seat in cards}
    return reveal_when_whole(Unfolding(state).then(Placed(tuple(laid), FaceDownValues(laid)))).ruling()


def _named(state: State, play: Work) -> Iterator[tuple[Seat, int]]:
    """Yield whose card, and which, by value and by reference alike."""
    yield from play.cards.items()
    for ref in play.refs:
        card = state.sheet.cards.get(ref)
        if isinstance(card, WorkCard):
            yield card.seat, card.value


def _wrong_work(state: State, seat: Seat, values: Sequence[int]) -> Text | None:
    """Return why a seat cannot lay these values."""
    worker = state.workers.get(seat)
    if worker is None:
        return Text("does not play in this match")
    if not worker.hand:
        return Text("has no card left")
    if worker.played is not None:
        return Text("has already laid a card")
    if len(values) > 1:
        return Text("must lay one card, not {n}", n=len(values))
    return None if values[0] in worker.hand else Text("does not hold that card")


def _about(seat: Seat, problem: Text) -> Text:
    return Text("{seat} {problem}", seat=name_of(seat), problem=problem)


@remembered
def _unread(state: State) -> tuple[Seat, ...]:
    return tuple([seat for seat, worker in state.workers.items() if is_unread(worker)])


def _works(state: State, seat: Seat) -> list[Work]:
    works = _WORKS[seat]
    return [works[value] for value in state.workers[seat].hand]


_WORKS: Mapping[Seat, Sequence[Work]] = {seat: [Work({seat: value}) for value in WHOLE_HAND] for seat in Seat}


def _work_label(state: State, play: Work) -> Text:
    return face_down(dict(_named(state, play)))


# --- cards face down


@dataclass(frozen=True, slots=True)
class Down:
    """A card lies face down before these seats; which is not known yet."""

    kind: ClassVar[str] = "down"
    cite: ClassVar[str] = sections.ROUND
    seats: tuple[Seat, ...]


_DOWNS: Mapping[str, Down] = {seat: Down((seat,)) for seat in Seat}


def _judge_down(state: State, play: Down) -> Ruling | Refusal:
    """Judge cards that lie face down before these seats; their values are told later."""
    wrong = [
        _about(seat, problem)
        for seat in dict.fromkeys(play.seats)
        if (problem := _wrong_down(state, play, seat))
    ]
    if wrong:
        return Refusal(ErrorCode.ILLEGAL_PLAY, clauses(wrong), sections.ROUND)
    seats = tuple(seat for seat in state.sheet.seats if seat in play.seats)
    return Unfolding(state).then(Placed(seats)).ruling()


def _wrong_down(state: State, play: Down, seat: Seat) -> Text | None:
    worker = state.workers[seat]
    if not worker.hand:
        return Text("has no card left")
    if worker.played is not None or worker.down:
        return Text("has already laid a card")
    times = play.seats.count(seat)
    return Text("must lay one card, not {n}", n=times) if times > 1 else None


@remembered
def _may_lie_down(state: State) -> tuple[Seat, ...]:
    return tuple([seat for seat in _unread(state) if not state.workers[seat].down])


# --- discards


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards a card that it must choose, told by value or by reference."""

    kind: ClassVar[str] = "discard"
    cite: ClassVar[str] = sections.ADVANCED_EFFECTS
    seat: Seat
    value: int | None = field(default=None, metadata=_BARE)
    ref: CardRef | None = None


def _judge_discard(state: State, play: Discard) -> Ruling | Refusal:
    """Judge a discard: an effect makes a seat choose one of its cards."""
    choice = state.workers[play.seat].choice
    if not choice:
        return illegal(
            sections.ADVANCED_EFFECTS, "{seat} has nothing to discard now", seat=name_of(play.seat)
        )
    value = play.value
    if play.ref is not None:
        card = state.sheet.cards[play.ref]
        if not isinstance(card, WorkCard):
            return illegal(sections.ADVANCED_EFFECTS, "{card} is not a work card", card=play.ref)
        if card.seat is not play.seat:
            return illegal(
                sections.ADVANCED_EFFECTS,
                "{card} is a card of {owner}, not of {seat}",
                card=play.ref,
                owner=name_of(card.seat),
                seat=name_of(play.seat),
            )
        value = card.value
    if value not in choice:
        return illegal(
            sections.ADVANCED_EFFECTS,
            "{seat} discards one of {cards}",
            seat=name_of(play.seat),
            cards=listed(choice),
        )
    assert value is not None
    moved = CardMoved(play.seat, value, Place.HAND, Place.DISCARD)
    return Unfolding(state).then(moved).then_close_round().ruling()


def _discards(state: State, seat: str) -> Iterator[Discard]:
    own = Seat(seat)
    return (Discard(own, value) for value in state.workers[own].choice)


def _discard_label(state: State, play: Discard) -> Text:
    card = state.sheet.cards.get(play.ref or "")
    value = card.value if isinstance(card, WorkCard) else play.value
    return Text("{seat} discards the {value}", seat=name_of(play.seat), value=value or 0)


# --- all of them

Play = RoundPlay | Work | Down | Discard
ROWS = (
    PlayRule(
        RoundPlay,
        Text("Show the round's cards"),
        Phase.ROUND,
        lambda _state: (None,),
        _judge_round,
        _rounds,
        _round_label,
        lambda play: (play.evaluation, play.order),
    ),
    PlayRule(
        Work,
        Text("Turn my card over"),
        Phase.WORK,
        _unread,
        _judge_work,
        _works,
        _work_label,
        lambda play: play.refs,
    ),
    PlayRule(
        Down,
        Text("I have laid my card"),
        Phase.WORK,
        _may_lie_down,
        _judge_down,
        lambda _state, seat: (_DOWNS[seat],),
        lambda _state, play: face_down(play.seats),
    ),
    PlayRule(
        Discard,
        Text("Discard"),
        Phase.CHOICE,
        waiting,
        _judge_discard,
        _discards,
        _discard_label,
        lambda play: (play.ref,),
    ),
)
PLAYS: Mapping[str, type[Play]] = {form.kind: form for form in get_args(Play)}
ROWS_BY_STAGE = by_stage(ROWS)
PLAY_NAMES = names_of_plays(ROWS)
ROW_OF: Mapping[type[Play], PlayRule[State]] = {row.form: row for row in ROWS}


def expects(state: State) -> tuple[Expectation, ...]:
    """Return the seats that must play now, and which plays they may make; nothing when the match is over."""
    return expectations(ROWS_BY_STAGE, state, state.phase)


def options(state: State, seat: str | None, kind: str) -> list[Any]:
    """Return the complete plays of one kind that would be accepted now from a seat or the whole table."""
    return possible_plays(ROWS_BY_STAGE, state, state.phase, seat, kind)


def judge(state: State, play: Play) -> Ruling | Refusal:
    """Judge a play: first whether it is well formed and possible now, then by the rules for its kind."""
    row = ROW_OF[type(play)]
    refusal = _malformed(state, play) or unknown_card_among(row.names(play), state.sheet.cards)
    if refusal is None and state.phase is not row.stage:
        refusal = _out_of_place(state, play)
    return row.judge(state, play) if refusal is None else refusal


def _malformed(state: State, play: Play) -> Refusal | None:
    """Refuse a play that names nothing, or a seat that is not in the match."""
    match play:
        case Work(cards, refs):
            is_empty = not cards and not refs
            return _strangers(state, cards) or (_NO_CARD if is_empty else None)
        case Down(seats):
            return _strangers(state, seats) or (None if seats else _NO_SEAT)
        case Discard(seat, value, ref):
            is_told_once = (value is None) != (ref is None)
            return _strangers(state, (seat,)) or (None if is_told_once else _EITHER)
        case RoundPlay():
            return None


def _strangers(state: State, seats: Iterable[Seat]) -> Refusal | None:
    strangers = [seat.value for seat in seats if seat not in state.workers]
    return _bad(Text("there is no seat {seat}", seat=", ".join(strangers))) if strangers else None


def _bad(message: Text) -> Refusal:
    return Refusal(ErrorCode.BAD_PLAY, message)


_NO_CARD = _bad(Text("no card is named: fill in cards or refs"))
_NO_SEAT = _bad(Text("no seat is named"))
_EITHER = _bad(Text("a discard needs either a value or a ref, not both"))


_CARD_TO_COME = (
    Text("the card of {seats} is still to come"),
    Text("the cards of {seats} are still to come"),
)
_CARD_TO_TURN = (
    Text("the card of {seats} is still to be turned up"),
    Text("the cards of {seats} are still to be turned up"),
)
_CARD_TO_DISCARD = (Text("{seats} must discard a card first"), Text("{seats} must each discard a card first"))


def _out_of_place(state: State, play: Play) -> Refusal:
    if state.phase is Phase.OVER:
        return illegal(sections.END, "the match is over")
    waited = Text("the two cards of the next round come first")
    if state.phase is Phase.WORK:
        still_out = waiting(state)
        waited = _waited(*(_CARD_TO_COME, still_out) if still_out else (_CARD_TO_TURN, _unread(state)))
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

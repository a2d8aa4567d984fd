"""Judges what seats lay on the table: the two round cards, work cards face down, and the discards that they choose."""

from collections.abc import Iterator, Sequence

from companion.ids import CardRef
from companion.rules.engine import ErrorCode, Refusal, Ruling, illegal
from companion.rules.ouaf import sections
from companion.rules.ouaf.cards import RoundCard, Seat, WorkCard
from companion.rules.ouaf.events import CardMoved, FaceDown, Place, Placed, RoundBegun
from companion.rules.ouaf.plays import Discard, Down, RoundPlay, Work
from companion.rules.ouaf.revealing import reveal_when_whole
from companion.rules.ouaf.state import State, next_orders
from companion.rules.ouaf.unfolding import Unfolding
from companion.rules.ouaf.words import listed, name_of
from companion.words import Text, clauses


def judge_round(state: State, play: RoundPlay) -> Ruling | Refusal:
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


def judge_work(state: State, play: Work) -> Ruling | Refusal:
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
    return reveal_when_whole(Unfolding(state).then(Placed(tuple(laid), FaceDown(laid)))).ruling()


def _named(state: State, play: Work) -> Iterator[tuple[Seat, int]]:
    """Whose card, and which, by value and by reference alike."""
    yield from play.cards.items()
    for ref in play.refs:
        card = state.sheet.cards[ref]
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


def judge_down(state: State, play: Down) -> Ruling | Refusal:
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


def _about(seat: Seat, problem: Text) -> Text:
    return Text("{seat} {problem}", seat=name_of(seat), problem=problem)


def judge_discard(state: State, play: Discard) -> Ruling | Refusal:
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

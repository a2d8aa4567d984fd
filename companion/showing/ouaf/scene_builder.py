"""The scene builder of L'Ouaf: the order and who has laid a card, the reveal with its sum, bosses and reputations.

Cards that lie face down, and what is still needed beside them, are not shown.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.play import Play
from companion.rules.engine import Rules
from companion.rules.ouaf.cards import Boss, Effect, Seat, WorkCard
from companion.rules.ouaf.events import Evaluation, Points, Reputation, Reveal, Why
from companion.rules.ouaf.plays import PLAY_NAMES, Down, Work
from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.state import (
    FULL,
    HIGHEST,
    LOWEST,
    ROUND_CARDS,
    WHOLE_HAND,
    Phase,
    State,
    is_unread,
    waiting,
)
from companion.rules.ouaf.words import half_words, name_of, names_of, target_words
from companion.showing.card_sign import CardSign
from companion.showing.ouaf.duties import duties
from companion.showing.scene import (
    CardSide,
    Contest,
    Count,
    Duty,
    Highlight,
    LaidCard,
    OtherSide,
    Placed,
    Role,
    Scale,
    Scene,
    Side,
    SumLine,
    Track,
    TrackStep,
    Words,
)
from companion.showing.scene_builder import BaseSceneBuilder, waits
from companion.words import Text, clauses, joined

# --- verbs
# The buttons of L'Ouaf: a title for each kind of play, and words for values that plays choose among.

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "ready down": Text("All cards are down"),
}


# --- highlights
# Finds what screens show large for a moment in L'Ouaf: the cards that are turned, and an order that is reached.


def highlight(state: State, events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    reveal = next((event for event in events if isinstance(event, Reveal)), None)
    if reveal is None:
        return None
    if not reveal.success:
        return Highlight(is_reveal=True)
    who = Text("{total} loaves for {order} ordered", total=reveal.total, order=reveal.order)
    judged = next((event for event in events if isinstance(event, Evaluation)), None)
    if judged is None:
        return Highlight(is_reveal=True, word=Text("SUCCESS!"), who=who)
    effect = half_words(state.sheet.half(judged.card, judged.boss))
    return Highlight(
        is_reveal=True,
        word=Text("SUCCESS!"),
        who=clauses([who, Text("evaluation: {effect}", effect=effect)]),
        face=CardSide(judged.card, is_back=True),
    )


# --- scene builder

ROUNDS = ROUND_CARDS - 1
"""Rounds of a match at most: by then one boss has five cards."""

_ALL_LAID = Text("all cards are down: turn yours over")
_TO_LAY, _TO_TOUCH = Text("lay a card face down"), Text("touch its value once it is turned over")
_FIRST_ROUND = Text("lay two round cards; which one shows its evaluation?")
_NEXT_ROUND = Text("turn the last order over, it is the evaluation now; lay a new order beside it")


class OuafSceneBuilder(BaseSceneBuilder):
    """See `showing.scene_builder.SceneBuilder`."""

    game = "ouaf"
    notable: frozenset[str] = frozenset(("reveal", "fired"))
    hides: frozenset[str] = frozenset(("work",))
    opens: Mapping[str, str] = MappingProxyType({"work": Reveal.kind})

    def scene(self, rules: Rules, state: State, last: Sequence[Event], mat: Mat) -> Scene:
        del mat
        is_over = rules.is_over(state)
        return Scene(
            self.game,
            _headline(state),
            tuple(_side(state, seat, score) for seat, score in scores(state).items()),
            waits(rules, state, lambda seat, _: _waited(state, seat)),
            contest=_reveal(state, last),
            tracks=_tracks(state),
            placed=_placed(state),
            order=_order(state),
            terms=_terms(state),
            signs=_SIGNS if state.evaluation is None else (),
            visible=_visible(state),
            is_over=is_over,
            result=_result(state) if is_over else None,
            rare=frozenset((_seldom(state),)),
            asks={Work.kind: _TO_TOUCH} if waiting(state) else {},
            names={**VERBS, **_seat_names(state), **_card_names(state)},
            details=_details(state),
            faces=_faces(state),
            bold=frozenset(ref for ref, _ in _work_cards(state)),
            distinctions=_distinctions(state),
            other_sides=_other_sides(state),
            value_seats={"cards": WHOLE_HAND, "value": WHOLE_HAND},
            score_title=Text("points"),
        )

    def arithmetic(self, state: State, event: Event) -> tuple[SumLine, ...]:
        del state
        match event:
            case Reveal():
                ordered = SumLine(Text("ordered"), str(event.order), event.cite)
                return (*_cards(event), SumLine(Text("together"), str(event.total), event.cite), ordered)
            case Reputation():
                return _change(event)
            case Points():
                return _points(event)
            case _:
                return ()

    def ready(self, rules: Rules, state: State) -> Sequence[tuple[str | None, Play]]:
        """Return the play that says that every seat without a card has laid one now."""
        seats = tuple(Seat(str(one.seat)) for one in rules.expects(state) if "down" in one.plays)
        return [(None, Down(seats))] if len(seats) > 1 else []

    def told_open(self, state: State, play: Play) -> Text | None:
        if not isinstance(play, Work):
            return None
        cards = (state.sheet.cards.get(ref) for ref in play.refs)
        laid = {**play.cards, **{one.seat: one.value for one in cards if isinstance(one, WorkCard)}}
        return joined([Text("{seat} lays the {value}", seat=name_of(s), value=v) for s, v in laid.items()])

    def duties(self, before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
        return duties(before, after, last)

    def in_brief(self, _state: State, event: Event) -> Text | None:
        if not isinstance(event, Reveal):
            return None
        says = (
            Text("order reached: {total} for {order}")
            if event.success
            else Text("order missed: {total} of {order}")
        )
        return Text(says.template, total=event.total, order=event.order)

    def highlight(self, state: State, last: Sequence[Event]) -> Highlight | None:
        return highlight(state, last)

    def final_sums(self, state: State) -> Mapping[str, tuple[SumLine, ...]]:
        ended = result(state)
        return {} if ended is None else {one.seat.value: _points(one) for one in ended.points}

    def own_worth(self, state: State, play: Play, seat: str) -> Text | None:
        return _of_card(state, play, seat) if isinstance(play, Work) else None


# --- where the match is


def _headline(state: State) -> Text:
    match state.phase:
        case Phase.OVER:
            return Text("the match is over")
        case Phase.ROUND if state.round == 0:
            return Text("first round")
        case Phase.ROUND:
            return Text("round {n} over", n=state.round)
        case _:
            return Text("round {n}", n=state.round)


def _side(state: State, seat: Seat, score: int) -> Side:
    worker = state.workers[seat]
    counts = (
        Count("hand", Text("hand"), len(worker.hand), len(WHOLE_HAND)),
        Count("reputation", Text("reputation"), worker.reputation),
    )
    return Side(
        seat.value,
        name_of(seat),
        seat.value,
        score,
        seat in waiting(state),
        counts,
        _marks(state, seat),
    )


def _marks(state: State, seat: Seat) -> tuple[Words, ...]:
    ended = result(state) if state.phase is Phase.OVER else None
    if ended is not None and seat in ended.fired:
        return (Text("fired"),)
    return (Text("gave up"),) if state.conceded is seat else ()


def _waited(state: State, seat: str | None) -> Words:
    if seat is None:
        return _FIRST_ROUND if state.order is None else _NEXT_ROUND
    if state.phase is Phase.CHOICE:
        return _to_discard(state)
    if not state.workers[Seat(seat)].down:
        return _TO_LAY
    missing = waiting(state)
    return Text("wait for {who}, then turn your card over", who=names_of(missing)) if missing else _ALL_LAID


def _to_discard(state: State) -> Words:
    """Return that a card is discarded, and why; of a swap, which not every card will do for, the words of the evaluation."""
    if state.evaluation is None or state.last_boss is None:
        return Text("discard one of your cards")
    half = state.sheet.half(state.evaluation, state.last_boss)
    if half.effect in (Effect.SWAP_DOWN, Effect.SWAP_UP):
        return Text("discard one of your cards ({effect})", effect=half_words(half))
    return Text("discard one of your cards: the evaluation is for {target}", target=target_words(half))


def _order(state: State) -> Words | None:
    if state.order is None or state.phase not in (Phase.WORK, Phase.CHOICE):
        return None
    total, average = state.sheet.totals[state.order], state.sheet.average(state.order)
    return Text("order: {total} from all of you, {average} each on average", total=total, average=average)


def _placed(state: State) -> tuple[Placed, ...]:
    if state.phase is not Phase.WORK:
        return ()
    return tuple(
        Placed(
            seat.value,
            worker.down or not is_unread(worker),
            has_shown=not is_unread(worker) and not waiting(state),
        )
        for seat, worker in state.workers.items()
        if worker.hand
    )


def _tracks(state: State) -> tuple[Track, ...]:
    if not state.round:
        return ()
    rounds = tuple(
        TrackStep(Text("{n}", n=n), "done" if n < state.round else "now" if n == state.round else "ahead")
        for n in range(1, max(ROUNDS, state.round) + 1)
    )
    return (
        Track(Text("reputation"), tuple(_reputation_steps(state))),
        Track(Text("happy boss"), _cards_under(state.happy)),
        Track(Text("angry boss"), _cards_under(state.angry)),
        Track(Text("rounds"), rounds),
    )


def _reputation_steps(state: State) -> Iterator[TrackStep]:
    """Return the spaces of the track of reputations, with the bakers who stand on each."""
    for space in range(LOWEST, HIGHEST + 1):
        roles: tuple[Role, ...] = tuple(
            seat.value for seat, worker in state.workers.items() if worker.reputation == space
        )
        yield TrackStep(Text("{n}", n=space), "ahead", roles)


def _cards_under(n: int) -> tuple[TrackStep, ...]:
    return tuple(TrackStep(Text("{n}", n=k), "done" if k <= n else "ahead") for k in range(1, FULL + 1))


_SIGNS = (
    CardSign("smile", Text("on success")),
    CardSign("frown", Text("on failure")),
    CardSign("crown", Text("the highest reputation")),
    CardSign("down", Text("the lowest reputation")),
    CardSign("support", Text("everybody")),
    CardSign("star", Text("reputation")),
    CardSign("flag", Text("points at the end")),
    CardSign("discard", Text("discard a card")),
    CardSign("swap", Text("swap the card played")),
    CardSign("undo", Text("take back a card")),
    CardSign("clipboard", Text("counts double")),
    CardSign("no", Text("nothing happens")),
)
"""The signs of an evaluation (`calibration.printing.ouaf.deck`)."""


def _terms(state: State) -> tuple[Words, ...]:
    """Return what the evaluation of this round would do, what counts at the end, and what the points are."""
    terms: list[Words] = []
    if state.phase is Phase.WORK and state.evaluation is not None:
        terms += _halves(state, state.evaluation)
    for lasting in state.lasting:
        effect = half_words(state.sheet.half(lasting.card, lasting.boss))
        terms.append(Text("in force: {effect}", effect=effect))
    if state.sheet.house.reputation_points:
        points = Text(
            "points = values of the cards in hand + points that your house rule gives for the reputation"
        )
    else:
        points = Text("points = values of the cards in hand + reputation, if it is above 0")
    return (*terms, points)


def _halves(state: State, ref: str) -> list[Words]:
    card = state.sheet.round_card(next(usable for usable in state.sheet.usable if usable == ref))
    return [
        Text("success: {effect}", effect=half_words(card.half(Boss.HAPPY))),
        Text("failure: {effect}", effect=half_words(card.half(Boss.ANGRY))),
    ]


def _visible(state: State) -> tuple[CardSide, ...]:
    """Return the evaluation, which is the back of its card, and the order."""
    if state.phase is not Phase.WORK:
        return ()
    evaluation = () if state.evaluation is None else (CardSide(state.evaluation, is_back=True),)
    return (*evaluation, *(() if state.order is None else (CardSide(state.order),)))


def _result(state: State) -> Words:
    ended = result(state)
    match None if ended is None else ended.winner:
        case None:
            return Text("everybody is fired, nobody wins")
        case str(seat):
            return Text("{seat} wins", seat=name_of(Seat(seat)))
        case seats:
            return Text("victory is shared by {seats}", seats=names_of(map(Seat, seats)))


# --- what cards and seats are called


def _seldom(state: State) -> str:
    """Return what is said seldom: a card while one lies face down and others still choose, else that cards are down, which
    saying a card says too.
    """
    is_any_down = any(worker.down for worker in state.workers.values())
    return Work.kind if is_any_down and waiting(state) else Down.kind


def _seat_names(state: State) -> dict[str, Words]:
    return {seat.value: name_of(seat) for seat in state.sheet.seats}


def _card_names(state: State) -> dict[str, Words]:
    """Name each card; a round card by the side that is up: an evaluation by what it does, an order by its number."""
    names: dict[str, Words] = {}
    for ref in state.sheet.usable:
        success, failure = _halves(state, ref)
        names[f"evaluation {ref}"] = Text("{success}; {failure}", success=success, failure=failure)
        total, average = state.sheet.totals[ref], state.sheet.average(ref)
        names[ref] = Text("{total} together, {average} each on average", total=total, average=average)
    for ref, card in _work_cards(state):
        names[ref] = Text("{name} {value}", name=name_of(card.seat), value=card.value)
    return names


def _work_cards(state: State) -> Iterator[tuple[CardRef, WorkCard]]:
    yield from ((card.ref, card) for card in state.sheet.cards.values() if isinstance(card, WorkCard))


def _faces(state: State) -> dict[str, CardSide]:
    """Round cards show their order, and as an evaluation their back; work cards are known by seat and value."""
    faces: dict[str, CardSide] = {ref: CardSide(ref) for ref in state.sheet.usable}
    backs = {f"evaluation {ref}": CardSide(ref, is_back=True) for ref in state.sheet.usable}
    work: dict[str, CardSide] = {}
    for ref, card in _work_cards(state):
        work[f"cards.{card.seat.value} {card.value}"] = CardSide(ref)
        work[f"{card.seat.value} value {card.value}"] = CardSide(ref)
        work[ref] = CardSide(ref)
    return {**faces, **backs, **work}


def _distinctions(state: State) -> dict[str, Words]:
    """Return, for orders that ask for the same, the number that is printed on the card."""
    orders = {ref: (state.sheet.totals[ref], state.sheet.average(ref)) for ref in state.sheet.usable}
    same = Counter(orders.values())
    return {
        f"order {ref}": Text("{ref}", ref=ref.partition("-")[0])
        for ref, order in orders.items()
        if same[order] > 1
    }


def _other_sides(state: State) -> dict[str, OtherSide]:
    """Return, for orders that ask for the same, the evaluation on their backs: it comes into play a round later."""
    names = _card_names(state)
    return {
        key: OtherSide(CardSide(ref, is_back=True), names[f"evaluation {ref}"])
        for key in _distinctions(state)
        if (ref := key.removeprefix("order "))
    }


def _details(state: State) -> dict[str, Words]:
    """Return the reference of each card, as it is printed there: several orders ask for the same."""
    return {ref: Text("{ref}", ref=ref) for ref in state.sheet.usable}


# --- sums


def _cards(event: Reveal) -> list[SumLine]:
    return [
        SumLine(name_of(seat), str(value), event.cite, is_turned=True) for seat, value in event.cards.items()
    ]


def _reveal(state: State, last: Sequence[Event]) -> Contest | None:
    event = next((event for event in last if isinstance(event, Reveal)), None)
    if event is None:
        return None
    refs = {(card.seat, card.value): ref for ref, card in _work_cards(state)}
    laid = tuple(
        LaidCard(CardSide(ref, is_back=True), CardSide(ref))
        for one in event.cards.items()
        if (ref := refs.get(one))
    )
    workers = Scale(None, Text("together"), (), tuple(_cards(event)), event.total, is_open=False, laid=laid)
    order = () if state.order is None else (state.order,)
    ordered = Scale(None, Text("ordered"), order, (), event.order, is_open=False)
    return Contest(
        Text("the cards are turned"),
        (workers, ordered),
        outcome=_outcome(event),
        is_failed=not event.success,
        notes=(*_judged(state, last), *_reputations(state, event, last)),
    )


_CHANGED = {
    Why.HIGHEST_CARD: Text("highest card ({seats}: {card}, average {average}): reputation {by}"),
    Why.LOWEST_CARD: Text("lowest card ({seats}: {card}, average {average}): reputation {by}"),
    Why.EFFECT: Text("evaluation ({seats}): reputation {by}"),
}


def _judged(state: State, last: Sequence[Event]) -> tuple[Text, ...]:
    """Return what the evaluation says of this result, where it is not told by the reputations that it changes."""
    judged = next((one for one in last if isinstance(one, Evaluation)), None)
    if judged is None or any(isinstance(one, Reputation) and one.why is Why.EFFECT for one in last):
        return ()
    return (Text("evaluation: {effect}", effect=half_words(state.sheet.half(judged.card, judged.boss))),)


def _reputations(state: State, turned: Reveal, last: Sequence[Event]) -> tuple[Text, ...]:
    """Return how the round changed reputations: a sentence for each reason and change."""
    if state.order is None:
        return ()
    changed: dict[tuple[Why, int, int], list[Reputation]] = {}
    for event in last:
        if isinstance(event, Reputation):
            by, whole = event.to - event.before, _whole_change(state, turned, event, last)
            if by or whole:
                changed.setdefault((event.why, by, whole), []).append(event)
    return tuple(
        _cut(
            Text(
                _CHANGED[why].template,
                seats=_whose([event.seat for event in events], state),
                card=turned.cards.get(events[0].seat, 0),
                average=state.sheet.average(state.order),
                by=f"{by:+d}" if by else "0",
            ),
            by,
            whole,
        )
        for (why, by, whole), events in changed.items()
    )


def _whole_change(state: State, turned: Reveal, event: Reputation, last: Sequence[Event]) -> int:
    """Return by how much a reputation would change on a track without ends."""
    if event.why is not Why.EFFECT:
        assert state.order is not None
        by = turned.cards.get(event.seat, 0) - state.sheet.average(state.order)
        return max(0, by) if event.why is Why.HIGHEST_CARD else min(0, by)
    judged = next((one for one in last if isinstance(one, Evaluation)), None)
    if judged is None:
        return event.to - event.before
    half = state.sheet.half(judged.card, judged.boss)
    return half.value if half.effect is Effect.GAIN_REPUTATION else -half.value


def _cut(says: Text, by: int, whole: int) -> Text:
    """Say that a change went past the end of the track, and how much it would have been."""
    if by == whole:
        return says
    return Text(
        "{change} ({whole}, but the track ends at {end})",
        change=says,
        whole=f"{whole:+d}",
        end=f"{LOWEST if whole < 0 else HIGHEST:+d}",
    )


def _whose(seats: Sequence[Seat], state: State) -> Words:
    return Text("everybody") if len(seats) == len(state.sheet.seats) else names_of(seats)


def _outcome(event: Reveal) -> Text:
    if not event.success:
        return Text("failure: {n} short", n=-event.margin)
    return Text("success: {n} over", n=event.margin) if event.margin else Text("success: exactly")


_WHY = {
    Why.HIGHEST_CARD: Text("the highest card, above the average"),
    Why.LOWEST_CARD: Text("the lowest card, below the average"),
    Why.EFFECT: Text("the evaluation"),
}


def _change(event: Reputation) -> tuple[SumLine, ...]:
    before = SumLine(Text("reputation before"), str(event.before), event.cite)
    change = SumLine(_WHY[event.why], f"{event.to - event.before:+d}", event.cite)
    if event.to in (LOWEST, HIGHEST):
        return (before, change, SumLine(Text("the end of the track"), is_reason=True))
    return (before, change)


def _points(event: Points) -> tuple[SumLine, ...]:
    lines = (
        (Text("value of the hand"), event.hand),
        (Text("reputation"), event.reputation),
        (Text("bonus"), event.bonus),
        (Text("penalty points"), -event.malus),
        (Text("by the referee"), event.correction),
    )
    is_always_told = 2
    return tuple(
        SumLine(says, f"{value:+d}" if n and value else str(value), event.cite)
        for n, (says, value) in enumerate(lines)
        if value or n < is_always_told
    )


# --- worth


def _of_card(state: State, work: Work, seat: str) -> Text | None:
    """Return what a card changes: in a success the highest cards gain their distance above the average; in a
    failure the lowest lose their distance below it.
    """
    value = next((card for whose, card in work.cards.items() if whose == seat), None)
    if value is None or state.order is None:
        return None
    above = value - state.sheet.average(state.order)
    if above > 0:
        return Text("if the order is served and your card is the highest: reputation +{n}", n=above)
    if above < 0:
        return Text("if the order is missed and your card is the lowest: reputation -{n}", n=-above)
    return Text("exactly the average: reputation unchanged")

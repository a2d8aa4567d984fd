"""What people at a table of L'Ouaf have to do by hand after a play: move cards, reputation markers and the evaluation."""

from collections.abc import Iterator, Sequence

from companion.event import Event
from companion.rules.ouaf.cards import Boss, Seat, WorkCard
from companion.rules.ouaf.events import CardMoved, Evaluation, Place, Reputation
from companion.rules.ouaf.state import State
from companion.showing.scene import Duty
from companion.words import Text

_BOSSES = {
    Boss.HAPPY: Text("put the evaluation under the happy boss"),
    Boss.ANGRY: Text("put the evaluation under the angry boss"),
}
_PUT_AWAY = Text("put your {value} onto your discard pile")
_ALL_PUT_AWAY = Text("put the cards just played onto your discard piles")


def duties(_before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield the duties. See `showing.scene_builder.SceneBuilder.duties`."""
    refs = {(one.seat, one.value): ref for ref, one in after.sheet.cards.items() if isinstance(one, WorkCard)}
    put_away = [one for one in last if isinstance(one, CardMoved) and _is_put_away(one)]
    if len(put_away) == len(after.workers):
        gone = frozenset(ref for one in put_away if (ref := refs.get((one.seat, one.value))))
        yield Duty(None, _ALL_PUT_AWAY, gone=gone)
        put_away = []
    for event in last:
        match event:
            case Evaluation():
                yield Duty(None, _BOSSES[event.boss], gone=frozenset((event.card,)))
            case CardMoved() if event in put_away or not _is_put_away(event):
                ref = refs.get((event.seat, event.value))
                yield Duty(event.seat.value, _moved(event), gone=frozenset(() if ref is None else (ref,)))
            case _:
                pass
    for seat, to in _reputations(last).items():
        yield Duty(seat.value, Text("move your reputation to {to}", to=to), "reputation")


def _is_put_away(event: CardMoved) -> bool:
    return (event.origin, event.to) == (Place.TABLE, Place.DISCARD)


def _moved(event: CardMoved) -> Text:
    match event.origin, event.to:
        case Place.HAND, _:
            return Text("discard your {value}", value=event.value)
        case Place.DISCARD, _:
            return Text("take the {value} back from your discard pile", value=event.value)
        case _, Place.HAND:
            return Text("take the {value} that you played back in hand", value=event.value)
        case _:
            return Text(_PUT_AWAY.template, value=event.value)


def _reputations(last: Sequence[Event]) -> dict[Seat, int]:
    """Return where the reputations end that change in this round."""
    began: dict[Seat, int] = {}
    ended: dict[Seat, int] = {}
    for event in last:
        if isinstance(event, Reputation):
            began.setdefault(event.seat, event.before)
            ended[event.seat] = event.to
    return {seat: to for seat, to in ended.items() if to != began[seat]}

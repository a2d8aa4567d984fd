"""Describes each event of L'Ouaf in one sentence for people. The value of a card face down is never told."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.event import Conceded, Overridden, conceded_label, match_label, overridden_label, set_value
from companion.play import Override
from companion.rules.ouaf import events
from companion.rules.ouaf.cards import Boss, Effect, Half, Seat, Target
from companion.rules.ouaf.evolve import OVERRIDE_PATHS
from companion.rules.ouaf.state import HIGHEST, LOWEST, State
from companion.rules.override_paths import find_path
from companion.words import Text, and_last, joined

_NAMES = {
    Seat.RED: Text("Red"),
    Seat.ORANGE: Text("Orange"),
    Seat.YELLOW: Text("Yellow"),
    Seat.GREEN: Text("Green"),
    Seat.BLUE: Text("Blue"),
    Seat.PURPLE: Text("Purple"),
}
_DIRECT: Mapping[Effect, Text] = {
    Effect.GAIN_REPUTATION: Text("reputation +{value} for {seats}"),
    Effect.LOSE_REPUTATION: Text("reputation -{value} for {seats}"),
    Effect.DISCARD_CHOICE: Text("a card to discard for {seats}"),
    Effect.RECOVER_LOWEST: Text("the lowest card of the discard back in hand for {seats}"),
    Effect.SWAP_DOWN: Text(
        "the card played is swapped for one that is lower by {value} at most, for {seats}"
    ),
    Effect.SWAP_UP: Text(
        "the card played is swapped for one that is higher by {value} at least, for {seats}"
    ),
}
_OTHER: Mapping[Effect, Text] = {
    Effect.END_BONUS: Text("{value} points more at the end for {target}"),
    Effect.END_MALUS: Text("{value} points less at the end for {target}"),
    Effect.DOUBLE_BONUS: Text("all bonus points are doubled at the end"),
    Effect.DOUBLE_MALUS: Text("all penalty points are doubled at the end"),
    Effect.COUNT_DOUBLE: Text("the card counts double"),
    Effect.NONE: Text("nothing happens"),
}
_TARGETS = {
    Target.HIGHEST: Text("the highest reputation"),
    Target.LOWEST: Text("the lowest reputation"),
    Target.GOOD: Text("everybody at 0 or more"),
    Target.BAD: Text("everybody below 0"),
    Target.ZERO: Text("everybody at exactly 0"),
    Target.ALL: Text("everybody"),
}
_UNDER = {
    Boss.HAPPY: Text("the evaluation goes under the happy boss: {effect}"),
    Boss.ANGRY: Text("the evaluation goes under the angry boss: {effect}"),
}
_WHY = {
    events.Why.HIGHEST_CARD: Text("{seat} played the highest card: {change}"),
    events.Why.LOWEST_CARD: Text("{seat} played the lowest card: {change}"),
    events.Why.EFFECT: Text("{seat}: {change}"),
}
_ENDS = {
    Boss.HAPPY: Text("five successes, the match is over: {outcome}"),
    Boss.ANGRY: Text("five failures, the match is over: {outcome}"),
    None: Text("the match is conceded: {outcome}"),
}


def name_of(seat: Seat) -> Text:
    """Return a seat as people call it."""
    return _NAMES[seat]


def names_of(seats: Iterable[Seat]) -> Text:
    """Return several seats in a row, for a sentence."""
    return and_last([_NAMES[seat] for seat in seats])


def listed(values: Iterable[int]) -> str:
    """Return several values in a row, for a sentence."""
    return ", ".join(map(str, values))


def event_label(state: State, event: events.Event | Override) -> Text:
    """Return one sentence that tells an event. `state` is any state of its match and knows the cards."""
    match event:
        case events.RoundBegun():
            return Text(
                "round {round}: {total} to reach, average {average}",
                round=event.round,
                total=event.total,
                average=event.average,
            )
        case events.Placed(seats=seats, secret=secret) if secret is not None and len(seats) == 1:
            return Text("{seat}'s card is noted", seat=names_of(seats))
        case events.Placed(seats=seats):
            return face_down(seats)
        case events.Reveal():
            return _reveal(event)
        case events.Reputation():
            return _reputation(event)
        case events.Evaluation():
            return _evaluation(state, event)
        case events.CardMoved():
            return _card_moved(event)
        case events.Fired() | events.Points() | events.MatchEnd():
            return _ending(event)
        case Conceded():
            return conceded_label(name_of(Seat(event.seat)))
        case Overridden() | Override():
            values = [_set(path, value) for path, value in event.changes.items()]
            return overridden_label(values, event.reason, event.refused)
        case _:
            return match_label(event)


def _set(path: str, value: Any) -> Text:
    """Return the text of one value that a referee set, with its value now."""
    found = find_path(OVERRIDE_PATHS, path)
    if found is None:
        return set_value(Text("{name}", name=path), str(value))
    said, seat = found
    return set_value(said.title, value, name_of(Seat(seat)) if seat else None)


def face_down(seats: Collection[Seat]) -> Text:
    """Return the sentence that cards lie face down before some seats."""
    if len(seats) == 1:
        return Text("{seat} has laid a card", seat=names_of(seats))
    return Text("{seats} have laid cards", seats=names_of(seats))


def _reveal(event: events.Reveal) -> Text:
    if not event.cards:
        said = Text("nobody has a card left: 0")
    else:
        cards = [Text("{seat} {value}", seat=name_of(s), value=v) for s, v in event.cards.items()]
        said = Text("{cards} = {total}", cards=joined(cards, " + "), total=event.total)
    if not event.success:
        template = Text("{sum}, {order} ordered: failure, {n} short")
    elif event.margin:
        template = Text("{sum}, {order} ordered: success, {n} over")
    else:
        template = Text("{sum}, {order} ordered: success, exactly")
    return Text(template.template, sum=said, order=event.order, n=abs(event.margin))


def _reputation(event: events.Reputation) -> Text:
    by = event.to - event.before
    if by > 0:
        change = Text("reputation {before} + {by} = {to}", before=event.before, by=by, to=event.to)
    elif by < 0:
        change = Text("reputation {before} - {by} = {to}", before=event.before, by=-by, to=event.to)
    else:
        change = Text("the reputation stays at {to}", to=event.to)
    if event.to in (LOWEST, HIGHEST):
        change = Text("{change} (the end of the track)", change=change)
    return Text(_WHY[event.why].template, seat=name_of(event.seat), change=change)


def _evaluation(state: State, event: events.Evaluation) -> Text:
    value = state.sheet.half(event.card, event.boss).value
    if event.effect in _OTHER:
        effect = Text(_OTHER[event.effect].template, value=value, target=_TARGETS[event.target])
    elif event.seats:
        effect = Text(_DIRECT[event.effect].template, value=value, seats=names_of(event.seats))
    else:
        effect = Text("nobody is affected: this is for {target}", target=_TARGETS[event.target])
    return Text(_UNDER[event.boss].template, effect=effect)


def _card_moved(event: events.CardMoved) -> Text:
    seat, value = name_of(event.seat), event.value
    match event.origin, event.to:
        case events.Place.HAND, _:
            return Text("{seat} discards the {value}", seat=seat, value=value)
        case events.Place.DISCARD, _:
            return Text("{seat} takes the {value} back from the discard", seat=seat, value=value)
        case _, events.Place.HAND:
            return Text("{seat} takes back the {value} just played", seat=seat, value=value)
        case _:
            return Text("{seat} puts the {value} just played on the discard", seat=seat, value=value)


def effect_words(effect: Effect) -> Text:
    """Return the text of an effect without its number: X stands for the number."""
    template = _OTHER.get(effect) or _DIRECT[effect]
    whom = Text("its targets")
    return Text(template.template, value="X", target=whom, seats=whom)


def target_words(half: Half) -> Text:
    """Return whom half an evaluation touches."""
    return _TARGETS[half.target]


def half_words(half: Half) -> Text:
    """Return what half an evaluation does, as it is printed on its card."""
    target = target_words(half)
    template = _OTHER.get(half.effect) or _DIRECT[half.effect]
    return Text(template.template, value=half.value, target=target, seats=target)


def _ending(event: events.Fired | events.Points | events.MatchEnd) -> Text:
    match event:
        case events.Fired():
            return Text("{seat} has a reputation below 0 and is fired", seat=name_of(event.seat))
        case events.Points():
            return _points(event)
        case events.MatchEnd():
            return Text(_ENDS[event.boss].template, outcome=_outcome(event))


def _points(event: events.Points) -> Text:
    counted = {"hand": event.hand, "reputation": event.reputation, "bonus": event.bonus, "malus": event.malus}
    if event.correction:
        return Text(
            "{seat}: hand {hand} + reputation {reputation} + bonus {bonus} - penalty {malus}"
            " and {correction} by the referee = {total}",
            seat=name_of(event.seat),
            correction=f"{event.correction:+d}",
            total=event.total,
            **counted,
        )
    return Text(
        "{seat}: hand {hand} + reputation {reputation} + bonus {bonus} - penalty {malus} = {total}",
        seat=name_of(event.seat),
        total=event.total,
        **counted,
    )


def _outcome(event: events.MatchEnd) -> Text:
    match event.winner:
        case None:
            return Text("everybody is fired, nobody wins")
        case str(seat):
            return Text("{seat} wins", seat=name_of(Seat(seat)))
        case seats:
            return Text("victory is shared by {seats}", seats=names_of(map(Seat, seats)))


KEYS = (
    *(Text("red"), Text("orange"), Text("yellow"), Text("green"), Text("blue"), Text("purple")),
    *(Text("round"), Text("work"), Text("down"), Text("discard")),
)
"""Words that reach a sentence by their key (`words.word`), named here for the translators: seats and kinds of play."""

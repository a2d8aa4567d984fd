"""Names what plays of Boufbowl mention: cards, with what is printed on them, and zones of the field."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.mat import Mat
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Action, Card, CardBonus, Player, Power
from companion.rules.boufbowl.checks import card_name, side_name
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import OFF
from companion.showing.boufbowl.verbs import VERBS
from companion.showing.scene import Words
from companion.words import Text, Wording, in_a_row, joined, word

_TOKENS = {Seat.RED: Text("red {n}"), Seat.BLUE: Text("blue {n}")}


def names_of(sheet: Sheet, mat: Mat) -> dict[str, Words]:
    """Return the names of everything that plays mention, as people say them."""
    cards: dict[str, Words] = {ref: card_name(sheet, card.ref) for ref, card in sheet.cards.items()}
    seats: dict[str, Words] = {seat.value: side_name(sheet, seat) for seat in Seat}
    zones: dict[str, Words] = {
        zone.name: zone.title for zone in mat.zones if zone.name in sheet.board.zones and zone.title.en
    }
    return {**VERBS, **seats, **cards, **zones, OFF: Text("off the field")}


def details_of(sheet: Sheet) -> dict[str, Words]:
    """Return what is printed on each card, with its reference if another card has the same name."""
    return {ref: _detail(sheet, card) for ref, card in sheet.cards.items()}


def alike_of(sheet: Sheet) -> dict[str, str]:
    """Return, of action cards that print the same but their references, the first one."""
    first: dict[tuple[Wording, CardBonus, Wording | None], str] = {}
    return {
        str(ref): first.setdefault(
            (card.name, card.bonus, None if card.effect is None else card.effect.text), str(ref)
        )
        for ref, card in sheet.cards.items()
        if isinstance(card, Action) and card.name.en
    }


def _detail(sheet: Sheet, card: Card) -> Words:
    parts = (*_token(sheet, card.ref), *_parts(card))
    return in_a_row(parts) if parts else Text("{ref}", ref=card.ref)


def _token(sheet: Sheet, ref: CardRef) -> Iterator[Text]:
    """Return the number that is printed on a player's token."""
    seat = sheet.seat_of.get(ref)
    if seat is not None:
        yield Text(_TOKENS[seat].template, n=sheet.team(seat).players.index(ref) + 1)


def _parts(card: Card) -> Iterator[Text]:
    match card:
        case Player():
            yield word(card.post.value)
            if card.power is not None and card.power.text.en:
                yield Text("{text}", text=card.power.text)
        case Action():
            yield from _bonus(card)
            if card.effect is not None and card.effect.text.en:
                yield Text("{text}", text=card.effect.text)
            yield Text("{ref}", ref=card.ref)
        case Power():
            yield Text("intensity {n}", n=card.intensity)
            yield word(card.post.value)
            yield Text("{text}", text=card.effect.text)
        case _:
            yield Text("{text}", text=card.effect.text)


def _bonus(card: Action) -> Iterator[Text]:
    bonus = card.bonus
    if bonus.star:
        yield Text("stars +{n}", n=bonus.star)
    if bonus.die:
        yield Text("action dice +{n}", n=bonus.die)
    if bonus.damage:
        yield Text("damage dice +{n}", n=bonus.damage)
    yield joined([word(moment.value) for moment in bonus.on])

"""Names what plays of OFUSAIDO mention: cards by their names, energies by what they show, zones by their letters."""

from typing import Any

from companion.rules.ofusaido.cards import Action, Card, Energy, Player
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State
from companion.showing.ofusaido.verbs import VERBS
from companion.showing.scene import Words
from companion.words import Text, Wording, joined, word

_CLOSING = Text("Nobody adds any more: turn over the energy card")
"""The button that turns over the first energy card while players may still be added: it says too that neither side adds one."""


def names_of(state: State) -> dict[str, Words]:
    """Return the names of everything that plays mention, as people say them."""
    letters = {zone for occasion in state.sheet.zones.values() for zone in occasion}
    zones: dict[str, Words] = {
        f"{field} {zone}": Text("zone {letter}", letter=zone.upper())
        for zone in letters
        for field in ("zone", "to")
    }
    seats: dict[str, Words] = {seat.value: side_name(state, seat) for seat in Seat}
    cards = {ref: card_name(state, ref) for ref in state.sheet.cards}
    moment = {"play reveal": _CLOSING} if state.phase is Phase.SUPPORT else {}
    return {**VERBS, **moment, **seats, **zones, **cards}


def details_of(state: State) -> dict[str, Words]:
    """Return what is printed on cards, as far as it tells them apart."""
    return {ref: says for ref, card in state.sheet.cards.items() if (says := _detail(card)) is not None}


def card_name(state: State, ref: str) -> Text | Wording:
    """Return a card as people call it; a card without a name by what is printed on it."""
    card = state.sheet.cards.get(ref)
    if isinstance(card, Energy):
        return _energy(card)
    name: Any = getattr(card, "name", "")
    if isinstance(name, Wording) and name.en:
        return name
    return Text("{ref}", ref=name if isinstance(name, str) and name else ref)


def _detail(card: Card) -> Words | None:
    match card:
        case Player():
            return Text("{posts}", posts=", ".join(card.posts))
        case Action():
            return joined([Text("{text}", text=effect.text) for effect in card.effects], " / ")
        case Energy():
            return Text("{ref}", ref=card.ref)
        case _:
            return None


def _energy(card: Energy) -> Text:
    says = (
        Text("attack {attack}, defence {defence}, {colour}, whistle")
        if card.whistle
        else Text("attack {attack}, defence {defence}, {colour}")
    )
    return Text(says.template, attack=card.attack, defence=card.defence, colour=word(card.colour.value))

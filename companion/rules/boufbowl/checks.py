"""Checks that several plays share: each returns the refusal of what cannot be done now, or None."""

from collections.abc import Iterable

from companion.ids import CardRef
from companion.rules import engine
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Player
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import State
from companion.rules.engine import Refusal
from companion.words import Text, Wording, joined, word

_ENDZONES = {Seat.RED: Text("the red endzone"), Seat.BLUE: Text("the blue endzone")}

_IN_ENDZONES = {Seat.RED: Text("in the red endzone"), Seat.BLUE: Text("in the blue endzone")}


def illegal(page: str, template: str, /, **args: Text | str | int) -> Refusal:
    """Return a refusal by the rules. `page` is the rulebook's, such as `p. 7`."""
    return engine.illegal(f"Boufbowl {page}", template, **args)


def card_name(sheet: Sheet, ref: CardRef) -> Text:
    """Return a card as people call it: by its name if it has one; a player with the number on his token before it."""
    name: str | Wording = sheet.cards[ref].name
    if isinstance(name, Wording):
        return Text("{name}", name=name if name.en else str(ref))
    seat = sheet.seat_of.get(ref)
    if seat is None or not name:
        return Text("{name}", name=name or str(ref))
    return Text("{number} {name}", number=sheet.team(seat).players.index(ref) + 1, name=name)


def names(sheet: Sheet, refs: Iterable[CardRef]) -> Text:
    """Return several cards in a row, for a sentence."""
    return joined([card_name(sheet, ref) for ref in refs])


def side_name(sheet: Sheet, seat: Seat) -> Text:
    """Return a side as people call it: by its team's name if it has one."""
    name = sheet.team(seat).name
    return Text("{name}", name=name) if name else word(seat.value)


def zone_name(sheet: Sheet, zone: str) -> Text:
    """Return a zone's name: an endzone by its owner, any other by the sign printed on the field."""
    owner = next((seat for seat, name in sheet.board.endzones.items() if name == zone), None)
    return Text("{zone}", zone=zone) if owner is None else _ENDZONES[owner]


def in_zone(sheet: Sheet, zone: str) -> Text:
    """Return a zone's name with its preposition, which in French depends on the name."""
    owner = next((seat for seat, name in sheet.board.endzones.items() if name == zone), None)
    return Text("in {zone}", zone=zone) if owner is None else _IN_ENDZONES[owner]


def no_player_of(state: State, ref: CardRef, seat: Seat) -> Refusal | None:
    """Refuse a card that is not one of this coach's players."""
    sheet = state.sheet
    if not isinstance(sheet.cards[ref], Player):
        return illegal("p. 4", "{card} is not a player", card=card_name(sheet, ref))
    if sheet.seat_of.get(ref) is not seat:
        return illegal(
            "p. 5", "{card} does not play for {seat}", card=card_name(sheet, ref), seat=side_name(sheet, seat)
        )
    return None


def not_standing(state: State, ref: CardRef, seat: Seat) -> Refusal | None:
    """Refuse a player of this coach who does not stand on the field."""
    if refusal := no_player_of(state, ref, seat):
        return refusal
    figure = state.figures[ref]
    if not figure.is_on:
        return illegal("p. 8", "{card} is off the field", card=card_name(state.sheet, ref))
    if not figure.standing:
        return illegal("p. 7", "{card} is lying on the ground", card=card_name(state.sheet, ref))
    return None


def not_the_carrier(state: State, ref: CardRef, page: str) -> Refusal | None:
    """Refuse a player who does not have the ball, or whose coach is not active. `page` says that it takes the ball."""
    if refusal := no_player_of(state, ref, state.active):
        return refusal
    if state.ball.carrier != ref:
        return illegal(page, "{card} does not hold the ball", card=card_name(state.sheet, ref))
    return None


def too_few_cards(state: State, seat: Seat, needed: int, page: str) -> Refusal | None:
    """Refuse more cards than the hand holds. `page` says that such a play is made from the hand."""
    hand = state.team(seat).hand
    if hand >= needed:
        return None
    return illegal(
        page,
        "cards in the hand of {seat}: {hand}; needed: {needed}",
        seat=side_name(state.sheet, seat),
        hand=hand,
        needed=needed,
    )


def not_expert(state: State) -> Refusal | None:
    """Refuse orders, fervour, powers and trainings outside the expert mode."""
    if state.sheet.is_expert:
        return None
    return illegal("p. 12", "this match is played in normal mode: no orders, no fervour, no purchases")

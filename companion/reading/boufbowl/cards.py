"""Reads plays from the cards on Boufbowl's mat: effects, bonus cards, damage, orders, powers and purchases."""

from collections.abc import Iterator, Mapping, Sequence

from companion.ids import CardRef
from companion.observation import What
from companion.reading.boufbowl.tokens import PlacedPlayer, Tokens, after, commands, offered, one_of, said
from companion.reading.game_reading import Reading, TableSituation, seat_of
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import committing, contest_of, showing
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.plays import (
    Bonus,
    Buy,
    BuyTraining,
    CardPlay,
    ChooseDamage,
    CleanOrders,
    Commit,
    Order,
    Play,
    ShowPower,
    UsePower,
)
from companion.rules.boufbowl.sheet import DamageFace
from companion.rules.boufbowl.state import Stage, State

SLOWLY_MS = 2500
"""Milliseconds for turned cards to be believed: a hand needs two seconds to turn the next one, and a card too few is
a wrong play. Then cards with codes are believed, and of faces the table is asked. Once no card is seen to lie face down, no
hand can turn another.
"""
MOST_ASKED = 10
"""The most answers that a person can choose from; a card that could be for more players waits for their tokens."""
MILD_TO_GRAVE = tuple(DamageFace)


# --- effects


def effects(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a card in the slot *Effect* of either coach; tokens that are moved, turned or pushed say whom it is for."""
    for card in _effect_cards(look):
        plays = _effect_plays(look, card)
        if len(plays) == 1:
            yield said(plays[0], card, competes=False)
            continue
        shown = [(play, things) for play in plays if (things := _shown(look, tokens, play))]
        for play, things in shown:
            yield said(play, card, *things, competes=False)
        if not shown and len(plays) <= MOST_ASKED:
            yield from one_of(plays, card, competes=False)


def waits_for_tokens(look: TableSituation) -> bool:
    """Return whether a card or power is on the mat and can still be played: moved tokens then belong to it."""
    return any(_effect_plays(look, card) for card in _effect_cards(look))


def _effect_cards(look: TableSituation) -> list[PlacedThing]:
    """Return the cards in the slots *Effect*, and the power cards in the slots *Power*."""
    return [*in_role(look.new, "card"), *in_role(look.new, "power")]


def _effect_plays(look: TableSituation, card: PlacedThing) -> Sequence[CardPlay | UsePower]:
    """Return the plays of an action card for its effect, or of a power whose players must be named."""
    if card in in_role(look.new, "power"):
        return [play for play in offered(look, UsePower) if play.power == card.ref and play.targets]
    offers = look.rules.options(look.state, str(seat_of(card)), CardPlay.kind)
    return [play for play in offers if isinstance(play, CardPlay) and play.ref == card.ref]


def _shown(look: TableSituation, tokens: Tokens, play: CardPlay | UsePower) -> list[PlacedThing]:
    """Return the tokens that show all players of a play; none if one of them does not show it."""
    state: State = look.state
    then = after(state, play)
    shown = (
        [] if then is None else [_shows(state, then, tokens, play, target.player) for target in play.targets]
    )
    things = [piece.lying for piece in shown if piece is not None]
    return [thing for thing in things if tokens.is_new(thing)] if len(things) == len(shown) else []


def _shows(
    state: State, then: State, tokens: Tokens, play: CardPlay | UsePower, ref: CardRef
) -> PlacedPlayer | None:
    """Return a player's token that lies as the effect leaves him; if the effect changes nothing, the token was
    pushed, or is touched by the one who tackles.
    """
    was, figure, piece = state.figures[ref], then.figures[ref], tokens.pieces.get(ref)
    if piece is None or (piece.zone, piece.is_standing) != (figure.zone, figure.standing):
        return None
    has_changed = (was.zone, was.standing) != (figure.zone, figure.standing)
    pair = [target.player for target in play.targets[:2]]
    is_pushed = tokens.touch(*pair) if len(pair) == 2 else tokens.is_new(piece.lying)
    return piece if has_changed or is_pushed else None


# --- an opposition


def opposed(look: TableSituation, _tokens: Tokens) -> Iterator[Reading]:
    """Read how many cards both coaches add and which, once each coach shows cards or lays the card *No*."""
    state: State = look.state
    cards = {seat: _added(look, seat) for seat in Seat}
    declined = {seat: _declined(look, seat) for seat in Seat}
    plays = _settled(state, cards, declined)
    if plays:
        says = [*cards[Seat.RED], *cards[Seat.BLUE]]
        nos = [card for seat in Seat for card in declined[seat]]
        are_turned = _are_all_turned(look, says)
        is_sure = all(not (cards[seat] and declined[seat]) for seat in Seat)
        # What else lies there may be a card whose face is not found beside another one.
        is_sure = is_sure and (are_turned or not any(card.sighting.what is What.FACE for card in says))
        *before, last = plays
        waits_ms = 0 if are_turned else SLOWLY_MS
        if says or nos:
            yield said(last, *says, *nos, before=before, waits_ms=waits_ms, is_sure=is_sure, grows=True)


def _are_all_turned(look: TableSituation, says: Sequence[PlacedThing]) -> bool:
    """Return whether no card lies face down where these cards lie, nor one that has just been turned up and is not read yet."""
    fresh = {card.place[1] for card in in_role(look.fresh, "bonus")}
    return {card.place[1] for card in says} <= look.free - fresh


def _added(look: TableSituation, seat: Seat) -> list[PlacedThing]:
    """Return the bonus cards of a coach from the left to the right: which of them the camera sees first says nothing."""
    cards = (card for card in in_role(look.new, "bonus", seat) if card.ref is not None)
    return sorted(cards, key=PlacedThing.from_left_mm)


def _declined(look: TableSituation, seat: Seat) -> list[PlacedThing]:
    """Return whether a coach has declined; he may take the card *No* back before the other coach has turned his cards."""
    said = [card for card in in_role(look.spoken, "command", seat) if card.means == "decline"]
    return [*commands(look, "decline", seat), *said]


def _settled(
    state: State, cards: Mapping[Seat, Sequence[PlacedThing]], declined: Mapping[Seat, Sequence[PlacedThing]]
) -> list[Play]:
    """Return the plays that bring the opposition to its dice; none while a coach has not answered."""
    plays: list[Play] = []
    while state.stage in (Stage.COMMIT, Stage.BONUS):
        contest = contest_of(state)
        if state.stage is Stage.COMMIT:
            seat = committing(state, contest)
            if not cards[seat] and not declined[seat]:
                return []
            play: Play = Commit(seat, len(cards[seat]))
        else:
            seat = showing(state, contest)[0]
            play = Bonus(seat, tuple(CardRef(str(card.ref)) for card in cards[seat]))
        then = after(state, play)
        if then is None:
            return []
        plays.append(play)
        state = then
    return plays


def damaged(look: TableSituation, _tokens: Tokens) -> Iterator[Reading]:
    """Read the choice between two damage dice: the choosing coach lays the command card for the graver or the milder
    one.
    """
    contest = contest_of(look.state)
    plays = offered(look, ChooseDamage)
    for seat in dict.fromkeys(play.seat for play in plays):
        faces = side_of(look.state, contest, seat).damage
        by_gravity = sorted(
            (play for play in plays if play.seat is seat),
            key=lambda play: MILD_TO_GRAVE.index(faces[play.index]),
        )
        for means, play in (("damage:milder", by_gravity[0]), ("damage:worse", by_gravity[-1])):
            for card in commands(look, means, seat):
                yield said(play, card)


# --- expert


def expert(look: TableSituation, _tokens: Tokens) -> Iterator[Reading]:
    """Read orders, powers and purchases. The table is asked who pays if several players could."""
    for play in offered(look, Order):
        seat = look.state.active
        for card in commands(look, f"order:{play.slot.value}", seat):
            yield said(play, card)
        for card in in_role(look.new, "order", seat):
            if card.ref is not None and card.place[1].endswith(f".{play.slot.value}"):
                yield said(Order(play.slot, CardRef(card.ref)), card)
    for cleaned in commands(look, CleanOrders.kind):
        yield from one_of(offered(look, CleanOrders), cleaned)
    for card in in_role(look.new, "power"):
        used = [play for play in offered(look, UsePower) if play.power == card.ref and not play.targets]
        bought = [play for play in offered(look, Buy) if play.power == card.ref]
        trained = [play for play in offered(look, BuyTraining) if play.ref == card.ref]
        came_up = [play for play in offered(look, ShowPower) if play.power == card.ref]
        yield from one_of([*used, *bought, *trained, *came_up], card)


def came_up(look: TableSituation) -> Iterator[Reading]:
    """Read a power card that is turned up on the stand: it is laid in the slot *Power*, whatever else the table waits
    for.
    """
    if look.state.taken:
        for card in in_role(look.new, "power"):
            yield from one_of([play for play in offered(look, ShowPower) if play.power == card.ref], card)

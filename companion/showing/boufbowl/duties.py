"""What hands have to do at a field of Boufbowl after a play: tokens, markers, the ball, cards, and what is bought."""

from collections.abc import Iterator, Sequence

from companion.event import Event
from companion.ids import CardRef
from companion.reading.boufbowl.tokens import BALL, token_means
from companion.reading.identity import token_key
from companion.rules.boufbowl import events, plays
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.checks import card_name, in_zone, names
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.influence import attack_seat
from companion.rules.boufbowl.state import OFF, State
from companion.showing.duties import counted
from companion.showing.scene import Duty
from companion.words import Text

_LAID_DOWN = {
    Marker.STUNNED: Text("lay {player} down, with a stunned marker"),
    Marker.KO: Text("lay {player} down, with a KO marker"),
}
_MARKERS = {
    Marker.STUNNED: Text("put a stunned marker beside {player}"),
    Marker.KO: Text("put a KO marker beside {player}"),
    None: Text("take the marker away from {player}"),
}
_BALLS = {
    BallState.HELD: Text("give the ball to {player}"),
    BallState.GROUND: Text("put the ball on the ground {place}"),
    BallState.AIR: Text("put the ball {place}: it is in the air"),
}
_DRAW = Text("draw one card"), Text("draw {n} cards")


def duties(before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield the duties. See `showing.scene_builder.SceneBuilder.duties`. What a play itself moves is moved by who plays it."""
    if any(isinstance(event, events.TryScored) for event in last) and not after.is_over:
        yield Duty(None, Text("take all players and markers off the field, and place them anew"))
    else:
        for event in last:
            yield from _on_field(after, event)
    yield from _ball(before, after, last)
    yield from _cards(before, after, last)
    for event in last:
        yield from _goods(after, event)


def moves(before: State, after: State) -> Iterator[Duty]:
    """Yield where players and ball stand that the program moved. See `showing.scene_builder.SceneBuilder.moves`."""
    zones: dict[str, list[CardRef]] = {}
    for ref, figure in after.figures.items():
        if figure.zone != before.figures[ref].zone:
            zones.setdefault(figure.zone, []).append(ref)
    for zone, moved in zones.items():
        players = names(after.sheet, moved)
        says = (
            Text("put {players} {place}", players=players, place=in_zone(after.sheet, zone))
            if zone != OFF
            else Text("take {players} off the field", players=players)
        )
        yield Duty(None, says, laid=_tokens(after, moved))
    yield from _ball(before, after, ())


def _on_field(after: State, event: Event) -> Iterator[Duty]:
    match event:
        case events.KnockedDown(player, marker):
            yield _of_player(after, player, _LAID_DOWN[marker])
        case events.MarkerChanged(player, marker):
            yield _of_player(after, player, _MARKERS[marker])
        case events.StoodUp(players):
            for seat in SEATS:
                own = [ref for ref in players if after.sheet.seat_of[ref] is seat]
                if own:
                    says = Text("stand {players} up", players=names(after.sheet, own))
                    yield Duty(seat, says, str(own[0]), laid=_tokens(after, own))
        case events.Injured(player):
            says = Text(
                "turn the card of {player} to its injured side", player=card_name(after.sheet, player)
            )
            yield Duty(after.sheet.seat_of[player], says)
        case _:
            pass


def _of_player(after: State, player: CardRef, said: Text) -> Duty:
    says = Text(said.template, player=card_name(after.sheet, player))
    return Duty(after.sheet.seat_of[player], says, str(player), laid=_tokens(after, [player]))


def _tokens(after: State, players: Sequence[CardRef]) -> frozenset[str]:
    """Return the keys of the tokens on the field, each by the side that is up."""
    return frozenset(
        token_key(token_means(after.sheet, ref, is_standing=after.figures[ref].standing))
        for ref in players
        if after.figures[ref].is_on
    )


def _ball(before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield where the ball goes by a ruling: not with who walks, and not with a placement, which says it itself."""
    ball = after.ball
    is_own = bool(last) and isinstance(last[0], plays.Move | plays.Place | plays.PickUp)
    if is_own or ball == before.ball or ball.state is None or ball.zone is None:
        return
    place = (before.ball.carrier, before.ball.zone, before.ball.state)
    if place == (ball.carrier, ball.zone, ball.state):
        return
    player = "" if ball.carrier is None else card_name(after.sheet, ball.carrier)
    says = Text(_BALLS[ball.state].template, player=player, place=in_zone(after.sheet, ball.zone))
    yield Duty(None, says, laid=frozenset((token_key(BALL),)))


def _cards(before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield the cards that are drawn, and those that were shown and go to the discards."""
    contest = next((one for one in before.stack if isinstance(one, Contest)), None)
    is_settled = any(isinstance(event, events.Opposition) for event in last)
    for seat in SEATS:
        if drawn := before.team(seat).pile - after.team(seat).pile:
            yield Duty(seat, counted(*_DRAW, drawn)) if drawn > 0 else Duty(seat, Text("shuffle your pile"))
        shown = () if contest is None or not is_settled else _shown(before, contest, seat)
        if shown:
            says = Text("put the cards that you showed onto your discard pile")
            yield Duty(seat, says, gone=frozenset(shown))
    for event in last:
        if isinstance(event, plays.CardPlay):
            says = Text("put {card} onto your discard pile", card=card_name(after.sheet, event.ref))
            yield Duty(event.seat, says, gone=frozenset((event.ref,)))


def _shown(before: State, contest: Contest, seat: Seat) -> tuple[CardRef, ...]:
    """Return the cards that a coach showed in an opposition."""
    side = contest.attack if seat is attack_seat(before, contest) else contest.defence
    return side.cards or ()


def _goods(after: State, event: Event) -> Iterator[Duty]:
    sheet = after.sheet
    match event:
        case events.Fervour(player, to):
            says = Text("set the fervour of {player} to {to}", player=card_name(sheet, player), to=to)
            yield Duty(sheet.seat_of[player], says, f"fervour of {player}")
        case events.OrdersChanged(seat, slots) if not any(slots.values()):
            yield Duty(seat, Text("take the cards off your orders"))
        case events.Bought(seat, player, ref):
            card = card_name(sheet, ref)
            if player is None:
                yield Duty(seat, Text("lay {card} before you", card=card))
            else:
                says = Text("lay {card} beside {player}", card=card, player=card_name(sheet, player))
                yield Duty(seat, says)
        case _:
            pass

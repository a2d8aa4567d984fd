"""Tells Boufbowl's events to a person, one sentence each, and the arithmetic of an opposition as people say it."""

from collections.abc import Mapping
from typing import Any

from companion.event import (
    ClockRanOut,
    Conceded,
    Noted,
    Overridden,
    conceded_label,
    match_label,
    overridden_label,
    set_value,
)
from companion.ids import CardRef
from companion.play import Override
from companion.rules.boufbowl import events
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name, in_zone, names, side_name, zone_name
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.override import OVERRIDE_PATHS
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import OFF, State
from companion.rules.override_paths import find_path
from companion.words import Text, joined, word

LINE_WORDS = {
    "die": Text("die"),
    "other_die": Text("lower die"),
    "bonus": Text("card"),
    "majority": Text("majority"),
    "standing": Text("lying opponent"),
    "power": Text("power"),
    "training": Text("training"),
    "effect": Text("effect"),
}
"""What a line of a total counts, by `events.Line.what`."""
_OUTCOMES = {
    events.Outcome.ATTACK: Text("opposition, {on}: {attack}; {defence}: the attack has more stars"),
    events.Outcome.DEFENCE: Text("opposition, {on}: {attack}; {defence}: the defence has more stars"),
    events.Outcome.LEVEL: Text("opposition, {on}: {attack}; {defence}: a tie"),
}
_BALL = {
    events.BallState.HELD: Text("{player} has the ball {place}"),
    events.BallState.GROUND: Text("the ball lies on the ground {place}"),
    events.BallState.AIR: Text("the ball is in the air over {zone}"),
}
_DOWN = {
    events.Marker.STUNNED: Text("{player} goes down, stunned"),
    events.Marker.KO: Text("{player} goes down, knocked out"),
}
_MARKERS = {
    events.Marker.STUNNED: Text("{player} is stunned now"),
    events.Marker.KO: Text("{player} is knocked out now"),
    None: Text("{player} no longer has a marker"),
}
_REASONS = {
    events.Reason.INTERCEPTED: Text("{seat} loses the ball to an interception"),
    events.Reason.BALL_DOWN: Text("{seat} drops the ball"),
    events.Reason.CARRIER_DOWN: Text("the carrier of {seat} is down"),
    events.Reason.TRY: Text("{seat} has scored"),
}
_POINTS_LEFT = {
    0: Text("{player} goes from {origin} to {to}; no movement point left"),
    1: Text("{player} goes from {origin} to {to}; 1 movement point left"),
}
_GOES = Text("{player} goes from {origin} to {to}; {left} movement points left")
_LEAVES = Text("{player} is taken off the field from {origin}")
_COMES_ON = Text("{player} comes on {place}")


def event_label(state: State, event: events.Consequence | events.MatchWide | Override) -> Text:
    """Return one sentence that tells an event. `state` is any state of its match and gives the names."""
    match event:
        case events.Opposition():
            return _opposition(state.sheet, event)
        case events.StoodUp():
            return _stood_up(state.sheet, event)
        case events.KnockedDown():
            return _of_player(state.sheet, _DOWN[event.marker], event.player)
        case events.Injured():
            return Text(
                "{player} is injured, to the end of the match", player=card_name(state.sheet, event.player)
            )
        case events.MarkerChanged():
            return _of_player(state.sheet, _MARKERS[event.to], event.player)
        case events.Moved():
            return _moved(state.sheet, event)
        case events.BallMoved():
            player = "" if event.carrier is None else card_name(state.sheet, event.carrier)
            zone, place = zone_name(state.sheet, event.zone), in_zone(state.sheet, event.zone)
            return Text(_BALL[event.state].template, player=player, zone=zone, place=place)
        case events.EffectShown():
            return Text(
                "{seat}, {card}: {text}",
                seat=side_name(state.sheet, event.seat),
                card=card_name(state.sheet, event.card),
                text=event.text,
            )
        case events.Cards() | events.OrdersChanged() | events.Fervour() | events.Bought():
            return _goods(state.sheet, event)
        case events.CalledOff():
            return Text("called off: {on}", on=word(event.on))
        case events.TryScored() | events.TurnEnd() | events.MatchEnd():
            return _ends(state.sheet, event)
        case Overridden() | Override():
            values = [set_words(state.sheet, path, value) for path, value in event.changes.items()]
            return overridden_label(values, event.reason, event.refused)
        case Conceded():
            return conceded_label(side_name(state.sheet, Seat(event.seat)))
        case ClockRanOut() | Noted():
            return match_label(event)


def _of_player(sheet: Sheet, said: Text, ref: CardRef) -> Text:
    return Text(said.template, player=card_name(sheet, ref))


def _opposition(sheet: Sheet, event: events.Opposition) -> Text:
    return Text(
        _OUTCOMES[event.outcome].template,
        on=word(event.on),
        attack=tally_words(sheet, event.attack),
        defence=tally_words(sheet, event.defence),
    )


def tally_words(sheet: Sheet, tally: events.Tally) -> Text:
    """Return a side's total with its terms: `Hugo: die 2 + majority 1 = 3`."""
    return Text(
        "{player}: {sum} = {total}",
        player=card_name(sheet, tally.player),
        sum=joined([_line(sheet, line) for line in tally.lines], " + "),
        total=tally.total,
    )


def _line(sheet: Sheet, line: events.Line) -> Text:
    what = LINE_WORDS[line.what]
    if line.card is None:
        return Text("{what} {value}", what=what, value=line.value)
    return Text("{what} {card} {value}", what=what, card=card_name(sheet, line.card), value=line.value)


def _stood_up(sheet: Sheet, event: events.StoodUp) -> Text:
    if len(event.players) == 1:
        return Text("{player} gets up", player=card_name(sheet, event.players[0]))
    return Text("{players} get up", players=names(sheet, event.players))


def _moved(sheet: Sheet, event: events.Moved) -> Text:
    player = card_name(sheet, event.player)
    origin, to = zone_name(sheet, event.origin), zone_name(sheet, event.to)
    if event.to == OFF:
        return Text(_LEAVES.template, player=player, origin=origin)
    if event.origin == OFF:
        return Text(_COMES_ON.template, player=player, place=in_zone(sheet, event.to))
    said = _POINTS_LEFT.get(event.left, _GOES)
    return Text(said.template, player=player, origin=origin, to=to, left=event.left)


def _goods(sheet: Sheet, event: events.Cards | events.OrdersChanged | events.Fervour | events.Bought) -> Text:
    match event:
        case events.Cards():
            return Text(
                "{seat}: cards in hand {hand}, in the pile {pile}",
                seat=side_name(sheet, event.seat),
                hand=event.hand,
                pile=event.pile,
            )
        case events.OrdersChanged():
            used = [word(slot) for slot, has_card in event.slots.items() if has_card]
            seat = side_name(sheet, event.seat)
            if not used:
                return Text("{seat}: all slots for orders are free", seat=seat)
            return Text("{seat}: a card lies on {slots}", seat=seat, slots=joined(used))
        case events.Fervour():
            return Text("{player} has fervour {to}", player=card_name(sheet, event.player), to=event.to)
        case events.Bought():
            seat, card = side_name(sheet, event.seat), card_name(sheet, event.ref)
            if event.player is None:
                return Text("{seat} has the training {card}", seat=seat, card=card)
            return Text("{player} has the power {card}", player=card_name(sheet, event.player), card=card)


def _ends(sheet: Sheet, event: events.TryScored | events.TurnEnd | events.MatchEnd) -> Text:
    match event:
        case events.TryScored():
            return Text(
                "try by {player} for {seat}: {red} - {blue}",
                player=card_name(sheet, event.player),
                seat=side_name(sheet, event.seat),
                red=event.score["red"],
                blue=event.score["blue"],
            )
        case events.TurnEnd(reason=events.Reason.END_TURN):
            return Text("{next} plays next", next=side_name(sheet, event.next))
        case events.TurnEnd():
            return Text(
                "{reason}; {next} plays next",
                reason=Text(_REASONS[event.reason].template, seat=side_name(sheet, event.next.other)),
                next=side_name(sheet, event.next),
            )
        case events.MatchEnd():
            return _match_end(sheet, event)


def _match_end(sheet: Sheet, event: events.MatchEnd) -> Text:
    red, blue = event.score["red"], event.score["blue"]
    if isinstance(event.winner, str):
        winner = side_name(sheet, Seat(event.winner))
        return Text("end of the match, {red} - {blue}: {winner} wins", red=red, blue=blue, winner=winner)
    return Text("end of the match, {red} - {blue}: a draw", red=red, blue=blue)


# --- what a referee has set

_FIGURE: Mapping[tuple[str, Any], Text] = {
    ("zone", OFF): Text("{player} off the field"),
    ("standing", True): Text("{player} standing"),
    ("standing", False): Text("{player} lying"),
    ("marker", Marker.STUNNED): Text("{player} stunned"),
    ("marker", Marker.KO): Text("{player} knocked out"),
    ("marker", None): Text("{player} without a marker"),
    ("injured", True): Text("{player} injured"),
    ("injured", False): Text("{player} not injured"),
}
_BALL_SET = {
    BallState.HELD: Text("the ball held"),
    BallState.GROUND: Text("the ball on the ground"),
    BallState.AIR: Text("the ball in the air"),
}


def set_words(sheet: Sheet, path: str, value: Any) -> Text:
    """Return one value after the override: `Hugo standing`."""
    found = find_path(OVERRIDE_PATHS, path)
    if found is None or (found[0].owner == "players.REF" and found[1] not in sheet.cards):
        return set_value(Text("{name}", name=path), str(value))
    said, key = found
    match said.parts:
        case ["movement"]:
            return set_value(said.title, value)
        case ["ball", name]:
            return _ball(sheet, name, value)
        case ["discards", _]:
            discards = names(sheet, value) if value else Text("none")
            return Text("discard pile of {seat}: {cards}", seat=side_name(sheet, Seat(key)), cards=discards)
        case ["players", _, "fervour"]:
            return set_value(said.title, value, card_name(sheet, CardRef(key)))
        case ["players", _, name]:
            return _figure(sheet, CardRef(key), name, value)
        case _:
            return set_value(said.title, value, side_name(sheet, Seat(key)))


def _figure(sheet: Sheet, ref: CardRef, name: str, value: Any) -> Text:
    player = card_name(sheet, ref)
    said = _FIGURE.get((name, value))
    if said is None:
        return Text("{player} {place}", player=player, place=in_zone(sheet, value))
    return Text(said.template, player=player)


def _ball(sheet: Sheet, name: str, value: Any) -> Text:
    if name == "zone":
        return Text("the ball {place}", place=in_zone(sheet, value))
    if name == "state":
        return _BALL_SET[BallState(value)]
    if value is None:
        return Text("nobody with the ball")
    return Text("{player} with the ball", player=card_name(sheet, CardRef(value)))


KEYS = (
    *(Text("red"), Text("blue")),
    *(Text("place"), Text("kickoff"), Text("draw"), Text("move"), Text("stand"), Text("pick up")),
    *(Text("take off"), Text("bring on"), Text("pass"), Text("up-and-under"), Text("tackle"), Text("card")),
    *(Text("land"), Text("catch"), Text("intercept"), Text("no intercept"), Text("resolve")),
    *(Text("commit"), Text("bonus"), Text("dice"), Text("choose damage"), Text("end turn"), Text("back")),
    *(Text("clean orders"), Text("order"), Text("use power"), Text("buy"), Text("buy training")),
    *(Text("done"), Text("try"), Text("sprint"), Text("show")),
)
"""Words that reach a sentence by their key (`words.word`), named here for the translators: seats, kinds of play, what
an opposition is about, and slots."""

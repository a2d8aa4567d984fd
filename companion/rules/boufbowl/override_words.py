"""Tells values that a referee has set in Boufbowl, in the game's words."""

from collections.abc import Mapping
from typing import Any

from companion.event import set_value
from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name, in_zone, names, side_name
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.override import OVERRIDE_PATHS
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import OFF
from companion.rules.override_paths import find_path
from companion.words import Text

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
_BALL = {
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
        return _BALL[BallState(value)]
    if value is None:
        return Text("nobody with the ball")
    return Text("{player} with the ball", player=card_name(sheet, CardRef(value)))

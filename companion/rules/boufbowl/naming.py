"""Checks the names in plays: cards of this match's catalogue, and zones of its board."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.codec import shown
from companion.rules.boufbowl.plays import (
    Back,
    Bonus,
    BringOn,
    Buy,
    BuyTraining,
    CardPlay,
    Catch,
    Chandelle,
    CleanOrders,
    Intercept,
    Kickoff,
    Move,
    Order,
    Pass,
    PickUp,
    Place,
    Play,
    ShowPower,
    Stand,
    Tackle,
    TakeOff,
    UsePower,
)
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.engine import ErrorCode, Refusal, unknown_card
from companion.words import Text

Named = Callable[[Any], Iterable[str | None]]

_CARDS: Mapping[type[Play], Named] = {
    Place: lambda play: (*play.zones, play.ball),
    Move: lambda play: (play.player,),
    Stand: lambda play: (play.player,),
    PickUp: lambda play: (play.player,),
    TakeOff: lambda play: (play.player,),
    BringOn: lambda play: (play.player,),
    Pass: lambda play: (play.player, play.to),
    Chandelle: lambda play: (play.player,),
    Tackle: lambda play: (play.player, play.target),
    CardPlay: lambda play: (play.ref, *(target.player for target in play.targets)),
    Catch: lambda play: (play.player,),
    Intercept: lambda play: (play.player,),
    Bonus: lambda play: play.cards,
    Back: lambda play: (play.player,),
    CleanOrders: lambda play: play.paid,
    Order: lambda play: (play.card,),
    UsePower: lambda play: (play.player, play.power, *(target.player for target in play.targets)),
    Buy: lambda play: (play.player, play.power, *play.instead_of),
    ShowPower: lambda play: (play.power,),
    BuyTraining: lambda play: (play.ref, *play.paid),
}
_ZONES: Mapping[type[Play], Named] = {
    Place: lambda play: play.zones.values(),
    Kickoff: lambda play: (play.zone,),
    Move: lambda play: (play.to,),
    BringOn: lambda play: (play.zone,),
    Chandelle: lambda play: (play.zone,),
    CardPlay: lambda play: (target.to for target in play.targets),
    UsePower: lambda play: (target.to for target in play.targets),
    Back: lambda play: (play.zone,),
}


def _none(_play: Any) -> Iterable[str | None]:
    return ()


def unknown_name(sheet: Sheet, play: Play) -> Refusal | None:
    """Return the first name in a play that is no card of the match's catalogue, or no zone of its board."""
    kind = type(play)
    for ref in _CARDS.get(kind, _none)(play):
        if ref is not None and ref not in sheet.cards:
            return unknown_card(ref)
    for zone in _ZONES.get(kind, _none)(play):
        if zone is not None and zone not in sheet.board.zones:
            known = ", ".join(sheet.board.zones)
            return Refusal(
                ErrorCode.BAD_PLAY,
                Text("there is no zone {zone}; known: {known}", zone=shown(zone), known=known),
            )
    return None

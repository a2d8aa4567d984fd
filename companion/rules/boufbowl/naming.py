"""Checks the names in plays: cards of this match's catalogue, and zones of its board."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.codec import shown
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.engine import ErrorCode, Refusal, unknown_card
from companion.words import Text

Named = Callable[[Any], Iterable[str | None]]

_CARDS: Mapping[type[plays.Play], Named] = {
    plays.Place: lambda play: (*play.zones, play.ball),
    plays.Move: lambda play: (play.player,),
    plays.Stand: lambda play: (play.player,),
    plays.PickUp: lambda play: (play.player,),
    plays.TakeOff: lambda play: (play.player,),
    plays.BringOn: lambda play: (play.player,),
    plays.Pass: lambda play: (play.player, play.to),
    plays.Chandelle: lambda play: (play.player,),
    plays.Tackle: lambda play: (play.player, play.target),
    plays.CardPlay: lambda play: (play.ref, *(target.player for target in play.targets)),
    plays.Catch: lambda play: (play.player,),
    plays.Intercept: lambda play: (play.player,),
    plays.Bonus: lambda play: play.cards,
    plays.Back: lambda play: (play.player,),
    plays.CleanOrders: lambda play: play.paid,
    plays.Order: lambda play: (play.card,),
    plays.UsePower: lambda play: (play.player, play.power, *(target.player for target in play.targets)),
    plays.Buy: lambda play: (play.player, play.power, *play.instead_of),
    plays.ShowPower: lambda play: (play.power,),
    plays.BuyTraining: lambda play: (play.ref, *play.paid),
}
_ZONES: Mapping[type[plays.Play], Named] = {
    plays.Place: lambda play: play.zones.values(),
    plays.Kickoff: lambda play: (play.zone,),
    plays.Move: lambda play: (play.to,),
    plays.BringOn: lambda play: (play.zone,),
    plays.Chandelle: lambda play: (play.zone,),
    plays.CardPlay: lambda play: (target.to for target in play.targets),
    plays.UsePower: lambda play: (target.to for target in play.targets),
    plays.Back: lambda play: (play.zone,),
}


def _none(_play: Any) -> Iterable[str | None]:
    return ()


def unknown_name(sheet: Sheet, play: plays.Play) -> Refusal | None:
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
                Text("there is no zone {zone}; possible: {known}", zone=shown(zone), known=known),
            )
    return None

"""Tells OFUSAIDO's events to a person, one sentence each, and the arithmetic of a duel as people say it."""

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
from companion.rules.effects import NO_CHANGE
from companion.rules.ofusaido import events
from companion.rules.ofusaido.override import DISCARD, EXPELLED, OVERRIDE_PATHS, ZONE
from companion.rules.ofusaido.play_rules import name_of, side_name
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.squads import COIN
from companion.rules.ofusaido.state import State
from companion.rules.override_paths import find_path
from companion.words import Text, Wording, joined, word

LINE_WORDS = {
    "placement": Text("placement"),
    "post": Text("ideal position"),
    "line": Text("ideal line"),
    "energy": Text("energy"),
    "effect": Text("effect"),
    "save": Text("save"),
    "target": Text("target"),
    "empty_goal": Text("empty goal"),
    "zone": Text("zone"),
    "let_pass": Text("let pass"),
    "no_keeper_energy": Text("keeper without energy card"),
    "no_last_defender": Text("no last defender"),
    "long_shot": Text("long shot"),
    "wall": Text("wall"),
    "penalty": Text("penalty"),
    "free_kick": Text("free kick"),
    "referee": Text("referee's decision"),
}
_REASONS = {
    events.EndReason.LOST_DUEL: Text("the attack has lost the duel"),
    events.EndReason.GOAL: Text("goal"),
    events.EndReason.NO_GOAL: Text("no goal"),
    events.EndReason.FOUL: Text("foul by the attack"),
    events.EndReason.STALL: Text("stall"),
    events.EndReason.NO_ENERGY: Text("the attack has no energy card left"),
    events.EndReason.NO_CARD: Text("the attack has nobody to play"),
    events.EndReason.GIVEN_UP: Text("the attack gives up"),
    events.EndReason.SET_PIECE: Text("the set piece is taken"),
}
_RESTARTS = {
    events.Restart.TURN_END: Text("the turn ends"),
    events.Restart.FREE_ADVANCE: Text("free advance"),
    events.Restart.FREE_KICK: Text("free kick"),
    events.Restart.PENALTY: Text("penalty"),
}
_WINS_THE_SHOOTOUT = Text("end of the match, {home} - {away}: {winner} wins the shoot-out")
_WINS_BY_CONCESSION = Text("end of the match, {home} - {away}: the other side concedes, {winner} wins")
_GOES_ON = Text("{seat} goes on from zone\u00a0{origin} to zone\u00a0{to}")
_GOES_ON_UNOPPOSED = Text(
    "{seat} goes on unopposed from zone\u00a0{origin} to zone\u00a0{to}: the next energy card counts double"
)


def event_label(state: State, event: events.Consequence | events.MatchWide | Override) -> Text:
    """Return one sentence that tells an event. `state` is any state of its match and gives the names."""
    match event:
        case events.Duel():
            return _duel(event)
        case events.Foul():
            return Text(
                "foul by {card}, {seat}, {colour}: {restart}",
                card=card_called(state, event.card),
                seat=side_name(state, event.offender),
                colour=word(event.colour.value),
                restart=_RESTARTS[event.restart],
            )
        case events.Sanction():
            return _sanction(state, event)
        case events.Progress():
            said = _GOES_ON if event.opposed else _GOES_ON_UNOPPOSED
            return Text(
                said.template,
                seat=side_name(state, event.seat),
                origin=zone_name(event.origin),
                to=zone_name(event.to),
            )
        case events.Goal() | events.NoGoal() | events.MatchEnd() | events.TurnEnd():
            return _outcome(state, event)
        case events.EnergyCount():
            return Text(
                "energy cards of {seat}: {pile} in the pile, {spent} spent",
                seat=side_name(state, event.seat),
                pile=event.pile,
                spent=event.spent,
            )
        case events.LotsDrawn():
            return _lots(state, event)
        case events.EffectShown():
            return Text("{card}: {text}", card=card_called(state, event.card), text=event.text)
        case Overridden() | Override():
            values = [set_words(state, path, value) for path, value in event.changes.items()]
            return overridden_label(values, event.reason, event.refused)
        case Conceded():
            return conceded_label(side_name(state, Seat(event.seat)))
        case ClockRanOut() | Noted():
            return match_label(event)


def zone_name(zone: str | None) -> str:
    """Return the letter of a zone as it is written everywhere: a capital."""
    return (zone or "").upper()


def line_label(line: events.Line) -> Text:
    """`energy 3 ×2`: one line of the arithmetic."""
    what = LINE_WORDS.get(line.what, Text("{what}", what=line.what))
    if line.value == 0 and line.of is not None:
        return Text("{what} ×{times}", what=what, times=line.times)
    signed = f"{line.value:+d}" if line.what in ("post", "line", "target", "effect") else str(line.value)
    if line.times != 1:
        return Text("{what} {value} ×{times}", what=what, value=signed, times=line.times)
    return Text("{what} {value}", what=what, value=signed)


def sum_label(tally: events.Tally) -> Text:
    """`PAS 6 + ideal position +2 + energy 3 ×2 (zone ×2) = 14`."""
    counted = [line for line in tally.lines if line.of is None]
    parts = [_with_reasons(line, tally) for line in counted]
    return Text("{sum} = {total}", sum=joined(parts, " + "), total=tally.total)


def _with_reasons(line: events.Line, tally: events.Tally) -> Text:
    told = line_label(line)
    if line.times == NO_CHANGE.times:
        return told
    reasons = [line_label(why) for why in tally.lines if why.of is not None and _is_about(why, line, tally)]
    return Text("{line} ({reasons})", line=told, reasons=joined(reasons)) if reasons else told


def _is_about(why: events.Line, line: events.Line, tally: events.Tally) -> bool:
    """Return whether a line gives a reason for the multiplier of an energy; such lines follow the energy's line."""
    at = tally.lines.index(line)
    for following in tally.lines[at + 1 :]:
        if following is why:
            return True
        if following.of is None:
            return False
    return False


def _duel(event: events.Duel) -> Text:
    winner = Text("the attack wins") if event.winner == "attack" else Text("the defence wins")
    if event.margin == 0:
        winner = Text("a tie: the defence wins")
    return Text(
        "{phase}: attack {attack}; defence {defence}: {winner}",
        phase=word(event.phase.value),
        attack=sum_label(event.attack),
        defence=sum_label(event.defence),
        winner=winner,
    )


def _sanction(state: State, event: events.Sanction) -> Text:
    seat = side_name(state, event.seat)
    if event.expelled is not None:
        return Text(
            "{card} is sent off; {seat} holds one card less",
            card=card_called(state, event.expelled),
            seat=seat,
        )
    return Text("cards that {seat} discards from its pile: {n}", seat=seat, n=event.discarded or 0)


def _outcome(state: State, event: events.Goal | events.NoGoal | events.MatchEnd | events.TurnEnd) -> Text:
    match event:
        case events.Goal(phase=events.DuelPhase.SHOOTOUT):
            return Text(
                "{card}, {seat}, scores in the shoot-out",
                card=card_called(state, event.card),
                seat=side_name(state, event.seat),
            )
        case events.Goal():
            return Text(
                "GOAL by {card}, {seat}: {home} - {away}",
                card=card_called(state, event.card),
                seat=side_name(state, event.seat),
                home=event.score["home"],
                away=event.score["away"],
            )
        case events.NoGoal():
            return Text("no goal by {card}", card=card_called(state, event.card))
        case events.TurnEnd():
            return Text(
                "end of turn: {reason}; cards drawn: {home}\u00a0{n}, {away}\u00a0{m}",
                reason=_REASONS[event.reason],
                home=side_name(state, Seat.HOME),
                n=event.draw["home"],
                away=side_name(state, Seat.AWAY),
                m=event.draw["away"],
            )
        case events.MatchEnd():
            score = {"home": event.score["home"], "away": event.score["away"]}
            if isinstance(event.winner, str):
                seat = side_name(state, Seat(event.winner))
                if event.by is events.Ending.SHOOTOUT:
                    return Text(_WINS_THE_SHOOTOUT.template, winner=seat, **score)
                if event.by is events.Ending.CONCEDED:
                    return Text(_WINS_BY_CONCESSION.template, winner=seat, **score)
                return Text("end of the match, {home} - {away}: {winner} wins", winner=seat, **score)
            return Text("end of the match, {home} - {away}: a draw", **score)


def _lots(state: State, event: events.LotsDrawn) -> Text:
    players = {"home": card_called(state, event.home.card), "away": card_called(state, event.away.card)}
    if event.by == COIN:
        return Text(
            "draw of lots: {home} and {away} have the same value in all stats; the coin says that "
            "{seat} is at home",
            seat=side_name(state, Seat.HOME),
            **players,
        )
    return Text(
        "draw of lots by {stat}: {home} {n}, {away} {m}; {seat} is at home",
        stat=event.by,
        n=event.home.value,
        m=event.away.value,
        seat=side_name(state, Seat.HOME),
        **players,
    )


def card_called(state: State, ref: CardRef) -> Text | Wording | str:
    """Return what a sentence calls a card: its name, or its reference."""
    name = getattr(state.sheet.cards[ref], "name", "")
    if isinstance(name, Wording):
        return name if name.en else str(ref)
    return name or str(ref)


def cards_called(state: State, refs: tuple[CardRef, ...]) -> Text:
    """Return several cards in a row, for a sentence."""
    return joined([Text("{name}", name=card_called(state, ref)) for ref in refs])


# --- what a referee has set


def set_words(state: State, path: str, value: Any) -> Text:
    """Return one value after the override: `Bellecombre, energies left 7`."""
    found = find_path(OVERRIDE_PATHS, path)
    if found is None:
        return set_value(Text("{name}", name=path), str(value))
    said, seat = found
    if said is ZONE:
        return Text("the attack stands in zone {zone}", zone=str(value).upper())
    if not seat:
        return set_value(said.title, f"{value:+d}")
    side = side_name(state, Seat(seat))
    if said is not DISCARD and said is not EXPELLED:
        return set_value(said.title, value, side)
    cards = joined([Text("{card}", card=name_of(state, ref)) for ref in value])
    if said is EXPELLED:
        return (
            Text("{whose}, sent off: {cards}", whose=side, cards=cards)
            if value
            else Text("{whose}, nobody sent off", whose=side)
        )
    if not value:
        return Text("{whose}, nothing seen in the discard", whose=side)
    return Text("{whose}, seen in the discard: {cards}", whose=side, cards=cards)


KEYS = (
    *(Text("home"), Text("away")),
    *(Text("attempt"), Text("stall"), Text("advance"), Text("oppose"), Text("let pass"), Text("redirect")),
    *(Text("support"), Text("no support"), Text("reveal"), Text("shoot"), Text("give up")),
    *(
        Text("free advance"),
        Text("flip"),
        Text("discard"),
        Text("action"),
        Text("ability"),
        Text("coach bonus"),
    ),
    *(Text("accept draw"), Text("shootout")),
    *(Text("yellow"), Text("blue"), Text("red"), Text("green"), Text("orange")),
    *(Text("top left"), Text("top centre"), Text("top right")),
    *(Text("bottom left"), Text("bottom centre"), Text("bottom right")),
    *(Text("progression"), Text("shot"), Text("penalty"), Text("free kick")),
    *(Text("undo"), Text("correct"), Text("insert"), Text("note"), Text("override"), Text("time up")),
    Text("concede"),
)
"""Words that reach a sentence by their key (`words.word`), named here for the translators: seats, kinds of
play, colours, targets, and what a duel is about."""

"""Tells OFUSAIDO's events to a person, one sentence each, and the arithmetic of a duel as people say it."""

from companion.event import ClockRanOut, Conceded, Noted, Overridden, match_label, overridden_label
from companion.ids import CardRef
from companion.play import Override
from companion.rules.effects import NO_CHANGE
from companion.rules.ofusaido import events, plays
from companion.rules.ofusaido.cards import Action
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.lots import COIN
from companion.rules.ofusaido.override_words import set_words
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
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
    events.EndReason.LOST_DUEL: Text("the duel is lost"),
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
_INTENTS = {
    plays.Intent.PASS: Text("{seat}: {card} passes towards zone\u00a0{to}"),
    plays.Intent.DRIBBLE: Text("{seat}: {card} dribbles towards zone\u00a0{to}"),
    plays.Intent.CROSS: Text("{seat}: {card} crosses towards zone\u00a0{to}"),
}
_PLAYS: dict[str, Text] = {
    plays.LetPass.kind: Text("{seat} lets it pass"),
    plays.NoSupport.kind: Text("{seat} adds nobody"),
    plays.GiveUp.kind: Text("{seat} gives up the occasion"),
    plays.AcceptDraw.kind: Text("both sides accept the tie"),
}
_TURNS = Text("{seat} turns over an energy card: attack {attack}, defence {defence}, {colour}")
_TURNS_WITH_WHISTLE = Text(
    "{seat} turns over an energy card: attack {attack}, defence {defence}, {colour}, whistle"
)
_WINS_THE_SHOOTOUT = Text("end of the match, {home} - {away}: {winner} wins the shoot-out")
_WINS_BY_CONCESSION = Text("end of the match, {home} - {away}: the other side concedes, {winner} wins")
_GOES_ON = Text("{seat} goes on from zone\u00a0{origin} to zone\u00a0{to}")
_GOES_ON_UNOPPOSED = Text(
    "{seat} goes on unopposed from zone\u00a0{origin} to zone\u00a0{to}: the next energy card counts double"
)
_STALLS = Text("{seat} stalls for energy cards and discards “{card}”")
_STALLS_TO_RESHUFFLE = Text("{seat} stalls for a new draw pile and discards “{card}”")


def label(state: State, event: events.Event) -> Text:
    """Return one sentence that tells an event. `state` is any state of its match and gives the names."""
    match event:
        case events.Duel():
            return _duel(event)
        case events.Foul():
            return Text(
                "foul by {card}, {seat}, {colour}: {restart}",
                card=_name(state, event.card),
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
            return Text("{card}: {text}", card=_name(state, event.card), text=event.text)
        case Overridden() | Override():
            values = [set_words(state, path, value) for path, value in event.changes.items()]
            return overridden_label(values, event.reason, event.refused)
        case Conceded() | ClockRanOut() | Noted():
            return match_label(event)
        case _:
            return _play(state, event)


def zone_name(zone: str | None) -> str:
    """Return the letter of a zone as it is written everywhere: a capital."""
    return (zone or "").upper()


def line_label(line: events.Line) -> Text:
    """`energy 3 x2`: one line of the arithmetic."""
    what = LINE_WORDS.get(line.what, Text(line.what))
    if line.value == 0 and line.of is not None:
        return Text("{what} x{times}", what=what, times=line.times)
    signed = f"{line.value:+d}" if line.what in ("post", "line", "target", "effect") else str(line.value)
    if line.times != 1:
        return Text("{what} {value} x{times}", what=what, value=signed, times=line.times)
    return Text("{what} {value}", what=what, value=signed)


def sum_label(tally: events.Tally) -> Text:
    """`PAS 6 + ideal post +2 + energy 3 x2 (zone x2) = 14`."""
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
            "{card} is sent off; {seat} holds one card less", card=_name(state, event.expelled), seat=seat
        )
    return Text("cards that {seat} discards from its pile: {n}", seat=seat, n=event.discarded or 0)


def _outcome(state: State, event: events.Goal | events.NoGoal | events.MatchEnd | events.TurnEnd) -> Text:
    match event:
        case events.Goal(phase=events.DuelPhase.SHOOTOUT):
            return Text(
                "{card}, {seat}, scores in the shoot-out",
                card=_name(state, event.card),
                seat=side_name(state, event.seat),
            )
        case events.Goal():
            return Text(
                "GOAL by {card}, {seat}: {home} - {away}",
                card=_name(state, event.card),
                seat=side_name(state, event.seat),
                home=event.score["home"],
                away=event.score["away"],
            )
        case events.NoGoal():
            return Text("no goal by {card}", card=_name(state, event.card))
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
            return Text("end of the match, {home} - {away}: a tie", **score)


def _lots(state: State, event: events.LotsDrawn) -> Text:
    players = {"home": _name(state, event.home.card), "away": _name(state, event.away.card)}
    if event.by == COIN:
        return Text(
            "draw of lots: {home} and {away} have the same value in all abilities; the coin says that {seat} is at home",
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


def _play(state: State, event: plays.Play) -> Text:
    seat = Text("both sides") if isinstance(event, plays.AcceptDraw) else side_name(state, event.seat)
    common = _PLAYS.get(event.kind)
    if common is not None:
        return Text(common.template, seat=seat)
    match event:
        case plays.Attempt():
            return Text(
                "{seat} attempts “{card}” from zone\u00a0{zone}",
                seat=seat,
                card=_name(state, event.occasion),
                zone=zone_name(event.zone),
            )
        case plays.Stall():
            said = _STALLS if event.option == "energies" else _STALLS_TO_RESHUFFLE
            return Text(said.template, seat=seat, card=_name(state, event.discard))
        case plays.Advance():
            template = _INTENTS[event.intent].template
            return Text(template, seat=seat, card=_name(state, event.card), to=zone_name(event.to))
        case plays.Oppose():
            return Text("{seat}: {card} opposes", seat=seat, card=_name(state, event.card))
        case plays.Redirect() | plays.FreeAdvance():
            return Text("{seat} goes towards zone\u00a0{to}", seat=seat, to=zone_name(event.to))
        case plays.Support():
            return Text("{seat}: {cards} in support", seat=seat, cards=_names(state, event.cards))
        case plays.Reveal():
            return _reveal(state, event, seat)
        case plays.Shoot():
            return _shoot(state, event, seat)
        case plays.Flip():
            return Text("{seat} turns over “{card}”", seat=seat, card=_name(state, event.occasion))
        case plays.Discard():
            return Text("{seat} discards {cards}", seat=seat, cards=_names(state, event.cards))
        case plays.ActionPlay() | plays.Ability() | plays.CoachBonus():
            said = _spoken(state, event, seat)
            return Text("before the draw, {play}", play=said) if event.before_draw else said
        case plays.Shootout():
            return Text("{seat} names its shooters: {cards}", seat=seat, cards=_names(state, event.shooters))
        case _:
            return word(event.kind)


def _spoken(state: State, event: plays.SpokenPlay, seat: Text) -> Text:
    """Tell an action, ability or coach's bonus; a card with two effects says which one."""
    if isinstance(event, plays.CoachBonus):
        coach = state.sheet.team(event.seat).coach
        if coach is None or coach.unique is None or not coach.unique.text.en:
            return Text("{seat} uses the coach's bonus", seat=seat)
        return Text("{seat} uses the coach's bonus: {text}", seat=seat, text=coach.unique.text)
    name = _name(state, event.card)
    if isinstance(event, plays.Ability):
        own = [x for x in state.sheet.team(event.seat).abilities if x.card == event.card]
        if len(own) > 1:
            return Text(
                "{seat} announces an ability of {card}, number {n}", seat=seat, card=name, n=event.effect or 1
            )
        return Text("{seat} announces the ability of {card}", seat=seat, card=name)
    card = state.sheet.cards[event.card]
    if isinstance(card, Action) and len(card.effects) > 1:
        return Text("{seat} plays “{card}”, effect\u00a0{n}", seat=seat, card=name, n=event.choice)
    return Text("{seat} plays “{card}”", seat=seat, card=name)


def _shoot(state: State, event: plays.Shoot, seat: Text) -> Text:
    card = _name(state, event.card)
    if event.target is None:
        return Text("{seat}: {card} shoots", seat=seat, card=card)
    target = word(event.target.value)
    return Text("{seat}: {card} shoots, {target}", seat=seat, card=card, target=target)


def _reveal(state: State, event: plays.Reveal, seat: Text) -> Text:
    energy = state.sheet.energy(event.energy)
    said = _TURNS_WITH_WHISTLE if energy.whistle else _TURNS
    return Text(
        said.template,
        seat=seat,
        attack=energy.attack,
        defence=energy.defence,
        colour=word(energy.colour.value),
    )


def _name(state: State, ref: CardRef) -> Text | Wording | str:
    name = getattr(state.sheet.cards[ref], "name", "")
    if isinstance(name, Wording):
        return name if name.en else str(ref)
    return name or str(ref)


def _names(state: State, refs: tuple[CardRef, ...]) -> Text:
    return joined([Text("{name}", name=_name(state, ref)) for ref in refs])


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

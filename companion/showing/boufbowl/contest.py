"""Builds the contest of a Boufbowl scene: known stars, dice still to fall, the odds, the result, and what is shown large."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.event import Event
from companion.ids import CardRef
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.checks import card_name, showing, side_name
from companion.rules.boufbowl.contest import Scale as Weighed
from companion.rules.boufbowl.contest import odds, tally, weigh
from companion.rules.boufbowl.events import Line, Opposition, Outcome, Tally, TryScored
from companion.rules.boufbowl.frames import Contest as Kind
from companion.rules.boufbowl.frames import Side as OneSide
from companion.rules.boufbowl.sheet import FACE_WORDS, Sheet
from companion.rules.boufbowl.state import State
from companion.rules.boufbowl.words import LINE_WORDS
from companion.showing.scene import CardSide, Contest, Highlight, Scale, ShownDie, SumLine, Words, scored
from companion.showing.scene_builder import percent_of
from companion.words import Text, joined

OPPOSITION = "Boufbowl p. 6"
DAMAGE = "Boufbowl p. 10"

TITLES = {
    Moment.PICK_UP: Text("pick-up"),
    Moment.TRY: Text("try"),
    Moment.PASS: Text("pass"),
    Moment.CHANDELLE: Text("up-and-under"),
    Moment.TACKLE: Text("tackle"),
}
_DEFENCE = {
    Moment.PICK_UP: Text("opponent"),
    Moment.TACKLE: Text("tackled player"),
}
_INTERCEPTION = Text("interception")
_SETTLED = {
    (Moment.PICK_UP, Outcome.ATTACK): Text("{attack} has the ball"),
    (Moment.PICK_UP, Outcome.LEVEL): Text("a tie: {attack} has the ball"),
    (Moment.PICK_UP, Outcome.DEFENCE): Text("{defence} keeps {attack} off the ball"),
    (Moment.TRY, Outcome.ATTACK): Text("TRY by {attack}!"),
    (Moment.TRY, Outcome.LEVEL): Text("a tie: the ball is on the ground in the endzone"),
    (Moment.TRY, Outcome.DEFENCE): Text("{defence} takes the ball"),
    (Moment.PASS, Outcome.ATTACK): Text("the pass arrives"),
    (Moment.PASS, Outcome.LEVEL): Text("a tie: the ball is on the ground"),
    (Moment.PASS, Outcome.DEFENCE): Text("{defence} intercepts"),
    (Moment.CHANDELLE, Outcome.ATTACK): Text("{defence} does not get the ball"),
    (Moment.CHANDELLE, Outcome.LEVEL): Text("a tie: the ball is on the ground"),
    (Moment.CHANDELLE, Outcome.DEFENCE): Text("{defence} intercepts"),
    (Moment.TACKLE, Outcome.ATTACK): Text("{attack} wins the tackle"),
    (Moment.TACKLE, Outcome.LEVEL): Text("a tie: both players go down"),
    (Moment.TACKLE, Outcome.DEFENCE): Text("{defence} resists, {attack} goes down"),
}


def contest_of(state: State, last: Sequence[Event]) -> Contest | None:
    """Return the opposition on the table, or the one that the last play has settled."""
    if isinstance(state.top, Kind):
        return _open(state, state.top)
    settled = next((event for event in last if isinstance(event, Opposition)), None)
    return None if settled is None else _settled(state.sheet, settled)


def _open(state: State, contest: Kind) -> Contest:
    if showing(state, contest):
        # Both show their cards at the same time: who has told his first gives nothing away.
        contest = replace(
            contest,
            attack=replace(contest.attack, cards=None),
            defence=replace(contest.defence, cards=None),
        )
    balance = weigh(state, contest)
    chances = odds(state, contest)
    attack, defence = percent_of(chances.attack), percent_of(chances.defence)
    names = {
        "attack": card_name(state.sheet, contest.attack.player),
        "defence": card_name(state.sheet, contest.defence.player),
    }
    is_fallen = contest.outcome is not None
    return Contest(
        TITLES[contest.on],
        (
            _scale(state, contest, balance.attack, None if is_fallen else attack),
            _scale(state, contest, balance.defence, None if is_fallen else defence),
        ),
        level_percent=None if is_fallen else max(0, 100 - attack - defence),
        outcome=None
        if contest.outcome is None
        else Text(_SETTLED[contest.on, contest.outcome].template, **names),
    )


def _scale(state: State, contest: Kind, weighed: Weighed, percent: int | None) -> Scale:
    seat_of = state.sheet.seat_of
    side = contest.attack if seat_of[contest.attack.player] is weighed.seat else contest.defence
    if side.stars is not None:
        counted = tally(state, weighed, side)
        lines, total = tuple(_tally_lines(state.sheet, counted, OPPOSITION)), counted.total
    else:
        lines, total = tuple(_unrolled(state, weighed, side)), weighed.stars
    is_attack = side is contest.attack
    role = TITLES[contest.on] if is_attack else _DEFENCE.get(contest.on, _INTERCEPTION)
    return Scale(
        weighed.seat.value,
        role,
        (side.player, *(side.cards or ())),
        (*lines, *_damage(weighed, side)),
        total,
        is_open=side.stars is None,
        chance_percent=percent,
        has_won=contest.outcome is (Outcome.ATTACK if is_attack else Outcome.DEFENCE),
        uncounted=(side.committed or 0) if side.cards is None else 0,
    )


def _unrolled(state: State, weighed: Weighed, side: OneSide) -> Iterator[SumLine]:
    """Return the lines before the dice: what counts beside them, dice still to fall, and promised cards that are not
    shown yet.
    """
    for card in weighed.dice:
        name = None if card is None else card_name(state.sheet, card)
        yield SumLine(Text("die"), "?", OPPOSITION, card=name, is_turned=True, dice=(_star_die(None),))
    if side.cards is None and side.committed:
        yield SumLine(Text("bonus cards: {n}", n=side.committed), "?", OPPOSITION)
    for line in weighed.lines:
        yield _line(state.sheet, line, OPPOSITION, side.player)


def _damage(weighed: Weighed, side: OneSide) -> Iterator[SumLine]:
    """Return the lines of the damage dice, which add no stars and stand beside the sum."""
    if side.damage:
        faces = joined([FACE_WORDS[face] for face in side.damage], " / ")
        # A line of its own: what is read under another line is cut first.
        dice = tuple(ShownDie("damage", face.value, FACE_WORDS[face]) for face in side.damage)
        yield SumLine(Text("damage: {faces}", faces=faces), None, DAMAGE, dice=dice)
    elif weighed.damage and side.stars is None:
        yield SumLine(Text("damage dice: {n}", n=weighed.damage), None, DAMAGE, is_reason=True)


def _settled(sheet: Sheet, event: Opposition) -> Contest:
    scales = tuple(
        Scale(
            one.seat.value,
            role,
            (one.player,),
            tuple(_tally_lines(sheet, one, event.cite)),
            one.total,
            is_open=False,
            has_won=event.outcome is wins,
        )
        for one, role, wins in (
            (event.attack, TITLES[event.on], Outcome.ATTACK),
            (event.defence, _DEFENCE.get(event.on, _INTERCEPTION), Outcome.DEFENCE),
        )
    )
    says = Text(
        _SETTLED[event.on, event.outcome].template,
        attack=card_name(sheet, event.attack.player),
        defence=card_name(sheet, event.defence.player),
    )
    return Contest(TITLES[event.on], scales, outcome=says)


def arithmetic(sheet: Sheet, event: Event) -> tuple[SumLine, ...]:
    """Return the stars of both sides, line by line, each side under its player's name."""
    if not isinstance(event, Opposition):
        return ()
    return tuple(
        line
        for one in (event.attack, event.defence)
        for line in (
            *_tally_lines(sheet, one, event.cite, card_name(sheet, one.player)),
            SumLine(Text("{player} in all", player=card_name(sheet, one.player)), str(one.total), event.cite),
        )
    )


def _tally_lines(sheet: Sheet, counted: Tally, cite: str, player: Text | None = None) -> Iterator[SumLine]:
    for line in counted.lines:
        said = _line(sheet, line, cite, counted.player)
        if player is None:
            yield said
        else:
            what = _with_card(said.says, said.card)
            yield replace(said, says=Text("{player}, {what}", player=player, what=what), card=None)


def _line(sheet: Sheet, line: Line, cite: str, player: CardRef) -> SumLine:
    """Return a line of a sum. What comes from the player himself does not name him again: the sum is his."""
    what = LINE_WORDS[line.what]
    name = None if line.card is None or line.card == player else card_name(sheet, line.card)
    if line.what in ("die", "other_die"):
        die = _star_die(line.value)
        return SumLine(what, str(line.value), cite, card=name, is_turned=True, dice=(die,))
    says = name if name is not None and line.what == "bonus" else _with_card(what, name)
    return SumLine(says, f"{line.value:+d}", cite)


def _with_card(what: Words, card: Words | None) -> Words:
    """Return the words of a line with the card that it comes from, if it comes from one."""
    return what if card is None else Text("{what}: {card}", what=what, card=card)


def _star_die(stars: int | None) -> ShownDie:
    """Return an action die; None: it has not fallen yet."""
    face = "" if stars is None else str(stars)
    return ShownDie("stars", face, Text("{n}", n=face or "?"))


# --- highlights
# Finds what screens show large for a moment in Boufbowl: an opposition whose dice have fallen, and a try.


def highlight(state: State, events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    is_reveal = any(isinstance(event, Opposition) for event in events)
    for event in events:
        if isinstance(event, TryScored):
            who = Text(
                "{card}, {team}",
                card=card_name(state.sheet, event.player),
                team=side_name(state.sheet, event.seat),
            )
            scores = scored(dict(event.score), event.seat)
            return Highlight(is_reveal, Text("TRY!"), who, event.seat.value, CardSide(event.player), scores)
    return Highlight(is_reveal) if is_reveal else None

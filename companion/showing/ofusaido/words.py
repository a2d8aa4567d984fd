"""The words of OFUSAIDO's screens: names, titles of buttons, explanations for newcomers, and what is shown large."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.event import Event
from companion.rules.ofusaido.cards import Action, Card, Energy, Player, Shot, Zone
from companion.rules.ofusaido.events import Duel, DuelPhase, Foul, Goal, NoGoal, Progress
from companion.rules.ofusaido.judge import PLAY_NAMES
from companion.rules.ofusaido.play_rules import side_name
from companion.rules.ofusaido.plays import Attempt
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State
from companion.rules.ofusaido.words import zone_name
from companion.showing.ofusaido.faces import counted_in
from companion.showing.scene import CardSide, Highlight, Words, scored
from companion.words import Text, Wording, joined, word

# --- verbs
# The buttons of OFUSAIDO: a title for each kind of play, and words for values that plays choose among, by field and
# value.

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "intent pass": Text("Pass"),
    "intent dribble": Text("Dribble"),
    "intent cross": Text("Cross"),
    "option energies": Text("For energy cards, up to 5"),
    "option reshuffle": Text("For a new draw pile, and up to 3 energy cards"),
    "energies all": Text("All that may come back"),
    "energies none": Text("None"),
    "choice 1": Text("1st effect"),
    "choice 2": Text("2nd effect"),
    "effect 1": Text("1st ability"),
    "effect 2": Text("2nd ability"),
    "effect 3": Text("3rd ability"),
    "before_draw true": Text("before the draw"),
    "target top_left": Text("top left"),
    "target top_centre": Text("top centre"),
    "target top_right": Text("top right"),
    "target bottom_left": Text("bottom left"),
    "target bottom_centre": Text("bottom centre"),
    "target bottom_right": Text("bottom right"),
}


# --- names
# Names what plays of OFUSAIDO mention: cards by their names, energies by what they show, zones by their letters.

_CLOSING = Text("Both sides are done: turn over the energy")
"""The button that turns over the first energy card while players may still be added: it says too that neither side adds one.
"""


def names_of(state: State) -> dict[str, Words]:
    """Return the names of everything that plays mention, as people say them."""
    letters = {zone for occasion in state.sheet.zones.values() for zone in occasion}
    zones: dict[str, Words] = {
        f"{field} {zone}": Text("zone {letter}", letter=zone.upper())
        for zone in letters
        for field in ("zone", "to")
    }
    seats: dict[str, Words] = {seat.value: side_name(state, seat) for seat in Seat}
    cards = {ref: card_name(state, ref) for ref in state.sheet.cards}
    moment = {"play reveal": _CLOSING} if state.phase is Phase.SUPPORT else {}
    return {**VERBS, **moment, **seats, **zones, **cards}


def details_of(state: State) -> dict[str, Words]:
    """Return what is printed on cards, as far as it tells them apart."""
    return {ref: says for ref, card in state.sheet.cards.items() if (says := _detail(card)) is not None}


def card_name(state: State, ref: str) -> Text | Wording:
    """Return a card as people call it; a card without a name by what is printed on it."""
    card = state.sheet.cards.get(ref)
    if isinstance(card, Energy):
        return _energy(card)
    name: Any = getattr(card, "name", "")
    if isinstance(name, Wording) and name.en:
        return name
    return Text("{ref}", ref=name if isinstance(name, str) and name else ref)


def _detail(card: Card) -> Words | None:
    match card:
        case Player():
            return Text("{posts}", posts=", ".join(card.posts))
        case Action():
            return joined([Text("{text}", text=effect.text) for effect in card.effects], " / ")
        case Energy():
            return Text("{ref}", ref=card.ref)
        case _:
            return None


def _energy(card: Energy) -> Text:
    says = (
        Text("attack {attack}, defence {defence}, {colour}, whistle")
        if card.whistle
        else Text("attack {attack}, defence {defence}, {colour}")
    )
    return Text(says.template, attack=card.attack, defence=card.defence, colour=word(card.colour.value))


# --- highlights
# Finds what screens show large for a moment in OFUSAIDO: a duel that is revealed, a goal, a foul.


def highlight(state: State, events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    is_reveal = any(isinstance(event, Duel) for event in events)
    for event in events:
        match event:
            case Goal():
                who = Text(
                    "{card}, {team}", card=card_name(state, event.card), team=side_name(state, event.seat)
                )
                is_counted = event.phase is not DuelPhase.SHOOTOUT
                scores = scored(dict(event.score), event.seat) if is_counted else ()
                face = CardSide(event.card, counts=counted_in(events).get(event.card, ""))
                return Highlight(is_reveal, Text("GOAL!"), who, event.seat.value, face, scores)
            case Foul():
                who = Text(
                    "{card}, {team}: {colour}",
                    card=card_name(state, event.card),
                    team=side_name(state, event.offender),
                    colour=word(event.colour.value),
                )
                return Highlight(is_reveal, Text("FOUL"), who, event.offender.value, CardSide(event.card))
            case _:
                pass
    return Highlight(is_reveal) if is_reveal else None


# --- explanation
# Explains a match of OFUSAIDO to somebody who sees the game for the first time: effects, zones and statistics.


def programme(state: State) -> Iterator[Words]:
    """Return stadium, coaches, and how to follow the match. See `showing.scene_builder.SceneBuilder.programme`."""
    sheet = state.sheet
    if sheet.stadium is not None:
        for effect in sheet.stadium.effects:
            yield Text("played at “{name}”: {text}", name=sheet.stadium.name, text=effect.text)
    for seat in Seat:
        coach = sheet.team(seat).coach
        if coach is None:
            continue
        yield Text("coach of {team}: {coach}", team=side_name(state, seat), coach=coach.name)
        if coach.permanent is not None:
            yield Text("all match long: {text}", text=coach.permanent.text)
        if coach.unique is not None:
            yield Text("once: {text}", text=coach.unique.text)
    yield Text(
        "How to follow it: in each turn one side attempts an occasion, a card with a way "
        "through zones, marked with letters, to the goal. To advance, and to score, it must "
        "win a duel: a player's score, +2 at an ideal position of the zone or +1 on an ideal "
        "line, and the energies laid face down beside the cards. The higher total wins; if "
        "the totals are equal, the defence wins."
    )
    yield Text(
        "Scores: PAS pass, DRB dribble, TIR shot in the box, TDL long shot, INT interception, TAK tackle."
    )
    if sheet.has_fouls:
        yield Text(
            "When two opposing energies have the same colour and one bears a whistle, the side with the whistle commits a foul."
        )


def beside(state: State, event: Event) -> Words | None:
    """Return what a zone asks for, or the state of a shoot-out. See `showing.scene_builder.SceneBuilder.beside`."""
    match event:
        case Attempt(zone=str(name)) | Progress(to=name) if state.occasion is not None:
            return _zone(state.sheet.zones[state.occasion][name])
        case Goal(phase=DuelPhase.SHOOTOUT) | NoGoal(phase=DuelPhase.SHOOTOUT):
            return _kicks(state)
        case _:
            return None


def counted(event: Event) -> tuple[Words, str] | None:
    """Return the statistics of a match. See `showing.scene_builder.SceneBuilder.counted`."""
    match event:
        case Duel() if event.phase is not DuelPhase.SHOOTOUT:
            winner = event.attack if event.winner == "attack" else event.defence
            return Text("duels won"), winner.seat.value
        case Foul():
            return Text("fouls"), event.offender.value
        case _:
            return None


def _kicks(state: State) -> Words | None:
    if state.shootout is None:
        return None
    return Text(
        "shoot-out: {home} {goals} - {conceded} {away}",
        home=side_name(state, Seat.HOME),
        goals=state.shootout.goals(Seat.HOME),
        conceded=state.shootout.goals(Seat.AWAY),
        away=side_name(state, Seat.AWAY),
    )


def _zone(zone: Zone) -> Text:
    """Describe a zone: where it leads, and which posts and lines are ideal there."""
    told = Text(
        "zone {zone}, {what}. Ideal for the attack: {attack}; for the defence: {defence}",
        zone=zone_name(zone.id),
        what=_what(zone),
        attack=_ideal(zone.attack.posts, zone.attack.lines),
        defence=_ideal(zone.defence.posts, zone.defence.lines),
    )
    if zone.times > 1:
        told = Text("{zone}. The attack's energy card counts ×{times}", zone=told, times=zone.times)
    return told


def _what(zone: Zone) -> Text:
    if zone.shot is None:
        ways = [Text("{zone}", zone=zone_name(name)) for name in zone.next]
        if len(ways) > 1:
            ways[-2:] = [Text("{one} or {other}", one=ways[-2], other=ways[-1])]
        return Text("leads to {zones}", zones=joined(ways))
    return Text("shot in the box") if zone.shot is Shot.NEAR else Text("long shot")


def _ideal(posts: Sequence[str], lines: Sequence[str]) -> str:
    told = [f"{'/'.join(posts)} +2"] if posts else []
    told += [f"{'/'.join(lines)} +1"] if lines else []
    return ", ".join(told) or "-"

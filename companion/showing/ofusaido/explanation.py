"""Explains a match of OFUSAIDO to somebody who sees the game for the first time: effects, zones and statistics."""

from collections.abc import Iterator, Sequence

from companion.event import Event
from companion.rules.ofusaido.cards import Shot, Zone
from companion.rules.ofusaido.checks import side_name
from companion.rules.ofusaido.events import Duel, DuelPhase, Foul, Goal, NoGoal, Progress
from companion.rules.ofusaido.plays import Attempt
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
from companion.rules.ofusaido.words import zone_name
from companion.showing.scene import Words
from companion.words import Text, joined


def programme(state: State) -> Iterator[Words]:
    """Return stadium, coaches, and how to follow the match. See `showing.scene_builder.SceneBuilder.programme`."""
    sheet = state.sheet
    if sheet.stadium is not None:
        for effect in sheet.stadium.effects:
            yield Text("stadium: {name}. {text}", name=sheet.stadium.name, text=effect.text)
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
        "How to follow it: in each turn one side tries an occasion, a way through lettered zones to the "
        "goal. To get on, and to score, it must win a duel: a player's score, +2 at an ideal post of the "
        "zone or +1 on an ideal line, and the energies laid face down beside the cards. The higher total "
        "wins; if the totals are equal, the defence wins."
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
        told = Text("{zone}. The attack's energy card counts x{times}", zone=told, times=zone.times)
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

"""What a play is worth, in a short line: what the rules themselves answer to it, before it is made. Nothing is guessed, and
nothing that lies face down is looked at.
"""

from collections.abc import Sequence
from typing import Any

from companion.event import Event
from companion.mat import Mat
from companion.play import Play
from companion.rules.boufbowl.events import Cards
from companion.rules.boufbowl.events import EffectShown as CardOfCoach
from companion.rules.boufbowl.events import Moved as Ran
from companion.rules.boufbowl.plays import Move as Run
from companion.rules.engine import Refusal, Rules
from companion.rules.lignes.events import Moved as Walked
from companion.rules.ofusaido.events import EffectShown as CardOfTeam
from companion.rules.ofusaido.events import EnergyCount
from companion.rules.ofusaido.plays import Advance, Stall
from companion.rules.ofusaido.scoring import attack_alone
from companion.rules.ouaf.plays import Work
from companion.rules.ouaf.state import State as Bakery
from companion.showing.games import SHOWERS
from companion.showing.scene import Scene
from companion.showing.ways import bits_of
from companion.words import Text, clauses

MOST_CLAUSES = 2
TURN_END = "turn_end"
"""What follows after it belongs to the next turn."""


def worth(rules: Rules, state: Any, play: Play, seat: str, mat: Mat) -> Text | None:
    """The chances and the total of what it begins; else what it does and costs; else who is to answer. None: what is printed
    on its card says more.
    """
    if isinstance(play, Work):
        return _of_card(state, play, seat)
    ruling = rules.judge(state, play)
    if isinstance(ruling, Refusal):
        return None
    after = state
    for event in ruling.events:
        after = rules.evolve(after, event)
    scene = SHOWERS[rules.game].scene(rules, after, ruling.events, mat)
    return (
        _chances(scene, seat)
        or _of_advance(after, play)
        or _does(rules, after, play, ruling.events[1:], seat)
        or (None if _is_printed(scene, play) else _then(scene, seat))
    )


def _of_card(state: Bakery, work: Work, seat: str) -> Text | None:
    """The highest cards of a success gain what they are above the average, the lowest of a failure lose what they are below."""
    value = next((card for whose, card in work.cards.items() if whose == seat), None)
    if value is None or state.order is None:
        return None
    above = value - state.sheet.average(state.order)
    if above > 0:
        return Text("the highest in a success: reputation +{n}", n=above)
    if above < 0:
        return Text("the lowest in a failure: reputation -{n}", n=-above)
    return Text("just the average: reputation stays as it is")


def _chances(scene: Scene, seat: str) -> Text | None:
    """Of the contest that it begins, or adds to."""
    scales = () if scene.contest is None else scene.contest.scales
    mine = next((scale for scale in scales if scale.seat == seat), None)
    if mine is None or mine.chance_percent is None:
        return None
    if mine.total is None:
        return Text("it comes off {percent} times out of 100", percent=mine.chance_percent)
    return Text(
        "total so far {total}; it comes off {percent} times out of 100",
        total=mine.total,
        percent=mine.chance_percent,
    )


def _of_advance(after: Any, play: Play) -> Text | None:
    """What the base player counts for, where nobody has opposed him yet."""
    if not isinstance(play, Advance) or after.duel is None:
        return None
    return Text("counts for {n} before the energy", n=attack_alone(after, after.duel).of(()))


def _does(rules: Rules, after: Any, play: Play, events: Sequence[Event], seat: str) -> Text | None:
    said = []
    for event in events:
        if _matters(event, play, seat):
            said.append(_shortly(rules, after, play, event))
        if event.kind == TURN_END:
            break
    return clauses(said[:MOST_CLAUSES]) if said else None


def _matters(event: Event, play: Play, seat: str) -> bool:
    """Cards that are counted go without saying, but where it is for them that somebody stalls."""
    match event:
        case EnergyCount():
            return isinstance(play, Stall) and event.seat == seat
        case Cards():
            return False
        case _:
            return True


def _shortly(rules: Rules, after: Any, play: Play, event: Event) -> Text:
    """An event in its sentence; of a way that the play has said itself, only what it costs."""
    match event:
        case Walked(cost=cost, left=left):
            return Text("points: {before} - {cost} = {left}", before=left + cost, cost=cost, left=left)
        case CardOfTeam(text=text) | CardOfCoach(text=text) if text.en:
            return Text("{text}", text=text)
        case Ran(left=left) if isinstance(play, Run):
            return Text("movement points left: {n}", n=left)
        case _:
            return rules.label(after, event)


def _is_printed(scene: Scene, play: Play) -> bool:
    return any(str(bit.value) in scene.details for bit in bits_of(play))


def _then(scene: Scene, seat: str) -> Text | None:
    """Who is to answer it, and how."""
    other = next((waited for waited in scene.waited if waited.seat not in (None, seat)), None)
    if other is None or other.seat is None:
        return None
    return Text("then {seat}: {what}", seat=scene.side(other.seat).name, what=other.says)

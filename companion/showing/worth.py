"""Says in a short line what a play is worth: the result that the rules would give it, asked before the play is made.

Nothing is guessed, and no face-down card is used.
"""

from collections.abc import Sequence
from typing import Any

from companion.event import Event
from companion.mat import Mat
from companion.play import Play
from companion.rules.engine import Refusal, Rules
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Scene
from companion.showing.scene_builder import SceneBuilder
from companion.showing.ways import bits_of
from companion.words import Text, clauses

MOST_CLAUSES = 2
TURN_END = "turn_end"
"""What follows after it belongs to the next turn."""


def worth(rules: Rules, state: Any, play: Play, seat: str, mat: Mat) -> Text | None:
    """Return the chances of the contest that the play begins; else what it does and costs; else who must
    answer.

    None: what is printed on its card says more.
    """
    shower = SCENE_BUILDERS[rules.game]
    own = shower.own_worth(state, play, seat)
    if own is not None:
        return own
    ruling = rules.judge(state, play)
    if isinstance(ruling, Refusal):
        return None
    after = ruling.after
    scene = shower.scene(rules, after, ruling.events, mat)
    return (
        _chances(scene, seat)
        or shower.worth_after(after, play)
        or _does(shower, rules, after, play, ruling.events[1:], seat)
        or (None if _is_printed(scene, play) else _then(scene, seat))
    )


def sentence(rules: Rules, state: Any, play: Play) -> Text:
    """Return the sentence for a play as it would be ruled, with the parts that players leave out, such as the way of a walk,
    and with the cards that it lays face down.
    """
    opened = SCENE_BUILDERS[rules.game].told_open(state, play)
    if opened is not None:
        return opened
    ruling = rules.judge(state, play)
    return rules.label(state, play if isinstance(ruling, Refusal) else ruling.events[0])


def _chances(scene: Scene, seat: str) -> Text | None:
    """Return the chances in the contest that the play begins or adds to. The total is in them, and the line is short."""
    scales = () if scene.contest is None else scene.contest.scales
    mine = next((scale for scale in scales if scale.seat == seat), None)
    if mine is None or mine.chance_percent is None:
        return None
    return Text("chance of success: {percent}%", percent=mine.chance_percent)


def _does(
    shower: SceneBuilder, rules: Rules, after: Any, play: Play, events: Sequence[Event], seat: str
) -> Text | None:
    said = []
    for event in events:
        if shower.matters(event, play, seat):
            said.append(shower.shortly(after, event, play) or rules.label(after, event))
        if event.kind == TURN_END:
            break
    return clauses(said[:MOST_CLAUSES]) if said else None


def _is_printed(scene: Scene, play: Play) -> bool:
    return any(str(bit.value) in scene.details for bit in bits_of(play))


def _then(scene: Scene, seat: str) -> Text | None:
    """Return who must answer the play, and how."""
    other = next((waited for waited in scene.waited if waited.seat not in (None, seat)), None)
    if other is None or other.seat is None:
        return None
    return Text("then {seat}: {what}", seat=scene.side(other.seat).name, what=other.says)

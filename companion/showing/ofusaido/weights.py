"""Counts what a player of OFUSAIDO would bring into a duel, so that the likeliest stand first: his number, and his place."""

from collections.abc import Sequence
from dataclasses import replace

from companion.ids import CardRef
from companion.play import Play
from companion.rules.ofusaido.plays import Advance, Oppose, Shoot
from companion.rules.ofusaido.scoring import Scale, attack_alone, weigh
from companion.rules.ofusaido.state import Contest, DuelOnTable, Phase, Side, State
from companion.showing.ways import DONE, Bit, Weight
from companion.words import Text


def weights(state: State, plays: Sequence[Play]) -> list[Weight | None]:
    """Return what the player of each play would bring before his energy; None for plays without one."""
    found: dict[Play, Weight | None] = {}
    weighed = []
    for play in plays:
        # Where a pass goes and where a shot is aimed changes nothing for the attack.
        alike = replace(play, to=None) if isinstance(play, Advance) else play
        alike = replace(alike, target=None) if isinstance(alike, Shoot) else alike
        if alike not in found:
            found[alike] = _weight(state, alike)
        weighed.append(found[alike])
    return weighed


def _weight(state: State, play: Play) -> Weight | None:
    match play:
        case Advance(card=card, intent=intent):
            return _told(attack_alone(state, DuelOnTable(Contest(intent.value), Side(card))))
        case Shoot(card=card) if state.phase is Phase.SHOT:
            return _told(attack_alone(state, DuelOnTable(Contest.SHOT, Side(card))))
        case Oppose(card=card) if state.duel is not None:
            return _told(weigh(state, replace(state.duel, defence=Side(card))).defence)
        case _:
            return None


def last_defender_weight(state: State, duel: DuelOnTable, chosen: Bit) -> Weight | None:
    """Return what a last defender would bring into a shot besides his energy: his place. Other supports bring none."""
    if chosen == DONE:
        return None
    defence = replace(duel.defence, supports=(CardRef(str(chosen.value)),))
    points = weigh(state, replace(duel, defence=defence)).defence.placement
    return Weight(Text("+{placement} ideal", placement=points), points) if points else None


def _told(scale: Scale) -> Weight:
    """Return the number that is printed on the card, what others' effects add to it, and the place."""
    printed, points = scale.lines[0].value, scale.score + scale.placement
    score = _score_told(printed, scale.score - printed)
    if scale.placement:
        return Weight(Text("{score} + {placement} ideal", score=score, placement=scale.placement), points)
    return Weight(score, points)


def _score_told(printed: int, effects: int) -> Text:
    if effects > 0:
        return Text("{printed} + {bonus}", printed=printed, bonus=effects)
    if effects < 0:
        return Text("{printed} - {loss}", printed=printed, loss=-effects)
    return Text("{printed}", printed=printed)

"""The faces of OFUSAIDO's cards, each with the value that counts now: the one of the duel, and not the best one."""

from collections.abc import Mapping, Sequence

from companion.event import Event
from companion.rules.ofusaido.cards import Player, Stat
from companion.rules.ofusaido.events import Duel
from companion.rules.ofusaido.scoring import attack_stat, defence_stat
from companion.rules.ofusaido.state import Contest, Phase, State
from companion.showing.scene import DUEL, CardSide

_STATS = frozenset(stat.value for stat in Stat)


def faces_of(state: State, last: Sequence[Event]) -> dict[str, CardSide]:
    """Return the face of each card by its reference, and once more that of each card in the duel."""
    chosen, in_duel = _may_be_chosen(state), _in_duel(state, last)
    faces = {
        ref: CardSide(ref, counts=chosen.get(ref, "")) if isinstance(card, Player) else CardSide(ref)
        for ref, card in state.sheet.cards.items()
    }
    return faces | {f"{DUEL} {ref}": CardSide(ref, counts=stat) for ref, stat in in_duel.items()}


def _may_be_chosen(state: State) -> Mapping[str, str]:
    """Return the stat that counts, of each player who may shoot or oppose now."""
    if state.phase is Phase.SHOT:
        players, stat = state.sheet.team(state.attacking).players, attack_stat(state, Contest.SHOT)
    elif state.phase is Phase.OPPOSE and state.duel is not None:
        players, stat = state.sheet.team(state.defending).players, defence_stat(state.duel.contest)
    else:
        return {}
    return dict.fromkeys(players, stat)


def _in_duel(state: State, last: Sequence[Event]) -> Mapping[str, str]:
    """Return the stat that counts for each of the two players of the duel on the table, or else of the duel just settled."""
    duel = state.duel
    if duel is None:
        return counted_in(last)
    found: dict[str, str] = {}
    if duel.defence.base is not None and duel.contest.is_progression:
        found[duel.defence.base] = defence_stat(duel.contest)
    if duel.attack.base is not None:
        found[duel.attack.base] = attack_stat(state, duel.contest)
    return found


def counted_in(events: Sequence[Event]) -> Mapping[str, str]:
    """Return the stat that counted, of each player whose duel was settled by these events."""
    tallies = [side for event in events if isinstance(event, Duel) for side in (event.attack, event.defence)]
    return {
        line.card: line.what for one in tallies for line in one.lines if line.card and line.what in _STATS
    }

"""The referee's word against the engine's: which values of the view may be set, and what that causes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from companion.codec import Range, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.ids import CardRef
from companion.rules.ofusaido.events import Ending
from companion.rules.ofusaido.flow import clear_duel, finish, next_attacker, settle_between_turns
from companion.rules.ofusaido.sheet import OCCASIONS, Seat
from companion.rules.ofusaido.state import Phase, State, Team
from companion.rules.ofusaido.teams import with_team
from companion.rules.override_paths import Choice, OverridePath, changes_of, read_changes
from companion.values import replace
from companion.words import Text

MOST = 1_000_000
_COUNT: Any = Annotated[int, Range(0, MOST)]
DISCARD = OverridePath(
    "teams.SEAT.discard_known", Text("seen in the discard"), tuple[CardRef, ...], Choice.TYPED
)
OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), _COUNT),
    OverridePath("teams.SEAT.hand", Text("cards in hand"), _COUNT),
    OverridePath("teams.SEAT.hand_limit", Text("most cards in hand"), _COUNT),
    OverridePath("teams.SEAT.draw_pile", Text("cards in the pile"), _COUNT),
    OverridePath("teams.SEAT.energy_pile", Text("energies left"), _COUNT),
    OverridePath("teams.SEAT.energy_spent", Text("energies spent"), _COUNT),
    OverridePath("teams.SEAT.occasions_left", Text("occasions left"), _COUNT),
    DISCARD,
)


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Raises `Malformed` for a path that is not the referee's to set, or a value that does not fit it."""
    for path, seat, value in read_changes(OVERRIDE_PATHS, {"SEAT": tuple(Seat)}, changes):
        if path is DISCARD:
            _check_discards(state, Seat(seat), value, path.of(seat))


def _check_discards(state: State, seat: Seat, refs: Sequence[CardRef], path: str) -> None:
    deck = state.sheet.team(seat).deck
    for ref, copies in Counter(refs).items():
        if copies > deck.get(ref, 0):
            raise Malformed(path, Text("{card} is not in this squad so many times", card=shown(ref)))


def apply_override(state: State, event: Overridden) -> State:
    """The state with the values set, and the phase that follows from them."""
    after = state
    for path, seat, value in changes_of(OVERRIDE_PATHS, event.changes):
        after = with_team(after, Seat(seat), _set(after.team(Seat(seat)), path.name, value))
    return _reconsider(after)


def _set(team: Team, name: str, value: Any) -> Team:
    match name:
        case "score":
            return replace(team, score=value)
        case "hand":
            return replace(team, hand=value)
        case "hand_limit":
            return replace(team, hand_limit=value)
        case "draw_pile":
            return replace(team, draw_pile=value)
        case "energy_pile":
            return replace(team, energy_pile=value, energies_known=())
        case "energy_spent":
            return replace(team, energy_spent=value, energies_known=())
        case "occasions_left":
            used = team.occasions_used if value + len(team.occasions_used) <= OCCASIONS else ()
            return replace(team, occasions_left=value, occasions_used=used)
        case _:
            return replace(team, discard_known=tuple(CardRef(ref) for ref in value))


def _reconsider(state: State) -> State:
    """A match ends or reopens, or goes on between two turns, as the values set now say."""
    if state.conceded is not None:
        return state
    if state.phase in (Phase.FLIP, Phase.DISCARD):
        return settle_between_turns(state)
    if state.phase is Phase.TURN:
        return _turn_again(state)
    if state.phase in (Phase.LEVEL, Phase.OVER) and next_attacker(state) is not None and _can_reopen(state):
        return settle_between_turns(replace(state, shootout=None, ending=None))
    is_kicking = state.shootout is not None
    is_level = state.home.score == state.away.score
    if state.phase is Phase.OVER and state.ending is Ending.SCORE and is_level:
        return finish(state)
    if (state.phase is Phase.LEVEL or (is_kicking and state.phase is not Phase.OVER)) and not is_level:
        return replace(clear_duel(state), phase=Phase.OVER, ending=Ending.SCORE)
    return state


def _turn_again(state: State) -> State:
    attack = state.team(state.attacking)
    if attack.occasions_left > 0 and not attack.visible:
        before = replace(state, attacking=state.defending, turn=state.turn - 1, phase=Phase.FLIP)
        return settle_between_turns(before)
    if attack.occasions_left > 0:
        return state
    seat = next_attacker(state)
    return finish(state) if seat is None else replace(state, attacking=seat)


def _can_reopen(state: State) -> bool:
    return state.shootout is None or not state.shootout.kicks

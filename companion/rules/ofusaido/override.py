"""The referee's word against the engine's: which values of the view may be set, and what that causes."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.ids import CardRef
from companion.rules.ofusaido.events import Ending
from companion.rules.ofusaido.flow import clear_duel, finish, next_attacker, settle_between_turns
from companion.rules.ofusaido.sheet import OCCASIONS, Seat
from companion.rules.ofusaido.state import Phase, State, Team
from companion.rules.ofusaido.teams import with_team
from companion.values import replace
from companion.words import Text

MOST = 1_000_000
COUNTS = ("hand", "hand_limit", "draw_pile", "energy_pile", "energy_spent", "occasions_left")
"""The counts of `teams.SEAT` that may be set, whole numbers from 0."""


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Raises `Malformed` for a path that is not the referee's to set, or a value that does not fit it."""
    if not changes:
        raise Malformed("set", Text("there is nothing to set"))
    for path, value in changes.items():
        seat, name = _target(path)
        if name == "discard_known":
            _check_discards(state, seat, value, path)
        else:
            read(Annotated[int, Range(0, MOST)], value, path)  # type: ignore[arg-type]


def _target(path: str) -> tuple[Seat, str]:
    match path.split("."):
        case ["score", ("home" | "away") as seat]:
            return Seat(seat), "score"
        case ["teams", ("home" | "away") as seat, name] if name in COUNTS or name == "discard_known":
            return Seat(seat), name
        case _:
            paths = ["score.SEAT", *(f"teams.SEAT.{name}" for name in (*COUNTS, "discard_known"))]
            raise Malformed(
                "set",
                Text("{path} cannot be set; what can: {paths}", path=shown(path), paths=", ".join(paths)),
            )


def _check_discards(state: State, seat: Seat, value: Any, path: str) -> None:
    refs = read(tuple[CardRef, ...], value, path)
    deck = state.sheet.team(seat).deck
    for ref, copies in Counter(refs).items():
        if copies > deck.get(ref, 0):
            raise Malformed(path, Text("{card} is not in this squad so many times", card=shown(ref)))


def apply_override(state: State, event: Overridden) -> State:
    """The state with the values set, and the phase that follows from them."""
    after = state
    for path, value in event.changes.items():
        seat, name = _target(path)
        after = with_team(after, seat, _set(after.team(seat), name, value))
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

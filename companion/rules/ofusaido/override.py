"""Overrides by the referee: which values of the view may be set, and what follows from that."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from companion.codec import Range, shown
from companion.errors import Malformed
from companion.event import Overridden
from companion.ids import CardRef
from companion.rules.ofusaido.events import Ending
from companion.rules.ofusaido.flow import (
    clear_duel,
    enter_zone,
    finish,
    next_attacker,
    settle_between_turns,
)
from companion.rules.ofusaido.influence import with_own_effects
from companion.rules.ofusaido.sheet import OCCASIONS, Seat
from companion.rules.ofusaido.state import Phase, State, Team, with_team
from companion.rules.override_paths import Choice, OverridePath, changes_of, read_changes
from companion.values import replace
from companion.words import Text

MOST = 1_000_000
_COUNT: Any = Annotated[int, Range(0, MOST)]
MOST_BY_REFEREE = 20
_BY_REFEREE: Any = Annotated[int, Range(-MOST_BY_REFEREE, MOST_BY_REFEREE)]
DISCARD = OverridePath(
    "teams.SEAT.discard_known", Text("seen in the discard"), tuple[CardRef, ...], Choice.TYPED
)
EXPELLED = OverridePath("teams.SEAT.expelled", Text("sent off"), tuple[CardRef, ...], Choice.TYPED)
ZONE = OverridePath("zone", Text("zone"), str, Choice.KEY, among="zones", phases=(Phase.ADVANCE.value,))
_IN_DUEL = (Phase.SUPPORT.value, Phase.REVEAL.value)
TO_ATTACK = OverridePath(
    "duel.attack.referee", Text("the referee's points for the attack"), _BY_REFEREE, phases=_IN_DUEL
)
TO_DEFENCE = OverridePath(
    "duel.defence.referee", Text("the referee's points for the defence"), _BY_REFEREE, phases=_IN_DUEL
)
OVERRIDE_PATHS = (
    OverridePath("score.SEAT", Text("score"), _COUNT),
    OverridePath("teams.SEAT.hand", Text("cards in hand"), _COUNT),
    OverridePath("teams.SEAT.hand_limit", Text("hand limit"), _COUNT),
    OverridePath("teams.SEAT.draw_pile", Text("cards in the pile"), _COUNT),
    OverridePath("teams.SEAT.energy_pile", Text("energy cards left"), _COUNT),
    OverridePath("teams.SEAT.energy_spent", Text("energy cards spent"), _COUNT),
    OverridePath("teams.SEAT.occasions_left", Text("occasions left"), _COUNT),
    DISCARD,
    EXPELLED,
    ZONE,
    TO_ATTACK,
    TO_DEFENCE,
)


_ONLY_THEN = {
    ZONE.name: Text("the zone is set only while the attack is about to play its next player"),
    TO_ATTACK.name: Text("the referee adds points only to a duel that lies on the table"),
}


def check_override(state: State, changes: Mapping[str, Any]) -> None:
    """Check the values that a referee sets. Raises `Malformed` for a path that cannot be set now, or a value that
    does not fit it.
    """
    for path, seat, value in read_changes(OVERRIDE_PATHS, {"SEAT": tuple(Seat)}, changes):
        if path.phases and state.phase.value not in path.phases:
            raise Malformed(path.of(seat), _ONLY_THEN[path.name])
        if path is DISCARD:
            _check_discards(state, Seat(seat), value, path.of(seat))
        elif path is EXPELLED:
            _check_expelled(state, Seat(seat), value, path.of(seat))
        elif path is ZONE:
            _check_zone(state, value)


def _check_zone(state: State, zone: str) -> None:
    assert state.occasion is not None
    known = state.sheet.zones[state.occasion]
    if zone not in known:
        raise Malformed(
            "zone",
            Text("there is no zone {zone}; possible: {known}", zone=shown(zone), known=", ".join(known)),
        )


def _check_expelled(state: State, seat: Seat, refs: Sequence[CardRef], path: str) -> None:
    team = state.sheet.team(seat)
    for n, ref in enumerate(refs):
        if ref not in team.players and ref not in team.goalkeepers:
            raise Malformed(path, Text("{card} is not a footballer of this squad", card=shown(ref)))
        if ref in refs[:n]:
            raise Malformed(path, Text("{card} is listed twice", card=str(ref)))


def _check_discards(state: State, seat: Seat, refs: Sequence[CardRef], path: str) -> None:
    deck = state.sheet.team(seat).deck
    for ref, copies in Counter(refs).items():
        if copies > deck.get(ref, 0):
            raise Malformed(
                path, Text("this squad does not have that many copies of {card}", card=shown(ref))
            )


def apply_override(state: State, event: Overridden) -> State:
    """Return the state with the values set, and the phase that follows from them."""
    after = state
    for path, seat, value in changes_of(OVERRIDE_PATHS, event.changes):
        after = _with(after, path, seat, value)
    return _reconsider(after)


def _with(state: State, path: OverridePath, seat: str, value: Any) -> State:
    if path is ZONE:
        return enter_zone(state, value)
    if path is TO_ATTACK or path is TO_DEFENCE:
        duel = state.duel
        assert duel is not None
        if path is TO_ATTACK:
            return replace(state, duel=replace(duel, attack=replace(duel.attack, referee=value)))
        return replace(state, duel=replace(duel, defence=replace(duel.defence, referee=value)))
    if path is EXPELLED:
        return _with_expelled(state, Seat(seat), tuple(CardRef(ref) for ref in value))
    return with_team(state, Seat(seat), _set(state.team(Seat(seat)), path.name, value))


def _with_expelled(state: State, seat: Seat, expelled: tuple[CardRef, ...]) -> State:
    """Set who is sent off: they leave table, discard and goal. A keeper who comes back is the last one; where the
    card of a field player who comes back lies is not known.
    """
    team, sheet = state.team(seat), state.sheet.team(seat)
    keepers = tuple(ref for ref in team.keepers if ref not in expelled)
    back = tuple(ref for ref in sheet.goalkeepers if ref in team.expelled and ref not in expelled)
    after = replace(
        team,
        expelled=expelled,
        table=tuple(ref for ref in team.table if ref not in expelled),
        discard_known=tuple(ref for ref in team.discard_known if ref not in expelled),
        keepers=(*keepers, *back),
    )
    is_gone = seat is state.attacking and state.carrier in expelled
    state = replace(with_team(state, seat, after), carrier=None if is_gone else state.carrier)
    if after.goalkeeper is not None and after.goalkeeper != team.goalkeeper:
        return with_own_effects(state, seat, after.goalkeeper)
    return state


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
            if value + len(team.occasions_used) - len(team.occasions_back) <= OCCASIONS:
                return replace(team, occasions_left=value)
            return replace(team, occasions_left=value, occasions_used=(), occasions_back=())
        case _:
            return replace(team, discard_known=tuple(CardRef(ref) for ref in value))


def _reconsider(state: State) -> State:
    """End, reopen or continue the match, as the values that were set require."""
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

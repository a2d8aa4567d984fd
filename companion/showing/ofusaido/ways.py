"""Lets a person choose plays of OFUSAIDO card by card, the likeliest first."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.ids import CardRef
from companion.play import Play
from companion.rules.engine import Expectation, Refusal, Rules
from companion.rules.ofusaido.actions import spoken_kinds
from companion.rules.ofusaido.expects import expects
from companion.rules.ofusaido.flow import KICKS, eligible_shooters
from companion.rules.ofusaido.plays import Advance, Discard, Oppose, Shoot, Shootout, Stall, Support
from companion.rules.ofusaido.scoring import Scale, attack_alone, weigh
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import (
    Contest,
    DuelOnTable,
    Phase,
    Side,
    State,
    copies_not_in_hand,
    excess,
    players_in_hand,
)
from companion.showing.ways import DONE, Bit, Composed, Told, Ways, Weight, selection, values
from companion.words import Text

# --- weights
# Counts what a player of OFUSAIDO would bring into a duel, so that the likeliest stand first: his number, and his
# place.


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
    return Weight(Text("+{placement} placement", placement=points), points) if points else None


def _told(scale: Scale) -> Weight:
    """Return the number that is printed on the card, and what the place or others' effects change about it."""
    printed, points = scale.lines[0].value, scale.score + scale.placement
    more = points - printed
    if more > 0:
        return Weight(
            Text("{printed} + {bonus} = {points}", printed=printed, bonus=more, points=points), points, points
        )
    if more < 0:
        return Weight(
            Text("{printed} - {loss} = {points}", printed=printed, loss=-more, points=points), points, points
        )
    return Weight(Text("{printed}", printed=printed), points, points)


# --- ways

_STALLED = 2
"""Number of choices of a stall before its energies: the option and the occasion."""


ALL_BACK, NONE_BACK = Bit("energies", "all"), Bit("energies", "none")
"""Which energies come back: as many as may, which is what the rules take a stall for that names none (§15), or none."""


def ofusaido_ways(rules: Rules, state: State, seat: Seat, kind: str) -> Ways | None:
    """Return the ways of choosing plays card by card. See `showing.scene_builder.SceneBuilder.ways`."""
    if kind == "stall":
        return Composed(rules, state, partial(_stalls, rules, state, seat), partial(_stall, seat))
    if kind not in _SOME_OF:
        return None
    follows, means = _SOME_OF[kind]
    return Composed(rules, state, partial(follows, state, seat), partial(means, seat))


def ofusaido_aside(state: State) -> tuple[Expectation, ...]:
    """Return plays of a side that the table does not wait for: an action, an ability or the coach's bonus, which
    either side may play in most phases.
    """
    waited = {expectation.seat for expectation in expects(state)}
    return tuple(
        Expectation(seat.value, kinds)
        for seat in Seat
        if seat.value not in waited and (kinds := spoken_kinds(state, seat))
    )


def _refs(told: Told, field: str) -> tuple[CardRef, ...]:
    return tuple(CardRef(value) for value in values(told, field))


def _supports(state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    """Return supports card by card: any number in a progression, one in a shot (§11, §12); each takes an energy."""
    assert state.duel is not None
    team = state.team(seat)
    players = list(players_in_hand(state.sheet.team(seat), team))
    is_shot = state.duel.contest is Contest.SHOT
    chosen = selection("cards", players, 1, 1 if is_shot else min(team.hand, team.energy_pile), told)
    if not is_shot or seat is state.attacking:
        return chosen
    return (replace(bit, weight=last_defender_weight(state, state.duel, bit)) for bit in chosen)


def _discards(state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    team, deck = state.team(seat), state.sheet.team(seat).deck
    there = [
        ref
        for ref, copies in deck.items()
        for _ in range(copies - min(copies, copies_not_in_hand(team, ref)))
    ]
    n = excess(state, seat)
    return selection("cards", there, n, n, told)


def _shooters(state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    squad = eligible_shooters(state, seat)
    n = min(KICKS, len(squad))
    return selection("shooters", squad, n, n, told)


def _stalls(rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    """Return stalls; of the energies that come back each may be named, or in one word all or none."""
    if not told:
        yield from (Bit("option", option) for option in ("energies", "reshuffle"))
    elif len(told) < _STALLED:
        yield from (Bit("discard", ref) for ref in state.team(seat).visible)
    elif told[-1] not in (ALL_BACK, NONE_BACK):
        more = [Bit("energies", ref) for ref in state.sheet.team(seat).energies]
        fitting = [
            bit for bit in more if not isinstance(rules.judge(state, _stall(seat, (*told, bit))), Refusal)
        ]
        if fitting:
            yield from (DONE,) if len(told) > _STALLED else (ALL_BACK, NONE_BACK)
            yield from fitting


def _stall(seat: Seat, told: Told) -> Stall:
    option, discard = (bit.value for bit in told[:_STALLED])
    named = None if ALL_BACK in told else () if NONE_BACK in told else _refs(told, "energies") or None
    return Stall(seat, "energies" if option == "energies" else "reshuffle", CardRef(str(discard)), named)


_SOME_OF: Mapping[
    str,
    tuple[Callable[[State, Seat, Told], Iterator[Bit]], Callable[[Seat, Told], Support | Discard | Shootout]],
] = {
    "support": (_supports, lambda seat, told: Support(seat, _refs(told, "cards"))),
    "discard": (_discards, lambda seat, told: Discard(seat, _refs(told, "cards"))),
    "shootout": (_shooters, lambda seat, told: Shootout(seat, _refs(told, "shooters"))),
}
"""For each kind of play that names several things of one sort: what may be named next, and the play that is made of
them.
"""

"""Lets a person choose plays of Boufbowl part by part: placements, bonus cards, effects for several players, payments."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.ids import CardRef
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import training_cost, trainings
from companion.rules.boufbowl.checks import PRICE_OF_CLEANING, contest_of, fitting, takes_lightning
from companion.rules.boufbowl.influence import TARGETS, effect_of
from companion.rules.boufbowl.judge import expects
from companion.rules.boufbowl.offering import card_plays, carried_out, choices, power_plays
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.state import Stage, State
from companion.rules.effects import Deed, Effect
from companion.rules.engine import Expectation, Refusal, Rules
from companion.showing.ways import DONE, Bit, Composed, Told, Ways, values

PLAYER, TO = "targets.player", "targets.to"
_WAYS: dict[
    str, tuple[Callable[[Rules, State, Seat, Told], Iterator[Bit]], Callable[[State, Seat, Told], plays.Play]]
]


def boufbowl_ways(rules: Rules, state: State, seat: Seat, kind: str) -> Ways | None:
    """Return the ways of choosing plays part by part. See `showing.scene_builder.SceneBuilder.ways`."""
    if kind not in _WAYS:
        return None
    follows, means = _WAYS[kind]
    return Composed(rules, state, partial(follows, rules, state, seat), partial(means, state, seat))


def boufbowl_aside(state: State) -> tuple[Expectation, ...]:
    """Return plays of coaches whom the table does not wait for: cards with the lightning in the other's turn, before
    a try is settled, and with house rule `lightning` in the middle of an action (p. 12).
    """
    if takes_lightning(state):
        asked = {waited.seat for waited in expects(state)}
        seats = tuple(seat for seat in Seat if seat.value not in asked)
    else:
        seats = (state.active.other,) if state.stage in (Stage.PLAY, Stage.RESOLVE) else ()
    return tuple(
        Expectation(seat.value, ("card",)) for seat in seats if any(True for _ in card_plays(state, seat))
    )


# --- placement: player after player, the ball last


def _places(_rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    players = state.sheet.team(seat).players
    if len(told) < len(players):
        taken = {str(bit.value) for bit in told}
        # By name they stand as on the board: row by row.
        for zone in sorted(state.sheet.board.halves[seat]):
            if zone not in taken:
                yield Bit(f"zones.{players[len(told)]}", zone)
    elif len(told) == len(players) and seat is state.active:
        yield from (Bit("ball", ref) for ref in players if state.figures[ref].standing)


def _place(_state: State, seat: Seat, told: Told) -> plays.Place:
    zones = {CardRef(bit.field.removeprefix("zones.")): str(bit.value) for bit in told if bit.field != "ball"}
    ball = values(told, "ball")
    return plays.Place(seat, zones, CardRef(ball[0]) if ball else None)


# --- bonus cards: as many as were promised; of one card there may be copies


def _bonuses(_rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    contest = contest_of(state)
    if len(told) < (side_of(state, contest, seat).committed or 0):
        left = Counter(fitting(state, seat, contest.on)) - Counter(CardRef(str(bit.value)) for bit in told)
        is_known = state.sheet.team(seat).copies is not None
        refs = left if is_known else state.sheet.team(seat).bonuses[contest.on]
        yield from (Bit("cards", ref) for ref in refs)


def _bonus(_state: State, seat: Seat, told: Told) -> plays.Bonus:
    return plays.Bonus(seat, tuple(CardRef(ref) for ref in values(told, "cards")))


# --- an effect: the card, then the players that each of its deeds is for


def _cards(rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    if not told:
        yield from (Bit("ref", play.ref) for play in card_plays(state, seat))
        return
    ref, targets = CardRef(str(told[0].value)), told[1:]
    effect = state.sheet.effect(ref)
    if any(deed.what in TARGETS for deed in effect.deeds):
        yield from _those_of_deeds(state, seat, effect, targets)
    elif any(modifier.who == "self" for modifier in effect.modifiers):
        yield from _those_it_is_for(rules, state, seat, told)


def _those_of_deeds(state: State, seat: Seat, effect: Effect, told: Told) -> Iterator[Bit]:
    """Return the next player or zone for the deeds of an effect."""
    needing = [deed for deed in effect.deeds if deed.what in TARGETS]
    for row in _rows(state, seat, needing) if needing else ():
        bits = _bits(row)
        if bits[: len(told)] == told and len(bits) > len(told):
            yield bits[len(told)]


def _rows(state: State, seat: Seat, needing: Sequence[Deed]) -> Iterator[tuple[plays.Target, ...]]:
    """Yield the players for these deeds; each deed finds the field as the one before leaves it."""
    first, rest = needing[0], needing[1:]
    for used in choices(state, seat, first):
        if not rest:
            yield used
            continue
        for further in _rows(carried_out(state, seat, first, used), seat, rest):
            yield (*used, *further)


def _bits(row: Sequence[plays.Target]) -> Told:
    return tuple(
        bit
        for target in row
        for bit in (Bit(PLAYER, target.player), *((Bit(TO, target.to),) if target.to else ()))
    )


def _those_it_is_for(rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    """Return choices of one player or several, one's own first; the card says how many."""
    if len(told) > 1:
        yield DONE
    own, others = state.sheet.team(seat).players, state.sheet.team(seat.other).players
    for ref in (*own, *others):
        bit = Bit(PLAYER, ref)
        if bit not in told and not isinstance(rules.judge(state, _card(state, seat, (*told, bit))), Refusal):
            yield bit


def _card(_state: State, seat: Seat, told: Told) -> plays.CardPlay:
    return plays.CardPlay(seat, CardRef(str(told[0].value)), _targets(told[1:]))


def _targets(told: Told) -> tuple[plays.Target, ...]:
    targets: list[plays.Target] = []
    for bit in told:
        if bit.field == PLAYER:
            targets.append(plays.Target(CardRef(str(bit.value))))
        else:
            targets[-1] = plays.Target(targets[-1].player, str(bit.value))
    return tuple(targets)


# --- a power: whose, which, then the players that each of its deeds is for


def _powers(_rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    usable = [(play.player, play.power) for play in power_plays(state)]
    if not told:
        yield from (Bit("player", player) for player in dict.fromkeys(player for player, _ in usable))
    elif len(told) == 1:
        powers = [power for player, power in usable if player == told[0].value]
        yield from (Bit("power", power) for power in dict.fromkeys(powers))
    else:
        yield from _those_of_deeds(state, seat, effect_of(state, CardRef(str(told[1].value))), told[2:])


def _power(_state: State, _seat: Seat, told: Told) -> plays.UsePower:
    return plays.UsePower(CardRef(str(told[0].value)), CardRef(str(told[1].value)), _targets(told[2:]))


# --- fervour: one point after the other


def _payers(state: State, seat: Seat, cost: int, told: Told) -> Iterator[Bit]:
    paid = values(told, "from")
    if len(paid) < cost:
        for ref in state.sheet.team(seat).players:
            if state.figures[ref].fervour > paid.count(ref):
                yield Bit("from", ref)


def _paid(told: Told) -> dict[CardRef, int]:
    paid = values(told, "from")
    return {CardRef(ref): paid.count(ref) for ref in dict.fromkeys(paid)}


def _cleaners(_rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    return _payers(state, seat, PRICE_OF_CLEANING, told)


def _clean(_state: State, _seat: Seat, told: Told) -> plays.CleanOrders:
    return plays.CleanOrders(_paid(told))


def _buyers(_rules: Rules, state: State, seat: Seat, told: Told) -> Iterator[Bit]:
    if not told:
        yield from (Bit("ref", ref) for ref in trainings(state, seat))
        return
    cost = training_cost(state, state.sheet.training(CardRef(str(told[0].value))))
    yield from _payers(state, seat, cost, told)


def _buy(_state: State, seat: Seat, told: Told) -> plays.BuyTraining:
    return plays.BuyTraining(seat, CardRef(str(told[0].value)), _paid(told))


_WAYS = {
    "place": (_places, _place),
    "bonus": (_bonuses, _bonus),
    "card": (_cards, _card),
    "use_power": (_powers, _power),
    "clean_orders": (_cleaners, _clean),
    "buy_training": (_buyers, _buy),
}

"""Lists complete plays that the rules would accept now, for screens to offer and for virtual players to choose from.

Where a field takes several cards, there is one play for each single card; where it takes an exact number, one for
each card together with the cards after it. Optional fields are filled in, except the energies of a stall.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.ids import CardRef
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.actions import abilities_of, moments_of
from companion.rules.ofusaido.cards import Icon
from companion.rules.ofusaido.expects import can_add_player
from companion.rules.ofusaido.flow import KICKS, eligible_shooters, may_shoot_in_shootout
from companion.rules.ofusaido.progression import energies_for, free_ways, ways_on
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import (
    Contest,
    Phase,
    State,
    actions_in_hand,
    copies_not_in_hand,
    excess,
    flippable,
    players_in_hand,
    possible_energies,
)


def options(state: State, seat: str | None, kind: str) -> list[plays.Play]:
    """Return the complete plays of one kind that would be accepted from a seat that the table waits for."""
    if seat is None:
        return [plays.AcceptDraw()]
    return list(_OPTIONS[kind](state, Seat(seat)))


def _attempt(state: State, seat: Seat) -> Iterator[plays.Play]:
    for ref in state.team(seat).visible:
        for zone in state.sheet.occasion(ref).starts:
            yield plays.Attempt(seat, ref, zone)


def _stall(state: State, seat: Seat) -> Iterator[plays.Play]:
    for ref in state.team(seat).visible:
        yield plays.Stall(seat, "energies", ref)
        yield plays.Stall(seat, "reshuffle", ref)


def _bases(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return who may be the attack's base player: the dribbler, or anybody in hand."""
    if state.carrier is not None:
        return (state.carrier,)
    return tuple(players_in_hand(state.sheet.team(seat), state.team(seat)))


def _advance(state: State, seat: Seat) -> Iterator[plays.Play]:
    for card in _bases(state, seat):
        for intent in plays.Intent:
            if intent is plays.Intent.CROSS and not state.sheet.has_icon(card, Icon.CENTRE):
                continue
            for to in ways_on(state, intent):
                play = plays.Advance(seat, card, intent, to)
                if energies_for(state, play) <= state.team(seat).energy_pile:
                    yield play


def _give_up(_state: State, seat: Seat) -> Iterator[plays.Play]:
    yield plays.GiveUp(seat)


def _oppose(state: State, seat: Seat) -> Iterator[plays.Play]:
    duel = state.duel
    assert duel is not None
    needs_wall = duel.contest is Contest.CROSS
    if not can_add_player(state, seat, needs_wall=needs_wall):
        return
    for card in players_in_hand(state.sheet.team(seat), state.team(seat)):
        if not needs_wall or state.sheet.has_icon(card, Icon.MUR):
            yield plays.Oppose(seat, card)


def _let_pass(_state: State, seat: Seat) -> Iterator[plays.Play]:
    yield plays.LetPass(seat)


def _redirect(state: State, seat: Seat) -> Iterator[plays.Play]:
    zone = state.zone_now
    assert zone is not None
    for to in zone.next:
        yield plays.Redirect(seat, to)


def _support(state: State, seat: Seat) -> Iterator[plays.Play]:
    if can_add_player(state, seat):
        for card in players_in_hand(state.sheet.team(seat), state.team(seat)):
            yield plays.Support(seat, (card,))


def _no_support(_state: State, seat: Seat) -> Iterator[plays.Play]:
    yield plays.NoSupport(seat)


def _reveal(state: State, seat: Seat) -> Iterator[plays.Play]:
    for ref in possible_energies(state, seat):
        yield plays.Reveal(seat, ref)


def _shoot(state: State, seat: Seat) -> Iterator[plays.Play]:
    if state.phase is Phase.SHOOTOUT:
        for card in may_shoot_in_shootout(state, seat):
            yield plays.Shoot(seat, card)
        return
    if state.phase is Phase.SET_PIECE:
        team = state.sheet.team(seat)
        used = [card for card in state.team(seat).table if card in team.players]
        for card in (*used, *players_in_hand(team, state.team(seat))):
            yield plays.Shoot(seat, card)
        return
    zone = state.zone_now
    assert zone is not None
    for card in _bases(state, seat):
        for target in zone.targets or (None,):
            yield plays.Shoot(seat, card, target)


def _free_advance(state: State, seat: Seat) -> Iterator[plays.Play]:
    for to in free_ways(state):
        yield plays.FreeAdvance(seat, to)


def _flip(state: State, seat: Seat) -> Iterator[plays.Play]:
    for ref in flippable(state, seat):
        yield plays.Flip(seat, ref)


def _discard(state: State, seat: Seat) -> Iterator[plays.Play]:
    team, deck = state.team(seat), state.sheet.team(seat).deck
    there = [
        ref
        for ref, copies in deck.items()
        for _ in range(copies - min(copies, copies_not_in_hand(team, ref)))
    ]
    for cards in _runs(there, excess(state, seat)):
        yield plays.Discard(seat, cards)


def _shootout(state: State, seat: Seat) -> Iterator[plays.Play]:
    squad = eligible_shooters(state, seat)
    for cards in _runs(squad, min(KICKS, len(squad))):
        yield plays.Shootout(seat, cards)


def _runs(cards: Sequence[CardRef], n: int) -> Iterator[tuple[CardRef, ...]]:
    """Return for each card a row of n cards that begins with it."""
    for first in range(len(cards)):
        yield tuple(cards[(first + k) % len(cards)] for k in range(n))


def _action(state: State, seat: Seat) -> Iterator[plays.Play]:
    for then, is_before_draw in moments_of(state):
        for ref in actions_in_hand(state.sheet.team(seat), then.team(seat)):
            yield plays.ActionPlay(seat, ref, 1, is_before_draw)
            if len(state.sheet.action(ref).effects) > 1:
                yield plays.ActionPlay(seat, ref, 2, is_before_draw)


def _ability(state: State, seat: Seat) -> Iterator[plays.Play]:
    for then, is_before_draw in moments_of(state):
        for ability in abilities_of(then, seat, is_before_draw=is_before_draw):
            yield plays.Ability(seat, ability.card, ability.number, is_before_draw)


def _coach_bonus(state: State, seat: Seat) -> Iterator[plays.Play]:
    for _, is_before_draw in moments_of(state):
        yield plays.CoachBonus(seat, is_before_draw)


_OPTIONS: dict[str, Callable[[State, Seat], Iterator[plays.Play]]] = {
    "attempt": _attempt,
    "stall": _stall,
    "advance": _advance,
    "give_up": _give_up,
    "oppose": _oppose,
    "let_pass": _let_pass,
    "redirect": _redirect,
    "support": _support,
    "no_support": _no_support,
    "reveal": _reveal,
    "shoot": _shoot,
    "free_advance": _free_advance,
    "flip": _flip,
    "discard": _discard,
    "shootout": _shootout,
    "action": _action,
    "ability": _ability,
    "coach_bonus": _coach_bonus,
}

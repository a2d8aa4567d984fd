"""Judges the plays of a progression: advance, oppose, let pass, redirect and free advance (§11, §13)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from companion.ids import CardRef
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.cards import Icon
from companion.rules.ofusaido.events import Progress
from companion.rules.ofusaido.expects import can_add_player
from companion.rules.ofusaido.play_rules import (
    SidePlay,
    Unfolding,
    by_side,
    illegal,
    listed,
    name_of,
    not_a_field_player,
    not_in_hand,
    side_name,
    too_few_energies,
)
from companion.rules.ofusaido.plays import (
    FOUL_ADVANCE,
    Advance,
    FreeAdvance,
    Intent,
    LetPass,
    Oppose,
    Play,
    Redirect,
)
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.rules.ofusaido.state import Contest, Phase, State, players_in_hand
from companion.rules.ofusaido.words import card_called, zone_name
from companion.rules.play_rules import during, from_seat, made_once
from companion.rules.readings import cited
from companion.words import Text


def judge_advance(state: State, play: Advance) -> Ruling | Refusal:
    """Judge an advance: a base player passes, dribbles or crosses."""
    if refusal := not_a_field_player(state, play.seat, play.card):
        return refusal
    if state.carrier is not None:
        if play.card != state.carrier:
            return illegal(
                "§11",
                "{card} dribbled, so {card} must go on with the ball",
                card=name_of(state, state.carrier),
            )
    elif refusal := not_in_hand(state, play.seat, (play.card,)):
        return refusal
    if refusal := too_few_energies(state, play.seat, energies_for(state.sheet, play.card, play.intent)):
        return refusal
    if play.intent is Intent.CROSS and not state.sheet.whole_cards:
        return illegal(
            "§02", "in the football school the lower part of the cards does not count: nobody crosses"
        )
    if play.intent is Intent.CROSS and not state.sheet.has_icon(play.card, Icon.CENTRE):
        return illegal("§11", "{card} has no CENTRE and cannot cross", card=name_of(state, play.card))
    ways = ways_on(state, play.intent)
    if play.to is None and len(ways) > 1:
        return illegal("§11", "say where the attack goes: {zones}", zones=listed(ways))
    if play.to is not None and play.to not in ways:
        return illegal("§11", "from here the attack can go to {zones}", zones=listed(ways))
    chosen = Advance(play.seat, play.card, play.intent, play.to or ways[0])
    return Unfolding(state).then(chosen).then_texts(play.seat, (play.card,)).ruling()


def energies_for(sheet: Sheet, card: CardRef, intent: Intent) -> int:
    """Return how many energies an advance needs: one, and a second to discard for a dribble without ENDURANCE (§16)."""
    tires = intent is Intent.DRIBBLE and not sheet.has_icon(card, Icon.ENDURANCE)
    return 2 if tires else 1


def ways_on(state: State, intent: Intent) -> tuple[str, ...]:
    """Return where an advance may lead: the next zones, or for a cross any shooting zone of the card."""
    zone = state.zone_now
    assert zone is not None and state.occasion is not None
    if intent is Intent.CROSS:
        return state.sheet.occasion(state.occasion).shooting_zones
    return zone.next


def judge_oppose(state: State, play: Oppose) -> Ruling | Refusal:
    """Judge a defence that opposes a player; only a wall can oppose a cross."""
    if refusal := not_a_field_player(state, play.seat, play.card):
        return refusal
    if refusal := not_in_hand(state, play.seat, (play.card,)):
        return refusal
    if refusal := too_few_energies(state, play.seat, 1):
        return refusal
    assert state.duel is not None
    if state.duel.contest is Contest.CROSS and not state.sheet.has_icon(play.card, Icon.MUR):
        return illegal(
            "§11", "{card} has no MUR, and only MUR can stop a cross", card=name_of(state, play.card)
        )
    return Unfolding(state).then(play).then_texts(play.seat, (play.card,)).ruling()


def judge_redirect(state: State, play: Redirect) -> Ruling | Refusal:
    """Judge the zone that the attack chooses after a wall: one of the card's ways."""
    zone = state.zone_now
    assert zone is not None
    if play.to not in zone.next:
        return illegal("§11", "from here the attack can go to {zones}", zones=listed(zone.next))
    return Unfolding(state).then(play).ruling()


def judge_let_pass(state: State, play: LetPass) -> Ruling | Refusal:
    """Judge a defence that lets the attack pass: there is no duel, and the energy card of the next base attacker
    counts twice.
    """
    duel, zone = state.duel, state.zone
    assert duel is not None and duel.to is not None and zone is not None
    progress = Progress(state.attacking, zone, duel.to, opposed=False)
    return Unfolding(state).then(play).then(progress).ruling()


def judge_free_advance(state: State, play: FreeAdvance) -> Ruling | Refusal:
    """Judge a free advance after a defender's foul in midfield: to a shooting zone, or where the house rules allow."""
    ways = free_ways(state)
    if play.to not in ways:
        return illegal(
            cited("§13", "foul_advance"), "after the foul the attack can go to {zones}", zones=listed(ways)
        )
    assert state.zone is not None
    advance = Progress(play.seat, state.zone, play.to, opposed=True, section=FOUL_ADVANCE)
    return Unfolding(state).then(play).then(advance).ruling()


def free_ways(state: State) -> tuple[str, ...]:
    """Return where a free advance may lead (house rule `foul_advance`)."""
    assert state.occasion is not None
    occasion = state.sheet.occasion(state.occasion)
    if state.sheet.house.foul_advance == "anywhere":
        return tuple(zone.id for zone in occasion.zones)
    return occasion.shooting_zones


# --- what may be played, and its words


def possible_bases(state: State, seat: Seat) -> tuple[CardRef, ...]:
    """Return who may be the attack's base player: the dribbler, or anybody in hand."""
    if state.carrier is not None:
        return (state.carrier,)
    return tuple(players_in_hand(state.sheet.team(seat), state.team(seat)))


def _advances(state: State, seat: Seat) -> Iterator[Play]:
    energies = state.team(seat).energy_pile
    ways = {intent: ways_on(state, intent) for intent in Intent}
    return chain.from_iterable(
        _advances_of(seat, card, intent, ways[intent])
        for card in possible_bases(state, seat)
        for intent, needed in _intents(state.sheet, card)
        if needed <= energies
    )


@lru_cache(maxsize=256)
def _intents(sheet: Sheet, card: CardRef) -> tuple[tuple[Intent, int], ...]:
    """Return what a base player may do with the ball, each with the energies that it needs."""
    return tuple(
        (intent, energies_for(sheet, card, intent))
        for intent in Intent
        if intent is not Intent.CROSS or sheet.has_icon(card, Icon.CENTRE)
    )


@lru_cache(maxsize=4096)
def _advances_of(seat: Seat, card: CardRef, intent: Intent, ways: tuple[str, ...]) -> tuple[Advance, ...]:
    return tuple(Advance(seat, card, intent, to) for to in ways)


_oppose = made_once(Oppose)


def _opposes(state: State, seat: Seat) -> Iterator[Play]:
    duel = state.duel
    assert duel is not None
    needs_wall = duel.contest is Contest.CROSS
    if not can_add_player(state, seat, needs_wall=needs_wall):
        return
    for card in players_in_hand(state.sheet.team(seat), state.team(seat)):
        if not needs_wall or state.sheet.has_icon(card, Icon.MUR):
            yield _oppose(seat, card)


def _redirects(state: State, seat: Seat) -> Iterator[Play]:
    zone = state.zone_now
    assert zone is not None
    for to in zone.next:
        yield Redirect(seat, to)


_INTENTS = {
    Intent.PASS: Text("{card} passes towards zone\u00a0{to}"),
    Intent.DRIBBLE: Text("{card} dribbles towards zone\u00a0{to}"),
    Intent.CROSS: Text("{card} crosses towards zone\u00a0{to}"),
}


def _advance_label(state: State, play: Advance) -> Text:
    template = _INTENTS[play.intent].template
    seat, card = side_name(state, play.seat), card_called(state, play.card)
    return Text("{seat}: {does}", seat=seat, does=Text(template, card=card, to=zone_name(play.to)))


def _oppose_label(state: State, play: Oppose) -> Text:
    opposes = Text("{card} opposes", card=card_called(state, play.card))
    return Text("{seat}: {does}", seat=side_name(state, play.seat), does=opposes)


def _way_label(state: State, play: Redirect | FreeAdvance) -> Text:
    return Text("{seat} goes towards zone\u00a0{to}", seat=side_name(state, play.seat), to=zone_name(play.to))


ROWS = (
    SidePlay(
        Advance,
        Text("Play a player card"),
        during(Phase.ADVANCE),
        judge_advance,
        _advances,
        _advance_label,
        lambda play: (play.card,),
    ),
    SidePlay(
        Oppose,
        Text("Oppose a player"),
        during(Phase.OPPOSE),
        judge_oppose,
        _opposes,
        _oppose_label,
        lambda play: (play.card,),
    ),
    SidePlay(
        LetPass,
        Text("Let it pass"),
        during(Phase.OPPOSE),
        judge_let_pass,
        from_seat(LetPass),
        by_side(Text("{seat} lets it pass")),
    ),
    SidePlay(Redirect, Text("Say which way"), during(Phase.OPPOSE), judge_redirect, _redirects, _way_label),
    SidePlay(
        FreeAdvance,
        Text("Go on freely"),
        during(Phase.FREE_ADVANCE),
        judge_free_advance,
        lambda state, seat: (FreeAdvance(seat, to) for to in free_ways(state)),
        _way_label,
    ),
)

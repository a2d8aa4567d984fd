"""Judges shots, set pieces and the shoot-out (§12, §14)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.ids import CardRef
from companion.rules.engine import Refusal, Ruling
from companion.rules.ofusaido.flow import KICKS, eligible_shooters, may_shoot_in_shootout
from companion.rules.ofusaido.play_rules import (
    SidePlay,
    Unfolding,
    illegal,
    name_of,
    not_a_field_player,
    not_in_hand,
    side_name,
    too_few_energies,
)
from companion.rules.ofusaido.plays import AcceptDraw, Play, Shoot, Shootout
from companion.rules.ofusaido.progression import possible_bases
from companion.rules.ofusaido.revealing import settle_what_is_bare
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Phase, State, players_in_hand
from companion.rules.ofusaido.words import card_called, cards_called
from companion.rules.play_rules import during, every, made_once, runs
from companion.rules.readings import cited
from companion.words import Text, joined, word


def judge_shoot(state: State, play: Shoot) -> Ruling | Refusal:
    """Judge a shot from a zone, at a set piece, or in sudden death."""
    if refusal := not_a_field_player(state, play.seat, play.card):
        return refusal
    match state.phase:
        case Phase.SHOT:
            return _from_a_zone(state, play)
        case Phase.SET_PIECE:
            return _no_target(play) or _may_take(state, play) or _take(state, play)
        case _:
            return _no_target(play) or _may_kick(state, play) or _take(state, play)


def _from_a_zone(state: State, play: Shoot) -> Ruling | Refusal:
    if state.carrier is not None:
        if play.card != state.carrier:
            return illegal(
                "§11",
                "{card} dribbled, so {card} must go on with the ball",
                card=name_of(state, state.carrier),
            )
    elif refusal := not_in_hand(state, play.seat, (play.card,), "§12"):
        return refusal
    if refusal := too_few_energies(state, play.seat, 1):
        return refusal
    zone = state.zone_now
    assert zone is not None
    if play.target is None and len(zone.targets) > 1:
        return illegal(
            "§08",
            "say where the shot goes: {targets}",
            targets=joined([word(target) for target in zone.targets]),
        )
    if play.target is not None and play.target not in zone.targets:
        return illegal(
            "§08",
            "from here the shot goes to {targets}",
            targets=joined([word(target) for target in zone.targets]),
        )
    target = play.target or (zone.targets[0] if zone.targets else None)
    unfolding = Unfolding(state).then(replace(play, target=target))
    unfolding.then_texts(play.seat, (play.card,))
    keeper = state.team(state.defending).goalkeeper
    return unfolding.then_texts(state.defending, () if keeper is None else (keeper,)).ruling()


def _no_target(play: Shoot) -> Refusal | None:
    return (
        None
        if play.target is None
        else illegal(cited("§14", "set_piece_target"), "a set piece has no target")
    )


def _may_take(state: State, play: Shoot) -> Refusal | None:
    """Refuse a taker who neither comes from the hand nor was used in this turn."""
    if play.card in state.team(play.seat).table:
        return None
    return not_in_hand(state, play.seat, (play.card,), "§14")


def _may_kick(state: State, play: Shoot) -> Refusal | None:
    """Refuse a player who has already shot in sudden death while others have not."""
    if play.card in state.team(play.seat).expelled:
        assert state.shootout is not None
        is_named = play.card in state.shootout.shooters(play.seat)
        section = cited("§14", "shooter_sent_off") if is_named else "§13"
        return illegal(section, "{card} was sent off", card=name_of(state, play.card))
    if play.card not in may_shoot_in_shootout(state, play.seat):
        return illegal(
            cited("§14", "shootout_shooters"),
            "{card} has already shot, and other shooters have not",
            card=name_of(state, play.card),
        )
    return None


def _take(state: State, play: Shoot) -> Ruling | Refusal:
    fresh = state.shootout is None and play.card not in state.team(play.seat).table
    unfolding = Unfolding(state).then(play)
    if fresh:
        unfolding.then_texts(play.seat, (play.card,))
    return settle_what_is_bare(unfolding).ruling()


def judge_accept_draw(state: State, play: AcceptDraw) -> Ruling | Refusal:
    """Judge that both sides accept a tie."""
    return Unfolding(state).then(play).ruling()


def judge_shootout(state: State, play: Shootout) -> Ruling | Refusal:
    """Judge the shooters that a side names: five different players, none of them sent off."""
    squad = eligible_shooters(state, play.seat)
    wanted = min(KICKS, len(squad))
    if len(play.shooters) != wanted or wanted == 0:
        return illegal(
            "§14" if wanted == KICKS else cited("§14", "shootout_few_players"),
            "{seat} must name {n} shooters; you named {got}",
            seat=side_name(state, play.seat),
            n=wanted,
            got=len(play.shooters),
        )
    for n, card in enumerate(play.shooters):
        if refusal := not_a_field_player(state, play.seat, card) or _named_twice(state, play, n):
            return refusal
        if card not in squad:
            return illegal("§13", "{card} was sent off", card=name_of(state, card))
    return settle_what_is_bare(Unfolding(state).then(play)).ruling()


def _named_twice(state: State, play: Shootout, n: int) -> Refusal | None:
    card: CardRef = play.shooters[n]
    if card in play.shooters[:n]:
        return illegal("§14", "{card} is named twice", card=name_of(state, card))
    return None


# --- what may be played, and its words


_shoot = made_once(Shoot)


def _shots(state: State, seat: Seat) -> Iterator[Play]:
    if state.phase is Phase.SHOOTOUT:
        for card in may_shoot_in_shootout(state, seat):
            yield _shoot(seat, card)
        return
    if state.phase is Phase.SET_PIECE:
        team = state.sheet.team(seat)
        used = [card for card in state.team(seat).table if card in team.players]
        for card in (*used, *players_in_hand(team, state.team(seat))):
            yield _shoot(seat, card)
        return
    zone = state.zone_now
    assert zone is not None
    for card in possible_bases(state, seat):
        for target in zone.targets or (None,):
            yield _shoot(seat, card, target)


def _namings(state: State, seat: Seat) -> Iterator[Play]:
    squad = eligible_shooters(state, seat)
    for cards in runs(squad, min(KICKS, len(squad))):
        yield Shootout(seat, cards)


def _shoot_label(state: State, play: Shoot) -> Text:
    card = card_called(state, play.card)
    shoots = (
        Text("{card} shoots", card=card)
        if play.target is None
        else Text("{card} shoots, {target}", card=card, target=word(play.target.value))
    )
    return Text("{seat}: {does}", seat=side_name(state, play.seat), does=shoots)


def _shootout_label(state: State, play: Shootout) -> Text:
    cards = cards_called(state, play.shooters)
    return Text("{seat} names its shooters: {cards}", seat=side_name(state, play.seat), cards=cards)


ROWS = (
    SidePlay(
        Shoot,
        Text("Shoot"),
        during(Phase.SHOT, Phase.SET_PIECE, Phase.SHOOTOUT),
        judge_shoot,
        _shots,
        _shoot_label,
        lambda play: (play.card,),
    ),
    SidePlay(
        Shootout,
        Text("Name the shooters"),
        during(Phase.LEVEL),
        judge_shootout,
        _namings,
        _shootout_label,
        lambda play: play.shooters,
    ),
    SidePlay(
        AcceptDraw,
        Text("Accept the draw"),
        during(Phase.LEVEL, Phase.SHOOTOUT),
        judge_accept_draw,
        every(AcceptDraw),
        lambda _state, _play: Text("both sides accept the draw"),
    ),
)

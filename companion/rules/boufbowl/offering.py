"""Action cards played for their effect, and powers: which a coach may play or use now, for which players, and what they do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from companion.ids import CardRef
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.buying import check_use_power
from companion.rules.boufbowl.cards import OPPOSING, Act, Action
from companion.rules.boufbowl.checks import (
    card_name,
    illegal,
    in_zone,
    names,
    needed_for_promise,
    not_held,
    promised,
    side_name,
    takes_lightning,
    too_few_cards,
    unspent,
    usable_powers,
    zone_name,
)
from companion.rules.boufbowl.events import EffectShown, Marker, StoodUp
from companion.rules.boufbowl.field import reach, standing_in, tackles
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.influence import TARGETS, before_opposition, deeds_only, effect_of, shared_out
from companion.rules.boufbowl.play_rules import IN_PLAY, CoachPlay, Unfolding
from companion.rules.boufbowl.plays import CardPlay, Target, UsePower
from companion.rules.boufbowl.sheet import DamageFace, Sheet
from companion.rules.boufbowl.state import OFF, Figure, Stage, State
from companion.rules.boufbowl.under_way import called_off
from companion.rules.effects import Deed, Effect
from companion.rules.engine import ErrorCode, Refusal
from companion.rules.play_rules import during
from companion.rules.readings import cited
from companion.values import replace
from companion.words import Text

# --- playing
# Checks and carries out cards played for their effect and powers used (p. 12): when, for which players, deed by deed.


def completed(state: State, play: CardPlay) -> CardPlay | Refusal:
    """Return the play with all its players named, or why it is refused."""
    card = state.sheet.cards[play.ref]
    if not isinstance(card, Action):
        return illegal("p. 4", "{card} is not an action card", card=card_name(state.sheet, play.ref))
    effect = card.effect
    if effect is None:
        return illegal("p. 4", "{card} has only a bonus, no effect", card=card_name(state.sheet, play.ref))
    if refusal := _untimely(state, play, effect) or too_few_cards(state, play.seat, 1, "p. 12"):
        return refusal
    if refusal := not_held(state, play.seat, (play.ref,)) or needed_for_promise(state, play.seat, play.ref):
        return refusal
    targets = _all_targets(state, play.seat, effect, play.targets)
    return targets if isinstance(targets, Refusal) else CardPlay(play.seat, play.ref, targets)


def _untimely(state: State, play: CardPlay, effect: Effect) -> Refusal | None:
    """Refuse a card without the lightning in the other coach's turn or in the middle of an action."""
    if effect.instant:
        return None
    card = card_name(state.sheet, play.ref)
    if play.seat is not state.active:
        return illegal(
            "p. 12",
            "{card} has no lightning: {seat} plays it in his own turn",
            card=card,
            seat=side_name(state.sheet, play.seat),
        )
    if takes_lightning(state):
        return illegal(
            cited("p. 12", "lightning"),
            "{card} has no lightning: it is not played in the middle of an action",
            card=card,
        )
    return None


def completed_power(state: State, play: UsePower) -> UsePower | Refusal:
    """Return the play with all its players named, or why it is refused."""
    effect = effect_of(state, play.power)
    if not effect.deeds:
        return (
            play
            if not play.targets
            else illegal("p. 12", "too many players are named for this effect; at most: {n}", n=0)
        )
    targets = _all_targets(state, state.active, deeds_only(effect), play.targets)
    return targets if isinstance(targets, Refusal) else UsePower(play.player, play.power, targets)


def _all_targets(
    state: State, seat: Seat, effect: Effect, targets: tuple[Target, ...]
) -> tuple[Target, ...] | Refusal:
    """Try the deeds one after the other; deeds after an opposition only as far as they can be known before it."""
    for target in targets:
        if target.player not in state.sheet.seat_of:
            return illegal(
                "p. 12", "{card} does not play in this match", card=card_name(state.sheet, target.player)
            )
    trial = Unfolding(state)
    given: list[Target] = list(targets)
    named: list[Target] = []
    at = before_opposition(effect.deeds)
    for n, deed in enumerate(effect.deeds):
        used = _take(trial.state, seat, deed, given) if deed.what in OPPOSING else _take_plain(deed, given)
        if isinstance(used, Refusal):
            return used
        refusal = _misnamed(trial.state, seat, deed, used)
        if refusal is None and n <= at:
            refusal = deed_refusal(trial.state, seat, deed, used)
        if refusal is not None:
            return refusal
        if n < at:
            do_deed(trial, seat, deed, used)
        named.extend(used)
    return _with_others(effect, named, given)


def _with_others(effect: Effect, named: list[Target], left: list[Target]) -> tuple[Target, ...] | Refusal:
    """Return all players that are named: those that no deed takes may be meant by a modifier or by a text for the
    players.
    """
    if left and effect.deeds and not effect.modifiers:
        return illegal("p. 12", "too many players are named for this effect; at most: {n}", n=len(named))
    if not named and not left and effect.is_for_one:
        return _too_few()
    return (*named, *left)


def _too_few() -> Refusal:
    return Refusal(ErrorCode.BAD_PLAY, Text("this effect needs players: name them in targets"))


def _take_plain(deed: Deed, given: list[Target]) -> tuple[Target, ...] | Refusal:
    n = TARGETS.get(deed.what, 0)
    if len(given) < n:
        return _too_few()
    used = tuple(given[:n])
    del given[:n]
    return used


def _take(state: State, seat: Seat, deed: Deed, given: list[Target]) -> tuple[Target, ...] | Refusal:
    """Take the players of an opposition; a player who can be nobody else need not be named."""
    if deed.what == Act.INTERCEPT_START:
        return _take_interceptor(state, seat, given)
    pairs = tackles(state, seat)
    if given and len(given) > 1:
        both = {given[0].player, given[1].player}
        fitting = [pair for pair in pairs if both == set(pair)]
        if fitting:
            del given[:2]
            return tuple(Target(ref) for ref in fitting[0])
    fitting = [pair for pair in pairs if not given or given[0].player in pair]
    if not fitting:
        return illegal(
            cited("p. 12", "tackle_by_effect"),
            "a tackle by an effect needs a standing player and an opponent in his zone",
        )
    if len(fitting) > 1:
        return Refusal(ErrorCode.BAD_PLAY, Text("say in targets who tackles whom"))
    del given[:1]
    return tuple(Target(ref) for ref in fitting[0])


def _take_interceptor(state: State, seat: Seat, given: list[Target]) -> tuple[Target, ...] | Refusal:
    launch = state.launch
    if launch is None or state.active is seat:
        return illegal(
            cited("p. 9", "intercept_start_when"),
            "this effect can only be played right after an up-and-under of the other coach",
        )
    there = standing_in(state, seat, launch.zone)
    if not there:
        return illegal(
            "p. 12",
            "{seat} has nobody standing {place}",
            seat=side_name(state.sheet, seat),
            place=in_zone(state.sheet, launch.zone),
        )
    if given:
        return (given.pop(0),)
    return (Target(there[0]),) if len(there) == 1 else _too_few()


def _misnamed(state: State, seat: Seat, deed: Deed, used: Sequence[Target]) -> Refusal | None:
    """Refuse players of the wrong coach: `who` says whose players a deed is for, except for a tackle and an
    interception.
    """
    if deed.what in OPPOSING or deed.who in (None, "any"):
        return None
    wanted = seat if deed.who == "own" else seat.other
    for target in used:
        if state.sheet.seat_of[target.player] is not wanted:
            return illegal(
                "p. 12",
                "this effect only concerns players of {seat}, and {card} is not one of them",
                seat=side_name(state.sheet, wanted),
                card=card_name(state.sheet, target.player),
            )
    return None


def deed_refusal(state: State, seat: Seat, deed: Deed, used: Sequence[Target]) -> Refusal | None:
    """Return why a deed cannot be done to the players who are named for it."""
    if not used:
        return None
    target = used[0]
    figure, card = state.figures[target.player], card_name(state.sheet, target.player)
    match deed.what:
        case Act.MOVE:
            return _move_refusal(state, deed, target)
        case Act.STAND if figure.standing:
            return illegal("p. 12", "{card} is already standing", card=card)
        case Act.STAND if figure.marker is Marker.KO:
            return illegal(
                "p. 12",
                "{card} is knocked out, and this effect does not help knocked-out players to get up",
                card=card,
            )
        case Act.KNOCK_DOWN if not (figure.standing and figure.is_on):
            return illegal("p. 12", "{card} does not stand on the field", card=card)
        case Act.INTERCEPT_START if state.launch is not None:
            if target.player not in standing_in(state, seat, state.launch.zone):
                there = in_zone(state.sheet, state.launch.zone)
                return illegal("p. 9", "{card} does not stand {place}", card=card, place=there)
    return None


def _move_refusal(state: State, deed: Deed, target: Target) -> Refusal | None:
    card = card_name(state.sheet, target.player)
    if target.to is None:
        return Refusal(ErrorCode.BAD_PLAY, Text("say in targets where {card} goes: to", card=card))
    figure = state.figures[target.player]
    if not (figure.standing and figure.is_on):
        return illegal("p. 12", "{card} does not stand on the field", card=card)
    seat = state.sheet.seat_of[target.player]
    if target.to in reach(state, seat, figure.zone, deed.value):
        return None
    return illegal(
        cited("p. 12", "move_up_to"),
        "{card} cannot be moved from {origin} to {zone}; zones at most: {n}, each must have room, and the enemy endzone is open only in his coach's turn",
        card=card,
        origin=zone_name(state.sheet, figure.zone),
        zone=zone_name(state.sheet, target.to),
        n=deed.value,
    )


def do_deed(u: Unfolding, seat: Seat, deed: Deed, used: Sequence[Target]) -> None:
    """Do what events tell of a deed."""
    match deed.what:
        case Act.DRAW:
            u.deal(seat, min(deed.value, u.state.team(seat).pile), "p. 12")
        case Act.MOVE:
            u.move(used[0].player, used[0].to or "", "p. 12")
        case Act.STAND:
            u.then(StoodUp((used[0].player,), "Boufbowl p. 12"))
        case Act.KNOCK_DOWN:
            u.knock_down(used[0].player, DamageFace.NONE, "p. 12")
        case _:
            pass


def carried_out(state: State, seat: Seat, deed: Deed, used: Sequence[Target]) -> State:
    """Return the state after a deed, only to look at."""
    trial = Unfolding(state)
    do_deed(trial, seat, deed, used)
    return trial.state


def follow_card(u: Unfolding, play: CardPlay, before: State) -> None:
    """Play the card: it leaves the hand, its text is shown, and its deeds are done up to the opposition that it asks
    for.
    """
    effect = u.state.sheet.effect(play.ref)
    u.discard(play.seat, 1, "p. 12")
    u.then(EffectShown(play.seat, play.ref, effect.text))
    _do_deeds(u, play.seat, effect, play.targets)
    _call_off(u, before)


def follow_use_power(u: Unfolding, play: UsePower, before: State) -> None:
    """Use a power: its text is shown, and its deeds are done up to the opposition that they ask for."""
    effect = effect_of(before, play.power)
    if effect.deeds:
        u.then(EffectShown(before.active, play.power, effect.text))
        _do_deeds(u, before.active, effect, play.targets)


def _do_deeds(u: Unfolding, seat: Seat, effect: Effect, targets: tuple[Target, ...]) -> None:
    shared = list(shared_out(effect.deeds, targets))
    for deed, used in shared[: before_opposition(effect.deeds)]:
        do_deed(u, seat, deed, used)


def _call_off(u: Unfolding, before: State) -> None:
    """Call off the actions under way that have lost their player or target."""
    for event in called_off(before, u.state):
        u.then(event)


def go_on_with_card(u: Unfolding, contest: Contest, before: State) -> None:
    """Do the deeds after an opposition, as far as they can still be done; then the action in whose middle the card
    was played is looked at again.
    """
    assert contest.card is not None and contest.seat is not None
    deeds = effect_of(before, contest.card).deeds
    for deed, used in shared_out(deeds[before_opposition(deeds) + 1 :], contest.targets):
        if deed_refusal(u.state, contest.seat, deed, used) is None:
            do_deed(u, contest.seat, deed, used)
    _call_off(u, replace(before, stack=before.stack[:-1]))


# --- offering


def may_play_card(state: State, seat: Seat) -> bool:
    """Return whether some card with an effect may be in this coach's hand and can be played."""
    return any(
        row.fixed or next(_targets_of(state, seat, row.effect), None) is not None
        for row, _ in _playable_rows(state, seat)
    )


def card_plays(state: State, seat: Seat) -> list[CardPlay]:
    """Return complete plays of cards for their effect: one for each player that the first deed may be for; for later
    deeds the first player that fits. In the middle of an action only cards with the lightning.
    """
    found: list[CardPlay] = []
    for row, refs in _playable_rows(state, seat):
        if row.fixed:
            for ref in refs:
                found += row.fixed[ref]
        elif row.deed is not None:
            whom = _players_and_zones(state, seat, row.deed)
            for ref in refs:
                for player, zones in whom:
                    found += _plays_for(seat, ref, player, zones)
        else:
            every = tuple(_targets_of(state, seat, row.effect))
            found += [CardPlay(seat, ref, targets) for ref in refs for targets in every]
    return found


@dataclass(frozen=True, slots=True)
class _AlikeCards:
    """Several cards of a deck, one after the other, that are played for the same players. `effect` is that of the first.

    `fixed` has the plays of each card, if the state decides nothing about them; `deed` is the only one that needs a player, if
    there is one, and no opposition begins with it.
    """

    refs: tuple[CardRef, ...]
    effect: Effect
    fixed: Mapping[CardRef, tuple[CardPlay, ...]]
    deed: Deed | None


@lru_cache(maxsize=64)
def _rows_of(sheet: Sheet, seat: Seat, is_instant_only: bool) -> tuple[_AlikeCards, ...]:
    """Return the cards of a coach's deck with an effect in rows of alike ones."""
    team = sheet.team(seat)
    cards = [(ref, one) for ref, one in team.effects.items() if one.instant or not is_instant_only]
    return tuple(
        _alike(team.players, seat, list(row))
        for _, row in groupby(cards, key=lambda card: (card[1].deeds, card[1].is_for_one))
    )


def _alike(players: tuple[CardRef, ...], seat: Seat, cards: Sequence[tuple[CardRef, Effect]]) -> _AlikeCards:
    refs, effect = tuple(ref for ref, _ in cards), cards[0][1]
    if needing := _needing_players(effect):
        is_plain = len(needing) == 1 and needing[0].what not in OPPOSING
        return _AlikeCards(refs, effect, {}, needing[0] if is_plain else None)
    every = [(Target(one),) for one in players] if effect.is_for_one else [()]
    fixed = {ref: tuple(CardPlay(seat, ref, targets) for targets in every) for ref in refs}
    return _AlikeCards(refs, effect, fixed, None)


@lru_cache(maxsize=4096)
def _plays_for(
    seat: Seat, ref: CardRef, player: CardRef, zones: tuple[str | None, ...]
) -> tuple[CardPlay, ...]:
    """Return the plays of a card for one player. Most come again: making them takes longer than finding them."""
    return tuple(CardPlay(seat, ref, (Target(player, to),)) for to in zones)


def _playable_rows(state: State, seat: Seat) -> Iterator[tuple[_AlikeCards, Sequence[CardRef]]]:
    """Yield the rows of cards with an effect that a coach may play now, each with those that may be in his hand."""
    if not state.team(seat).hand:
        return
    is_promised, shown = promised(state, seat) is not None, frozenset(state.team(seat).discards)
    for row in _rows_of(state.sheet, seat, seat is not state.active or takes_lightning(state)):
        refs = row.refs if shown.isdisjoint(row.refs) else unspent(state, seat, row.refs)
        if is_promised:
            refs = [ref for ref in refs if not needed_for_promise(state, seat, ref)]
        if refs:
            yield row, refs


def may_use_power(state: State) -> bool:
    """Return whether some power of the active coach can be used."""
    return next(power_plays(state), None) is not None


def power_plays(state: State) -> Iterator[UsePower]:
    """Return complete plays of the active coach's powers, in the same way."""
    for ref, power in usable_powers(state):
        effect = effect_of(state, power)
        for targets in _targets_of(state, state.active, deeds_only(effect)) if effect.deeds else ((),):
            yield UsePower(ref, power, targets)


def _targets_of(state: State, seat: Seat, effect: Effect) -> Iterator[tuple[Target, ...]]:
    if needing := _needing_players(effect):
        return _targets(state, seat, needing)
    if effect.is_for_one:
        return ((Target(one),) for one in state.sheet.team(seat).players)
    return iter(((),))


def _needing_players(effect: Effect) -> list[Deed]:
    return [deed for deed in effect.deeds if deed.what in TARGETS]


def _targets(state: State, seat: Seat, needing: list[Deed]) -> Iterator[tuple[Target, ...]]:
    """Yield the players for these deeds; each deed finds the field as the one before leaves it."""
    first, rest = needing[0], needing[1:]
    return _with_further(state, seat, first, rest) if rest else choices(state, seat, first)


def _with_further(state: State, seat: Seat, first: Deed, rest: list[Deed]) -> Iterator[tuple[Target, ...]]:
    for used in choices(state, seat, first):
        further = next(_targets(carried_out(state, seat, first, used), seat, rest), None)
        if further is not None:
            yield (*used, *further)


def choices(state: State, seat: Seat, deed: Deed) -> Iterator[tuple[Target, ...]]:
    """Return the players whom a deed may be for, as the field is now."""
    if deed.what == Act.TACKLE:
        for one, other in tackles(state, seat):
            yield Target(one), Target(other)
    elif deed.what in OPPOSING:
        if state.launch is not None and seat is not state.active:
            yield from ((Target(ref),) for ref in standing_in(state, seat, state.launch.zone))
    else:
        for ref, zones in _players_and_zones(state, seat, deed):
            yield from ((Target(ref, to),) for to in zones)


_Whom = tuple[CardRef, tuple[str | None, ...]]
"""A player whom a deed may be for, and the zones that it may move him to; None: it moves nobody."""


def _players_and_zones(state: State, seat: Seat, deed: Deed) -> list[_Whom]:
    """Return the players whom a deed may be for."""
    figures, is_moved = state.figures, deed.what == Act.MOVE
    may_undergo = _can_get_up if deed.what == Act.STAND else _stands_there
    return [
        (ref, reach(state, side, figure.zone, deed.value) if is_moved else (None,))
        for side in _SIDES[seat, deed.who]
        for ref in state.sheet.team(side).players
        if may_undergo(figure := figures[ref])
    ]


_SIDES: Mapping[tuple[Seat, str | None], tuple[Seat, ...]] = {
    (seat, who): sides
    for seat in SEATS
    for who, sides in (
        ("own", (seat,)),
        ("opponent", (seat.other,)),
        ("any", (seat, seat.other)),
        (None, (seat, seat.other)),
    )
}
"""The sides whose players a coach's deed may be for, by its `who`."""


def _can_get_up(figure: Figure) -> bool:
    return not figure.standing and figure.marker is not Marker.KO


def _stands_there(figure: Figure) -> bool:
    """Return whether a player stands on the field, to be moved or knocked down."""
    return figure.standing and figure.zone != OFF


# --- the plays themselves


def _card_label(sheet: Sheet, play: CardPlay) -> Text:
    seat, card = side_name(sheet, play.seat), card_name(sheet, play.ref)
    if not play.targets:
        return Text("{seat} plays {card}", seat=seat, card=card)
    players = names(sheet, [target.player for target in play.targets])
    return Text("{seat} plays {card} for {players}", seat=seat, card=card, players=players)


def _power_label(sheet: Sheet, play: UsePower) -> Text:
    player = card_name(sheet, play.player)
    if play.player == play.power:
        return Text("{player} uses the power", player=player)
    return Text("{player} uses the power of {other}", player=player, other=card_name(sheet, play.power))


ROWS = (
    CoachPlay(
        CardPlay,
        Text("Play a card"),
        during(Stage.PLAY, Stage.RESOLVE),
        _card_label,
        card_plays,
        follow=follow_card,
        complete=completed,
        cards=lambda play: (play.ref, *(target.player for target in play.targets)),
        zones=lambda play: (target.to for target in play.targets),
    ),
    CoachPlay(
        UsePower,
        Text("Use a power"),
        IN_PLAY,
        _power_label,
        lambda state, _seat: power_plays(state),
        check_use_power,
        follow_use_power,
        completed_power,
        cards=lambda play: (play.player, play.power, *(target.player for target in play.targets)),
        zones=lambda play: (target.to for target in play.targets),
    ),
)

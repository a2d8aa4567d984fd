"""Action cards played for their effect, and powers: which a coach may play or use now, and for which players."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.rules.boufbowl.asking import takes_lightning, usable_powers
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import check_use_power
from companion.rules.boufbowl.cards import OPPOSING, Act
from companion.rules.boufbowl.checks import card_name, names, side_name
from companion.rules.boufbowl.decks import may_hold, needed_for_promise, promised
from companion.rules.boufbowl.deeds import TARGETS, deeds_only, effect_of
from companion.rules.boufbowl.events import Marker
from companion.rules.boufbowl.field import reach, standing_in
from companion.rules.boufbowl.play_rules import IN_PLAY, CoachPlay
from companion.rules.boufbowl.playing import (
    carried_out,
    completed,
    completed_power,
    follow_card,
    follow_use_power,
    tackling_pairs,
)
from companion.rules.boufbowl.plays import CardPlay, Target, UsePower
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import Figure, Stage, State
from companion.rules.effects import Deed, Effect
from companion.rules.play_rules import during
from companion.words import Text


def may_play_card(state: State, seat: Seat) -> bool:
    """Return whether some card with an effect may be in this coach's hand and can be played."""
    return next(card_plays(state, seat), None) is not None


def card_plays(state: State, seat: Seat) -> Iterator[CardPlay]:
    """Return complete plays of cards for their effect: one for each player that the first deed may be for; for later
    deeds the first player that fits. In the middle of an action only cards with the lightning.
    """
    if not state.team(seat).hand:
        return
    is_promised, is_instant_only = (
        promised(state, seat) is not None,
        seat is not state.active or takes_lightning(state),
    )
    for ref in state.sheet.team(seat).effects:
        effect = state.sheet.effect(ref)
        if is_instant_only and not effect.instant:
            continue
        if not may_hold(state, seat, ref) or (is_promised and needed_for_promise(state, seat, ref)):
            continue
        for targets in _targets_of(state, seat, effect):
            yield CardPlay(seat, ref, targets)


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
    needing = [deed for deed in effect.deeds if deed.what in TARGETS]
    if needing:
        yield from _targets(state, seat, needing)
    elif any(modifier.who == "self" for modifier in effect.modifiers):
        yield from ((Target(one),) for one in state.sheet.team(seat).players)
    else:
        yield ()


def _targets(state: State, seat: Seat, needing: list[Deed]) -> Iterator[tuple[Target, ...]]:
    """Yield the players for these deeds; each deed finds the field as the one before leaves it."""
    first, rest = needing[0], needing[1:]
    for used in choices(state, seat, first):
        if not rest:
            yield used
            continue
        further = next(_targets(carried_out(state, seat, first, used), seat, rest), None)
        if further is not None:
            yield (*used, *further)


def choices(state: State, seat: Seat, deed: Deed) -> Iterator[tuple[Target, ...]]:
    """Return the players whom a deed may be for, as the field is now."""
    if deed.what == Act.TACKLE:
        for one, other in tackling_pairs(state, seat):
            yield Target(one), Target(other)
    elif deed.what in OPPOSING:
        if state.launch is not None and seat is not state.active:
            yield from ((Target(ref),) for ref in standing_in(state, seat, state.launch.zone))
    else:
        for ref in _players_for(state, seat, deed.who):
            if not _may_undergo(state.figures[ref], deed):
                continue
            if deed.what == Act.MOVE:
                yield from ((Target(ref, to),) for to in sorted(reach(state, ref, deed.value)))
            else:
                yield (Target(ref),)


def _may_undergo(figure: Figure, deed: Deed) -> bool:
    """Return whether a deed can be done to a player: he can get up, or stands on the field to be moved or knocked down."""
    if deed.what == Act.STAND:
        return not figure.standing and figure.marker is not Marker.KO
    return figure.standing and figure.is_on


def _players_for(state: State, seat: Seat, who: str | None) -> tuple[CardRef, ...]:
    own, others = state.sheet.team(seat).players, state.sheet.team(seat.other).players
    match who:
        case "own":
            return own
        case "opponent":
            return others
        case _:
            return (*own, *others)


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
        return Text("{player} uses his power", player=player)
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

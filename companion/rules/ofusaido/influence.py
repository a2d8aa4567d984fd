"""Finds which effects count in a duel, which numbers they change, and how long they last (the effect words).

The stadium's effects and the coaches' permanent ones always count, those of played actions while they last, and
those of the footballers while their cards are in the duel.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.ids import CardRef
from companion.rules.effects import Effect, Lasts, Modifier
from companion.rules.ofusaido.cards import Action, Coach, Player, Shot, Stadium
from companion.rules.ofusaido.sheet import SEATS, Seat
from companion.rules.ofusaido.state import Contest, DuelOnTable, Lasting, State, effect_key
from companion.values import replace

_MOMENTS: dict[Contest, frozenset[str]] = {
    Contest.PASS: frozenset(("duel", "progression", "pass")),
    Contest.DRIBBLE: frozenset(("duel", "progression", "dribble")),
    Contest.CROSS: frozenset(("duel", "progression", "cross")),
    Contest.PENALTY: frozenset(("duel", "set_piece", "penalty")),
    Contest.FREE_KICK: frozenset(("duel", "set_piece", "free_kick")),
    Contest.SHOOTOUT: frozenset(("duel", "set_piece", "penalty")),
}
_NEAR_SHOT = frozenset(("duel", "shot", "near_shot"))
_LONG_SHOT = frozenset(("duel", "shot", "long_shot"))


@dataclass(frozen=True, slots=True)
class _Role:
    """A card in the duel, and its role there."""

    card: CardRef
    is_attack: bool
    words: frozenset[str]
    has_energy: bool = True


@dataclass(frozen=True, slots=True)
class _Source:
    """An effect in force: its owner (None: the stadium) and the card that bears it."""

    seat: Seat | None
    card: CardRef
    index: int
    effect: Effect


Hits = dict[tuple[str, CardRef | None], list[tuple[CardRef, Modifier]]]


def influences_on(state: State, duel: DuelOnTable) -> tuple[Hits, Hits, tuple[str, ...]]:
    """Return what the effects in force change for each side, and which effects marked `once` counted."""
    sources = list(_sources(state, duel))
    if not sources:
        return {}, {}, ()
    roles = list(_roles(duel))
    moments = _moments(state, duel)
    hits: dict[bool, Hits] = {True: {}, False: {}}
    counted = []
    for source in sources:
        key = effect_key(source.seat, source.card, source.index)
        if source.effect.once and key in state.used_once:
            continue
        fits = [_hit(state, source, m, roles, hits) for m in source.effect.modifiers if m.on in moments]
        if source.effect.once and any(fits):
            counted.append(key)
    return hits[True], hits[False], tuple(counted)


def _moments(state: State, duel: DuelOnTable) -> frozenset[str]:
    if duel.contest is Contest.SHOT:
        zone = state.zone_now
        return _NEAR_SHOT if zone is not None and zone.shot is Shot.NEAR else _LONG_SHOT
    return _MOMENTS[duel.contest]


def _hit(
    state: State, source: _Source, modifier: Modifier, roles: list[_Role], hits: dict[bool, Hits]
) -> bool:
    """Note a modifier on every number that it fits, and return whether there was one."""
    fitting = [role for role in roles if _fits(state, source, modifier, role)]
    found = False
    totals = set()
    for role in fitting:
        if modifier.what == "energy":
            if not role.has_energy:
                continue
            key: tuple[str, CardRef | None] = ("energy", role.card)
        elif modifier.what == "total":
            key = ("total", None)
        elif "base" in role.words and ("goalkeeper" in role.words) == (modifier.what == "save"):
            key = (modifier.what, None)
        else:
            continue
        found = True
        if modifier.what == "total":
            if role.is_attack in totals:
                continue
            totals.add(role.is_attack)
        hits[role.is_attack].setdefault(key, []).append((source.card, modifier))
    return found


def _fits(state: State, source: _Source, modifier: Modifier, role: _Role) -> bool:
    seat = state.attacking if role.is_attack else state.defending
    if not _side_fits(source.seat, modifier.side, seat, role.is_attack):
        return False
    if modifier.who == "self":
        if role.card != source.card or seat is not source.seat:
            return False
    elif modifier.who != "any" and modifier.who not in role.words:
        return False
    return all(_holds(state, seat, role.card, word, value) for word, value in modifier.conditions.items())


def _side_fits(owner: Seat | None, side: str, seat: Seat, is_attack: bool) -> bool:
    match side:
        case "both":
            return True
        case "attack":
            return is_attack
        case "defence":
            return not is_attack
        case "own":
            return seat is owner
        case "own_attack":
            return seat is owner and is_attack
        case "own_defence":
            return seat is owner and not is_attack
        case _:
            return seat is not owner


def _holds(state: State, seat: Seat, ref: CardRef, word: str, value: Any) -> bool:
    card = state.sheet.footballer(ref)
    match word:
        case "post":
            return str(value) in card.posts
        case "line":
            return any(value in state.sheet.lines_of.get(post, ()) for post in card.posts)
        case "nationality":
            return card.nationality == str(value)
        case "icon":
            return state.sheet.has_icon(ref, value)
        case "max_level":
            return card.level <= int(value)
        case "score_diff":
            return _standing(state, seat) == str(value)
        case "turn_from":
            return state.turn >= int(value)
        case _:
            return _physique(state, ref, word.removeprefix("min_")) >= int(value)


def _standing(state: State, seat: Seat) -> str:
    own, other = state.team(seat).score, state.team(seat.other).score
    return "leading" if own > other else "trailing" if own < other else "level"


def _physique(state: State, ref: CardRef, what: str) -> float:
    card = state.sheet.cards[ref]
    if not state.sheet.whole_cards or not isinstance(card, Player) or card.physique is None:
        return float("-inf")
    value: int = getattr(card.physique, what)
    return value


def _roles(duel: DuelOnTable) -> Iterator[_Role]:
    base = frozenset(("base",))
    support = frozenset(("support",))
    assert duel.attack.base is not None
    yield _Role(duel.attack.base, True, base, duel.attack.armed)
    for card in duel.attack.supports:
        yield _Role(card, True, support)
    in_goal = not duel.contest.is_progression
    if duel.defence.base is not None:
        words = frozenset(("base", "goalkeeper")) if in_goal else base
        yield _Role(duel.defence.base, False, words, duel.defence.armed)
    for card in duel.defence.supports:
        yield _Role(card, False, frozenset(("support", "last_defender")) if in_goal else support)


def _sources(state: State, duel: DuelOnTable) -> Iterator[_Source]:
    """Yield the effects in force: of the stadium, of the coaches, those that last, and those of the cards in the duel."""
    sheet = state.sheet
    if sheet.stadium is not None:
        for index, effect in enumerate(sheet.stadium.effects):
            if effect.modifiers:
                yield _Source(None, sheet.stadium.ref, index, effect)
    for seat in SEATS:
        coach = sheet.team(seat).coach
        if coach is not None and coach.permanent is not None and coach.permanent.modifiers:
            yield _Source(seat, coach.ref, 0, coach.permanent)
    for lasting in state.lasting:
        effect = effect_of(state, lasting.card, lasting.index)
        if effect.modifiers:
            yield _Source(lasting.seat, lasting.card, lasting.index, effect)
    if sheet.whole_cards:
        for seat, side in ((state.attacking, duel.attack), (state.defending, duel.defence)):
            cards = side.supports if side.base is None else (side.base, *side.supports)
            for card in cards:
                for index, effect in enumerate(sheet.footballer(card).effects):
                    if effect.modifiers and effect.lasts is Lasts.DUEL and effect.announced is None:
                        yield _Source(seat, card, index, effect)


def effect_of(state: State, ref: CardRef, index: int) -> Effect:
    """Return an effect of a card by its number from 0; a coach's permanent effect is 0, his unique one is 1."""
    card = state.sheet.cards[ref]
    if isinstance(card, Coach):
        effect = card.unique if index else card.permanent
        assert effect is not None
        return effect
    assert isinstance(card, Stadium) or hasattr(card, "effects")
    effects: tuple[Effect, ...] = card.effects
    return effects[index]


# --- lasting effects
# Tracks effects that last beyond the moment they are played: when they begin, and when they are used up.


def use_up(state: State, used: Iterable[str]) -> State:
    """Use up effects marked `once` that counted: a played effect ends; a footballer's or a permanent one is noted as
    used.
    """
    lasting, noted = list(state.lasting), list(state.used_once)
    for key in used:
        played = [x for x in lasting if effect_key(x.seat, x.card, x.index) == key and _is_played(state, x)]
        if played:
            lasting = [x for x in lasting if x not in played]
        else:
            noted.append(key)
    return replace(state, lasting=tuple(lasting), used_once=tuple(noted))


def _is_played(state: State, lasting: Lasting) -> bool:
    card = state.sheet.cards[lasting.card]
    return (
        isinstance(card, Action | Coach)
        or effect_of(state, lasting.card, lasting.index).announced is not None
    )


def with_own_effects(state: State, seat: Seat, card: CardRef) -> State:
    """Add a footballer's effects that last beyond the duel, when his card is put down."""
    effects = state.sheet.own_effects(card)
    if not effects:
        return state
    new = [
        lasting
        for index, effect in enumerate(effects)
        if effect.modifiers and effect.lasts is not Lasts.DUEL and effect.announced is None
        for lasting in (Lasting(seat, card, index, effect.lasts),)
        if lasting not in state.lasting
    ]
    return replace(state, lasting=(*state.lasting, *new)) if new else state

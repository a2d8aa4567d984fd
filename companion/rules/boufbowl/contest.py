"""Computes an opposition (p. 6): how many dice, which stars beside them, who has more, and the odds.

`weigh` turns the opposition on the table into two `Scale`s, all that is known without the dice; `tally` puts the
dice on them. The odds use the same scales, so odds and ruling always agree.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Moment
from companion.rules.boufbowl.events import Line, Outcome, Tally
from companion.rules.boufbowl.field import majority
from companion.rules.boufbowl.frames import Contest, Side
from companion.rules.boufbowl.influence import Hit, Source, attack_seat, hits, zone_of
from companion.rules.boufbowl.sheet import DamageFace
from companion.rules.boufbowl.state import State
from companion.values import remembered

MOST_DAMAGE_DICE = 2
"""The most damage dice that a side rolls (p. 10)."""
MAJORITY = 1
AGAINST_LYING = 1
"""The stars of a standing player against a lying one (p. 11)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """One side before its dice. `dice` names for each action die the card that brings it; the first die comes without
    a card.
    """

    seat: Seat
    stars: int
    lines: tuple[Line, ...]
    dice: tuple[CardRef | None, ...]
    damage: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Both sides of an opposition, with the effects marked `once` that count in it."""

    attack: Scale
    defence: Scale
    counted_once: tuple[Source, ...]

    def of(self, seat: Seat) -> Scale:
        return self.attack if seat is self.attack.seat else self.defence


def weigh(state: State, contest: Contest) -> Balance:
    """Return both sides' scales, with the cards shown so far."""
    return _on_the_table(state) if contest is state.top else _weighed(state, contest)


@remembered
def _on_the_table(state: State) -> Balance:
    assert isinstance(state.top, Contest)
    return _weighed(state, state.top)


def _weighed(state: State, contest: Contest) -> Balance:
    seat = attack_seat(state, contest)
    most = majority(state, zone_of(state, contest))
    found = hits(state, contest, most)
    counted: list[Source] = []
    for hit in found:
        if hit.source.effect.once and hit.source not in counted:
            counted.append(hit.source)
    return Balance(
        _scale(state, contest, contest.attack, _Part(seat, most, [hit for hit in found if hit.for_attack])),
        _scale(
            state,
            contest,
            contest.defence,
            _Part(seat.other, most, [hit for hit in found if not hit.for_attack]),
        ),
        tuple(counted),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """What counts for one side: its coach, who has the majority, and the effects."""

    seat: Seat
    majority: Seat | None
    hits: list[Hit]


def _scale(state: State, contest: Contest, side: Side, part: _Part) -> Scale:
    lines: list[Line] = []
    dice: list[CardRef | None] = [None]
    damage = 0
    for ref in side.cards or ():
        bonus = state.sheet.action(ref).bonus
        if bonus.star:
            lines.append(Line("bonus", ref, value=bonus.star))
        dice.extend([ref] * bonus.die)
        damage += bonus.damage
    fewer = 0
    for hit in part.hits:
        value = hit.modifier.value
        match hit.modifier.what:
            case "star":
                lines.append(Line(hit.source.what, hit.source.card, value=value))
            case "die":
                dice.extend([hit.source.card] * value)
                fewer += max(0, -value)
            case _:
                damage += value
    if part.majority is part.seat:
        lines.append(Line("majority", value=MAJORITY))
    if _stands_over(state, contest, side):
        lines.append(Line("standing", value=AGAINST_LYING))
    if contest.on is not Moment.TACKLE or contest.card is not None:
        damage = 0
    return Scale(
        part.seat,
        sum(line.value for line in lines),
        tuple(lines),
        tuple(dice[: max(1, len(dice) - fewer)]),
        min(MOST_DAMAGE_DICE, max(0, damage)),
    )


def _stands_over(state: State, contest: Contest, side: Side) -> bool:
    """Return the stars of a tackler who stands over a lying player; a tackle by an effect counts only the majority."""
    if contest.on is not Moment.TACKLE or contest.card is not None:
        return False
    return side is contest.attack and not state.figures[contest.defence.player].standing


def counted_stars(stars: tuple[int, ...], *, best: bool) -> int:
    """Return what several action dice count: their sum, or with house rule `second_die: best` the best of them."""
    return max(stars) if best else sum(stars)


def tally(state: State, scale: Scale, side: Side) -> Tally:
    """Return a side's total with its dice, line by line."""
    assert side.stars is not None
    best = state.sheet.house.second_die == "best"
    counted = counted_stars(side.stars, best=best)
    at = side.stars.index(counted) if best else 0
    dice = [
        Line("other_die", card, value=0) if best and n != at else Line("die", card, value=stars)
        for n, (card, stars) in enumerate(zip(scale.dice, side.stars, strict=True))
    ]
    return Tally(scale.seat, side.player, counted + scale.stars, (*dice, *scale.lines))


def outcome(attack: int, defence: int) -> Outcome:
    """Return who has more stars."""
    if attack == defence:
        return Outcome.LEVEL
    return Outcome.ATTACK if attack > defence else Outcome.DEFENCE


# --- damage dice


def damage_applies(state: State, contest: Contest, result: Outcome, side: Side) -> bool:
    """Return whether a side's damage dice count: the winner's, and both when level. A lying player gets worse without
    them, and level only as house `lying_level` says (p. 11).
    """
    if side is contest.attack:
        if state.figures[contest.defence.player].standing:
            return result is not Outcome.DEFENCE
        return result is Outcome.LEVEL and state.sheet.house.lying_level == "both"
    return result is not Outcome.ATTACK


def has_to_choose(state: State, contest: Contest, result: Outcome, side: Side) -> bool:
    """Return whether a coach must still choose one of two different damage dice."""
    return side.chosen is None and len(set(side.damage)) > 1 and damage_applies(state, contest, result, side)


def choosing(state: State, contest: Contest, result: Outcome) -> tuple[Seat, ...]:
    """Return the coaches who must choose a damage die; the attack comes first."""
    return tuple(
        state.sheet.seat_of[side.player]
        for side in (contest.attack, contest.defence)
        if has_to_choose(state, contest, result, side)
    )


def face_of(side: Side) -> DamageFace:
    """Return the damage face that a side keeps."""
    return side.damage[side.chosen or 0] if side.damage else DamageFace.NONE


# --- odds
# Computes the exact odds of the opposition on the table from the faces of the dice that have not fallen.


@dataclass(frozen=True, slots=True)
class Odds:
    """The possible results of an opposition: three probabilities, each an exact count of rolls divided once, not
    rounded.
    """

    attack: float
    defence: float
    level: float


def odds(state: State, contest: Contest) -> Odds:
    """Return the odds with the cards and dice known so far."""
    balance = weigh(state, contest)
    mine = _totals(state, balance.attack, contest.attack)
    theirs = _totals(state, balance.defence, contest.defence)
    ways: Counter[int] = Counter()
    for a, n in mine.items():
        for d, m in theirs.items():
            ways[(a > d) - (a < d)] += n * m
    every = sum(ways.values())
    return Odds(*(ways[sign] / every for sign in (1, -1, 0)))


def _totals(state: State, scale: Scale, side: Side) -> Mapping[int, int]:
    """Return the number of ways to each total of a side."""
    house = state.sheet.house
    best = house.second_die == "best"
    if side.stars is not None:
        return {scale.stars + counted_stars(side.stars, best=best): 1}
    rolls = distribution(house.action_die, len(scale.dice), best=best)
    return {scale.stars + stars: ways for stars, ways in rolls.items()}


@lru_cache(maxsize=256)
def distribution(faces: tuple[int, ...], dice: int, *, best: bool) -> Mapping[int, int]:
    """Return in how many ways some dice show each number of stars."""
    ways: Counter[int] = Counter(faces)
    for _ in range(dice - 1):
        more: Counter[int] = Counter()
        for stars, n in ways.items():
            for face in faces:
                more[max(stars, face) if best else stars + face] += n
        ways = more
    return dict(ways)

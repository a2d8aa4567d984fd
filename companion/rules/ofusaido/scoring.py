"""Computes a duel (§08, §11, §12, §14): what each card counts for, before and after the reveal.

`weigh` turns the duel on the table into two `Scale`s: all that is known before an energy is turned. `tally` puts
the energies on them. The odds use the same scales, so odds and ruling always agree.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.ids import CardRef
from companion.rules.effects import NO_CHANGE, Modifier, NumberChange, Op, combined
from companion.rules.ofusaido.cards import Icon, Ideal, Shot
from companion.rules.ofusaido.events import Line, Tally
from companion.rules.ofusaido.influence import Hits, influences_on
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Contest, DuelOnTable, Side, State
from companion.values import remembered

IDEAL_POST = 2
IDEAL_LINE = 1
DOUBLE = 2
NO_PLACEMENT: tuple[int, tuple[Line, ...]] = (0, ())

_STATS = {Contest.PASS: ("PAS", "INT"), Contest.CROSS: ("PAS", "INT"), Contest.DRIBBLE: ("DRB", "TAK")}


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one energy beside a card, and what multiplies it."""

    card: CardRef
    change: NumberChange
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """One side of a duel before the reveal. `score` is the base's stat or the keeper's save after effects, with
    his value for the target; `slots` are in the order of the reveal, the base's first if it has an energy. `referee` is
    added last, whatever effects do to the total.
    """

    seat: Seat
    score: int
    placement: int
    lines: tuple[Line, ...]
    slots: tuple[Slot, ...]
    total: NumberChange
    total_effects: tuple[tuple[CardRef, Modifier], ...]
    referee: int = 0

    def of(self, printed: Iterable[int]) -> int:
        """Return the side's total with these printed values on its slots."""
        energies = sum(slot.change.of(value) for slot, value in zip(self.slots, printed, strict=False))
        return self.total_of(self.score + self.placement + energies)

    def total_of(self, points: int) -> int:
        """Return the total that these points of base, placement and energies make."""
        return self.total.of(points) + self.referee


@dataclass(frozen=True, slots=True)
class Balance:
    """Both sides of a duel. `times` is the factor on each base's energy."""

    attack: Scale
    defence: Scale
    attack_times: int
    defence_times: int
    counted_once: tuple[str, ...]


def weigh(state: State, duel: DuelOnTable) -> Balance:
    """Return both sides' scales, as if no more supports were added."""
    return _on_the_table(state) if duel is state.duel else _weighed(state, duel)


@remembered
def _on_the_table(state: State) -> Balance:
    assert state.duel is not None
    return _weighed(state, state.duel)


def _weighed(state: State, duel: DuelOnTable) -> Balance:
    attack_hits, defence_hits, counted = influences_on(state, duel)
    attack, attack_times = _attack_scale(state, duel, attack_hits)
    defence, defence_times = _defence_scale(state, duel, defence_hits)
    return Balance(attack, defence, attack_times, defence_times, counted)


def attack_alone(state: State, duel: DuelOnTable) -> Scale:
    """Return the attack's scale while nobody opposes it yet."""
    attack_hits, _, _ = influences_on(state, duel)
    return _attack_scale(state, duel, attack_hits)[0]


def tally(state: State, scale: Scale, side: Side, *, attacking: bool) -> Tally:
    """Return a side's total with its turned energies, line by line."""
    lines = list(scale.lines)
    values = []
    for slot, ref in zip(scale.slots, side.revealed, strict=False):
        energy = state.sheet.energy(ref)
        printed = energy.attack if attacking else energy.defence
        values.append(printed)
        times = slot.change.times
        counted = printed if slot.change.fixed is None else slot.change.fixed
        lines.append(Line("energy", ref, value=counted, times=times))
        lines.extend(
            line if line.value == 0 else Line(line.what, line.card, value=line.value, times=times)
            for line in slot.lines
        )
    before = sum(line.value * line.times for line in lines)
    total = scale.of(values)
    lines.extend(_total_lines(scale, before))
    return Tally(scale.seat, total, tuple(lines))


def _total_lines(scale: Scale, before: int) -> Iterator[Line]:
    """Return the effects on the total as lines that add up to it; the line of the last multiplier carries their sum."""
    total = scale.total
    running = before
    for card, modifier in scale.total_effects:
        if modifier.op is Op.SET:
            yield Line("effect", card, value=modifier.value - running)
            running = modifier.value
        elif modifier.op is Op.ADD:
            yield Line("effect", card, value=modifier.value)
            running += modifier.value
    multipliers = [card for card, modifier in scale.total_effects if modifier.op is Op.MULTIPLY]
    if multipliers:
        yield Line("effect", multipliers[-1], value=running * (total.times - 1))
    if scale.referee:
        yield Line("referee", value=scale.referee)


# --- the attack


def _attack_scale(state: State, duel: DuelOnTable, hits: Hits) -> tuple[Scale, int]:
    base = duel.attack.base
    assert base is not None
    stat = attack_stat(state, duel.contest)
    score, lines = _score(state, base, stat, _stat_value(state, base, stat), hits.get(("score", None), []))
    placement, placed = NO_PLACEMENT
    zone = state.zone_now
    if zone is not None and not duel.contest.is_set_piece:
        placement, placed = _placement(state, base, zone.attack)
    own = _attack_multipliers(state, duel)
    slots, times = _slots(state, duel.attack, own, {}, hits)
    footing = _Footing(score, placement, (*lines, *placed), duel.attack.referee)
    return _scale(state, state.attacking, footing, slots, hits), times


def attack_stat(state: State, contest: Contest) -> str:
    """Return the stat with which a player attacks from the present zone (§10, §12)."""
    if contest in _STATS:
        return _STATS[contest][0]
    if contest is Contest.SHOT:
        zone = state.zone_now
        assert zone is not None
        return "TIR" if zone.shot is Shot.NEAR else "TDL"
    return "TDL" if contest is Contest.FREE_KICK else "TIR"


def defence_stat(contest: Contest) -> str:
    """Return the stat that a field player uses to oppose a progression (§10)."""
    return _STATS[contest][1]


def _stat_value(state: State, card: CardRef, stat: str) -> int:
    value: int = getattr(state.sheet.player(card).stats, stat)
    return value


def _attack_multipliers(state: State, duel: DuelOnTable) -> list[tuple[str, int]]:
    if duel.contest is Contest.FREE_KICK:
        return []
    if duel.contest.is_set_piece:
        return [("penalty", DOUBLE)]
    zone = state.zone_now
    assert zone is not None
    found = []
    if zone.times != 1:
        found.append(("zone", zone.times))
    if state.let_pass:
        found.append(("let_pass", DOUBLE))
    if duel.contest is Contest.SHOT:
        if not duel.defence.armed:
            found.append(("no_keeper_energy", DOUBLE))
        if not duel.defence.supports:
            found.append(("no_last_defender", DOUBLE))
    return found


# --- the defence


def _defence_scale(state: State, duel: DuelOnTable, hits: Hits) -> tuple[Scale, int]:
    if duel.contest.is_progression:
        return _opponent_scale(state, duel, hits)
    return _keeper_scale(state, duel, hits)


def _opponent_scale(state: State, duel: DuelOnTable, hits: Hits) -> tuple[Scale, int]:
    base = duel.defence.base
    zone = state.zone_now
    assert base is not None and zone is not None
    stat = defence_stat(duel.contest)
    score, lines = _score(state, base, stat, _stat_value(state, base, stat), hits.get(("score", None), []))
    placement, placed = _placement(state, base, zone.defence)
    slots, times = _slots(state, duel.defence, [], {}, hits)
    footing = _Footing(score, placement, (*lines, *placed), duel.defence.referee)
    return _scale(state, state.defending, footing, slots, hits), times


def _keeper_scale(state: State, duel: DuelOnTable, hits: Hits) -> tuple[Scale, int]:
    keeper = duel.defence.base
    zone = state.zone_now
    is_shot = duel.contest is Contest.SHOT
    score, lines = 0, [Line("empty_goal", value=0)]
    if keeper is not None:
        card = state.sheet.keeper(keeper)
        score, lines = _score(state, keeper, "save", card.save, hits.get(("save", None), []))
        if duel.target is not None and (bonus := card.targets.get(duel.target, 0)):
            score += bonus
            lines = [*lines, Line("target", keeper, value=bonus)]
    own = [("long_shot", DOUBLE)] if is_shot and zone is not None and zone.shot is Shot.LONG else []
    if duel.contest is Contest.FREE_KICK:
        own = [("free_kick", DOUBLE)]
    placement, placed = NO_PLACEMENT
    walls: dict[CardRef, list[tuple[str, int]]] = {}
    if duel.defence.supports:
        last = duel.defence.supports[0]
        assert zone is not None
        placement, placed = _placement(state, last, zone.defence)
        if state.sheet.has_icon(last, Icon.MUR):
            walls = {last: [("wall", DOUBLE)]}
    slots, times = _slots(state, duel.defence, own, walls, hits)
    footing = _Footing(score, placement, (*lines, *placed), duel.defence.referee)
    return _scale(state, state.defending, footing, slots, hits), times


# --- what both sides share


@dataclass(frozen=True, slots=True)
class _Footing:
    """What a side has before its energies: the base's score, the placement, their lines, and the referee's points."""

    score: int
    placement: int
    lines: tuple[Line, ...]
    referee: int


def _scale(state: State, seat: Seat, footing: _Footing, slots: tuple[Slot, ...], hits: Hits) -> Scale:
    on_total = hits.get(("total", None), [])
    return Scale(
        seat=seat,
        score=footing.score,
        placement=footing.placement,
        lines=footing.lines,
        slots=slots,
        total=_change(state, [], on_total),
        total_effects=tuple(sorted(on_total, key=lambda hit: list(Op).index(hit[1].op))),
        referee=footing.referee,
    )


def _score(
    state: State, card: CardRef, what: str, printed: int, hits: list[tuple[CardRef, Modifier]]
) -> tuple[int, list[Line]]:
    """Return the stat or save after effects: `set` replaces the printed number, `add` adds a line, `multiply`
    multiplies the sum.
    """
    if not hits:
        return printed, [Line(what, card, value=printed)]
    change = _change(state, [], hits)
    first = printed if change.fixed is None else change.fixed
    lines = [Line(what, card, value=first, times=change.times)]
    lines.extend(_effect_lines(hits, change.times, card))
    return change.of(printed), lines


def _effect_lines(hits: list[tuple[CardRef, Modifier]], times: int, of: CardRef) -> Iterator[Line]:
    for source, modifier in hits:
        if modifier.op is Op.ADD:
            yield Line("effect", source, value=modifier.value, times=times)
        elif modifier.op is Op.MULTIPLY:
            yield Line("effect", source, value=0, times=modifier.value, of=of)
        else:
            yield Line("effect", source, value=0, of=of)


def _placement(state: State, card: CardRef, ideal: Ideal) -> tuple[int, tuple[Line, ...]]:
    """Return the placement: +2 at an ideal position, else +1 on an ideal line, never both (§08)."""
    posts = state.sheet.footballer(card).posts
    if any(post in ideal.posts for post in posts):
        return IDEAL_POST, (Line("post", card, value=IDEAL_POST),)
    lines_of = state.sheet.lines_of
    if ideal.lines and any(line in ideal.lines for post in posts for line in lines_of.get(post, ())):
        return IDEAL_LINE, (Line("line", card, value=IDEAL_LINE),)
    return NO_PLACEMENT


def _slots(
    state: State,
    side: Side,
    on_base: list[tuple[str, int]],
    on_supports: dict[CardRef, list[tuple[str, int]]],
    hits: Hits,
) -> tuple[tuple[Slot, ...], int]:
    """Return a side's slots, and the factor of its base player's energy, even if no energy lies there."""
    slots = []
    base_times = combined([times for _, times in on_base], adding=_adds(state))
    if side.base is not None:
        slot = _slot(state, side.base, on_base, hits)
        base_times = slot.change.times
        if side.armed:
            slots.append(slot)
    slots.extend(_slot(state, card, on_supports.get(card, []), hits) for card in side.supports)
    return tuple(slots), base_times


def _slot(state: State, card: CardRef, own: list[tuple[str, int]], hits: Hits) -> Slot:
    on_energy = hits.get(("energy", card), [])
    if not own and not on_energy:
        return Slot(card, NO_CHANGE, ())
    change = _change(state, [times for _, times in own], on_energy)
    lines = [Line(what, value=0, times=times, of=card) for what, times in own]
    lines.extend(_effect_lines(on_energy, 1, card))
    return Slot(card, change, tuple(lines))


def _change(state: State, own: list[int], hits: list[tuple[CardRef, Modifier]]) -> NumberChange:
    if not own and not hits:
        return NO_CHANGE
    fixed = [modifier.value for _, modifier in hits if modifier.op is Op.SET]
    added = sum(modifier.value for _, modifier in hits if modifier.op is Op.ADD)
    times = [*own, *(modifier.value for _, modifier in hits if modifier.op is Op.MULTIPLY)]
    return NumberChange(fixed[-1] if fixed else None, added, combined(times, adding=_adds(state)))


def _adds(state: State) -> bool:
    return state.sheet.house.multipliers == "add"

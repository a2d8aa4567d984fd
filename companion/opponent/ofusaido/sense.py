"""Estimates chances as a player at the table does in his head before choosing a card.

These are rules of thumb, not the referee's arithmetic.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from companion.ids import CardRef
from companion.rules.effects import Effect, Modifier, Op
from companion.rules.ofusaido.cards import Goalkeeper, Icon, Ideal, Player, Shot, Target, Zone
from companion.rules.ofusaido.odds import Odds
from companion.rules.ofusaido.plays import Intent
from companion.rules.ofusaido.scoring import Balance, Scale
from companion.rules.ofusaido.sheet import Sheet
from companion.rules.ofusaido.state import DuelOnTable, State

SPREAD = 2.2
"""Points of lead that make a side a likely winner: about the spread of two energies."""
USUAL_ENERGY = 1.5
"""An energy shares 3 points between attack and defence (§09)."""
USUAL_OPPOSITION = 7.5
"""The total of a defender in midfield: a good score, an ideal line and an energy."""
USUAL_LAST_DEFENDER = 2.5
"""Points of a last defender: his placement and his energy (§12)."""
CROSS_ARRIVES = 0.6
"""Chance that a cross is not stopped: only a wall stops it, and not every hand holds one."""
BEST_FEW = 3
"""Number of cards of a hand that are considered for one zone."""

_WORDS: Mapping[str, frozenset[str]] = {
    "pass": frozenset(("duel", "progression", "pass")),
    "dribble": frozenset(("duel", "progression", "dribble")),
    "cross": frozenset(("duel", "progression", "cross")),
    "near": frozenset(("duel", "shot", "near_shot")),
    "long": frozenset(("duel", "shot", "long_shot")),
    "penalty": frozenset(("duel", "set_piece", "penalty")),
    "free_kick": frozenset(("duel", "set_piece", "free_kick")),
}
"""The moments that effects name, for each kind of duel."""


def chance(lead: float) -> float:
    """Return how likely a side wins if it leads by so many points before the energies."""
    return 1 / (1 + math.exp(-lead / SPREAD))


def placement(sheet: Sheet, card: CardRef, ideal: Ideal) -> int:
    """Return the placement: +2 at an ideal position, else +1 on an ideal line (§08)."""
    posts = sheet.footballer(card).posts
    if any(post in ideal.posts for post in posts):
        return 2
    return int(any(line in ideal.lines for post in posts for line in sheet.lines_of.get(post, ())))


def usefulness(sheet: Sheet, card: CardRef) -> float:
    """Return how much a player in the hand is worth keeping: by his two best scores and his icons."""
    found = sheet.cards[card]
    if not isinstance(found, Player):
        return 5.0
    stats = sorted(getattr(found.stats, name) for name in found.stats.__dataclass_fields__)
    return float(stats[-1] + stats[-2]) / 2 + 0.5 * sum(sheet.has_icon(card, icon) for icon in Icon)


@dataclass
class Prospects:
    """The chances of one side's attack on an occasion, with the hand that it has."""

    sheet: Sheet
    zones: Mapping[str, Zone]
    hand: Sequence[CardRef]
    keeper: CardRef | None
    energy: float = USUAL_ENERGY
    _from_zone: dict[tuple[str, frozenset[CardRef]], float] = field(default_factory=dict)

    def of_shot(self, card: CardRef, zone: Zone, target: Target | None) -> float:
        """Return how likely this player scores from a shooting zone."""
        stats = self.sheet.player(card).stats
        is_long = zone.shot is Shot.LONG
        own = (stats.TDL if is_long else stats.TIR) + placement(self.sheet, card, zone.attack)
        keeper = None if self.keeper is None else self.sheet.cards[self.keeper]
        goal = USUAL_LAST_DEFENDER
        if isinstance(keeper, Goalkeeper):
            bonus = keeper.targets.get(target, 0) if target is not None else 0
            goal += keeper.save + bonus + USUAL_ENERGY * (2 if is_long else 1)
        return chance(own + self.energy * zone.times - goal)

    def of_best_target(self, card: CardRef, zone: Zone) -> float:
        targets = zone.targets or (None,)
        return max(self.of_shot(card, zone, target) for target in targets)

    def of_advance(self, card: CardRef, zone: Zone, intent: Intent) -> float:
        """Return how likely this player gets to the next zone."""
        if intent is Intent.CROSS:
            return CROSS_ARRIVES
        stats = self.sheet.player(card).stats
        own = stats.DRB if intent is Intent.DRIBBLE else stats.PAS
        return chance(
            own + placement(self.sheet, card, zone.attack) + self.energy * zone.times - USUAL_OPPOSITION
        )

    def from_start(self) -> float:
        """Return how likely the attack scores from the best zone of the lowest row."""
        first = min(zone.row for zone in self.zones.values())
        return max(self.from_zone(name) for name, zone in self.zones.items() if zone.row == first)

    def from_zone(self, name: str, without: frozenset[CardRef] = frozenset()) -> float:
        """Return how likely the attack scores from a zone by the best way, without the cards used before."""
        key = (name, without)
        if key not in self._from_zone:
            self._from_zone[key] = self._reckon(self.zones[name], without)
        return self._from_zone[key]

    def _reckon(self, zone: Zone, without: frozenset[CardRef]) -> float:
        there = [card for card in self.hand if card not in without]
        if not there:
            return 0.0
        if zone.shot is not None:
            return max(self.of_best_target(card, zone) for card in there)
        passers = sorted(there, key=lambda card: self.of_advance(card, zone, Intent.PASS))[-BEST_FEW:]
        dribblers = sorted(there, key=lambda card: self.of_advance(card, zone, Intent.DRIBBLE))[-BEST_FEW:]
        ways = [(card, Intent.PASS) for card in passers] + [(card, Intent.DRIBBLE) for card in dribblers]
        return max(self.of_way(card, zone, intent, to, without) for card, intent in ways for to in zone.next)

    def of_way(
        self, card: CardRef, zone: Zone, intent: Intent, to: str, without: frozenset[CardRef] = frozenset()
    ) -> float:
        """Return how likely an advance ends in a goal: this step, and the best steps after it."""
        step = self.of_advance(card, zone, intent)
        if intent is not Intent.DRIBBLE:
            return step * self.from_zone(to, without | {card})
        ahead = self.zones[to]
        if ahead.shot is not None:
            return step * self.of_best_target(card, ahead)
        onward = max(
            self.of_advance(card, ahead, Intent.PASS) * self.from_zone(further, without | {card})
            for further in ahead.next
        )
        return step * onward


FOUL = 0.03
"""About how often one side commits a foul in a duel."""


def rough_odds(state: State, _duel: DuelOnTable, balance: Balance) -> Odds:
    """Return the odds of a duel as somebody guesses them who looks at the points alone: a hundred times as quickly."""
    attack, defence = (_guessed(state, scale) for scale in (balance.attack, balance.defence))
    wins = chance(attack - defence - 0.5) * (1 - 2 * FOUL)
    return Odds(wins, 1 - 2 * FOUL - wins, FOUL, FOUL)


def _guessed(state: State, scale: Scale) -> float:
    duel = state.duel
    assert duel is not None
    side = duel.attack if scale.seat is state.attacking else duel.defence
    turned = [state.sheet.energy(ref) for ref in side.revealed]
    shown = [energy.attack if side is duel.attack else energy.defence for energy in turned]
    points = scale.of([*shown, *[1] * (len(scale.slots) - len(shown))])
    return points + (USUAL_ENERGY - 1) * (len(scale.slots) - len(shown))


# --- effects


@dataclass(frozen=True, slots=True)
class Moment:
    """The duel for which an effect is rated: its kind, and the cards of both sides in it."""

    kind: str
    attacking: bool
    base: CardRef | None
    supports: tuple[CardRef, ...]
    other_base: CardRef | None
    lead: int
    turn: int


def moment_of(sheet: Sheet, view: Mapping[str, Any], seat: str) -> Moment | None:
    """Return the duel on the table as one side sees it; None if there is none."""
    duel = view.get("duel")
    if duel is None:
        return None
    attacking = view["active"] == seat
    own, other = (duel["attack"], duel["defence"]) if attacking else (duel["defence"], duel["attack"])
    kind = own["intent"]
    if kind == "shot":
        shot = sheet.zones[view["occasion"]][view["zone"]].shot
        kind = "near" if shot is Shot.NEAR else "long"
    scores = view["score"]
    lead = 2 * scores[seat] - sum(scores.values())
    return Moment(kind, attacking, own["base"], tuple(own["supports"]), other["base"], lead, view["turn"])


def own_chance(moment: Moment, view: Mapping[str, Any]) -> float:
    """Return how likely one's own side wins the duel, from the odds that the screen shows to both sides."""
    odds = view["duel"]["odds"]
    if moment.attacking:
        return float(odds["attack"] + odds["foul_by_defence"])
    return float(odds["defence"] + odds["foul_by_attack"])


def own_foul_risk(moment: Moment, view: Mapping[str, Any]) -> float:
    """Return how likely one's own side commits a foul in the duel."""
    return float(view["duel"]["odds"]["foul_by_attack" if moment.attacking else "foul_by_defence"])


def gain(sheet: Sheet, effect: Effect, moment: Moment, bearer: CardRef | None = None) -> float:
    """Return about how many points an effect brings one's own side in a duel. `bearer` is the footballer with the text."""
    return sum(_gain_of(sheet, modifier, moment, bearer) for modifier in effect.modifiers)


def _gain_of(sheet: Sheet, modifier: Modifier, moment: Moment, bearer: CardRef | None) -> float:
    if modifier.on not in _WORDS.get(moment.kind, frozenset()):
        return 0.0
    against = modifier.side == "opponent"
    if modifier.side in ("own_attack", "own_defence") and (modifier.side == "own_attack") != moment.attacking:
        return 0.0
    hit = [card for card in _concerned(modifier, moment, bearer) if _holds(sheet, modifier, card, moment)]
    number = min(len(hit), 1) if modifier.what == "total" else len(hit)
    worth = _points(modifier) * number
    return -worth if against else worth


def _points(modifier: Modifier) -> float:
    match modifier.op:
        case Op.ADD:
            return float(modifier.value)
        case Op.MULTIPLY:
            return (modifier.value - 1) * USUAL_ENERGY
        case Op.SET:
            return modifier.value - USUAL_ENERGY
        case Op.IGNORE:
            return 0.0


def _concerned(modifier: Modifier, moment: Moment, bearer: CardRef | None) -> Iterable[CardRef]:
    """Return the cards that a modifier concerns, as far as they lie there now."""
    is_shot = moment.kind in ("near", "long")
    base = moment.other_base if modifier.side == "opponent" else moment.base
    bases = () if base is None else (base,)
    supports = () if modifier.side == "opponent" else moment.supports
    match modifier.who:
        case "self":
            return () if bearer is None else (bearer,)
        case "base":
            return bases
        case "goalkeeper":
            return () if moment.attacking or not is_shot else bases
        case "last_defender":
            return supports if is_shot and not moment.attacking else ()
        case "support":
            return supports
        case _:
            return (*bases, *supports)


def _holds(sheet: Sheet, modifier: Modifier, ref: CardRef, moment: Moment) -> bool:
    """Return whether the conditions hold for a card, as far as a player can see."""
    card = sheet.footballer(ref)
    physique = getattr(card, "physique", None)
    for word, wanted in modifier.conditions.items():
        match word:
            case "post":
                held = wanted in card.posts
            case "line":
                held = any(wanted in sheet.lines_of.get(post, ()) for post in card.posts)
            case "nationality":
                held = card.nationality == wanted
            case "icon":
                held = sheet.has_icon(ref, Icon(wanted))
            case "max_level":
                held = card.level <= wanted
            case "score_diff":
                held = wanted == ("leading" if moment.lead > 0 else "trailing" if moment.lead else "level")
            case "turn_from":
                held = moment.turn >= wanted
            case _:
                held = physique is not None and getattr(physique, word.removeprefix("min_"), 0) >= wanted
        if not held:
            return False
    return True


def usual_energy(values: Sequence[int]) -> float:
    """Return what the energies still in a pile show on average."""
    return mean(values) if values else USUAL_ENERGY

"""The player of the virtual table, who chooses among the plays that the rules and the real cards allow.

He plays sensibly, with a little chance: cards that fit the zone, shots by good shooters, supports where a duel is
open and energies are left, a last defender, a stall when the energies run low.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.ids import CardRef
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.opponent.ofusaido.sense import (
    USUAL_ENERGY,
    Moment,
    Prospects,
    chance,
    gain,
    moment_of,
    own_chance,
    own_foul_risk,
    placement,
    usefulness,
    usual_energy,
)
from companion.rules.effects import Deed, Effect
from companion.rules.ofusaido.cards import Icon
from companion.rules.ofusaido.plays import (
    Ability,
    AcceptDraw,
    ActionPlay,
    Advance,
    Attempt,
    CoachBonus,
    Discard,
    FreeAdvance,
    Intent,
    Oppose,
    Play,
    Redirect,
    Shoot,
    Shootout,
    Stall,
    Support,
)
from companion.rules.ofusaido.sheet import Seat, Sheet

# --- staff
# Rates how much a player wants a staff card or the coach's bonus now.

OPEN = (0.1, 0.8)
"""The chances of winning between which a duel is worth a card."""
FEW_ENERGIES = 5
MANY_ENERGIES = 8
LAST_OCCASIONS = 2
WORTH_SEARCHING = 4
"""Number of discards that are likely to hold a card worth taking back."""
THIN_PILE = 12
"""Size of a draw pile that is worth reducing further."""
RISK_OF_FOUL = 0.15


@dataclass(frozen=True, slots=True)
class StaffSituation:
    """The situation of one side when it considers its staff cards."""

    sheet: Sheet
    seat: Seat
    box: DeckBox
    view: Mapping[str, Any]

    @property
    def own(self) -> Mapping[str, Any]:
        team: Mapping[str, Any] = self.view["teams"][self.seat]
        return team

    @property
    def other(self) -> Mapping[str, Any]:
        team: Mapping[str, Any] = self.view["teams"][self.seat.other]
        return team


def wish(effect: Effect, standing: StaffSituation) -> float:
    """Return how much an effect is wanted now, from 0 (not at all) to 1."""
    if effect.deeds:
        return float(all(_is_wanted(deed, standing) for deed in effect.deeds))
    moment = moment_of(standing.sheet, standing.view, standing.seat)
    if moment is None or standing.view["phase"] != "support":
        return 0.0
    least, most = OPEN
    if not least < own_chance(moment, standing.view) < most:
        return 0.0
    return min(1.0, max(0.0, gain(standing.sheet, effect, moment)))


def _is_wanted(deed: Deed, standing: StaffSituation) -> bool:
    own, n = standing.own, deed.value
    match deed.what:
        case "recover_energies":
            wanted = own["energy_spent"] > n and own["energy_pile"] <= FEW_ENERGIES
        case "discard_energies":
            wanted = own["energy_pile"] >= MANY_ENERGIES
        case "draw":
            wanted = own["draw_pile"] >= n and own["hand"] <= own["hand_limit"]
        case "recover_card":
            wanted = len(standing.box.discard) >= WORTH_SEARCHING
        case "opponent_discards_pile":
            wanted = n <= standing.other["draw_pile"] <= THIN_PILE
        case "extra_occasion":
            wanted = bool(standing.box.used_occasions) and own["occasions_left"] <= LAST_OCCASIONS
        case "reinstate":
            wanted = bool(own["expelled"])
        case "cancel_foul":
            wanted = _risks_a_foul(standing)
        case _:
            wanted = False
    return bool(wanted)


def _risks_a_foul(standing: StaffSituation) -> bool:
    moment = moment_of(standing.sheet, standing.view, standing.seat)
    return moment is not None and own_foul_risk(moment, standing.view) >= RISK_OF_FOUL


# --- player

P = TypeVar("P", bound=Play)
SPOKEN = ("action", "ability", "coach_bonus")
"""Kinds of plays that are made beside those that the table waits for."""
Offers = Mapping[str, Sequence[Any]]
LOW_ENERGY = 2
"""Number of energies at which a side thinks of stalling."""
SAFE = 0.62
"""Chance of winning a duel at which a side adds nobody more."""
HOPELESS = 0.06
MOST_SUPPORTS = 2
RISKY = 0.25
"""Risk of a foul at which a side adds nobody more, as every support may commit one."""
KICKS_BEFORE_PEACE = 16
"""Number of kicks after which the sides accept a shoot-out that is still level."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a player sees of the table: the public view, and the last advance."""

    view: Mapping[str, Any]
    advance: Advance | None


class VirtualPlayer:
    """One side's player. He uses the table's random numbers, so a seed decides everything."""

    def __init__(
        self, seat: Seat, sheet: Sheet, box: DeckBox, luck: random.Random, *, is_seasoned: bool = False
    ) -> None:
        """`is_seasoned`: he plays cards and the bonus as soon as they help, and spends no energy on a support but his last
        defender: over 200 matches, such a player won 66 % against others.
        """
        self._is_seasoned = is_seasoned
        self._seat = seat
        self._sheet = sheet
        self._box = box
        self._luck = luck

    def choose(self, offers: Offers, glance: Glance) -> Play:
        """Choose one of the plays offered, by kind. The player names the cards himself where a play names many."""
        extra = self._extra(offers, glance)
        if extra is not None:
            return extra
        choosers: dict[str, Callable[[Offers, Glance], Play]] = {
            "attempt": self._turn,
            "stall": self._turn,
            "advance": self._advance,
            "oppose": self._oppose,
            "let_pass": self._oppose,
            "redirect": self._redirect,
            "support": self._support,
            "no_support": self._support,
            "shoot": self._shoot,
            "free_advance": self._free_advance,
            "discard": self._discard,
            "shootout": self._level,
        }
        for kind, chooser in choosers.items():
            if offers.get(kind):
                return chooser(offers, glance)
        return self._any(offers)

    def best_of(self, cards: Sequence[CardRef]) -> CardRef:
        """Return the card that this player would most like to have back."""
        return max(cards, key=lambda ref: (usefulness(self._sheet, ref), ref))

    def is_of_use(self, play: Play, glance: Glance) -> bool:
        """Tell whether a card or the coach's bonus helps now. Any other play may."""
        match play:
            case CoachBonus():
                coach = self._sheet.team(self._seat).coach
                unique = None if coach is None else coach.unique
                return unique is not None and self._wish(unique, glance) > 0
            case ActionPlay() | Ability():
                return self._wish(self._effect_of(play), glance) > 0
            case _:
                return True

    # --- what helps all choices

    def _likes(self, odds: float) -> bool:
        return self._luck.random() < odds

    def _pick(self, plays: Sequence[P], worth: Callable[[P], float]) -> P:
        """Return the best play after adding a little chance to each worth."""
        return max(plays, key=lambda play: worth(play) * self._luck.uniform(0.9, 1.1))

    def _any(self, offers: Offers) -> Play:
        plays: list[Play] = [play for kind, some in offers.items() for play in some if kind not in SPOKEN]
        return self._luck.choice(plays)

    def _team(self, glance: Glance) -> Mapping[str, Any]:
        team: Mapping[str, Any] = glance.view["teams"][self._seat]
        return team

    def _players(self) -> list[CardRef]:
        """Return the field players really in hand."""
        squad = self._sheet.team(self._seat).players
        return [ref for ref in self._box.hand if ref in squad]

    def _attack_energy(self) -> float:
        return usual_energy([self._sheet.energy(ref).attack for ref in self._box.energy_pile])

    def _defence_energy(self) -> float:
        return usual_energy([self._sheet.energy(ref).defence for ref in self._box.energy_pile])

    def _prospects(self, occasion: CardRef, glance: Glance) -> Prospects:
        keeper = glance.view["teams"][self._seat.other]["goalkeeper"]
        return Prospects(
            self._sheet, self._sheet.zones[occasion], self._players(), keeper, self._attack_energy()
        )

    # --- the attack

    def _turn(self, offers: Offers, glance: Glance) -> Play:
        attempts: Sequence[Attempt] = offers.get("attempt", ())
        stalls: Sequence[Stall] = offers["stall"]
        worth = {
            attempt: self._prospects(attempt.occasion, glance).from_zone(attempt.zone or "")
            for attempt in attempts
        }
        if not attempts or self._would_rather_stall(glance):
            return self._stall(stalls, worth)
        return self._pick(attempts, worth.__getitem__)

    def _would_rather_stall(self, glance: Glance) -> bool:
        team, players = self._team(glance), len(self._players())
        if players == 0 or (players == 1 and not team["draw_pile"] and self._box.discard):
            return True
        short: bool = team["energy_pile"] <= LOW_ENERGY < team["energy_spent"]
        return short and bool(team["occasions_left"] > 1)

    def _stall(self, stalls: Sequence[Stall], worth: Mapping[Attempt, float]) -> Play:
        """Give up the occasion with the poorest prospects; reshuffle when the draw pile is nearly empty."""
        box = self._box
        option = "reshuffle" if len(box.draw_pile) <= 3 and len(box.discard) >= 5 else "energies"
        of_occasion = {attempt.occasion: value for attempt, value in worth.items()}
        chosen = min(
            (stall for stall in stalls if stall.option == option),
            key=lambda stall: of_occasion.get(stall.discard, 0.0),
        )
        return replace(chosen, energies=box.choose_to_recover(5 if option == "energies" else 3))

    def _advance(self, offers: Offers, glance: Glance) -> Play:
        view = glance.view
        prospects = self._prospects(view["occasion"], glance)
        zone = prospects.zones[view["zone"]]
        few = self._team(glance)["energy_pile"] <= LOW_ENERGY + 1

        def worth(play: Advance) -> float:
            dear = 0.6 if few else 0.92
            tires = play.intent is Intent.DRIBBLE and not self._sheet.has_icon(play.card, Icon.ENDURANCE)
            return prospects.of_way(play.card, zone, play.intent, play.to or "") * (dear if tires else 1.0)

        plays: Sequence[Advance] = offers["advance"]
        return self._pick(plays, worth)

    def _redirect(self, offers: Offers, glance: Glance) -> Play:
        prospects = self._prospects(glance.view["occasion"], glance)
        plays: Sequence[Redirect] = offers["redirect"]
        return self._pick(plays, lambda play: prospects.from_zone(play.to))

    def _free_advance(self, offers: Offers, glance: Glance) -> Play:
        prospects = self._prospects(glance.view["occasion"], glance)
        plays: Sequence[FreeAdvance] = offers["free_advance"]
        return self._pick(plays, lambda play: prospects.from_zone(play.to))

    def _shoot(self, offers: Offers, glance: Glance) -> Play:
        shots: Sequence[Shoot] = offers["shoot"]
        if glance.view["phase"] == "shot":
            prospects = self._prospects(glance.view["occasion"], glance)
            zone = prospects.zones[glance.view["zone"]]
            return self._pick(shots, lambda play: prospects.of_shot(play.card, zone, play.target))
        peace = offers.get("accept_draw", ())
        if peace and self._kicks(glance) >= KICKS_BEFORE_PEACE:
            best: Play = peace[0]
            return best
        return self._pick(shots, lambda play: self._as_taker(play.card))

    def _as_taker(self, card: CardRef) -> float:
        stats = self._sheet.player(card).stats
        return stats.TIR + stats.TDL / 2

    def _kicks(self, glance: Glance) -> int:
        sides = glance.view["shootout"].values()
        return sum(len(side["kicks"]) for side in sides)

    # --- the defence

    def _oppose(self, offers: Offers, glance: Glance) -> Play:
        plays: Sequence[Oppose] = offers.get("oppose", ())
        let_pass: Play = offers["let_pass"][0]
        if not plays:
            return let_pass
        assert glance.advance is not None
        advance, view = glance.advance, glance.view
        zone = self._sheet.zones[view["occasion"]][view["zone"]]
        attacker = self._sheet.player(advance.card).stats
        tackles = advance.intent is Intent.DRIBBLE
        theirs = (attacker.DRB if tackles else attacker.PAS) + USUAL_ENERGY * zone.times
        theirs += placement(self._sheet, advance.card, zone.attack)

        def worth(play: Oppose) -> float:
            stats = self._sheet.player(play.card).stats
            own = (stats.TAK if tackles else stats.INT) + placement(self._sheet, play.card, zone.defence)
            return chance(own + self._defence_energy() - theirs)

        best = self._pick(plays, worth)
        keeps_for_goal = self._team(glance)["energy_pile"] <= LOW_ENERGY
        if keeps_for_goal and self._likes(0.7):
            return let_pass
        return let_pass if worth(best) < 0.15 and self._likes(0.7) else best

    # --- both

    def _support(self, offers: Offers, glance: Glance) -> Play:
        nobody: Play = offers["no_support"][0]
        plays: Sequence[Support] = offers.get("support", ())
        moment = moment_of(self._sheet, glance.view, self._seat)
        assert moment is not None
        if not plays or not self._wants_support(moment, glance):
            return nobody
        if moment.kind in ("near", "long") and not moment.attacking:
            return self._last_defender(plays, glance)

        def worth(play: Support) -> float:
            bearer = play.cards[0]
            texts = self._standing_effects(bearer)
            helps = sum(gain(self._sheet, effect, moment, bearer) for effect in texts)
            return 12 + 3 * helps - usefulness(self._sheet, bearer)

        return self._pick(plays, worth)

    def _wants_support(self, moment: Moment, glance: Glance) -> bool:
        own = own_chance(moment, glance.view)
        left: int = self._team(glance)["energy_pile"]
        is_shot = moment.kind in ("near", "long")
        if is_shot and not moment.attacking:
            return own < 0.97
        if self._is_seasoned:
            return False
        if is_shot:
            return own < 0.85 and left > LOW_ENERGY and self._likes(0.8)
        spare = left - LOW_ENERGY - len(moment.supports)
        if spare <= 0 or len(moment.supports) >= MOST_SUPPORTS or not HOPELESS < own < SAFE:
            return False
        if own_foul_risk(moment, glance.view) > RISKY:
            return False
        if moment.attacking and len(self._players()) < 2:
            return False
        return self._likes(0.7 if spare > 2 else 0.4)

    def _last_defender(self, plays: Sequence[Support], glance: Glance) -> Play:
        zone = self._sheet.zones[glance.view["occasion"]][glance.view["zone"]]
        moment = moment_of(self._sheet, glance.view, self._seat)
        assert moment is not None

        def worth(play: Support) -> float:
            card = play.cards[0]
            wall = self._defence_energy() if self._sheet.has_icon(card, Icon.MUR) else 0.0
            alone = replace(moment, supports=(card,))
            texts = self._standing_effects(card)
            helps = sum(gain(self._sheet, effect, alone, card) for effect in texts)
            dear = 0.3 * usefulness(self._sheet, card)
            return 5 + placement(self._sheet, card, zone.defence) + wall + helps - dear

        return self._pick(plays, worth)

    def _discard(self, offers: Offers, _: Glance) -> Play:
        """Discard the weakest cards of the hand, as many as each offer names."""
        named: Discard = offers["discard"][0]
        weakest = sorted(self._box.hand, key=lambda ref: (usefulness(self._sheet, ref), ref))
        return Discard(self._seat, tuple(weakest[: len(named.cards)]))

    def _level(self, offers: Offers, glance: Glance) -> Play:
        named: Shootout = offers["shootout"][0]
        begun = "shootout" in glance.view
        if not begun and self._likes(0.2):
            return AcceptDraw()
        gone = glance.view["teams"][self._seat]["expelled"]
        squad = [ref for ref in self._sheet.team(self._seat).players if ref not in gone]
        best = sorted(squad, key=lambda ref: (-self._as_taker(ref), ref))
        return Shootout(self._seat, tuple(best[: len(named.shooters)]))

    # --- staff cards and the coach

    def _extra(self, offers: Offers, glance: Glance) -> Play | None:
        """Return an action or the coach's bonus, if it is useful now."""
        coach = self._sheet.team(self._seat).coach
        bonus: Sequence[CoachBonus] = offers.get("coach_bonus", ())
        if bonus and coach is not None and coach.unique is not None:
            wanted = self._wish(coach.unique, glance)
            if self._likes((1.0 if self._is_seasoned else 0.4) * wanted):
                return bonus[-1]
        spoken: list[ActionPlay | Ability] = [*offers.get("action", ()), *offers.get("ability", ())]
        for play in spoken:
            # A card played before the draw costs nothing, as another one is drawn for it.
            if play.before_draw is not glance.view["before_draw"]:
                continue
            worth = 1.0 if self._is_seasoned else 0.4 if play.before_draw else 0.16
            if self._likes(worth * self._wish(self._effect_of(play), glance)):
                return play
        return None

    def _effect_of(self, play: ActionPlay | Ability) -> Effect:
        if isinstance(play, ActionPlay):
            return self._sheet.action(play.card).effects[play.choice - 1]
        abilities = self._sheet.team(self._seat).abilities
        return next(x.effect for x in abilities if x.card == play.card and x.number == play.effect)

    def _standing_effects(self, card: CardRef) -> list[Effect]:
        """Return the effects of a footballer that count without being announced."""
        return [effect for effect in self._sheet.own_effects(card) if effect.announced is None]

    def _wish(self, effect: Effect, glance: Glance) -> float:
        return wish(effect, StaffSituation(self._sheet, self._seat, self._box, glance.view))

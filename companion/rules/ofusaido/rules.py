"""OFUSAIDO as `rules.engine.Rules`, and the view of a match, in which everything is visible to everybody."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.effects import Effect, Lasts
from companion.rules.engine import Json, Rules, SetUp
from companion.rules.ofusaido.actions import takes_before_draw
from companion.rules.ofusaido.card_words import SAYINGS
from companion.rules.ofusaido.cards import KINDS, Stadium, lines_in, read_card, unknown_posts
from companion.rules.ofusaido.events import EVENTS, EffectShown, LotsDrawn
from companion.rules.ofusaido.evolve import evolve
from companion.rules.ofusaido.expects import expects
from companion.rules.ofusaido.flow import winner
from companion.rules.ofusaido.judge import (
    PLAY_NAMES,
    ROW_OF,
    judge,
    judge_concede,
    judge_override,
    judge_time_up,
    options,
)
from companion.rules.ofusaido.odds import Odds, odds
from companion.rules.ofusaido.override import OVERRIDE_PATHS
from companion.rules.ofusaido.plays import PLAYS
from companion.rules.ofusaido.scoring import Balance, Scale, weigh
from companion.rules.ofusaido.sheet import HOUSE_RULES, House, Seat, Sheet, read_sheet
from companion.rules.ofusaido.squads import DESCRIPTION
from companion.rules.ofusaido.state import DuelOnTable, Lasting, Phase, Side, State, opening_team
from companion.rules.ofusaido.words import event_label
from companion.rules.play_rules import told_by_rows

# --- view
# Writes the view of a match of OFUSAIDO as JSON data: everything in it is visible to everybody.

CLOCK_HINT_MIN = (45, 60)
"""How long a match takes, in minutes (the rulebook's first page)."""


Chances = Callable[[State, DuelOnTable, Balance], Odds]


def view(state: State, chances: Chances = odds) -> dict[str, Any]:
    """Return the match as a screen shows it. `chances`: how the odds of the duel are worked out."""
    over = state.phase is Phase.OVER
    nobody = over or state.phase is Phase.LEVEL
    active = None if nobody else state.attacking.value
    best = winner(state)
    shown: dict[str, Any] = {
        "phase": state.phase.value,
        "turn": state.turn,
        "active": active,
        "score": state.score,
        "over": over,
        "winner": list(best) if isinstance(best, tuple) else best,
        "mode": state.sheet.mode.value,
        "house": {rule.name: getattr(state.sheet.house, rule.name) for rule in HOUSE_RULES},
        "attacking": active,
        "zone": state.zone,
        "occasion": state.occasion,
        "zones": [] if state.occasion is None else list(state.sheet.zones[state.occasion]),
        "before_draw": takes_before_draw(state),
        "clock_hint": list(CLOCK_HINT_MIN),
        "teams": {seat.value: _team(state, seat) for seat in Seat},
    }
    if state.shootout is not None:
        shown["shootout"] = _shootout(state)
    if state.duel is not None and state.phase in (Phase.SUPPORT, Phase.REVEAL):
        shown["duel"] = _duel(state, state.duel, chances)
    return shown


def _team(state: State, seat: Seat) -> dict[str, Any]:
    team = state.team(seat)
    return {
        "name": state.sheet.team(seat).name,
        "hand": team.hand,
        "hand_limit": team.hand_limit,
        "draw_pile": team.draw_pile,
        "discard_known": list(team.discard_known),
        "discard_unknown": team.discard_unknown,
        "energy_pile": team.energy_pile,
        "energy_spent": team.energy_spent,
        "occasions_left": team.occasions_left,
        "visible": list(team.visible),
        "expelled": list(team.expelled),
        "goalkeeper": team.goalkeeper,
        "coach_bonus_used": team.coach_bonus_used,
    }


def _shootout(state: State) -> dict[str, Any]:
    shootout = state.shootout
    assert shootout is not None
    return {
        seat.value: {
            "shooters": list(shootout.shooters(seat)),
            "kicks": [kick.scored for kick in shootout.kicks if kick.seat is seat],
        }
        for seat in Seat
    }


def _duel(state: State, duel: DuelOnTable, chances_of: Chances) -> dict[str, Any]:
    balance = weigh(state, duel)
    chances = chances_of(state, duel, balance)
    return {
        "attack": _side(duel, duel.attack, balance.attack, balance.attack_times),
        "defence": _side(duel, duel.defence, balance.defence, balance.defence_times),
        "odds": {
            "attack": chances.attack,
            "defence": chances.defence,
            "foul_by_attack": chances.foul_by_attack,
            "foul_by_defence": chances.foul_by_defence,
        },
    }


def _side(duel: DuelOnTable, side: Side, scale: Scale, times: int) -> dict[str, Any]:
    return {
        "base": side.base,
        "intent": duel.contest.value,
        "supports": list(side.supports),
        "score": scale.score,
        "placement": scale.placement,
        "times": times,
        "revealed": list(side.revealed),
        "referee": side.referee,
    }


# --- rules

VERSION = "ofusaido-2"


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    state = State(
        sheet=sheet,
        home=opening_team(sheet, Seat.HOME),
        away=opening_team(sheet, Seat.AWAY),
        attacking=sheet.kickoff,
        lasting=tuple(_keepers_effects(sheet)),
    )
    return SetUp(state, (*_lots_drawn(sheet), *_standing_texts(sheet)))


def _keepers_effects(sheet: Sheet) -> list[Lasting]:
    """Add the effects of the keepers in goal, who are put down before kick-off."""
    return [
        Lasting(seat, keeper, index, effect.lasts)
        for seat in Seat
        for keeper in sheet.team(seat).goalkeepers[:1]
        for index, effect in enumerate(sheet.own_effects(keeper))
        if effect.lasts is Lasts.MATCH and effect.modifiers and effect.announced is None
    ]


def _lots_drawn(sheet: Sheet) -> tuple[LotsDrawn, ...]:
    lots = sheet.lots
    return () if lots is None else (LotsDrawn(lots.criterion, lots.by, lots.home, lots.away),)


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """Return the texts of stadium and coaches that count for the whole match and that the players carry out."""
    shown = []
    if isinstance(sheet.stadium, Stadium):
        for number, effect in enumerate(sheet.stadium.effects, start=1):
            if effect.is_for_the_players:
                shown.append(EffectShown(None, sheet.stadium.ref, effect.text, number, "§06"))
    for seat in Seat:
        coach = sheet.team(seat).coach
        permanent: Effect | None = None if coach is None else coach.permanent
        if coach is not None and permanent is not None and permanent.is_for_the_players:
            shown.append(EffectShown(seat, coach.ref, permanent.text, 1, "§05"))
    return shown


OFUSAIDO = Rules(
    game="ofusaido",
    version=VERSION,
    earlier_versions={"ofusaido-1": {}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    play_names=PLAY_NAMES,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    card_kinds=KINDS,
    card_words=SAYINGS,
    check_card=read_card,
    judge=judge,
    override=judge_override,
    time_up=judge_time_up,
    evolve=evolve,
    expects=expects,
    seen=view,
    options=options,
    label=told_by_rows(ROW_OF, event_label),
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.phase is Phase.OVER,
    concede=lambda state, seat: judge_concede(state, Seat(seat)),
    faults_together=lambda cards, rest: unknown_posts(cards.values(), lines_in(rest)),
)
"""Football card duels for two seats."""

"""L'Ouaf as a value of `rules.engine.Rules`: what every match takes beside its plays, what is public, and the description."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription
from companion.rules.engine import ErrorCode, Json, Refusal, Rules, Ruling, SetUp
from companion.rules.ouaf.cards import KINDS, SAYINGS, Seat, read_card
from companion.rules.ouaf.events import EVENTS
from companion.rules.ouaf.evolve import OVERRIDE_PATHS, check_override, evolve
from companion.rules.ouaf.plays import PLAY_NAMES, PLAYS, ROW_OF, expects, judge, options
from companion.rules.ouaf.revealing import Unfolding
from companion.rules.ouaf.scoring import result, scores
from companion.rules.ouaf.state import (
    HOUSE_RULES,
    House,
    Lasting,
    Phase,
    State,
    opening_state,
    read_sheet,
    waiting,
)
from companion.rules.ouaf.words import event_label
from companion.rules.play_rules import told_by_rows
from companion.words import Text

DESCRIPTION = GameDescription(
    title="L’Ouaf",
    says=Text("a bakery where all lay their cards at the same time"),
    aim=Text("cards in your hand are points, and so is a good reputation; serve the customers together"),
    minutes=(20, 30),
    modes={
        PLAIN_MODE: ModeDescription(Text("advanced rounds"), Text("all round cards, with all effects")),
        "demo-match-basic": ModeDescription(Text("basic rounds"), Text("for a first match")),
    },
    lesson="demo-match-basic",
    seats=tuple(Seat),
)


def _judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override: an end that is new or different is told."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    unfolding = Unfolding(state).then(Overridden(dict(changes), reason))
    if unfolding.state.phase is not Phase.OVER:
        return unfolding.ruling()
    ended = result(unfolding.state)
    is_news = state.phase is not Phase.OVER or ended != result(state)
    return unfolding.then_end(ended if is_news else None).ruling()


def _judge_time_up(state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook knows none."""
    return Ruling((ClockRanOut(clock),), state)


def _judge_concede(state: State, seat: str) -> Ruling | Refusal:
    """Judge a concession: the other seats win. Cards that lie open on the table are discarded."""
    unfolding = Unfolding(state).then(Conceded(SeatName(seat))).then_clear_table()
    return unfolding.then_end(result(unfolding.state)).ruling()


def _view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it. A card laid counts in hand and score until the reveal."""
    over = state.phase is Phase.OVER
    ended = result(state) if over else None
    winner = None if ended is None else ended.winner
    workers = state.workers.items()
    house = state.sheet.house
    return {
        "phase": state.phase.value,
        "turn": state.round,
        "round": state.round,
        "active": None,
        "score": {seat.value: score for seat, score in scores(state).items()},
        "over": over,
        "winner": list(winner) if isinstance(winner, tuple) else winner,
        "house": {"reputation_points": dict(house.reputation_points), "two_players": house.two_players},
        "order": _order(state),
        "happy": state.happy,
        "angry": state.angry,
        "reputation": {seat.value: worker.reputation for seat, worker in workers},
        "hand": {seat.value: list(worker.hand) for seat, worker in workers},
        "discard": {seat.value: list(worker.discard) for seat, worker in workers},
        "waiting": [seat.value for seat in waiting(state)],
        "lasting": [_lasting(state, lasting) for lasting in state.lasting],
    }


def _order(state: State) -> dict[str, int] | None:
    if state.order is None or state.phase not in (Phase.WORK, Phase.CHOICE):
        return None
    return {"total": state.sheet.totals[state.order], "average": state.sheet.average(state.order)}


def _lasting(state: State, lasting: Lasting) -> dict[str, Any]:
    half = state.sheet.half(lasting.card, lasting.boss)
    return {
        "card": lasting.card,
        "boss": lasting.boss.value,
        "effect": half.effect.value,
        "target": half.target.value,
        "value": half.value,
    }


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    return SetUp(opening_state(read_sheet(setup, cards)), ())


OUAF = Rules(
    game="ouaf",
    version="ouaf-2",
    earlier_versions={"ouaf-1": {}},
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
    opening=_opening,
    seats=lambda state: state.sheet.seats,
    judge=judge,
    override=_judge_override,
    time_up=_judge_time_up,
    concede=_judge_concede,
    evolve=evolve,
    is_over=lambda state: state.phase is Phase.OVER,
    expects=expects,
    options=options,
    seen=_view,
    label=told_by_rows(ROW_OF, event_label),
)
"""Bakery workers who do as little as they can, for three to six seats."""

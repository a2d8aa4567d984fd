"""Boufbowl as a value of `rules.engine.Rules`: its description, its opening, what is public."""

from collections.abc import Sequence
from typing import Any

from companion.codec import write
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.buying import buyer_seat
from companion.rules.boufbowl.cards import KINDS, SAYINGS, Slot, read_card
from companion.rules.boufbowl.contest import odds
from companion.rules.boufbowl.events import EVENTS, EffectShown
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.frames import Contest
from companion.rules.boufbowl.judge import (
    PLAY_NAMES,
    ROW_OF,
    expects,
    judge,
    judge_concede,
    judge_override,
    judge_time_up,
    options,
    winner,
)
from companion.rules.boufbowl.override import OVERRIDE_PATHS
from companion.rules.boufbowl.play_rules import is_for_the_players
from companion.rules.boufbowl.plays import PLAYS, Draw, EndTurn
from companion.rules.boufbowl.sheet import DECK, HAND, HOUSE_RULES, MOST_CARDS, House, Sheet, read_sheet
from companion.rules.boufbowl.state import Figure, Phase, Stage, State, Team
from companion.rules.boufbowl.words import event_label
from companion.rules.description import (
    PLAIN_MODE,
    CardList,
    GameDescription,
    MatchSetting,
    ModeDescription,
    RuleChoice,
    SettingPlace,
    SquadNeed,
)
from companion.rules.engine import Json, Rules, SetUp
from companion.words import Text, word

STAND = 5
"""Cards of the stand: one of intensity 1 for each post, one of intensity 2, one of intensity 3 (p. 13)."""


def _deck(seat: Seat) -> MatchSetting:
    """Describe a coach's action cards: which they are, or only how many, as a box may have lost some."""
    return MatchSetting(
        ("teams", seat.value, "deck"),
        Text("action cards: {team}", team=word(seat.value)),
        Text("for a list, each card shown is checked; for a number, nothing is checked"),
        (RuleChoice(DECK, Text("any {n} cards", n=DECK), Text("none is checked")),),
        MOST_CARDS,
        CardList(
            SquadNeed("deck", Text("action cards"), "action", DECK, HAND, is_once=False),
            Text("demo deck"),
            "decks",
        ),
        SettingPlace.SQUADS,
        for_others=DECK,
    )


_TOSS = MatchSetting(
    ("toss",),
    Text("who won the toss?"),
    Text("to remember it; it decides nothing"),
    (RuleChoice(None, Text("not noted")), *(RuleChoice(seat.value, word(seat.value)) for seat in Seat)),
    place=SettingPlace.BEGINNER,
)
_STAND = MatchSetting(
    ("shown",),
    Text("power cards on the stand"),
    Text("which lie face up at the beginning?"),
    (RuleChoice(None, Text("as drawn")),),
    cards=CardList(
        SquadNeed("shown", Text("power cards face up"), "power", STAND, 1), Text("as in the demonstration")
    ),
)

DESCRIPTION = GameDescription(
    title="Boufbowl",
    says=Text("brawling football, with action and damage dice"),
    aim=Text("carry the ball into the other endzone; when players oppose each other, more stars win"),
    minutes=(45, 60),
    modes={
        PLAIN_MODE: ModeDescription(Text("normal match"), Text("two teams of five, action cards")),
        "demo-match-expert": ModeDescription(
            Text("expert match"), Text("orders, trainings and powers as well")
        ),
    },
    needs=(SquadNeed("players", Text("players"), "player", 5, 5),),
    settings=(
        MatchSetting(
            ("length",),
            Text("length"),
            "",
            (
                RuleChoice("normal", Text("first to two tries")),
                RuleChoice("long", Text("until a pile runs out; most tries wins")),
            ),
        ),
        _TOSS,
        *(_deck(seat) for seat in Seat),
    ),
    settings_of_some=(_STAND,),
)


# --- what is public


def _view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it."""
    stage = state.stage
    best = winner(state)
    shown: dict[str, Any] = {
        "phase": stage.phase.value,
        "turn": state.turn,
        "active": _active(state),
        "score": state.score,
        "over": stage is Stage.OVER,
        "winner": list(best) if isinstance(best, tuple) else best,
        "mode": state.sheet.mode.value,
        "length": state.sheet.length.value,
        "house": {rule.name: write(getattr(state.sheet.house, rule.name)) for rule in HOUSE_RULES},
        "names": {seat.value: state.sheet.team(seat).name for seat in Seat},
        "players": {ref: _player(state, ref) for ref in state.figures},
        "ball": {
            "zone": state.ball.zone,
            "carrier": state.ball.carrier,
            "state": state.ball.state,
            "thrower": state.ball.thrower,
        },
        "movement": state.movement,
        "action_used": state.action_used,
        "hands": {seat.value: state.team(seat).hand for seat in Seat},
        "piles": {seat.value: state.team(seat).pile for seat in Seat},
        "discards": {seat.value: list(state.team(seat).discards) for seat in Seat},
        "unknown_spent": {seat.value: state.team(seat).unknown_spent for seat in Seat},
        "intensity": state.intensity,
        "orders": {
            seat.value: {slot.value: slot in state.team(seat).orders for slot in Slot} for seat in Seat
        },
        "trainings": {seat.value: list(state.team(seat).trainings) for seat in Seat},
    }
    if state.shown is not None:
        shown["shown"] = list(state.shown)
    if state.sheet.toss is not None:
        shown["toss"] = state.sheet.toss.value
    if isinstance(state.top, Contest) and stage in (Stage.COMMIT, Stage.BONUS, Stage.DICE):
        chances = odds(state, state.top)
        shown["odds"] = {
            "attack": chances.attack,
            "defence": chances.defence,
            "level": chances.level,
        }
    return shown


def _active(state: State) -> str | None:
    """Return whose turn it is; after a try, who buys."""
    if state.phase is Phase.OVER:
        return None
    return buyer_seat(state).value


def _player(state: State, ref: Any) -> dict[str, Any]:
    figure = state.figures[ref]
    return {
        "seat": state.sheet.seat_of[ref].value,
        "zone": figure.zone,
        "standing": figure.standing,
        "marker": figure.marker,
        "injured": figure.injured,
        "fervour": figure.fervour,
        "powers": list(figure.powers),
    }


# --- all of it

VERSION = "boufbowl-2"


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    state = State(
        sheet=sheet,
        red=Team(0, sheet.red.deck),
        blue=Team(0, sheet.blue.deck),
        figures={ref: Figure() for seat in Seat for ref in sheet.team(seat).players},
        active=sheet.first,
        shown=sheet.shown,
    )
    return SetUp(state, tuple(_standing_texts(sheet)))


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """Return the texts of the players' own powers that the players carry out themselves."""
    return [
        EffectShown(seat, ref, power.text)
        for seat in Seat
        for ref in sheet.team(seat).players
        for power in (sheet.player(ref).power,)
        if power is not None and is_for_the_players(power)
    ]


def _label(state: State, event: Any) -> Text:
    row = ROW_OF.get(type(event))
    return event_label(state, event) if row is None else row.label(state.sheet, event)


BOUFBOWL = Rules(
    game="boufbowl",
    version=VERSION,
    earlier_versions={"boufbowl-1": {"chandelle_to": "not_endzones", "lying_level": "tackler"}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    play_names=PLAY_NAMES,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    card_kinds=KINDS,
    card_words=SAYINGS,
    board="stadium",
    needs_nobody=frozenset((Draw.kind, EndTurn.kind)),
    check_card=read_card,
    judge=judge,
    override=judge_override,
    time_up=judge_time_up,
    evolve=evolve,
    expects=expects,
    seen=_view,
    options=options,
    label=_label,
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.is_over,
    concede=lambda state, seat: judge_concede(state, Seat(seat)),
)
"""A ball, ten players, and few rules, for two coaches."""

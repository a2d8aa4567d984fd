"""Boufbowl as `rules.engine.Rules`: the parts of this package behind one door."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.errors import Malformed
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import read_card
from companion.rules.boufbowl.events import EVENTS, EffectShown
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.expects import expects
from companion.rules.boufbowl.frames import write_stack
from companion.rules.boufbowl.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.boufbowl.options import options
from companion.rules.boufbowl.plays import PLAYS
from companion.rules.boufbowl.sheet import HOUSE_RULES, Sheet, read_sheet
from companion.rules.boufbowl.state import Figure, State, Team
from companion.rules.boufbowl.view import view
from companion.rules.boufbowl.words import label
from companion.rules.engine import ErrorCode, Expectation, HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.saving import restored, saved
from companion.values import replace
from companion.words import Text

VERSION = "boufbowl-1"


class Boufbowl:
    """A ball, ten players, and few rules, for two coaches."""

    game: ClassVar[str] = "boufbowl"
    version: ClassVar[str] = VERSION
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    board: ClassVar[str | None] = "stadium"
    spoken: ClassVar[Mapping[str, Text]] = {}

    def check_card(self, data: Any, where: str) -> Any:
        return read_card(data, where)

    def faults_together(self, _cards: Mapping[str, Any], _rest: Sequence[Any]) -> list[Malformed]:
        return []

    def set_up(self, setup: Json, cards: Sequence[Json]) -> SetUp | Refusal:
        try:
            sheet = read_sheet(setup, cards)
        except Malformed as problem:
            return Refusal(ErrorCode.BAD_SETUP, problem.message)
        state = State(
            sheet=sheet,
            red=Team(0, sheet.red.deck),
            blue=Team(0, sheet.blue.deck),
            figures={ref: Figure() for seat in Seat for ref in sheet.team(seat).players},
            active=sheet.first,
        )
        return SetUp(state, tuple(_standing_texts(sheet)))

    def seats(self, _state: State) -> tuple[str, ...]:
        return tuple(Seat)

    def judge(self, state: State, play: Any) -> Ruling | Refusal:
        return judge(state, play)

    def override(self, state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
        return judge_override(state, changes, reason)

    def time_up(self, state: State, clock: str) -> Ruling | Refusal:
        return judge_time_up(state, clock)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event)

    def is_over(self, state: State) -> bool:
        return state.is_over

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))

    def expects(self, state: State) -> tuple[Expectation, ...]:
        return expects(state)

    def options(self, state: State, seat: str | None, kind: str) -> list[Any]:
        return list(options(state, seat, kind))

    def view(self, state: State) -> Json:
        return {"game": self.game, "rules_version": self.version, **view(state)}

    def state_to_json(self, state: State) -> Json:
        return {**saved(replace(state, stack=())), "stack": write_stack(state.stack)}

    def state_from_json(self, opening: State, data: Json) -> State:
        return restored(opening, data)

    def label(self, state: State, event: Any) -> Text:
        return label(state, event)


def _standing_texts(sheet: Sheet) -> list[EffectShown]:
    """The texts of the players' own powers that the players carry out themselves."""
    return [
        EffectShown(seat, ref, power.text)
        for seat in Seat
        for ref in sheet.team(seat).players
        for power in (sheet.player(ref).power,)
        if power is not None and power.is_for_the_players
    ]

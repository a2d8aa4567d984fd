"""L'Ouaf as `rules.engine.Rules`: the parts of this package behind one door."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.errors import Malformed
from companion.rules.engine import ErrorCode, Expectation, HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.ouaf.cards import Seat, read_card
from companion.rules.ouaf.events import EVENTS
from companion.rules.ouaf.evolve import evolve
from companion.rules.ouaf.expects import expects
from companion.rules.ouaf.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.ouaf.options import options
from companion.rules.ouaf.plays import PLAYS
from companion.rules.ouaf.sheet import HOUSE_RULES, read_sheet
from companion.rules.ouaf.state import Phase, State, opening_state
from companion.rules.ouaf.view import view
from companion.rules.ouaf.words import label
from companion.rules.saving import restored, saved
from companion.words import Text

VERSION = "ouaf-1"


class Ouaf:
    """Bakery workers who do as little as they can, for three to six seats."""

    game: ClassVar[str] = "ouaf"
    version: ClassVar[str] = VERSION
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    board: ClassVar[str | None] = None
    spoken: ClassVar[Mapping[str, Text]] = {}

    def check_card(self, data: Any, where: str) -> Any:
        return read_card(data, where)

    def faults_together(self, _cards: Mapping[str, Any], _rest: Sequence[Any]) -> list[Malformed]:
        return []

    def set_up(self, setup: Json, cards: Sequence[Json]) -> SetUp | Refusal:
        try:
            return SetUp(opening_state(read_sheet(setup, cards)), ())
        except Malformed as problem:
            return Refusal(ErrorCode.BAD_SETUP, problem.message)

    def seats(self, state: State) -> tuple[str, ...]:
        return state.sheet.seats

    def judge(self, state: State, play: Any) -> Ruling | Refusal:
        return judge(state, play)

    def override(self, state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
        return judge_override(state, changes, reason)

    def time_up(self, state: State, clock: str) -> Ruling | Refusal:
        return judge_time_up(state, clock)

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))

    def expects(self, state: State) -> tuple[Expectation, ...]:
        return expects(state)

    def options(self, state: State, seat: str | None, kind: str) -> list[Any]:
        return list(options(state, seat, kind))

    def view(self, state: State) -> Json:
        return {"game": self.game, "rules_version": self.version, **view(state)}

    def state_to_json(self, state: State) -> Json:
        return saved(state)

    def state_from_json(self, opening: State, data: Json) -> State:
        return restored(opening, data)

    def label(self, state: State, event: Any) -> Text:
        return label(state, event)

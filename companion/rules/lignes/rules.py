"""Lignes d'Attaque as `rules.engine.Rules`: the parts of this package behind one door."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.errors import Malformed
from companion.rules.engine import ErrorCode, Expectation, HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.lignes.events import EVENTS
from companion.rules.lignes.evolve import evolve
from companion.rules.lignes.expects import expects
from companion.rules.lignes.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.lignes.options import options
from companion.rules.lignes.pieces import Piece, Seat, called
from companion.rules.lignes.plays import PLAYS
from companion.rules.lignes.sheet import HOUSE_RULES, no_cards, read_sheet
from companion.rules.lignes.state import Ball, Phase, State
from companion.rules.lignes.view import view
from companion.rules.lignes.words import label
from companion.rules.saving import restored, saved
from companion.words import Text

VERSION = "lignes-1"


class Lignes:
    """Football on a board of cells for two seats."""

    game: ClassVar[str] = "lignes"
    version: ClassVar[str] = VERSION
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    board: ClassVar[str | None] = "bonal"
    spoken: ClassVar[Mapping[str, Text]] = {piece.value: called(piece) for piece in Piece}

    def check_card(self, _data: Any, where: str) -> Any:
        raise no_cards(where)

    def faults_together(self, _cards: Mapping[str, Any], _rest: Sequence[Any]) -> list[Malformed]:
        return []

    def set_up(self, setup: Json, cards: Sequence[Json]) -> SetUp | Refusal:
        try:
            sheet = read_sheet(setup, cards)
        except Malformed as problem:
            return Refusal(ErrorCode.BAD_SETUP, problem.message)
        board = sheet.board
        return SetUp(State(sheet, board.start, Ball(board.centre), dict.fromkeys(Seat, 0)), ())

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
        return state.phase is Phase.OVER

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))

    def expects(self, state: State) -> tuple[Expectation, ...]:
        return expects(state)

    def options(self, state: State, _seat: str | None, kind: str) -> list[Any]:
        return list(options(state, kind))

    def view(self, state: State) -> Json:
        return {"game": self.game, "rules_version": self.version, **view(state)}

    def state_to_json(self, state: State) -> Json:
        return saved(state)

    def state_from_json(self, opening: State, data: Json) -> State:
        return restored(opening, data)

    def label(self, _state: State, event: Any) -> Text:
        return label(event)

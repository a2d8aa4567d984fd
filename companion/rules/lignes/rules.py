"""Lignes d'Attaque as `rules.engine.Rules`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.rules.base import BaseRules
from companion.rules.description import GameDescription
from companion.rules.engine import HouseRule, Json, Refusal, Ruling, SetUp
from companion.rules.lignes.description import DESCRIPTION
from companion.rules.lignes.events import EVENTS
from companion.rules.lignes.evolve import evolve
from companion.rules.lignes.expects import expects
from companion.rules.lignes.judge import judge, judge_concede, judge_override, judge_time_up
from companion.rules.lignes.options import options
from companion.rules.lignes.override import OVERRIDE_PATHS
from companion.rules.lignes.pieces import Piece, Seat, called
from companion.rules.lignes.plays import PLAYS
from companion.rules.lignes.sheet import HOUSE_RULES, House, no_cards, read_sheet
from companion.rules.lignes.state import Ball, Phase, State
from companion.rules.lignes.view import view
from companion.rules.lignes.words import label
from companion.rules.override_paths import OverridePath
from companion.words import Text

VERSION = "lignes-2"


class Lignes(BaseRules[State]):
    """Football on a board of cells for two seats."""

    game: ClassVar[str] = "lignes"
    version: ClassVar[str] = VERSION
    earlier_versions: ClassVar[Mapping[str, Mapping[str, Any]]] = {"lignes-1": {"pass_to": "anywhere"}}
    description: ClassVar[GameDescription] = DESCRIPTION
    override_paths: ClassVar[tuple[OverridePath, ...]] = OVERRIDE_PATHS
    house_rules: ClassVar[tuple[HouseRule, ...]] = HOUSE_RULES
    house_form: ClassVar[type[Any]] = House
    play_kinds: ClassVar[Mapping[str, type[Any]]] = PLAYS
    event_kinds: ClassVar[Mapping[str, type[Any]]] = EVENTS
    board: ClassVar[str | None] = "bonal"
    spoken: ClassVar[Mapping[str, Text]] = {piece.value: called(piece) for piece in Piece}

    judge = staticmethod(judge)
    override = staticmethod(judge_override)
    time_up = staticmethod(judge_time_up)
    evolve = staticmethod(evolve)
    expects = staticmethod(expects)
    seen = staticmethod(view)

    def check_card(self, _data: Any, where: str) -> Any:
        raise no_cards(where)

    def opening(self, setup: Json, cards: Sequence[Json]) -> SetUp:
        sheet = read_sheet(setup, cards)
        board = sheet.board
        return SetUp(State(sheet, board.start, Ball(board.centre), dict.fromkeys(Seat, 0)), ())

    def seats(self, _state: State) -> tuple[str, ...]:
        return tuple(Seat)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def concede(self, state: State, seat: str) -> Ruling | Refusal:
        return judge_concede(state, Seat(seat))

    def options(self, state: State, _seat: str | None, kind: str) -> list[Any]:
        return list(options(state, kind))

    def label(self, _state: State, event: Any) -> Text:
        return label(event)

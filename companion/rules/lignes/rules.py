"""Lignes d'Attaque as `rules.engine.Rules`."""

from collections.abc import Sequence
from typing import Any

from companion.rules.engine import Json, Rules, SetUp
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

VERSION = "lignes-2"


def _refuse_card(_data: Any, where: str) -> Any:
    raise no_cards(where)


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    board = sheet.board
    return SetUp(State(sheet, board.start, Ball(board.centre), dict.fromkeys(Seat, 0)), ())


LIGNES = Rules(
    game="lignes",
    version=VERSION,
    earlier_versions={"lignes-1": {"pass_to": "anywhere"}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    board="bonal",
    spoken={piece.value: called(piece) for piece in Piece},
    judge=judge,
    override=judge_override,
    time_up=judge_time_up,
    evolve=evolve,
    expects=expects,
    seen=view,
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.phase is Phase.OVER,
    concede=lambda state, seat: judge_concede(state, Seat(seat)),
    options=lambda state, _seat, kind: list(options(state, kind)),
    label=lambda _state, event: label(event),
    check_card=_refuse_card,
)
"""Football on a board of cells for two seats."""

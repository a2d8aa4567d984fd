"""Lignes d'Attaque as a value of `rules.engine.Rules`: all its plays, what every match takes beside them, what is public."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.codec import write
from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription
from companion.rules.engine import ErrorCode, Expectation, Json, Refusal, Rules, Ruling, SetUp, illegal
from companion.rules.lignes import moving, plays, restarts, shooting, strategy
from companion.rules.lignes.board import SIDE_NAMES, Piece, Seat, on_token
from companion.rules.lignes.events import ACCEPTED, EVENTS
from companion.rules.lignes.evolve import OVERRIDE_PATHS, Unfolding, check_override, evolve
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import PLAYS
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import (
    HALF,
    HOUSE_RULES,
    UNDER_WAY,
    Ball,
    Halves,
    House,
    Phase,
    State,
    no_cards,
    read_sheet,
    winner,
)
from companion.rules.lignes.words import event_label
from companion.rules.play_rules import (
    PlayRule,
    by_stage,
    expectations,
    names_of_plays,
    not_possible_now,
    play_named,
    possible_plays,
    told_by_rows,
    waited_plays,
    with_accepted_forms,
)
from companion.rules.readings import CONCEDED_CITE, cited, split_citation
from companion.words import Text

DESCRIPTION = GameDescription(
    title="Lignes d’Attaque",
    says=Text("football on a board, with two dice"),
    aim=Text("bring the ball into the other goal; the dice say how far it rolls and how far you run"),
    minutes=(30, 60),
    modes={
        PLAIN_MODE: ModeDescription(Text("first to 3 goals"), Text("or to another number that you agree on")),
        "demo-match-halves": ModeDescription(Text("two halves"), Text("played against the clock")),
    },
)

ROWS = (*moving.ROWS, *strategy.ROWS, *shooting.ROWS, *restarts.ROWS)
ROWS_BY_STAGE = by_stage(ROWS)
PLAY_NAMES = names_of_plays(ROWS)
ROW_OF: Mapping[type[Any], PlayRule[State]] = with_accepted_forms({row.form: row for row in ROWS}, ACCEPTED)


# --- plays


def _expects(state: State) -> tuple[Expectation, ...]:
    return expectations(ROWS_BY_STAGE, state, state.phase)


def judge(state: State, play: plays.Play) -> Ruling | Refusal:
    """Judge a play: first whether its fields fit together and such a play is possible now, then by its own rules."""
    row = ROW_OF[type(play)]
    if refusal := _ill_formed(play):
        return refusal
    if state.phase is not row.stage:
        return _out_of_place(state, play)
    return _off_the_board(state, play) or row.judge(state, play)


def _ill_formed(play: plays.Play) -> Refusal | None:
    """Return why the fields of a play do not fit together, whatever the table waits for."""
    match play:
        case plays.Move(path=path, to=to) if (path is None) == (to is None):
            problem = Text("a move says either its path or the cell where it ends: to")
        case plays.Move(path=()):
            problem = Text("path: name at least one cell")
        case plays.Send(to=to, through=through) if (to == plays.OUT) != (through is not None):
            problem = Text("through: only a ball that is sent out says its last cell")
        case _:
            return None
    return Refusal(ErrorCode.BAD_PLAY, problem)


def _off_the_board(state: State, play: plays.Play) -> Refusal | None:
    for cell in ROW_OF[type(play)].names(play):
        if cell not in state.sheet.neighbours:
            last = state.sheet.cells[-1]
            return illegal(
                cited(_section(play), "off_the_board"),
                "{cell} is not on this board, which goes from a1 to {last}",
                cell=cell,
                last=last,
            )
    return None


def _out_of_place(state: State, play: plays.Play) -> Refusal:
    waited = waited_plays(_expects(state), lambda seat: SIDE_NAMES[Seat(seat)], PLAY_NAMES)
    return not_possible_now(_section(play), play_named(PLAY_NAMES, play.kind), waited)


def _section(play: plays.Play) -> str:
    """Return the section of a kind of play, without the reading that an accepted one rests on."""
    return split_citation(play.cite)[0]


# --- what every match takes beside its plays


def _judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override: only a result that stands may change by it."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    unfolding = Unfolding(state).then(Overridden(dict(changes), reason))
    if winner(state) != winner(unfolding.state):
        unfolding.match_ends()
    return unfolding.ruling()


def _judge_time_up(state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: the clock of a half ends the half after the action under way; any other clock
    is only noted.
    """
    if clock != HALF or not isinstance(state.sheet.end, Halves):
        return Ruling((ClockRanOut(clock),), state)
    if state.first is None:
        return illegal("Lignes d'Attaque, Coup d'envoi", "no half has begun: the kick-off comes first")
    if state.time_is_up:
        return illegal(
            cited("Lignes d'Attaque, Préparation", "half_waits"),
            "time is already up: the action under way must be finished first",
        )
    unfolding = Unfolding(state).then(ClockRanOut(clock))
    return (unfolding if state.phase in UNDER_WAY else unfolding.half_ends()).ruling()


def _judge_concede(state: State, seat: str) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return Unfolding(state).then(Conceded(SeatName(seat))).match_ends(CONCEDED_CITE).ruling()


# --- what is public


def _view(state: State) -> dict[str, Any]:
    """Return the match as a screen shows it."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "active": state.active and state.active.value,
        "score": write(state.score),
        "over": state.phase is Phase.OVER,
        "winner": write(winner(state)),
        "house": {rule.name: getattr(state.sheet.house, rule.name) for rule in HOUSE_RULES},
        "end": write(state.sheet.end),
        "half": state.half,
        "pieces": write(state.pieces),
        "ball": {"cell": state.ball.cell, "carrier": state.ball.carrier and state.ball.carrier.value},
        "points": state.points,
        "carried": 0 if state.ball.carrier is None else state.carried,
        "reach": _reach(state),
        "checks": [{"piece": pair.defender.value, "against": pair.attacker.value} for pair in state.checks],
    }


def _reach(state: State) -> list[Cell]:
    """Return where the ball may be played now, by row, then by column."""
    if state.phase is Phase.STRATEGY:
        return list(sight(state).passes())
    if state.phase is Phase.SHOT:
        seen = sight(state)
        return [cell for cell in seen.lines if seen.may_relay(cell) or seen.may_shoot(cell)]
    return []


# --- all of it


def _refuse_card(_data: Any, where: str) -> Any:
    raise no_cards(where)


def _opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    sheet = read_sheet(setup, cards)
    board = sheet.board
    return SetUp(State(sheet, board.start, Ball(board.centre), dict.fromkeys(Seat, 0)), ())


LIGNES = Rules(
    game="lignes",
    version="lignes-2",
    earlier_versions={"lignes-1": {"pass_to": "anywhere"}},
    description=DESCRIPTION,
    override_paths=OVERRIDE_PATHS,
    play_names=PLAY_NAMES,
    house_rules=HOUSE_RULES,
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    board="bonal",
    spoken={piece.value: on_token(piece) for piece in Piece},
    judge=judge,
    override=_judge_override,
    time_up=_judge_time_up,
    evolve=evolve,
    expects=_expects,
    seen=_view,
    opening=_opening,
    seats=lambda _state: tuple(Seat),
    is_over=lambda state: state.phase is Phase.OVER,
    concede=_judge_concede,
    options=lambda state, seat, kind: possible_plays(ROWS_BY_STAGE, state, state.phase, seat, kind),
    label=told_by_rows(ROW_OF, lambda _state, event: event_label(event)),
    check_card=_refuse_card,
)
"""Football on a board of cells for two seats."""

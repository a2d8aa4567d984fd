"""Matches played by those who want the ball and the goal: what must be true of every position they come to."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.play import write_play
from companion.rules.lignes.board import KEEPERS, SEAT_OF, TEAMS, Seat
from companion.rules.lignes.grid import distance
from companion.rules.lignes.moving import cheapest_path, fault
from companion.rules.lignes.state import FARTHEST_WITH_BALL, Phase, State, gone_with_ball
from tests.quick import first_quick
from tests.rules.lignes.table import Table, a_table

LIKED = {"shoot": 9, "relay": 5, "move": 6, "pass": 1, "end_strategy": 1, "send": 1}


def eager(table: Table, chance: Random) -> dict[str, Any]:
    """A play for somebody who goes for the ball, and with it for the goal."""
    (waited,) = table.match.expects()
    weights = [LIKED.get(kind, 1) for kind in waited.plays]
    kind = chance.choices(waited.plays, weights)[0]
    offered = table.offered(kind)
    state: State = table.match.state
    if kind == "move" and chance.random() < 0.8:
        offered = sorted(offered, key=lambda play: worth(state, play.piece, play.path[-1]))[:3]
    if kind == "pass":
        offered = [play for play in offered if state.held.get(play.to)] or offered
    data: dict[str, Any] = write_play(chance.choice(offered))
    return data


def worth(state: State, piece: Any, cell: Any) -> int:
    """How far a step leaves a piece from the ball, or its carrier from the goal."""
    seat = SEAT_OF[piece]
    if state.own_carrier is None:
        return distance(cell, state.ball.cell)
    goal = state.sheet.defence(seat.other).middle
    return distance(cell, goal) - (20 if piece is state.own_carrier else 0)


def assert_it_could_stand_on_a_table(table: Table) -> None:
    state: State = table.match.state
    cells = list(state.pieces.values())
    assert len(set(cells)) == 22
    for seat in Seat:
        assert state.pieces[KEEPERS[seat]] in state.sheet.defence(seat).area
    assert 0 <= state.points <= 18
    assert state.carried <= FARTHEST_WITH_BALL
    if state.ball.carrier is not None:
        assert state.pieces[state.ball.carrier] == state.ball.cell
    elif state.phase not in (Phase.OUT, Phase.SAVE, Phase.OVER):
        assert state.ball.cell not in state.held
    assert (state.phase is Phase.PENALTY_CHECK) == bool(state.checks)


@pytest.mark.many
@pytest.mark.parametrize("trajectory", ["eight", "any"])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_by_halves_comes_to_its_end(trajectory: str, seed: int) -> None:
    chance = Random(seed)
    house = {
        "trajectory": trajectory,
        "keeper_counts": seed % 2 == 0,
        "foul_on": "carrier" if seed > 1 else "pair",
    }
    table = a_table(end={"halves": 2, "minutes": 20}, house=house)
    seen: Counter[str] = Counter()
    for half in (1, 2):
        for _ in range(300):
            play = eager(table, chance)
            table.play(play.pop("play"), **play)
            seen.update(table.kinds)
            assert_it_could_stand_on_a_table(table)
            assert table.view("half") == half
        table.half_time()
        while table.view("phase") in ("save", "penalty_check", "penalty") and table.view("half") == half:
            play = eager(table, chance)
            table.play(play.pop("play"), **play)
    assert table.view("over") is True
    assert {"shot", "turn_end", "credit", "moved", "ball"} <= set(seen)


def cheapest_by_trying(state: State, piece: Any) -> dict[Any, int]:
    """The least cost to every cell where a piece may stop, found by trying all walks, step by step."""
    start = state.pieces[piece]
    paths: dict[Any, Any] = {
        (start, None): ()
    }  # one walk to each cell, without the ball and for each count with it
    costs: dict[Any, int] = {}
    for _ in range(state.points):
        longer: dict[Any, Any] = {}
        for path in paths.values():
            for cell in state.sheet.neighbours[path[-1] if path else start]:
                walk = (*path, cell)
                refusal = fault(state, piece, walk)
                if refusal is None:
                    costs.setdefault(cell, len(walk))
                if refusal is None or "may not stop" in refusal.message.template:
                    longer.setdefault((cell, gone_with_ball(state, piece, walk)), walk)
        paths = longer
    return {cell: cost for cell, cost in costs.items() if cell != start}


@pytest.mark.many
@first_quick("seed", range(6), 2)
def test_no_way_is_cheaper_than_the_one_taken(seed: int) -> None:
    chance = Random(seed)
    table = a_table().kickoff().budget(9)
    cells = table.match.state.sheet.cells
    for piece, cell in zip(
        TEAMS[Seat.YELLOW][1:] + TEAMS[Seat.RED][1:], chance.sample(cells, 40), strict=False
    ):
        if cell not in table.match.state.held:
            table.put(**{piece.value: cell})
    if seed % 2:
        free = [cell for cell in cells if cell not in table.match.state.held]
        table.override(ball__cell=chance.choice(free))
    state: State = table.match.state
    for piece in TEAMS[Seat.YELLOW]:
        costs = cheapest_by_trying(state, piece)
        for cell in cells:
            path = cheapest_path(state, piece, cell)
            if cell != state.pieces[piece]:
                assert (None if path is None else len(path)) == costs.get(cell), (piece, cell)
            if path is not None:
                assert fault(state, piece, path) is None

"""Finds the opponents who stand side by side in an area after a move; a die then decides about a foul (Pénalty)."""

from collections.abc import Iterator

from companion.rules.lignes.grid import Cell, distance
from companion.rules.lignes.pieces import KEEPERS, SEAT_OF, TEAMS, Piece, Seat
from companion.rules.lignes.state import Pair, State


def pairs_to_check(before: State, after: State, mover: Piece) -> tuple[Pair, ...]:
    """Return the pairs that a move has brought side by side in one area and that were not checked in this turn, by the
    opponent's number.
    """
    return tuple(
        pair
        for seat, defence in after.sheet.board.defences.items()
        if after.pieces[mover] in defence.area
        for pair in _pairs(before, after, mover, seat)
        if pair not in after.checked
    )


def _pairs(before: State, after: State, mover: Piece, defending: Seat) -> Iterator[Pair]:
    area = after.sheet.defence(defending).area
    for opponent in TEAMS[SEAT_OF[mover].other]:
        there = after.pieces[opponent]
        is_new = _is_beside(after.pieces[mover], there, area) and not _is_beside(
            before.pieces[mover], there, area
        )
        if is_new and _counts(after, mover, opponent):
            is_defender = SEAT_OF[mover] is defending
            yield Pair(mover, opponent) if is_defender else Pair(opponent, mover)


def _is_beside(one: Cell, other: Cell, area: frozenset[Cell]) -> bool:
    return one in area and other in area and distance(one, other) == 1


def _counts(state: State, *pieces: Piece) -> bool:
    """Return whether the house lets a foul happen between two pieces."""
    house = state.sheet.house
    if not house.keeper_counts and any(piece in KEEPERS.values() for piece in pieces):
        return False
    return house.foul_on == "pair" or state.ball.carrier in pieces

"""Judges how play goes on after the keeper has intercepted, or the ball has gone out (Remise en jeu, Sortie et corner)."""

from companion.rules.engine import Refusal, Ruling, illegal
from companion.rules.lignes.events import BallAt, Budget
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.pieces import KEEPERS, called
from companion.rules.lignes.plays import ClearFrom, ClearRoll, RestartAt
from companion.rules.lignes.positions import nearest
from companion.rules.lignes.state import State
from companion.rules.lignes.unfolding import Unfolding
from companion.rules.readings import cited
from companion.words import joined

RESTARTING = "Lignes d'Attaque, Remise en jeu"
GOING_OUT = "Lignes d'Attaque, Sortie et corner"


def judge_clear_roll(state: State, play: ClearRoll) -> Ruling | Refusal:
    """Judge the two dice that the keeper rolls for the phase that begins with him."""
    if state.has_rolled:
        return illegal(
            RESTARTING, "the dice are rolled: the keeper says now from which cell he clears the ball"
        )
    return Unfolding(state).then(play).then(Budget(play.d6 + play.d12)).ruling()


def judge_clear_from(state: State, play: ClearFrom) -> Ruling | Refusal:
    """Judge from which free cell of his area the keeper clears the ball."""
    if not state.has_rolled:
        return illegal(RESTARTING, "the keeper rolls both dice before he clears the ball")
    if play.cell not in state.sheet.defence(state.playing).area:
        return illegal(RESTARTING, "{cell} is outside the area of the keeper", cell=play.cell)
    if play.cell not in clearing_cells(state):
        other = state.held[play.cell]
        return illegal(RESTARTING, "{piece} stands on {cell}", piece=called(other), cell=play.cell)
    unfolding = Unfolding(state).then(play)
    return unfolding.then(BallAt(play.cell, KEEPERS[state.playing], section=RESTARTING)).ruling()


def clearing_cells(state: State) -> tuple[Cell, ...]:
    """Return where the keeper may clear from: free cells of his area, by row, then by column; his own is one."""
    seat = state.playing
    held, area = state.held, state.sheet.defence(seat).area
    keeper = KEEPERS[seat]
    return tuple(cell for cell in state.sheet.cells if cell in area and held.get(cell, keeper) is keeper)


def judge_restart_at(state: State, play: RestartAt) -> Ruling | Refusal:
    """Judge a restart: the field player nearest to the spot takes the ball there; the side chooses if several are
    equally near.
    """
    able = nearest(state, state.playing)
    named = joined([called(piece) for piece in able])
    if play.piece is None and len(able) > 1:
        return illegal(
            cited(GOING_OUT, "nearest_at_exit"),
            "{pieces} stand equally near: say which of them takes the ball",
            pieces=named,
        )
    piece = play.piece or able[0]
    if piece not in able:
        return illegal(
            cited(GOING_OUT, "nearest_at_exit"),
            "{piece} cannot take the ball; nearest to the ball: {pieces}",
            piece=called(piece),
            pieces=named,
        )
    unfolding = Unfolding(state).then(RestartAt(piece))
    return unfolding.then(BallAt(state.ball.cell, piece, section=GOING_OUT)).ruling()

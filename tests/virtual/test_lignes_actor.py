"""How the virtual players of Lignes d'Attaque tell their plays."""

from companion.match import Match
from companion.rules.games import GAMES
from companion.rules.lignes.board import Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import Move
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.acting.actor import TapGesture
from companion.virtual.acting.games import ACTORS


def test_a_walk_that_ends_where_it_began_is_touched_as_no_board_shows_it() -> None:
    match = Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"])
    actor = ACTORS["lignes"](match, mat_of("lignes"), 1)
    actor.prepares()
    here = match.state.pieces[Piece.R9]
    away = Cell(min(match.state.sheet.neighbours[here]))
    there_and_back = Move(Piece.R9, (away, here))
    assert actor.tells(there_and_back) == [TapGesture(there_and_back)]
    assert not any(isinstance(one, TapGesture) for one in actor.tells(Move(Piece.R9, (away,))))

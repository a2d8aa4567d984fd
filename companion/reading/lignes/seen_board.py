"""The pieces seen on the board of Lignes d'Attaque, in sight or covered, and whether a state agrees with them.

The ball lies on its carrier and hides him, or he stands on it; where one of the two is seen, the other may be. A piece
that was never seen where the match has it is believed to be there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.mat import Token
from companion.reading.game_reading import TableSituation
from companion.reading.identity import token_key
from companion.reading.table_sightings import PlacedThing
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.pieces import Piece
from companion.rules.lignes.state import State

BALL = "ball"
NAMES = frozenset((BALL, *(piece.value for piece in Piece)))
BESIDE = ""
"""The cell of things that lie on no cell of the board."""


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """The cells of pieces and ball: of those in sight, and of those covered by a hand or by one another, where they
    were seen last. `trusted` were never seen; `changed` have newly left the place where the match has them. A board
    `is_odd` while a thing is in a place that an earlier play explains, or is in sight twice.
    """

    at: Mapping[str, str]
    covered: Mapping[str, str]
    trusted: frozenset[str]
    changed: tuple[PlacedThing, ...]
    is_odd: bool

    @property
    def spot(self) -> Cell | None:
        """Return the cell on which the ball is in sight."""
        cell = self.at.get(BALL)
        return Cell(cell) if cell else None

    @property
    def is_ball_still(self) -> bool:
        """Return whether the ball is in sight where the match has it, so that nobody has played it."""
        return BALL in self.at and all(lying.means != BALL for lying in self.changed)

    def cell_of(self, piece: Piece) -> Cell | None:
        """Return where a piece lies on the board, in sight or covered."""
        cell = self.at.get(piece) or self.covered.get(piece)
        return Cell(cell) if cell else None

    def is_away(self, piece: Piece) -> bool:
        """Return whether a piece was seen before and is nowhere now: in a hand, or under the ball."""
        return piece not in self.at and piece not in self.covered and piece not in self.trusted

    def is_left_alone(self, piece: Piece, cell: Cell) -> bool:
        """Return whether a piece stands in sight where it stood; a ball laid upon it would be seen."""
        return self.at.get(piece) == cell

    def agrees(self, now: State, after: State) -> bool:
        """Return whether the board may show the state `after`, which follows from the state `now`."""
        spot = after.ball.cell
        upon = after.held.get(spot)
        return self._is_ball_on(spot, upon, now) and all(
            self._stands(piece, cell, now) for piece, cell in after.pieces.items() if piece is not upon
        )

    def agrees_beside(self, now: State) -> bool:
        """Return whether all pieces stand as the match has them, and the ball is in sight beside the board."""
        return self.at.get(BALL) == BESIDE and all(
            self._stands(piece, cell, now) for piece, cell in now.pieces.items()
        )

    def _is_ball_on(self, spot: Cell, upon: Piece | None, now: State) -> bool:
        """Return whether the ball or its carrier is seen on a cell, and neither of them elsewhere."""
        if upon is not None and not self._may_be_on(spot, upon, now):
            return False
        if BALL in self.at:
            return self.at[BALL] == spot
        return (upon is not None and self.at.get(upon) == spot) or (
            self.covered.get(BALL) == spot or BALL in self.trusted
        )

    def _may_be_on(self, spot: Cell, piece: Piece, now: State) -> bool:
        if piece in self.at:
            return self.at[piece] == spot
        # The carrier is covered where he stood: perhaps he has gone from there with the ball.
        return self.covered.get(piece, spot) in (spot, now.pieces[piece])

    def _stands(self, piece: Piece, cell: Cell, now: State) -> bool:
        if piece in self.at:
            return self.at[piece] == cell
        if piece in self.covered:
            return self.covered[piece] == cell
        return piece in self.trusted and now.pieces[piece] == cell


def seen_on(look: TableSituation) -> SeenBoard:
    """Return the pieces and the ball that are seen now."""
    state: State = look.state
    lying = [one for one in look.lying if _name(one) is not None and one.key not in look.aside]
    fresh = {one.laid for one in (*look.new, *look.covered)}
    at = {_name(one) or "": _cell(one) for one in lying if not one.is_hidden}
    # A piece carried off under the ball may still seem to lie where it was; the match knows better.
    lies = [one for one in lying if one.laid in fresh or not _is_elsewhere(one, state)]
    covered = {_name(one) or "": _cell(one) for one in lies if one.is_hidden and _name(one) not in at}
    elsewhere = [one for one in lying if _is_elsewhere(one, state)]
    return SeenBoard(
        at,
        covered,
        _trusted(look, {*at, *covered}),
        tuple(one for one in elsewhere if one.laid in fresh),
        any(one.laid not in fresh and not one.is_hidden for one in elsewhere) or _is_twice(lying),
    )


def key_on_board(piece: str) -> str:
    """Return the key of a piece or the ball on the mat."""
    return token_key(piece)


def _trusted(look: TableSituation, seen: set[str]) -> frozenset[str]:
    """Return the pieces that only the match knows about; a carrier is expected in sight once the ball has left him."""
    state: State = look.state
    upon = state.held.get(state.ball.cell)
    return frozenset(
        name
        for name in (*state.pieces, BALL)
        if key_on_board(name) in look.aside
        or (name not in seen and name != upon and key_on_board(name) not in look.stood)
    )


def _is_twice(lying: Sequence[PlacedThing]) -> bool:
    """Return whether something is in sight at two places: it is being carried, or somebody has printed it twice."""
    names = [_name(one) for one in lying if not one.is_hidden]
    return len(set(names)) < len(names)


def _name(lying: PlacedThing) -> str | None:
    is_ours = isinstance(lying.what, Token) and lying.means in NAMES
    return lying.means if is_ours else None


def _cell(lying: PlacedThing) -> str:
    is_cell = lying.zone is not None and lying.zone.role == "cell"
    return lying.zone.name if is_cell and lying.zone is not None else BESIDE


def _is_elsewhere(lying: PlacedThing, state: State) -> bool:
    if lying.means == BALL:
        return _cell(lying) != state.ball.cell
    return lying.means is not None and _cell(lying) != state.pieces[Piece(lying.means)]

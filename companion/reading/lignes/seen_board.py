"""The pieces seen on the board of Lignes d'Attaque, and the plays, one after the other, that explain them.

The ball lies on its carrier and hides him, or he stands on it; where one of the two is seen, the other may be. A piece
that was never seen where the match has it is believed to be there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.mat import Mat, Token, Zone
from companion.reading.game_reading import TableSituation
from companion.reading.identity import token_key
from companion.reading.table_sightings import PlacedThing
from companion.rules.engine import Refusal, Rules
from companion.rules.lignes.board import KEEPERS, SEAT_OF, TEAMS, Piece
from companion.rules.lignes.grid import Cell, Edge, place_of
from companion.rules.lignes.moving import other_paths
from companion.rules.lignes.plays import OUT, ClearFrom, Move, Pass, Play, Relay, RestartAt, Send, Shoot
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Ball, Phase, State, nearest
from companion.values import replace

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


# --- kicks out
# Finds the kick after which the ball lies beside the board: over which edge it went out, and behind which cell.

NEAR = 0.8
"""The most cells between the ball and the point where its line leaves the board."""


def exits(state: State, offered: Sequence[Send], mat: Mat, at_mm: tuple[float, float]) -> list[Send]:
    """Return the kicks out whose line leaves the board near the ball, the nearest first."""
    zones = {zone.name: zone for zone in mat.zones if zone.role == "cell"}
    lines = sight(state).lines
    found: list[tuple[float, Send]] = []
    for play in offered:
        leaves = None if play.through not in zones else lines[play.through].leaves
        if play.through is None or leaves is None:
            continue
        cell = zones[play.through]
        away = _away(exit_mm(state.ball.cell, play.through, leaves, cell), leaves, cell, at_mm)
        if away is not None and away <= NEAR:
            found.append((away, play))
    return [play for _, play in sorted(found, key=lambda one: one[0])]


def exit_mm(start: Cell, through: Cell, leaves: Edge, cell: Zone) -> tuple[float, float]:
    """Return the point where the line from a cell through the last one crosses the edge. Rows go along x, columns
    along y.
    """
    here, there = place_of(start), place_of(through)
    rows, columns = there.row - here.row, there.column - here.column
    x_mm, y_mm = cell.middle_mm
    if leaves is Edge.GOAL:
        half = cell.width_mm / 2
        slope = columns / abs(rows) * cell.height_mm / cell.width_mm if rows else 0.0
        return (x_mm + _sign(rows) * half, y_mm + slope * half)
    half = cell.height_mm / 2
    slope = rows / abs(columns) * cell.width_mm / cell.height_mm if columns else 0.0
    return (x_mm + slope * half, y_mm + _sign(columns) * half)


def _away(edge_mm: tuple[float, float], leaves: Edge, cell: Zone, at_mm: tuple[float, float]) -> float | None:
    """Return how many cells along its edge the ball lies from an exit; None if it lies beyond another edge, or on the
    board.
    """
    (middle_x, middle_y), (edge_x, edge_y), (x_mm, y_mm) = cell.middle_mm, edge_mm, at_mm
    if leaves is Edge.GOAL:
        return abs(y_mm - edge_y) / cell.height_mm if (x_mm - edge_x) * (edge_x - middle_x) > 0 else None
    return abs(x_mm - edge_x) / cell.width_mm if (y_mm - edge_y) * (edge_y - middle_y) > 0 else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- sequences of plays
# Finds the plays, one after the other, that explain everything seen on a board of Lignes d'Attaque.
#
# The shortest sequences of plays are searched; if several lead to different states, the table is asked. A walk that takes
# the ball from a teammate on its way looks like a walk and a pass: such sequences, one play longer, are offered beside it.

LONGEST, MOST = 4, 3
"""The most plays in a sequence, and pieces moved, that are read at once: hands are slower than that."""
MOST_AWAY = 2
"""The most pieces out of sight: one is under the ball, another may be on its way to it."""


@dataclass(frozen=True, slots=True)
class PlaySequence:
    """A sequence of plays, and the state that they lead to."""

    plays: tuple[Play, ...]
    after: State
    shown: State
    """The state as hands leave the board: a ball that was played lies where it was aimed at, whatever follows."""
    is_through_the_ball: bool = False
    """Whether a piece takes the ball on its way and goes on with it."""


def play_sequences(rules: Rules, state: State, seen: SeenBoard) -> list[PlaySequence]:
    """Return the shortest sequences of plays after which the board is as it is seen, one for each state that they lead to."""
    lengths = _lengths(state, seen)
    for length in lengths:
        found = list(_sequences(rules, state, seen, length))
        if any(sequence.is_through_the_ball for sequence in found) and length + 1 in lengths:
            found += _sequences(rules, state, seen, length + 1)
        if found:
            return _by_state(found)
    return []


def _lengths(state: State, seen: SeenBoard) -> range:
    """Return how many plays in a sequence may explain what is seen, from the fewest to one past the most; none while
    pieces are being put back.
    """
    moved = [Piece(str(lying.means)) for lying in seen.changed if lying.means != BALL]
    away = [piece for piece in TEAMS[state.playing] if seen.is_away(piece)]
    if len(moved) > MOST or len(away) > MOST_AWAY:
        return range(0)
    if state.phase is Phase.OUT:
        return range(1, 2)  # The piece that stood on the spot has changed places with the taker.
    if any(SEAT_OF[piece] is not state.active for piece in moved):
        return range(0)
    return range(max(1, len(moved)), min(LONGEST, len(seen.changed) + 2) + 1)


def broken_off(rules: Rules, state: State, seen: SeenBoard) -> list[PlaySequence]:
    """Return the walks after which a die must fall before the other moves that are seen can be judged."""
    first = (_after(rules, PlaySequence((), state, state), play) for play in _possible(state, seen))
    return _by_state(
        [
            sequence
            for sequence in first
            if sequence is not None and sequence.after.phase is Phase.PENALTY_CHECK
        ]
    )


def _by_state(found: Sequence[PlaySequence]) -> list[PlaySequence]:
    distinct: list[PlaySequence] = []
    for sequence in found:
        if all(sequence.after != other.after for other in distinct):
            distinct.append(sequence)
    return distinct


def _sequences(rules: Rules, state: State, seen: SeenBoard, length: int) -> Iterator[PlaySequence]:
    """Yield the sequences of so many plays that explain what is seen."""
    sequences = [PlaySequence((), state, state)]
    for _ in range(length):
        longer = (
            _after(rules, sequence, play)
            for sequence in sequences
            for play in _possible(sequence.after, seen)
        )
        sequences = [sequence for sequence in longer if sequence is not None]
    yield from (sequence for sequence in sequences if seen.agrees(state, sequence.shown))


def _after(rules: Rules, sequence: PlaySequence, play: Play) -> PlaySequence | None:
    ruling = rules.judge(sequence.after, play)
    if isinstance(ruling, Refusal):
        return None
    before, after = sequence.after, ruling.after
    is_through = isinstance(play, Move) and _is_through(play.piece, before, after)
    plays = (*sequence.plays, play)
    return PlaySequence(plays, after, _shown(play, before, after), sequence.is_through_the_ball or is_through)


def _is_through(piece: Piece, before: State, after: State) -> bool:
    got_it = before.ball.carrier is not piece and after.ball.carrier is piece
    return got_it and after.ball.cell != before.ball.cell


def _shown(play: Play, before: State, after: State) -> State:
    match play:
        case Pass(to=to) | Relay(to=to) | Shoot(goal_cell=to):
            return replace(before, ball=Ball(to))
        case Send(to=to) if to != OUT:
            return replace(before, ball=Ball(Cell(to)))
        case _:
            return after


def _possible(state: State, seen: SeenBoard) -> Iterator[Play]:
    """Return the plays that may explain a part of what is seen, if the rules accept them."""
    match state.phase:
        case Phase.STRATEGY:
            yield from _walks(state, seen)
            yield from _passes(state, seen)
        case Phase.SHOT if seen.spot is not None and seen.spot != state.ball.cell:
            yield from (Relay(seen.spot), Shoot(seen.spot), Send(seen.spot))
        case Phase.CLEAR if state.has_rolled:
            yield from (ClearFrom(cell) for cell in _clearing(state, seen))
        case Phase.OUT:
            yield from (RestartAt(piece) for piece in nearest(state, state.playing))
        case _:
            return


def _walks(state: State, seen: SeenBoard) -> Iterator[Play]:
    for piece in TEAMS[state.playing]:
        here, there = state.pieces[piece], seen.cell_of(piece)
        if there is not None and there != here:
            yield from _to(state, piece, there)
        elif (
            seen.spot is not None
            and seen.spot != here
            and (piece is state.own_carrier or seen.is_away(piece))
        ):
            yield from _to(state, piece, seen.spot)


def _to(state: State, piece: Piece, cell: Cell) -> Iterator[Play]:
    """Return the ways to a cell: the cheapest, and those on which the ball is taken, or left, instead."""
    yield Move(piece, to=cell)
    yield from (Move(piece, path=path) for path in other_paths(state, piece, cell))


def _passes(state: State, seen: SeenBoard) -> Iterator[Play]:
    if state.own_carrier is None or seen.is_ball_still:
        return
    here = state.pieces
    to: list[Cell] = [] if seen.spot is None or seen.spot == state.ball.cell else [seen.spot]
    if BALL not in seen.at or to:
        # A teammate who got the ball and went on with it, or who was put on it.
        to += [
            here[piece]
            for piece in TEAMS[state.playing]
            if piece is not state.own_carrier
            and (seen.is_away(piece) or (BALL not in seen.at and not seen.is_left_alone(piece, here[piece])))
        ]
    yield from (Pass(cell) for cell in dict.fromkeys(to))


def _clearing(state: State, seen: SeenBoard) -> Iterator[Cell]:
    """Return the cells from which the keeper may clear, by where the ball or the keeper is seen, or where he stood."""
    keeper = KEEPERS[state.playing]
    cells = (seen.spot, seen.cell_of(keeper), state.pieces[keeper])
    yield from dict.fromkeys(cell for cell in cells if cell is not None)

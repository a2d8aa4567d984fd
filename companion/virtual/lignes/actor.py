"""Acts Lignes d'Attaque out on the mat as docs/mats.md says, for two players with 22 pieces, a ball and the dice.

They choose as the players of `virtual.chance` do, but walk several cells at once. After each ruling pieces and ball are
put where the match has them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat
from companion.match import Match
from companion.opponent.lignes.sense import LIGNES
from companion.opponent.sense import wisest_first
from companion.play import Play
from companion.reading.lignes.seen_board import exit_mm
from companion.rules.lignes import plays
from companion.rules.lignes.board import SEAT_OF, Piece, Seat
from companion.rules.lignes.grid import Cell, Edge, cell_at, place_of
from companion.rules.lignes.moving import cheapest_path
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Phase, State
from companion.virtual.acting.actor import ActedPiece as Lies
from companion.virtual.acting.actor import (
    Gesture,
    Hands,
    LayGesture,
    NextPlay,
    Point,
    TapGesture,
    ThrowGesture,
    few,
)
from companion.virtual.chance import chosen_play

STRIDES = (1, 1, 2, 3, 4)
"""Cells that somebody walks at once, as far as the way goes on."""
BEHIND_MM = 20.0
"""From the goal line to the middle of a ball that is out behind it."""
BESIDE_MM = 8.5
"""From the edge of the mat to the middle of a ball that is out over a side line."""


class LignesActor:
    """Two players at the board. The same seed acts the same match."""

    def __init__(self, match: Match, mat: Mat, seed: int) -> None:
        self._match = match
        self._mat = mat
        self._luck = Random(seed)
        self._hands = Hands(mat, Random(seed + 1))
        self._tags = {token.means: str(token.tag) for token in mat.tokens}
        self._sides_mm = {token.means: token.side_mm for token in mat.tokens}
        self._codes = {command.means: command for command in mat.commands}
        self._arms = {seat: self._hands.arm_deg(f"{seat}.command") for seat in Seat}
        self._is_ball_under = False
        self._seed = seed
        self._mind = NextPlay(match, self._choose)

    @property
    def _state(self) -> State:
        state: State = self._match.state
        return state

    def prepares(self) -> Sequence[Gesture]:
        pieces = [self._stand(piece, cell) for piece, cell in self._state.pieces.items()]
        ball = self._stand("ball", self._state.sheet.board.centre)
        return [*pieces, replace(ball, at_mm=self._park_mm())]

    def _stand(self, means: str, cell: Cell) -> LayGesture:
        return self._hands.lay_token(int(self._tags[means]), self._sides_mm[means], cell, 0.0)

    # --- choosing

    def next_play(self) -> Play | None:
        return self._mind.next_play()

    def held(self, _seat: str) -> Sequence[CardRef]:
        return ()

    def choices(self, seat: str) -> Sequence[Play]:
        play = self.next_play()
        if play is None or play.kind not in LIGNES.kinds:
            return ()
        kinds = next((one.plays for one in self._match.expects() if one.seat == seat), ())
        if play.kind not in kinds:
            return ()
        luck = Random(f"{self._seed}-{self._match.seq}")
        others = wisest_first(LIGNES, self._match.rules, self._state, seat, kinds, luck)
        return few((play, *(self._strides(one, luck) for one in others)), _about)

    def has_room(self, _play: Play) -> bool:
        return True

    def be_told(self, play: Play) -> None:
        self._mind.be_told(play)

    def _choose(self) -> Play | None:
        play = chosen_play(self._match, self._luck)
        return None if play is None else self._strides(play, self._luck)

    def _strides(self, play: Play, luck: Random) -> Play:
        """Return a play with a first step made longer; any other play stays as it is."""
        match play:
            case plays.Move(piece, (first,)):
                return plays.Move(piece, to=self._farther(piece, first, luck))
            case _:
                return play

    def _farther(self, piece: Piece, to: Cell, luck: Random) -> Cell:
        """Return a longer move in the direction of a first step: as far as the player's usual distance (`stride`)
        and the rules allow.
        """
        state = self._state
        here, there = place_of(state.pieces[piece]), place_of(to)
        right, up = there.column - here.column, there.row - here.row
        goal = to
        for n in range(2, luck.choice(STRIDES) + 1):
            column, row = here.column + n * right, here.row + n * up
            is_on_board = column >= 1 and row >= 1 and cell_at(column, row) in state.sheet.neighbours
            if not is_on_board or cheapest_path(state, piece, cell_at(column, row)) is None:
                break
            goal = cell_at(column, row)
        return goal

    # --- telling

    def tells(self, play: Play) -> Sequence[Gesture]:
        return list(self._tells(play))

    def _tells(self, play: Play) -> Iterator[Gesture]:
        match play:
            case plays.Move(piece, (*_, last)) if last == self._state.pieces[piece]:
                # He stands where he stood: the board shows a pass to him, if anything.
                yield TapGesture(play)
            case plays.Move(piece, path, to):
                yield from self._walk(piece, to, path)
            case plays.Pass(to) | plays.Relay(to) | plays.Shoot(to):
                yield self._kick(to)
            case plays.Send(to, through):
                yield self._kick(Cell(to)) if to != plays.OUT or through is None else self._kick_out(through)
            case plays.ClearFrom(cell):
                yield from self._clear(cell)
            case plays.RestartAt(Piece() as piece):
                yield from self._restart(piece)
            case plays.EndStrategy() | plays.Hold():
                command = self._codes[play.kind]
                yield self._hands.lay(command.code, command.title.fr, f"{self._state.playing}.command")
            case _ if dice := [name for name in ("d6", "d12") if hasattr(play, name)]:
                yield ThrowGesture(tuple(dice), tuple(str(getattr(play, name)) for name in dice))
            case _:
                yield TapGesture(play)

    def _walk(self, piece: Piece, to: Cell | None, path: Sequence[Cell] | None) -> Iterator[Gesture]:
        """Walk with a piece: a carrier takes the ball along; a piece that reaches the ball is put upon it, then the
        ball upon the piece.
        """
        ball = self._state.ball
        way = path if to is None else cheapest_path(self._state, piece, to)
        assert way
        takes_along = ball.carrier is piece or ball.cell in way[:-1]
        yield self._slide(piece, way[-1], along=takes_along)
        self._is_ball_under = way[-1] == ball.cell

    def _clear(self, cell: Cell) -> Iterator[Gesture]:
        keeper = self._state.ball.carrier
        assert keeper is not None
        if self._state.pieces[keeper] != cell:
            yield self._slide(keeper, cell, along=True)

    def _restart(self, piece: Piece) -> Iterator[Gesture]:
        """Put the taker on the spot, the ball upon him; who stands there changes places with him."""
        state = self._state
        here, spot = state.pieces[piece], state.ball.cell
        other = state.held.get(spot)
        if other is piece:
            return
        if other is not None:
            yield self._hands.slide_to(self._piece(piece), self._park_mm(), self._arm())
            yield self._slide(other, here)
        yield self._slide(piece, spot)
        yield self._kick(spot)

    # --- after the ruling

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        """Return the gestures that put pieces and ball where the match has them, and take back what was announced."""
        if self._state.phase is Phase.OVER:
            return []
        gestures: list[Gesture] = []
        is_kickoff = any(event.kind == "kickoff_roll" for event in events)
        for seat in Seat:
            gestures += self._hands.take(self._hands.inside(f"{seat}.command"))
        gestures += self._put_back()
        if self._is_ball_under or is_kickoff or self._piece("ball").zone != self._state.ball.cell:
            gestures.append(self._kick(self._state.ball.cell))
            self._is_ball_under = False
        return gestures

    def _put_back(self) -> Iterator[Gesture]:
        """One piece after the other, where its cell is free; where all are in each other's way one waits beside."""
        wrong = [piece for piece, cell in self._state.pieces.items() if self._piece(piece).zone != cell]
        is_one_hand = any(self._is_held_by(self._state.pieces[piece], set(wrong)) for piece in wrong)
        while wrong:
            free = [piece for piece in wrong if not self._is_held_by(self._state.pieces[piece], set(Piece))]
            piece = free[0] if free else wrong[0]
            arm = self._arm() if is_one_hand else self._arms[SEAT_OF[piece]]
            if free:
                wrong.remove(piece)
                yield self._hands.slide(self._piece(piece), self._state.pieces[piece], arm)
            else:
                yield self._hands.slide_to(self._piece(piece), self._park_mm(), arm)

    def _is_held_by(self, cell: Cell, pieces: set[Piece]) -> bool:
        return any(self._piece(piece).zone == cell for piece in pieces)

    # --- how

    def _piece(self, means: str) -> Lies:
        lies = self._hands.lies(self._tags[means])
        assert lies is not None
        return lies

    def _arm(self) -> float:
        return self._arms[self._state.active or Seat.YELLOW]

    def _slide(self, piece: Piece, cell: Cell, *, along: bool = False) -> Gesture:
        ball = [self._piece("ball")] if along else []
        return self._hands.slide(self._piece(piece), cell, self._arm(), along=ball)

    def _kick(self, cell: Cell) -> Gesture:
        return self._hands.slide(self._piece("ball"), cell, self._arm())

    def _kick_out(self, through: Cell) -> Gesture:
        """Return the gesture that lays the ball beside the board, where its path leaves the board."""
        line = sight(self._state).lines[through]
        cell = self._hands.zone(through)
        assert line.leaves is not None
        x_mm, y_mm = exit_mm(self._state.ball.cell, through, line.leaves, cell)
        middle_x, middle_y = cell.middle_mm
        if line.leaves is Edge.GOAL:
            beyond_mm = (x_mm + (BEHIND_MM if x_mm > middle_x else -BEHIND_MM), y_mm)
        else:
            beyond_mm = (x_mm, BESIDE_MM if y_mm < middle_y else self._mat.height_mm - BESIDE_MM)
        return self._hands.slide_to(self._piece("ball"), beyond_mm, self._arm())

    def _park_mm(self) -> Point:
        """Beside the board, on this side of its end."""
        return (32.0, 225.0) if self._state.active is Seat.YELLOW else (self._mat.width_mm - 32.0, 225.0)


def _about(play: Play) -> tuple[object, ...]:
    """Return who walks, or where the ball goes: one way of each is enough to choose from."""
    said = (getattr(play, field, None) for field in ("piece", "to", "goal_cell", "cell"))
    return (play.kind, next(filter(None, said), None), getattr(play, "through", None))

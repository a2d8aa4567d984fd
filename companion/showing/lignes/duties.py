"""What hands have to do at a board of Lignes d'Attaque after a play: put pieces and ball where a ruling has them."""

from collections.abc import Iterator, Sequence

from companion.event import Event
from companion.reading.lignes.seen_board import BALL, key_on_board
from companion.rules.lignes import plays
from companion.rules.lignes.board import Piece, called
from companion.rules.lignes.state import State
from companion.showing.scene import Duty
from companion.words import Text, joined

MOST_NAMED = 3
"""The most pieces that are named one by one; where more are put elsewhere, all go back to their places."""
MOST_OF_TURN = 7
"""The most pieces that the program moves in a turn."""


def duties(before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
    """Yield the duties, as `showing.scene_builder.SceneBuilder.duties` says. Moves that people made are done, so they are no
    duties. Without a last play, all moves of the program in its turn are duties.
    """
    own = last[0] if last else None
    moved = [
        piece
        for piece, cell in after.pieces.items()
        if cell != before.pieces[piece] and not (isinstance(own, plays.Move) and own.piece is piece)
    ]
    if len(moved) > (MOST_NAMED if last else MOST_OF_TURN):
        keys = frozenset((*map(key_on_board, after.pieces), key_on_board(BALL)))
        yield Duty(None, _lined_up(after), laid=keys)
        return
    if moved:
        pieces = [Text("{piece} on {cell}", piece=called(one), cell=after.pieces[one]) for one in moved]
        yield Duty(
            None, Text("put {pieces}", pieces=joined(pieces)), laid=frozenset(map(key_on_board, moved))
        )
    if after.ball.cell != before.ball.cell and after.ball.cell not in _said(own):
        yield Duty(None, _ball(after.ball.carrier, after.ball.cell), laid=frozenset((key_on_board(BALL),)))


def _lined_up(after: State) -> Text:
    carrier = after.ball.carrier
    if carrier is None:
        return Text("put all pieces back on their places, and the ball on {cell}", cell=after.ball.cell)
    return Text(
        "put all pieces back on their places, and {piece} with the ball on {cell}",
        piece=called(carrier),
        cell=after.ball.cell,
    )


def _ball(carrier: Piece | None, cell: str) -> Text:
    if carrier is None:
        return Text("put the ball on {cell}", cell=cell)
    return Text("give the ball to {piece} on {cell}", piece=called(carrier), cell=cell)


def _said(play: Event | None) -> frozenset[str]:
    """Return the cells to which a play itself takes the ball."""
    match play:
        case plays.Pass(to) | plays.Relay(to):
            return frozenset((to,))
        case plays.Send(to, through):
            return frozenset(cell for cell in (to, through) if cell is not None)
        case plays.Move(path=path, to=to):
            return frozenset(cell for cell in (*(path or ()), to) if cell is not None)
        case plays.Shoot(goal_cell):
            return frozenset((goal_cell,))
        case _:
            return frozenset()

"""Tells plays of Lignes d'Attaque to somebody who has no board in sight: by pieces and not by cells."""

from collections.abc import Sequence

from companion.event import Event
from companion.play import Play
from companion.rules.lignes.board import SEAT_OF, Piece, called, numbered
from companion.rules.lignes.events import BallAt, Moved, Shot
from companion.rules.lignes.plays import ClearFrom, Move, Pass, Relay, Send, Shoot, ShotRoll, StrategyRoll
from companion.rules.lignes.state import State
from companion.words import Text


def told_without_cells(before: State, play: Play, events: Sequence[Event]) -> Text | None:
    """Return who did what by a play that was made in the state `before`; None: its usual sentence says as much."""
    match play:
        case Move(piece=piece):
            return _walk(piece, before.ball.carrier, events)
        case Pass() | Relay() | Send() | Shoot():
            return None if before.ball.carrier is None else _by_carrier(before.ball.carrier, events)
        case StrategyRoll(d6=d6, d12=d12):
            return Text("points for the strategy phase: {points}", points=d6 + d12)
        case ShotRoll(d12=d12):
            return Text("credit of the shot phase: {points}", points=d12)
        case ClearFrom():
            return Text("the keeper clears the ball")
        case _:
            return None


def told_walk(events: Sequence[Event]) -> Text | None:
    """Return the sentence for a walk: which piece goes how far; None if nobody has walked."""
    moved = next((event for event in events if isinstance(event, Moved)), None)
    if moved is None:
        return None
    piece, n = numbered(moved.piece), moved.cost
    match _has_ball(moved.piece, events), n == 1:
        case True, True:
            return Text("{piece} takes the ball one cell further", piece=piece)
        case True, False:
            return Text("{piece} runs {n} cells with the ball", piece=piece, n=n)
        case False, True:
            return Text("{piece} moves one cell", piece=piece)
        case _:
            return Text("{piece} moves {n} cells", piece=piece, n=n)


def _walk(piece: Piece, carrier: Piece | None, events: Sequence[Event]) -> Text | None:
    if carrier is piece or not _has_ball(piece, events):
        return told_walk(events)
    if carrier is None:
        return Text("{piece} wins the ball", piece=numbered(piece))
    return Text("{piece} takes the ball from {other}", piece=numbered(piece), other=numbered(carrier))


def _has_ball(piece: Piece, events: Sequence[Event]) -> bool:
    return any(isinstance(event, BallAt) and event.carrier is piece for event in events)


def _by_carrier(carrier: Piece, events: Sequence[Event]) -> Text:
    piece = numbered(carrier)
    for event in events:
        match event:
            case BallAt(carrier=Piece() as other) if other is not carrier:
                return Text("{piece} passes to {other}", piece=piece, other=numbered(other))
            case Shot(is_in=False):
                return Text("{piece} shoots: the keeper stops the ball", piece=piece)
            case Shot():
                return Text("{piece} shoots", piece=piece)
            case _:
                pass
    return Text("{piece} sends the ball away", piece=piece)


def told_loss(event: Event, seat: str) -> Text | None:
    """Return how the side that had the ball loses it by an event; None: it does not."""
    match event:
        case BallAt(carrier=Piece() as piece) if SEAT_OF[piece].value != seat:
            return Text("{piece} takes the ball", piece=called(piece))
        case _:
            return None

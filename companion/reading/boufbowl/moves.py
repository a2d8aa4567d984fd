"""Reads plays from players' tokens that were moved, turned over, brought on or taken off."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.reading.boufbowl.play_readings import PUT_DOWN, after, commands, offered, said
from companion.reading.boufbowl.tokens import Piece, Tokens, token_means
from companion.reading.game_reading import Reading, TableSituation
from companion.reading.identity import token_key
from companion.rules.boufbowl.bending import moves_of
from companion.rules.boufbowl.plays import Back, BringOn, Draw, Move, Play, Stand, Tackle, TakeOff
from companion.rules.boufbowl.state import OFF, Phase, State


def moved(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read each moved token on its own: two tokens are two plays, in the order in which they were laid. A token that
    never lay where the match has its player may only be on its way there, which is asked.
    """
    state: State = look.state
    taken = None
    for piece in tokens.new_pieces():
        if not _differs(state, piece):
            continue
        taken = taken if taken is not None else {kind: set(offered(look, kind)) for kind in _KINDS}
        play = _play_of(state, piece)
        if play is not None and play in taken[type(play)]:
            yield said(play, piece.lying, competes=False, is_sure=_has_been(look, piece), **PUT_DOWN)
        elif isinstance(play, Move) and taken[Move] and (way := way_to(state, piece)):
            *before, last = way
            is_sure = _has_been(look, piece)
            yield said(last, piece.lying, before=before, competes=False, is_sure=is_sure, **PUT_DOWN)


_KINDS: tuple[type[Move] | type[Stand] | type[TakeOff] | type[BringOn], ...] = (
    Move,
    Stand,
    TakeOff,
    BringOn,
)


def _has_been(look: TableSituation, piece: Piece) -> bool:
    """Return whether the player's token has lain where the match has him; a player who comes on lay on his bench, or
    in a hand.
    """
    state: State = look.state
    figure = state.figures[piece.ref]
    means = token_means(state.sheet, piece.ref, is_standing=figure.standing)
    return not figure.is_on or token_key(means) in look.stood


def _differs(state: State, piece: Piece) -> bool:
    figure = state.figures[piece.ref]
    return (figure.zone, figure.standing) != (piece.zone, piece.is_standing)


def _play_of(state: State, piece: Piece) -> Move | Stand | TakeOff | BringOn | None:
    """Return the play that a moved or turned token means, given where its player is in the match and whether he stands."""
    figure = state.figures[piece.ref]
    if piece.zone == OFF and figure.is_on:
        return TakeOff(piece.ref)
    if not figure.standing:
        return Stand(piece.ref) if piece.is_standing and piece.zone == figure.zone else None
    if not piece.is_standing or piece.zone == figure.zone:
        return None
    return Move(piece.ref, piece.zone) if figure.is_on else BringOn(piece.ref, piece.zone)


def would_move(state: State, piece: Piece) -> Play | None:
    """Return the play that a token means by its place, legal or not."""
    return _play_of(state, piece) if _differs(state, piece) else None


def way_to(state: State, piece: Piece) -> list[Move]:
    """Return a shortest way, one move for each zone, of a token that was carried over several zones at once; none if
    there is none.

    Any shortest way will do: each zone costs one point, and only the last zone matters.
    """
    ways: list[tuple[State, list[Move]]] = [(state, [])]
    for _ in range(state.movement):
        further: list[tuple[State, list[Move]]] = []
        for here, way in ways:
            for move in _moves(here, piece.ref, way):
                there = after(here, move)
                if there is not None and move.to == piece.zone:
                    return [*way, move]
                if there is not None and there.stage is state.stage and there.active is state.active:
                    further.append((there, [*way, move]))
        ways = further
    return []


def _moves(state: State, ref: CardRef, way: list[Move]) -> Iterator[Move]:
    been = {move.to for move in way}
    return (Move(ref, to) for to in moves_of(state, ref) if to not in been)


def tackled(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a tackle: the command card announces it, and tokens that touch say whose it is, if it could be several. A
    covered token may have been pushed: if no other one was, the table is asked.
    """
    for card in commands(look, Tackle.kind):
        plays = offered(look, Tackle)
        touching = [play for play in plays if tokens.touch(play.player, play.target)]
        moved_up = [play for play in touching if tokens.is_new(tokens.pieces[play.player].lying)]
        if not all(play.player in tokens.pieces and tokens.pieces[play.player].is_seen for play in plays):
            touching = []
        for play in moved_up or touching or plays:
            pieces = [tokens.pieces.get(ref) for ref in (play.player, play.target)]
            pushed = [piece.lying for piece in pieces if piece is not None and tokens.is_new(piece.lying)]
            yield said(play, card, *pushed)


def stepped_back(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read the step out of the enemy endzone."""
    for play in offered(look, Back):
        piece = tokens.pieces.get(play.player)
        if piece is not None and tokens.is_new(piece.lying) and piece.zone == play.zone:
            yield said(play, piece.lying, **PUT_DOWN)


def drawn(look: TableSituation, tokens: Tokens, risen: State) -> Iterator[Reading]:
    """Read a draw: a coach who turns up his players that stand up has drawn his cards. `risen` is the state after the
    draw.
    """
    state: State = look.state
    up = [
        piece.lying
        for piece in tokens.new_pieces()
        if piece.is_standing
        and not state.figures[piece.ref].standing
        and risen.figures[piece.ref].standing
        and risen.figures[piece.ref].zone == piece.zone
    ]
    plays = offered(look, Draw)
    if up and state.base is Phase.DRAW and len(plays) == 1:
        yield said(plays[0], *up)

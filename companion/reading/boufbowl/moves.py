"""Reads plays from what was moved on the field: players' tokens and the ball."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.ids import CardRef
from companion.reading.boufbowl.tokens import (
    BALL,
    PUT_DOWN,
    PlacedPlayer,
    Tokens,
    after,
    commands,
    offered,
    one_of,
    said,
    token_means,
)
from companion.reading.game_reading import LEFT_MS, Reading, TableSituation
from companion.reading.identity import token_key
from companion.reading.table_sightings import PlacedThing
from companion.rules.boufbowl.board import ZoneKind
from companion.rules.boufbowl.checks import placing
from companion.rules.boufbowl.events import BallState
from companion.rules.boufbowl.field import moves_of
from companion.rules.boufbowl.plays import (
    Back,
    BringOn,
    Catch,
    Chandelle,
    Draw,
    Intercept,
    Kickoff,
    Move,
    NoIntercept,
    Pass,
    PickUp,
    Place,
    Play,
    Stand,
    Tackle,
    TakeOff,
)
from companion.rules.boufbowl.state import OFF, Phase, Stage, State


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


def _has_been(look: TableSituation, piece: PlacedPlayer) -> bool:
    """Return whether the player's token has lain where the match has him; a player who comes on lay on his bench, or
    in a hand.
    """
    state: State = look.state
    figure = state.figures[piece.ref]
    means = token_means(state.sheet, piece.ref, is_standing=figure.standing)
    return not figure.is_on or token_key(means) in look.stood


def _differs(state: State, piece: PlacedPlayer) -> bool:
    figure = state.figures[piece.ref]
    return (figure.zone, figure.standing) != (piece.zone, piece.is_standing)


def _play_of(state: State, piece: PlacedPlayer) -> Move | Stand | TakeOff | BringOn | None:
    """Return the play that a moved or turned token means, given where its player is in the match and whether he stands."""
    figure = state.figures[piece.ref]
    if piece.zone == OFF and figure.is_on:
        return TakeOff(piece.ref)
    if not figure.standing:
        return Stand(piece.ref) if piece.is_standing and piece.zone == figure.zone else None
    if not piece.is_standing or piece.zone == figure.zone:
        return None
    return Move(piece.ref, piece.zone) if figure.is_on else BringOn(piece.ref, piece.zone)


def would_move(state: State, piece: PlacedPlayer) -> Play | None:
    """Return the play that a token means by its place, legal or not."""
    return _play_of(state, piece) if _differs(state, piece) else None


def way_to(state: State, piece: PlacedPlayer) -> list[Move]:
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


# --- ball
# Reads plays from the place of the ball: placement, kick-off, pass, chandelle, pick-up, interception, catch.

ARRANGED_MS = 3000
"""Milliseconds for a placement to be believed where hands are not seen, or where a player or the ball still lies where the
match left it, and may be about to be moved; else the hand that placed the last player has gone.
"""
FOLLOWS_MS = 500
"""Milliseconds by which a carrier may follow his ball; until then the ball alone might be a pass."""


def _placed(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a placement: all five players of one coach, each alone in a zone of his half, and for the first coach the
    ball.
    """
    state: State = look.state
    seat = placing(state)
    assert seat is not None
    players = state.sheet.team(seat).players
    lying = [piece for ref in players if (piece := tokens.pieces.get(ref)) is not None]
    zones: dict[CardRef, str] = {piece.ref: piece.zone for piece in lying if piece.is_standing}
    carrier = None
    if seat is state.active:
        ball_zone = tokens.ball_zone
        if tokens.ball is not None and _is_kicked(state, tokens):
            ball_zone = tokens.ball.rested_in
        carrier = _placed_with_ball(players, zones, ball_zone)
        if carrier is None or ball_zone is None:
            return
        zones[carrier] = ball_zone
    half = set(state.sheet.board.halves[seat])
    is_whole = len(zones) == len(players) == len(set(zones.values())) and half >= set(zones.values())
    things = [*(piece.lying for piece in lying), *([tokens.ball] if seat is state.active else [])]
    # The ball hides the player who is placed with it.
    fresh = {thing.laid for thing in (*look.new, *look.covered)}
    are_new = [thing is not None and thing.laid in fresh for thing in things]
    if is_whole and any(are_new):
        play = Place(seat, {ref: zones[ref] for ref in players}, carrier)
        # If the other coach begins to place his players after the last of these, the first has finished; else both arrange
        # at once.
        others = [piece.lying.laid for piece in tokens.new_pieces() if piece.seat is not seat]
        is_next = bool(others) and min(others) > max(thing.laid for thing in things if thing is not None)
        rests_ms = LEFT_MS if all(are_new) else None
        yield said(play, *things, waits_ms=0 if is_next else ARRANGED_MS, rests_ms=rests_ms)


def _placed_with_ball(
    players: tuple[CardRef, ...], zones: dict[CardRef, str], ball_zone: str | None
) -> CardRef | None:
    """Return the player in the ball's zone; if nobody is seen there, the one of the five who is under the ball."""
    there = [ref for ref, zone in zones.items() if zone == ball_zone]
    unseen = [ref for ref in players if ref not in zones]
    named = there or unseen
    return named[0] if len(named) == 1 else None


def _is_kicked(state: State, tokens: Tokens) -> bool:
    """Return whether the ball lies where a kick-off sends it."""
    zone = tokens.ball_zone
    return zone is not None and state.sheet.board.zones[zone].kind is ZoneKind.NEUTRAL


def placed_or_kicked_off(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a placement; a kick-off also confirms the placements that were not read before, of both coaches if they arranged
    their players at once.
    """
    for place in _placed(look, tokens):
        assert isinstance(place.play, Place)
        then = after(look.state, place.play)
        nexts = []
        if then is not None and _is_kicked(then, tokens):
            later = replace(look, state=then)
            is_begun = then.stage is Stage.KICKOFF
            nexts = list((kicked_off if is_begun else placed_or_kicked_off)(later, tokens))
        for one in nexts:
            says = (*place.says, *(thing for thing in one.says if thing not in place.says))
            yield replace(one, before=(place.play, *one.before), says=says)
        if not nexts and not (place.play.ball and _is_kicked(look.state, tokens)):
            yield place


def kicked_off(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    if tokens.is_new(tokens.ball):
        for play in offered(look, Kickoff):
            if play.zone == tokens.ball_zone:
                yield said(play, tokens.ball)


def played_on(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read what the active coach does with the ball."""
    state: State = look.state
    match state.ball.state:
        case BallState.HELD if state.sheet.seat_of[carrier := _carrier(state)] is state.active:
            up = commands(look, Chandelle.kind)
            if up:
                yield from _sent_up(look, tokens, up)
            elif tokens.is_new(tokens.ball):
                yield from _passed(look, tokens, carrier)
        case BallState.GROUND:
            yield from _picked_up(look, tokens)
        case _:
            pass


def _carrier(state: State) -> CardRef:
    assert state.ball.carrier is not None
    return state.ball.carrier


def _sent_up(look: TableSituation, tokens: Tokens, up: list[PlacedThing]) -> Iterator[Reading]:
    """Read a chandelle: the command card, and the ball in the zone where it goes."""
    if tokens.is_new(tokens.ball):
        for play in offered(look, Chandelle):
            if play.zone == tokens.ball_zone:
                yield said(play, up[0], tokens.ball)


def _passed(look: TableSituation, tokens: Tokens, carrier: CardRef) -> Iterator[Reading]:
    """Read a pass: the ball is beside a teammate. A ball alone in a zone may have been sent up, which is asked; a
    ball with its carrier under it belongs to his move.
    """
    state: State = look.state
    origin, zone = state.figures[carrier].zone, tokens.ball_zone
    piece, near = tokens.pieces.get(carrier), tokens.beside_ball()
    if piece is not None and piece.zone != origin and (piece.is_seen or piece.zone != zone):
        return  # The carrier was moved, and his token tells that play.
    if near is not None and near.ref != carrier:
        is_sure = near.zone != origin and piece is not None and piece.is_seen
        for play in offered(look, Pass):
            if play.to == near.ref:
                yield said(play, tokens.ball, is_sure=is_sure, waits_ms=FOLLOWS_MS, rests_ms=LEFT_MS)
    elif near is None and piece is not None and piece.is_seen and zone != origin:
        for up in offered(look, Chandelle):
            if up.zone == zone:
                yield said(up, tokens.ball, is_sure=False)
    if piece is not None and not piece.is_seen and piece.zone == zone != origin:
        yield from _moved_beneath(look, piece, tokens.ball)
    elif piece is None or not piece.is_seen:
        for move in offered(look, Move):
            if move.player == carrier and move.to == zone:
                yield said(move, tokens.ball, waits_ms=FOLLOWS_MS, rests_ms=LEFT_MS)


def _moved_beneath(
    look: TableSituation, carrier: PlacedPlayer, ball: PlacedThing | None
) -> Iterator[Reading]:
    """Read the move of a carrier whom the ball covered before his token told it. If the match went on with him under his
    ball, the ball shows where he was.
    """
    state: State = look.state
    is_sure = _has_been(look, carrier) or token_key(BALL) in look.stood
    if way := way_to(state, carrier):
        *before, last = way
        how = {"waits_ms": FOLLOWS_MS, "rests_ms": LEFT_MS, "is_sure": is_sure}
        yield said(last, carrier.lying, ball, before=before, **how)


def _picked_up(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a pick-up: the ball is beside a player, or the command card lies there and only one player can."""
    yield from _one_by_ball(tokens, offered(look, PickUp), commands(look, PickUp.kind))


def _one_by_ball(
    tokens: Tokens, plays: Sequence[PickUp | Intercept | Catch], asked: Sequence[PlacedThing]
) -> Iterator[Reading]:
    """Return the plays of the player who has the ball beside him. The ball was put there just now, or it lies there and
    the command card is laid. The card alone is enough if only one player can be meant. If several can, the table asks.
    """
    near = tokens.beside_ball() if asked or tokens.is_new(tokens.ball) else None
    mine = [play for play in plays if near is not None and play.player == near.ref]
    if asked or mine:
        how = {} if asked else PUT_DOWN
        yield from one_of(mine or plays, *asked[:1], tokens.ball if mine else None, **how)


def intercepted(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read an interception: the ball beside a player, or the command card if only one can intercept; the card «No»
    declines.
    """
    state: State = look.state
    plays = offered(look, Intercept)
    seats = {state.sheet.seat_of[play.player] for play in plays}
    asked = [card for seat in seats for card in commands(look, Intercept.kind, seat)]
    yield from _one_by_ball(tokens, plays, asked)
    for no in offered(look, NoIntercept):
        for card in (card for seat in seats for card in commands(look, "decline", seat)):
            yield said(no, card)


def caught(look: TableSituation, tokens: Tokens) -> Iterator[Reading]:
    """Read a catch: the ball beside one of the players under it."""
    yield from _one_by_ball(tokens, offered(look, Catch), ())

"""Reads plays of Lignes d'Attaque from its board. docs/mats.md says how people lay each play.

A reading explains the whole board, or there is none: pieces that stand as no play can have put them, or that are still
on their way back after a goal, keep everything waiting. Dice come from the tower.
"""

from collections.abc import Iterator, Sequence

from companion.mat import Token, Zone
from companion.reading.game_reading import (
    LEFT_MS,
    ExpectedPlace,
    Holds,
    Reading,
    TableSituation,
    asked_for,
    awaits_play,
)
from companion.reading.lignes.seen_board import (
    BALL,
    NAMES,
    PlaySequence,
    SeenBoard,
    broken_off,
    exits,
    key_on_board,
    play_sequences,
    seen_on,
)
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.lignes import plays
from companion.rules.lignes.board import KEEPERS, SEAT_OF, Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.state import Phase, State

PUT_BACK_MS = 20_000
"""Milliseconds for a board to be believed: pieces return to their cells after a goal, and people think with a piece
in the hand.
"""
WALK_MS = 500
"""Milliseconds for a walk to be believed: a piece that is put down on its way is taken up again sooner."""
LEAVES_MS = 900
"""Milliseconds for the ball alone: its carrier may follow it, and a piece under it is seen only when the hand has gone."""
SHOT_MS = 500
PAST_MS = 2_500
"""Milliseconds for a walk past a free ball: the hand may be about to lay the ball upon the piece, which then takes it."""
FETCHED_MS = 1_500
"""Milliseconds between a piece and a teammate's ball that is laid upon it. After a longer time the piece has hardly fetched
the ball: a pass was probably meant, perhaps against the rules.
"""

READ_IN = frozenset((Phase.STRATEGY, Phase.SHOT, Phase.CLEAR, Phase.OUT))
"""The phases in which the board tells plays; in others the match waits for dice."""
MAY_LEAVE = (READ_IN | {Phase.STRATEGY_ROLL, Phase.SHOT_ROLL}) - {Phase.SHOT}
"""The phases in which pieces of the side that plays may be moved, or may have been moved too early."""
BALL_MAY_LEAVE = READ_IN | {Phase.STRATEGY_ROLL, Phase.SHOT_ROLL}


class LignesTable:
    """The game reading of Lignes d'Attaque."""

    def readings(self, look: TableSituation) -> Sequence[Reading]:
        state: State = look.state
        seen = seen_on(look)
        readings = list(_commands(look, seen))
        if state.phase in READ_IN and not look.fresh and not seen.is_odd:
            readings += _sent_out(look, seen)
            readings += _explained(look, seen)
        return readings

    def would_be(self, look: TableSituation, lying: PlacedThing) -> plays.Play | None:
        state: State = look.state
        if lying.means in (plays.EndStrategy.kind, plays.Hold.kind):
            return plays.EndStrategy() if lying.means == plays.EndStrategy.kind else plays.Hold()
        if not isinstance(lying.what, Token) or lying.zone is None or lying.zone.role != "cell":
            return None
        cell = Cell(lying.zone.name)
        if lying.means == BALL:
            return _would_be_played(state, cell)
        if lying.means not in NAMES or state.pieces[Piece(str(lying.means))] == cell:
            return None
        return plays.Move(Piece(str(lying.means)), to=cell)

    def places(self, state: State) -> Sequence[ExpectedPlace]:
        """Return the place of each piece and of the ball, which lies upon its carrier, or under him."""
        if state.phase is Phase.OVER:
            return ()
        upon = state.held.get(state.ball.cell)
        found = [
            _place(piece, cell, _may_leave(state, piece), BALL if piece is upon else None)
            for piece, cell in state.pieces.items()
        ]
        if state.first is not None:
            found.append(_place(BALL, state.ball.cell, state.phase in BALL_MAY_LEAVE, upon))
        return found

    def awaits_card(self, look: TableSituation, zone: Zone) -> bool:
        """Tell whether a command card would be a play."""
        return zone.role == "command" and awaits_play(look, zone, plays.EndStrategy.kind, plays.Hold.kind)


def _place(piece: str, cell: str, may_leave: bool, under: str | None) -> ExpectedPlace:
    return ExpectedPlace(
        key_on_board(piece),
        frozenset((cell,)),
        holds=Holds.PIECE,
        may_be_under="" if under is None else key_on_board(under),
        may_leave=may_leave,
        patience_ms=PUT_BACK_MS,
    )


def _may_leave(state: State, piece: Piece) -> bool:
    return state.phase in MAY_LEAVE and SEAT_OF[piece] is state.active


def _would_be_played(state: State, cell: Cell) -> plays.Play | None:
    """Return the play of a ball on a cell, complete enough to be refused with the right reason."""
    if state.active is None or cell == state.ball.cell:
        return None
    if state.phase is Phase.STRATEGY:
        return plays.Pass(cell)
    if state.phase is not Phase.SHOT:
        return None
    if cell in state.sheet.defence(state.active.other).goal:
        return plays.Shoot(cell)
    is_mate = any(cell == at and SEAT_OF[piece] is state.active for piece, at in state.pieces.items())
    return plays.Relay(cell) if is_mate else plays.Send(cell)


# --- command cards


def _commands(look: TableSituation, seen: SeenBoard) -> Iterator[Reading]:
    """Read the command cards. A card that ends a phase counts only when the board stands as the match has it."""
    state: State = look.state
    if look.fresh or seen.is_odd or seen.changed or not seen.agrees(state, state):
        yield from asked_for(look)
        return
    yield from asked_for(look, plays.EndStrategy.kind, plays.Hold.kind)
    if state.phase is Phase.CLEAR and state.has_rolled:
        clears = plays.ClearFrom(state.pieces[KEEPERS[state.playing]])
        for card in in_role(look.new, "command", state.playing):
            if card.means == plays.EndStrategy.kind:
                yield Reading(plays.EndStrategy(), (card,), before=(clears,))


# --- the board


def _explained(look: TableSituation, seen: SeenBoard) -> Iterator[Reading]:
    """Return the sequences of plays that explain all that is seen; if there are none, the walks that can be judged before a die
    falls.
    """
    state: State = look.state
    says = seen.changed
    if not says and not look.lifted:
        return
    found = play_sequences(look.rules, state, seen)
    if len(says) > 1:
        found += [sequence for sequence in broken_off(look.rules, state, seen) if sequence not in found]
    says = says or tuple(one for one in look.lying if one.means == BALL)
    for sequence in found:
        things = says if seen.agrees(state, sequence.shown) else tuple(_said_by(sequence, says))
        if things:
            yield _reading(look, sequence, things)


def _said_by(sequence: PlaySequence, changed: Sequence[PlacedThing]) -> Iterator[PlacedThing]:
    """Return the pieces whose new place is explained by an unfinished sequence of plays."""
    moved = {play.piece for play in sequence.plays if isinstance(play, plays.Move)}
    return (lying for lying in changed if lying.means in moved)


def _reading(look: TableSituation, sequence: PlaySequence, says: tuple[PlacedThing, ...]) -> Reading:
    *before, last = sequence.plays
    is_sure = (
        _is_sure(look, sequence)
        and _changed_in(look, says)
        and not _is_hardly_fetched(look.state, sequence, says)
    )
    waits_ms = max(_waits_ms(look.state, sequence, play) for play in sequence.plays)
    around_mm = _left_places(look, says)
    return Reading(
        last, says, is_sure, waits_ms, LEFT_MS, until_gone=True, before=tuple(before), around_mm=around_mm
    )


def _is_hardly_fetched(state: State, sequence: PlaySequence, says: Sequence[PlacedThing]) -> bool:
    """Return whether a walk takes a teammate's ball that was laid upon the piece long after the piece was put down."""
    takes = [play.piece for play in sequence.plays if isinstance(play, plays.Move) and play.path is not None]
    carrier = sequence.after.ball.carrier
    if state.ball.carrier in (None, carrier) or carrier not in takes:
        return False
    laid_ms = {one.means: one.since_ms for one in says if one.means in (BALL, carrier)}
    return len(laid_ms) > 1 and laid_ms[BALL] - laid_ms[carrier] > FETCHED_MS


def _left_places(look: TableSituation, says: Sequence[PlacedThing]) -> tuple[tuple[float, float], ...]:
    """Return the middles, in mm, of the cells that the pieces and the ball have left: a hand that comes back there takes up
    the carrier too. In the shot phase no piece may follow.
    """
    state: State = look.state
    if state.phase is Phase.SHOT:
        return ()
    left = {state.ball.cell, *(state.pieces[Piece(str(one.means))] for one in says if one.means != BALL)}
    zones = () if look.mat is None else look.mat.zones
    return tuple(zone.middle_mm for zone in zones if zone.name in left)


def _changed_in(look: TableSituation, says: Sequence[PlacedThing]) -> bool:
    """Return whether something new lies there; a thing that is gone is not enough."""
    return any(lying.laid == other.laid for lying in says for other in (*look.new, *look.covered))


def _is_sure(look: TableSituation, sequence: PlaySequence) -> bool:
    """Return whether a sequence of plays is sure. A piece or ball that never stood where the match has it may be on its way
    there. The ball and its carrier are one pile: where one of them has stood, so has the other. A first walk is not sure
    either while the keeper must still choose the cell from which he clears.
    """
    state: State = look.state
    first, *rest = sequence.plays
    if isinstance(first, plays.ClearFrom) and rest and not isinstance(rest[0], plays.Pass):
        return False
    upon = state.held.get(state.ball.cell)
    moved: set[str] = {
        play.piece for play in sequence.plays if isinstance(play, plays.Move) and play.piece is not upon
    }
    is_pile_there = upon is not None and key_on_board(upon) in look.stood
    if sequence.shown.ball.cell != state.ball.cell and not (
        is_pile_there or isinstance(first, plays.ClearFrom)
    ):
        moved.add(BALL)
    return all(key_on_board(piece) in look.stood for piece in moved)


def _waits_ms(state: State, sequence: PlaySequence, play: plays.Play) -> int:
    """Return how long the table must stay as it is before a play is believed."""
    match play:
        case plays.Move(piece=piece) if piece is sequence.after.ball.carrier:
            return LEAVES_MS
        case plays.Move(path=path) if path is not None:
            return PAST_MS
        case plays.Move():
            return WALK_MS if sequence.after.points else 0
        case plays.Shoot():
            return 0
        case plays.Pass(to=to):
            return WALK_MS if to in state.held else LEAVES_MS
        case plays.Send() | plays.ClearFrom():
            return LEAVES_MS
        case _:
            return SHOT_MS


def _sent_out(look: TableSituation, seen: SeenBoard) -> Iterator[Reading]:
    """Read a ball beside the board, near the point where a line leaves the board."""
    state: State = look.state
    if state.phase is not Phase.SHOT or look.mat is None or not seen.agrees_beside(state):
        return
    ball = next((one for one in seen.changed if one.means == BALL), None)
    if ball is None or ball.at_mm is None:
        return
    offered = [play for _, play in look.options(plays.Send.kind) if play.to == plays.OUT]
    x_mm, y_mm = ball.at_mm[:2]
    for play in exits(state, offered, look.mat, (x_mm, y_mm)):
        yield Reading(play, (ball,), waits_ms=LEAVES_MS, rests_ms=LEFT_MS, until_gone=True)

"""The state of a match of Lignes d'Attaque, all of which lies open on the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.lignes.grid import Cell
from companion.rules.lignes.pieces import SEAT_OF, TEAMS, Piece, Seat
from companion.rules.lignes.sheet import Sheet

FARTHEST_WITH_BALL = 6
"""Cells that a piece may go with the ball in one strategy phase (Déplacement des joueurs)."""


class Phase(StrEnum):
    """What the table is doing."""

    KICKOFF = "kickoff"
    STRATEGY_ROLL = "strategy_roll"
    STRATEGY = "strategy"
    SHOT_ROLL = "shot_roll"
    SHOT = "shot"
    SAVE = "save"
    PENALTY_CHECK = "penalty_check"
    PENALTY = "penalty"
    CLEAR = "clear"
    RESTART = "restart"
    OUT = "out"
    OVER = "over"


UNDER_WAY = frozenset((Phase.SAVE, Phase.PENALTY_CHECK, Phase.PENALTY))
"""The phases that are finished first when time is up."""


@dataclass(frozen=True, slots=True)
class Ball:
    """Where the ball is, and who has it; None: it lies free, or is in the goal, or out."""

    cell: Cell
    carrier: Piece | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot or a penalty under way: who takes it and at which goal cell (None: the penalty's die is still to fall)."""

    piece: Piece
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two opponents side by side in an area: its defender, and the attacker."""

    defender: Piece
    attacker: Piece


@dataclass(frozen=True)
class State:
    """A match between two plays.

    `active` plays, or answers a ball that went out, was saved, or a foul; nobody before a kick-off that a die
    decides. `carried` counts what the carrier has gone with the ball in this strategy phase, or `kicker` had before he
    kicked it to a free cell.
    `first` kicked off the match; `has_rolled` says that a keeper's budget for clearing is known.
    """

    sheet: Sheet = field(compare=False, repr=False)
    pieces: Mapping[Piece, Cell]
    ball: Ball
    score: Mapping[Seat, int]
    phase: Phase = Phase.KICKOFF
    active: Seat | None = None
    first: Seat | None = None
    turn: int = 0
    half: int = 1
    points: int = 0
    carried: int = 0
    kicker: Piece | None = None
    checks: tuple[Pair, ...] = ()
    checked: tuple[Pair, ...] = ()
    aim: Aim | None = None
    has_rolled: bool = False
    time_is_up: bool = False
    conceded: Seat | None = None

    @property
    def held(self) -> dict[Cell, Piece]:
        """Return who stands on which cell."""
        return {cell: piece for piece, cell in self.pieces.items()}

    @property
    def playing(self) -> Seat:
        """The active seat, in a phase that has one."""
        assert self.active is not None
        return self.active

    @property
    def own_carrier(self) -> Piece | None:
        """The player who has the ball, if he belongs to the active side; else None."""
        carrier = self.ball.carrier
        return carrier if carrier is not None and SEAT_OF[carrier] is self.active else None

    def cells_of(self, seat: Seat) -> frozenset[Cell]:
        """Return where the pieces of a side stand."""
        return frozenset(self.pieces[piece] for piece in TEAMS[seat])


def winner(state: State) -> str | tuple[str, ...] | None:
    """Return who has won: a seat, both when it is level, or nobody yet."""
    if state.phase is not Phase.OVER:
        return None
    return result(state)


def result(state: State) -> str | tuple[str, ...]:
    """Return who wins if the match ends now."""
    if state.conceded is not None:
        return state.conceded.other.value
    yellow, red = (state.score[seat] for seat in Seat)
    if yellow == red:
        return tuple(seat.value for seat in Seat)
    return (Seat.YELLOW if yellow > red else Seat.RED).value


def first_of_half(state: State, half: int) -> Seat:
    """Return who kicks off a half: the sides in turn."""
    assert state.first is not None
    return state.first if half % 2 else state.first.other


def the_active_side(state: State) -> tuple[Seat, ...]:
    """Return the side that plays, as those who are waited for."""
    return (state.playing,)


def the_other_side(state: State) -> tuple[Seat, ...]:
    """Return the side that defends, as those who are waited for."""
    return (state.playing.other,)

"""The plays of Lignes d'Attaque. The phase says whose play it is: no play names a seat.

An accepted play, with its open choices filled in, is also the first event of its ruling; that is why it has a `cite`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, get_args

from companion.codec import Range, read
from companion.rules.lignes.board import Piece, read_piece
from companion.rules.lignes.grid import Cell, read_cell
from companion.rules.readings import cited

OUT = "out"
"""Where a ball is sent that leaves the board."""

D6 = Annotated[int, Range(1, 6)]
D12 = Annotated[int, Range(1, 12)]
D6_FACES, D12_FACES = range(1, 7), range(1, 13)


def _read_path(data: Any, where: str) -> tuple[Cell, ...] | None:
    if data is None:
        return None
    return tuple(
        read_cell(item, f"{where}[{n}]") for n, item in enumerate(read(tuple[Any, ...], data, where))
    )


def _read_cell_or_none(data: Any, where: str) -> Cell | None:
    return None if data is None else read_cell(data, where)


def _read_piece_or_none(data: Any, where: str) -> Piece | None:
    return None if data is None else read_piece(data, where)


def _read_cell_or_out(data: Any, where: str) -> str:
    return OUT if data == OUT else read_cell(data, where)


@dataclass(frozen=True, slots=True)
class KickoffRoll:
    """The die that says who kicks off: odd, red; even, yellow."""

    kind: ClassVar[str] = "kickoff_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Coup d'envoi"
    d6: D6


@dataclass(frozen=True, slots=True)
class StrategyRoll:
    """Both dice: what a strategy phase may spend."""

    kind: ClassVar[str] = "strategy_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase stratégique"
    d6: D6
    d12: D12


@dataclass(frozen=True, slots=True)
class Move:
    """A piece walks cell by cell, or to a cell on the cheapest way: then the way taken is filled in."""

    kind: ClassVar[str] = "move"
    cite: ClassVar[str] = "Lignes d'Attaque, Déplacement des joueurs"
    piece: Piece = field(metadata={"read": read_piece})
    path: tuple[Cell, ...] | None = field(default=None, metadata={"read": _read_path})
    to: Cell | None = field(default=None, metadata={"read": _read_cell_or_none})


@dataclass(frozen=True, slots=True)
class Pass:
    """The carrier passes the ball to a teammate, or to a free cell where the house allows it."""

    kind: ClassVar[str] = "pass"
    cite: ClassVar[str] = "Lignes d'Attaque, Passer le ballon"
    to: Cell = field(metadata={"read": read_cell})


@dataclass(frozen=True, slots=True)
class EndStrategy:
    """What is left of the budget is lost."""

    kind: ClassVar[str] = "end_strategy"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase stratégique"


@dataclass(frozen=True, slots=True)
class ShotRoll:
    """The credit of a shot."""

    kind: ClassVar[str] = "shot_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase de tir"
    d12: D12


@dataclass(frozen=True, slots=True)
class Relay:
    """The ball changes direction at a teammate."""

    kind: ClassVar[str] = "relay"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase de tir"
    to: Cell = field(metadata={"read": read_cell})


@dataclass(frozen=True, slots=True)
class Shoot:
    """The carrier shoots at a cell of the goal."""

    kind: ClassVar[str] = "shoot"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase de tir"
    goal_cell: Cell = field(metadata={"read": read_cell})


@dataclass(frozen=True, slots=True)
class Send:
    """The ball runs as far as the credit takes it: to a free cell, or `out` over the edge behind `through`."""

    kind: ClassVar[str] = "send"
    cite: ClassVar[str] = cited("Lignes d'Attaque, Phase de tir", "send_exactly")
    to: str = field(metadata={"read": _read_cell_or_out})
    through: Cell | None = field(default=None, metadata={"read": _read_cell_or_none})


@dataclass(frozen=True, slots=True)
class Hold:
    """The carrier can do nothing else and keeps the ball."""

    kind: ClassVar[str] = "hold"
    cite: ClassVar[str] = cited("Lignes d'Attaque, Phase de tir", "hold_the_ball")


@dataclass(frozen=True, slots=True)
class SaveRoll:
    """The keeper tries to save a shot."""

    kind: ClassVar[str] = "save_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Gardien de but"
    d6: D6


@dataclass(frozen=True, slots=True)
class PenaltyCheck:
    """The die for two opponents who stand side by side in an area: even, nothing happens; odd, it is a foul."""

    kind: ClassVar[str] = "penalty_check"
    cite: ClassVar[str] = "Lignes d'Attaque, Pénalty"
    d6: D6


@dataclass(frozen=True, slots=True)
class PenaltyRoll:
    """The die says where the penalty goes."""

    kind: ClassVar[str] = "penalty_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Pénalty"
    d6: D6


@dataclass(frozen=True, slots=True)
class PenaltySave:
    """The keeper tries to save a penalty."""

    kind: ClassVar[str] = "penalty_save"
    cite: ClassVar[str] = "Lignes d'Attaque, Gardien de but"
    d6: D6


@dataclass(frozen=True, slots=True)
class ClearRoll:
    """Both dice: what the strategy phase may spend that begins with the keeper."""

    kind: ClassVar[str] = "clear_roll"
    cite: ClassVar[str] = "Lignes d'Attaque, Remise en jeu"
    d6: D6
    d12: D12


@dataclass(frozen=True, slots=True)
class ClearFrom:
    """The cell of his area from which the keeper clears."""

    kind: ClassVar[str] = "clear_from"
    cite: ClassVar[str] = "Lignes d'Attaque, Remise en jeu"
    cell: Cell = field(metadata={"read": read_cell})


@dataclass(frozen=True, slots=True)
class RestartAt:
    """Who takes the ball where it went out, or at the corner."""

    kind: ClassVar[str] = "restart_at"
    cite: ClassVar[str] = "Lignes d'Attaque, Sortie et corner"
    piece: Piece | None = field(default=None, metadata={"read": _read_piece_or_none})


Play = (
    KickoffRoll
    | StrategyRoll
    | Move
    | Pass
    | EndStrategy
    | ShotRoll
    | Relay
    | Shoot
    | Send
    | Hold
    | SaveRoll
    | PenaltyCheck
    | PenaltyRoll
    | PenaltySave
    | ClearRoll
    | ClearFrom
    | RestartAt
)
PLAYS: Mapping[str, type[Play]] = {form.kind: form for form in get_args(Play)}

"""The events of Lignes d'Attaque: what follows from a play. The accepted play itself is the first event (`plays`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, get_args

from companion.event import ClockRanOut, Conceded, Noted, Overridden, Winner, read_winner
from companion.rules.lignes.board import Piece, Seat, Side
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import PLAYS, KickoffRoll, Pass, Play
from companion.rules.play_rules import accepted_forms
from companion.rules.readings import cited

KICK_OFF_AFTER_GOAL = cited("Lignes d'Attaque, Remise en jeu", "restart_by")
"""Where it stands who kicks off after a goal: the rulebook does not say, the house does."""

END_OF_MATCH = cited("Lignes d'Attaque, Préparation", "end_of_match")
"""Where it stands when a match ends: the rulebook does not say, the set-up does."""


class Restart(StrEnum):
    """How play goes on after the ball went out."""

    TOUCH = "touch"
    CLEAR = "clear"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class Budget:
    """What a strategy phase may spend."""

    kind: ClassVar[str] = "budget"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase stratégique"
    points: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece has walked: what it cost, and what is left of the budget."""

    kind: ClassVar[str] = "moved"
    cite: ClassVar[str] = "Lignes d'Attaque, Déplacement des joueurs"
    piece: Piece
    cost: int
    left: int


@dataclass(frozen=True, slots=True)
class BallAt:
    """Where the ball is now, and who has it. `cost` and `left` are told of passes and relays; `section` is the place in
    the rulebook that says so.
    """

    kind: ClassVar[str] = "ball"
    at: Cell
    carrier: Piece | None
    cost: int | None = None
    left: int | None = None
    section: str = "Lignes d'Attaque, Passer le ballon"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class Lob:
    """A pass goes over an opponent."""

    kind: ClassVar[str] = "lob"
    cite: ClassVar[str] = "Lignes d'Attaque, Passer le ballon"
    cost: int


@dataclass(frozen=True, slots=True)
class Credit:
    """How far the ball may travel in this shot phase."""

    kind: ClassVar[str] = "credit"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase de tir"
    points: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot at goal. It is not in when the keeper stands in its way; when he stands on his line he may still save."""

    kind: ClassVar[str] = "shot"
    cite: ClassVar[str] = "Lignes d'Attaque, Phase de tir"
    piece: Piece
    goal_cell: Cell
    distance: int
    credit: int
    is_in: bool = field(metadata={"json": "in"})


@dataclass(frozen=True, slots=True)
class Save:
    """The keeper's die. `side` is where the ball came in, as he sees it."""

    kind: ClassVar[str] = "save"
    cite: ClassVar[str] = "Lignes d'Attaque, Gardien de but"
    d6: int
    side: Side
    saved: bool


@dataclass(frozen=True, slots=True)
class Foul:
    """The defender `piece` fouls the attacker `against` in the area: penalty."""

    kind: ClassVar[str] = "foul"
    cite: ClassVar[str] = "Lignes d'Attaque, Pénalty"
    piece: Piece
    against: Piece


@dataclass(frozen=True, slots=True)
class Penalty:
    """What became of a penalty."""

    kind: ClassVar[str] = "penalty"
    cite: ClassVar[str] = "Lignes d'Attaque, Pénalty"
    scored: bool
    cell: Cell


@dataclass(frozen=True, slots=True)
class Goal:
    """One point."""

    kind: ClassVar[str] = "goal"
    cite: ClassVar[str] = "Lignes d'Attaque, Remise en jeu"
    seat: Seat
    piece: Piece
    score: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Out:
    """The ball has left the board behind the cell `at`."""

    kind: ClassVar[str] = "out"
    cite: ClassVar[str] = "Lignes d'Attaque, Sortie et corner"
    at: Cell
    restart: Restart


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The turn is over: who plays next. `section` is the place in the rulebook that says so."""

    kind: ClassVar[str] = "turn_end"
    next: Seat
    section: str = "Lignes d'Attaque, La partie commence"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over. With a level score it is shared: `winner` lists both seats. `section` is the place that says so."""

    kind: ClassVar[str] = "match_end"
    winner: Winner = field(metadata={"read": read_winner})
    score: Mapping[str, int]
    section: str = END_OF_MATCH

    @property
    def cite(self) -> str:
        return self.section


Consequence = (
    Budget | Moved | BallAt | Lob | Credit | Shot | Save | Foul | Penalty | Goal | Out | TurnEnd | MatchEnd
)
MatchWide = Overridden | Conceded | ClockRanOut | Noted
Event = Play | Consequence | MatchWide
ACCEPTED = accepted_forms((KickoffRoll, Pass))
"""The plays that rest on a reading in one situation and not in another."""
EVENTS: Mapping[str, type] = {
    **PLAYS,
    **{kind.kind: form for kind, form in ACCEPTED.items()},
    **{form.kind: form for form in get_args(Consequence)},
}

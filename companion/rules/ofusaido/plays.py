"""The plays of OFUSAIDO: what a side does (§10 to §15).

An accepted play, with its open choices filled in, is also the first event of its ruling; that is why it has a `cite`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, get_args

from companion.codec import Range
from companion.ids import CardRef
from companion.rules.ofusaido.cards import Target
from companion.rules.ofusaido.sheet import Seat
from companion.rules.readings import cited

FOUL_ADVANCE = cited("OFUSAIDO §13", "foul_advance")
"""Where it stands how far the attack goes on after a foul of the defence outside a shooting zone."""
BEFORE_DRAW = cited("OFUSAIDO §16", "before_draw")
"""Where it stands that a card may still be played before the hands are filled again."""


class Intent(StrEnum):
    """How the attack means to reach the next zone (§11)."""

    PASS = "pass"
    DRIBBLE = "dribble"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attack tries one of its visible occasions."""

    kind: ClassVar[str] = "attempt"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat
    occasion: CardRef
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Stall:
    """The attack gives up its turn to recover energies, or fewer energies and its discards."""

    kind: ClassVar[str] = "stall"
    cite: ClassVar[str] = "OFUSAIDO §15"
    seat: Seat
    option: Literal["energies", "reshuffle"]
    discard: CardRef
    energies: tuple[CardRef, ...] | None = None


@dataclass(frozen=True, slots=True)
class Advance:
    """The attack puts a base player down and says whether he passes, dribbles or crosses."""

    kind: ClassVar[str] = "advance"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat
    card: CardRef
    intent: Intent
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Oppose:
    """The defence puts a base player in the way."""

    kind: ClassVar[str] = "oppose"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat
    card: CardRef


@dataclass(frozen=True, slots=True)
class LetPass:
    """The defence lets the attack through, and saves cards."""

    kind: ClassVar[str] = "let_pass"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Redirect:
    """The attack chooses its next zone after a wall has stopped its cross."""

    kind: ClassVar[str] = "redirect"
    cite: ClassVar[str] = cited("OFUSAIDO §11", "cross_path")
    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Support:
    """A side adds players, each with an energy."""

    kind: ClassVar[str] = "support"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat
    cards: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class NoSupport:
    """A side adds nobody."""

    kind: ClassVar[str] = "no_support"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Reveal:
    """A side turns the energy of its next card."""

    kind: ClassVar[str] = "reveal"
    cite: ClassVar[str] = "OFUSAIDO §11"
    seat: Seat
    energy: CardRef


@dataclass(frozen=True, slots=True)
class Shoot:
    """The attack shoots, from a zone or at a set piece."""

    kind: ClassVar[str] = "shoot"
    cite: ClassVar[str] = "OFUSAIDO §12"
    seat: Seat
    card: CardRef
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The attack says that it has nobody to play, as no referee can see its hand."""

    kind: ClassVar[str] = "give_up"
    cite: ClassVar[str] = cited("OFUSAIDO §16", "no_player_left")
    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeAdvance:
    """After a defender's foul the attack goes where it likes."""

    kind: ClassVar[str] = "free_advance"
    cite: ClassVar[str] = FOUL_ADVANCE
    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A side turns a new occasion over."""

    kind: ClassVar[str] = "flip"
    cite: ClassVar[str] = "OFUSAIDO §10"
    seat: Seat
    occasion: CardRef


@dataclass(frozen=True, slots=True)
class Discard:
    """A side discards what its hand holds above the limit."""

    kind: ClassVar[str] = "discard"
    cite: ClassVar[str] = "OFUSAIDO §10"
    seat: Seat
    cards: tuple[CardRef, ...]


@dataclass(frozen=True, slots=True)
class ActionPlay:
    """A side plays one of the actions of a staff card. `before_draw`: the turn has ended, and no hand is filled yet
    (§16).
    """

    kind: ClassVar[str] = "action"
    seat: Seat
    card: CardRef
    choice: Literal[1, 2]
    before_draw: bool = False

    @property
    def cite(self) -> str:
        return BEFORE_DRAW if self.before_draw else "OFUSAIDO §07"


@dataclass(frozen=True, slots=True)
class Ability:
    """A side announces an ability of one of its footballers. `effect` counts the card's announced ones from 1."""

    kind: ClassVar[str] = "ability"
    seat: Seat
    card: CardRef
    effect: Annotated[int, Range(1, None)] | None = None
    before_draw: bool = False

    @property
    def cite(self) -> str:
        return BEFORE_DRAW if self.before_draw else "OFUSAIDO §04"


@dataclass(frozen=True, slots=True)
class CoachBonus:
    """A side uses its coach's unique bonus."""

    kind: ClassVar[str] = "coach_bonus"
    seat: Seat
    before_draw: bool = False

    @property
    def cite(self) -> str:
        return BEFORE_DRAW if self.before_draw else "OFUSAIDO §05"


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Both sides accept the draw."""

    kind: ClassVar[str] = "accept_draw"
    cite: ClassVar[str] = cited("OFUSAIDO §14", "draw_accepted")


@dataclass(frozen=True, slots=True)
class Shootout:
    """A side names its five shooters."""

    kind: ClassVar[str] = "shootout"
    cite: ClassVar[str] = "OFUSAIDO §14"
    seat: Seat
    shooters: tuple[CardRef, ...]


Play = (
    Attempt
    | Stall
    | Advance
    | Oppose
    | LetPass
    | Redirect
    | Support
    | NoSupport
    | Reveal
    | Shoot
    | GiveUp
    | FreeAdvance
    | Flip
    | Discard
    | ActionPlay
    | Ability
    | CoachBonus
    | AcceptDraw
    | Shootout
)
PLAYS: Mapping[str, type[Play]] = {form.kind: form for form in get_args(Play)}
SpokenPlay = ActionPlay | Ability | CoachBonus
"""The plays that either side may make although the table waits for something else."""

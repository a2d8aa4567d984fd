"""The events of OFUSAIDO: what follows from a play. The accepted play itself is the first event (`plays`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Literal, get_args

from companion.event import ClockRanOut, Conceded, Noted, Overridden, Winner, read_winner
from companion.ids import CardRef
from companion.rules.ofusaido.cards import Colour, Stat
from companion.rules.ofusaido.plays import FOUL_ADVANCE, PLAYS, NoSupport, Play, Reveal, Shoot, Support
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.squads import DrawnLot
from companion.rules.play_rules import accepted_forms
from companion.rules.readings import CONCEDED_CITE, cited
from companion.words import Wording


class DuelPhase(StrEnum):
    """What a duel is about."""

    PROGRESSION = "progression"
    SHOT = "shot"
    PENALTY = "penalty"
    FREE_KICK = "free_kick"
    SHOOTOUT = "shootout"


YELLOW_DISCARDS = 4
"""Number of cards of the draw pile that a yellow foul costs (§13)."""
TWICE = 2
"""The factor of a single multiplier; a larger factor means that several multipliers were combined."""
_DUEL_CITES = {
    DuelPhase.PROGRESSION: "OFUSAIDO §11",
    DuelPhase.SHOT: "OFUSAIDO §12",
    DuelPhase.PENALTY: "OFUSAIDO §14",
    DuelPhase.FREE_KICK: "OFUSAIDO §14",
    DuelPhase.SHOOTOUT: "OFUSAIDO §14",
}


class Ending(StrEnum):
    """How a match ended."""

    SCORE = "score"
    DRAW_ACCEPTED = "draw_accepted"
    SHOOTOUT = "shootout"
    CONCEDED = "conceded"


_ENDING_CITES = {
    Ending.SCORE: "OFUSAIDO §10",
    Ending.DRAW_ACCEPTED: cited("OFUSAIDO §14", "draw_accepted"),
    Ending.SHOOTOUT: cited("OFUSAIDO §14", "shootout_ends"),
    Ending.CONCEDED: CONCEDED_CITE,
}


class Restart(StrEnum):
    """How play goes on after a foul (§13)."""

    TURN_END = "turn_end"
    FREE_ADVANCE = "free_advance"
    FREE_KICK = "free_kick"
    PENALTY = "penalty"


class EndReason(StrEnum):
    """Why a turn ended."""

    LOST_DUEL = "lost_duel"
    GOAL = "goal"
    NO_GOAL = "no_goal"
    FOUL = "foul"
    STALL = "stall"
    NO_ENERGY = "no_energy"
    NO_CARD = "no_card"
    GIVEN_UP = "given_up"
    SET_PIECE = "set_piece"


_END_CITES = {
    EndReason.LOST_DUEL: "OFUSAIDO §11",
    EndReason.GOAL: "OFUSAIDO §12",
    EndReason.NO_GOAL: "OFUSAIDO §12",
    EndReason.FOUL: "OFUSAIDO §13",
    EndReason.STALL: "OFUSAIDO §15",
    EndReason.NO_ENERGY: "OFUSAIDO §16",
    EndReason.NO_CARD: cited("OFUSAIDO §16", "no_player_left"),
    EndReason.GIVEN_UP: cited("OFUSAIDO §16", "no_player_left"),
    EndReason.SET_PIECE: "OFUSAIDO §14",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the arithmetic, worth `value` x `times`. A line of value 0 with `times` says why a
    number above it is multiplied; such a line's `of` is the card whose energy it multiplies.
    """

    what: str
    card: CardRef | None = None
    value: int = field(kw_only=True)
    times: int = 1
    of: CardRef | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One side's total, and the lines that add up to it."""

    seat: Seat
    total: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class CountedOnce:
    """The effects marked `once` that counted in a duel and are now used up."""

    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel is settled. If the totals are level, the defence wins it. `section` is the place that decides, where
    the phase alone does not say it.
    """

    kind: ClassVar[str] = "duel"
    phase: DuelPhase
    zone: str | None
    attack: Tally
    defence: Tally
    winner: Literal["attack", "defence"]
    margin: int
    secret: CountedOnce | None = None
    section: str | None = None

    @property
    def cite(self) -> str:
        if self.section is not None:
            return self.section
        if any(line.times > TWICE for side in (self.attack, self.defence) for line in side.lines):
            return cited("OFUSAIDO §12", "multipliers")
        return _DUEL_CITES[self.phase]


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul: two energies of one colour met, with a whistle on the offender's energy, or on both."""

    kind: ClassVar[str] = "foul"
    offender: Seat
    card: CardRef
    by: Literal["base", "support", "goalkeeper"]
    colour: Colour
    restart: Restart
    both_whistles: bool = False

    @property
    def cite(self) -> str:
        if self.both_whistles:
            return cited("OFUSAIDO §13", "both_whistles")
        if self.restart is Restart.FREE_ADVANCE:
            return FOUL_ADVANCE
        if self.by == "goalkeeper":
            return cited("OFUSAIDO §13", "keeper_foul")
        return "OFUSAIDO §13"


@dataclass(frozen=True, slots=True)
class Sanction:
    """What a yellow or a red foul costs its side."""

    kind: ClassVar[str] = "sanction"
    seat: Seat
    colour: Colour
    discarded: int | None = None
    expelled: CardRef | None = None

    @property
    def cite(self) -> str:
        if self.expelled is not None:
            return cited("OFUSAIDO §13", "red_hand_limit")
        if self.discarded is not None and self.discarded < YELLOW_DISCARDS:
            return cited("OFUSAIDO §13", "yellow_short_pile")
        return "OFUSAIDO §13"


@dataclass(frozen=True, slots=True)
class Progress:
    """The attack moves on to another zone. `section` is the place in the rulebook that says so."""

    kind: ClassVar[str] = "progress"
    seat: Seat
    origin: str = field(metadata={"json": "from"})
    to: str
    opposed: bool
    section: str = "OFUSAIDO §11"

    @property
    def cite(self) -> str:
        return self.section


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal. In a shoot-out the score does not change."""

    kind: ClassVar[str] = "goal"
    seat: Seat
    card: CardRef
    score: Mapping[str, int]
    phase: DuelPhase = DuelPhase.SHOT

    @property
    def cite(self) -> str:
        return _DUEL_CITES[self.phase]


@dataclass(frozen=True, slots=True)
class NoGoal:
    """The shot is saved."""

    kind: ClassVar[str] = "no_goal"
    seat: Seat
    card: CardRef
    phase: DuelPhase = DuelPhase.SHOT

    @property
    def cite(self) -> str:
        return _DUEL_CITES[self.phase]


@dataclass(frozen=True, slots=True)
class EnergyCount:
    """A side's energies, in the pile and spent, after a play that changed them."""

    kind: ClassVar[str] = "energy"
    cite: ClassVar[str] = "OFUSAIDO §09"
    seat: Seat
    pile: int
    spent: int


@dataclass(frozen=True, slots=True)
class EffectShown:
    """A card's text takes effect, or the players carry it out themselves. `number` counts the card's effects from 1."""

    kind: ClassVar[str] = "effect"
    seat: Seat | None
    card: CardRef
    text: Wording
    number: int
    section: str = "§07"

    @property
    def cite(self) -> str:
        return f"OFUSAIDO {self.section}"


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """The home side has won the draw of lots. `by`: the ability that decided, or `coin`."""

    kind: ClassVar[str] = "lots"
    cite: ClassVar[str] = "OFUSAIDO §03"
    criterion: Stat
    by: str
    home: DrawnLot
    away: DrawnLot


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The turn is over: how many cards each side draws, and who attacks next (nobody at the end of the match)."""

    kind: ClassVar[str] = "turn_end"
    reason: EndReason
    draw: Mapping[str, int]
    next: Seat | None

    @property
    def cite(self) -> str:
        return _END_CITES[self.reason]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over. A draw is shared: `winner` lists both seats."""

    kind: ClassVar[str] = "match_end"
    score: Mapping[str, int]
    winner: Winner = field(metadata={"read": read_winner})
    by: Ending = Ending.SCORE

    @property
    def cite(self) -> str:
        return _ENDING_CITES[self.by]


Consequence = (
    Duel
    | Foul
    | Sanction
    | Progress
    | Goal
    | NoGoal
    | EnergyCount
    | EffectShown
    | LotsDrawn
    | TurnEnd
    | MatchEnd
)
MatchWide = Overridden | Conceded | ClockRanOut | Noted
Event = Play | Consequence | MatchWide
ACCEPTED = accepted_forms((Support, NoSupport, Reveal, Shoot))
"""The plays that a progression, a shot and a set piece have each in a section of its own."""
EVENTS: dict[str, type] = {
    **PLAYS,
    **{kind.kind: form for kind, form in ACCEPTED.items()},
    **{form.kind: form for form in get_args(Consequence)},
}

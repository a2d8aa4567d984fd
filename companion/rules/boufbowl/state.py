"""The state of a match of Boufbowl as a referee knows it: the field is open, hands and piles are counts.

Actions that are being settled form a stack of frames, for example a chandelle that lands at the end of a turn, and
on top of it the opposition for it. With an empty stack a coach plays, or is about to place, kick off or draw.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.ids import CardRef
from companion.rules.boufbowl.board import RED, SEATS, Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.frames import (
    Contest,
    Ending,
    Frame,
    Landing,
    Launch,
    PassUnderWay,
    PickUpUnderWay,
    Purchases,
    Training,
    TryUnderWay,
)
from companion.rules.boufbowl.sheet import HAND, Length, Sheet
from companion.rules.effects import Lasts
from companion.values import replace

DRAWN_AT_MOST = 2
"""The most cards drawn in a turn (p. 6)."""
MOVEMENT = 3
"""Movement points in a turn (p. 7)."""
TRIES_TO_WIN = 2
"""Number of tries that win a match of normal length (p. 12)."""
HIGHEST_INTENSITY = 3
OFF = "off"
"""The zone of a player who is off the field, on his card (p. 8)."""


class Phase(StrEnum):
    """What the table is doing."""

    PLACEMENT = "placement"
    KICKOFF = "kickoff"
    DRAW = "draw"
    PLAY = "play"
    OPPOSITION = "opposition"
    END = "end"
    TRAINING = "training"
    OVER = "over"


class Stage(StrEnum):
    """The question that the table must answer now; finer than the phase."""

    PLACEMENT = "placement"
    KICKOFF = "kickoff"
    DRAW = "draw"
    PLAY = "play"
    RESOLVE = "resolve"
    INTERCEPT = "intercept"
    CATCH = "catch"
    COMMIT = "commit"
    BONUS = "bonus"
    DICE = "dice"
    DAMAGE = "damage"
    BACK = "back"
    PURCHASES = "purchases"
    TRAINING = "training"
    OVER = "over"

    @property
    def phase(self) -> Phase:
        return _PHASES[self]


_PHASES = {
    Stage.PLACEMENT: Phase.PLACEMENT,
    Stage.KICKOFF: Phase.KICKOFF,
    Stage.DRAW: Phase.DRAW,
    Stage.PLAY: Phase.PLAY,
    Stage.RESOLVE: Phase.OPPOSITION,
    Stage.INTERCEPT: Phase.OPPOSITION,
    Stage.CATCH: Phase.OPPOSITION,
    Stage.COMMIT: Phase.OPPOSITION,
    Stage.BONUS: Phase.OPPOSITION,
    Stage.DICE: Phase.OPPOSITION,
    Stage.DAMAGE: Phase.OPPOSITION,
    Stage.BACK: Phase.END,
    Stage.PURCHASES: Phase.END,
    Stage.TRAINING: Phase.TRAINING,
    Stage.OVER: Phase.OVER,
}


_BASES = {
    Phase.PLACEMENT: Stage.PLACEMENT,
    Phase.KICKOFF: Stage.KICKOFF,
    Phase.DRAW: Stage.DRAW,
    Phase.PLAY: Stage.PLAY,
}
_STAGES: Mapping[type[Frame], Stage] = {
    PassUnderWay: Stage.INTERCEPT,
    PickUpUnderWay: Stage.INTERCEPT,
    TryUnderWay: Stage.INTERCEPT,
    Purchases: Stage.PURCHASES,
    Training: Stage.TRAINING,
    Ending: Stage.BACK,
}


@dataclass(frozen=True)
class Figure:
    """A player on the table. `zone` is `off` before he is placed, and while he is off the field."""

    zone: str = OFF
    standing: bool = True
    marker: Marker | None = None
    injured: bool = False
    fervour: int = 0
    powers: tuple[CardRef, ...] = ()

    @property
    def is_on(self) -> bool:
        return self.zone != OFF


@dataclass(frozen=True)
class Ball:
    """The ball. In the air it belongs to the coach who sent it up in the turn `thrown`."""

    zone: str | None = None
    carrier: CardRef | None = None
    state: BallState | None = None
    thrower: Seat | None = None
    thrown: int = 0


NO_BALL = Ball()


@dataclass(frozen=True)
class Team:
    """One coach's cards and score. `orders` are the slots that hold a card, `discards` the cards that were shown, and
    `unknown_spent` how many he gave away face down.
    """

    hand: int
    pile: int
    score: int = 0
    orders: tuple[Slot, ...] = ()
    trainings: tuple[CardRef, ...] = ()
    discards: tuple[CardRef, ...] = ()
    unknown_spent: int = 0


@dataclass(frozen=True, slots=True)
class Lasting:
    """The effect of a played card that lasts: its coach, its players, and for how long."""

    seat: Seat
    card: CardRef
    targets: tuple[CardRef, ...]
    lasts: Lasts


@dataclass(frozen=True)
class Extra:
    """The actions that orders, powers and cards add to the basic action of a turn."""

    passes: int = 0
    tackles: int = 0


@dataclass(frozen=True)
class State:
    """A match between two plays. `base` is what the active coach does when nothing is being settled; `launch` stands
    until the next play after a chandelle. `powers_used` are the players whose own power's deeds were done in this turn;
    `shown` are the power cards face up on the stand (None: unknown), and `taken` are cards taken from there whose
    replacement is not known yet.
    """

    sheet: Sheet = field(compare=False, repr=False)
    red: Team
    blue: Team
    figures: Mapping[CardRef, Figure]
    active: Seat
    ball: Ball = NO_BALL
    base: Phase = Phase.PLACEMENT
    turn: int = 1
    movement: int = MOVEMENT
    action_used: bool = False
    extra: Extra = Extra()
    stack: tuple[Frame, ...] = ()
    launch: Launch | None = None
    lasting: tuple[Lasting, ...] = ()
    used_once: tuple[str, ...] = ()
    powers_used: tuple[CardRef, ...] = ()
    shown: tuple[CardRef, ...] | None = None
    taken: tuple[CardRef, ...] = ()
    conceded: Seat | None = None

    def team(self, seat: Seat) -> Team:
        return self.red if seat is RED else self.blue

    @property
    def top(self) -> Frame | None:
        """Return the frame that is being settled."""
        return self.stack[-1] if self.stack else None

    @property
    def score(self) -> dict[str, int]:
        return {"red": self.red.score, "blue": self.blue.score}

    @property
    def intensity(self) -> int:
        """Return the intensity: 1, and one more for each try, up to 3 (p. 15)."""
        return min(HIGHEST_INTENSITY, 1 + self.red.score + self.blue.score)

    @property
    def try_is_due(self) -> bool:
        """Return whether the active coach's carrier stands in the enemy endzone, so that a try follows (p. 9)."""
        ball = self.ball
        return (
            ball.carrier is not None
            and ball.zone == self.sheet.board.goals[self.active]
            and self.sheet.seat_of[ball.carrier] is self.active
            and self.base is Phase.PLAY
        )

    @property
    def may_land(self) -> bool:
        """Return whether the ball in the air comes down in this turn (p. 9)."""
        ball = self.ball
        return ball.state is BallState.AIR and ball.thrower is self.active and ball.thrown < self.turn

    @property
    def is_over(self) -> bool:
        if self.conceded is not None:
            return True
        if self.sheet.length is Length.LONG:
            return self.base is Phase.DRAW and self._is_dry
        return self.red.score >= TRIES_TO_WIN or self.blue.score >= TRIES_TO_WIN

    @property
    def _is_dry(self) -> bool:
        """Return whether a coach who must draw now has an empty pile: the active one, or either right after a
        kick-off (p. 12).
        """
        is_kicked_off = self.ball.thrown == self.turn
        return any(
            team.hand < HAND and team.pile == 0
            for seat in SEATS
            if seat is self.active or is_kicked_off
            for team in (self.team(seat),)
        )

    @property
    def stage(self) -> Stage:
        """Return the question that the table must answer now."""
        if self.is_over:
            return Stage.OVER
        if not self.stack:
            return Stage.RESOLVE if self.try_is_due else _BASES[self.base]
        top = self.stack[-1]
        if isinstance(top, Contest):
            return _contest_stage(top)
        if isinstance(top, PassUnderWay) and top.is_unopposed:
            return Stage.RESOLVE
        if isinstance(top, Landing):
            if top.is_unopposed:
                return Stage.RESOLVE
            return Stage.CATCH if top.receiver is None else Stage.INTERCEPT
        if isinstance(top, Ending) and self.try_is_due:
            return Stage.RESOLVE
        return _STAGES[type(top)]

    @property
    def phase(self) -> Phase:
        return self.stage.phase


def _contest_stage(contest: Contest) -> Stage:
    attack, defence = contest.attack, contest.defence
    if attack.committed is None or defence.committed is None:
        return Stage.COMMIT
    if attack.cards is None or defence.cards is None:
        return Stage.BONUS
    if attack.stars is None or defence.stars is None:
        return Stage.DICE
    return Stage.DAMAGE


def with_team(state: State, seat: Seat, team: Team) -> State:
    """Return the state with one side's cards and score replaced."""
    return replace(state, red=team) if seat is RED else replace(state, blue=team)


def with_discards(state: State, seat: Seat, *refs: CardRef) -> State:
    """Return the state after a coach has shown cards, which now lie in his discard pile."""
    team = state.team(seat)
    return with_team(state, seat, replace(team, discards=(*team.discards, *refs)))


def with_figure(state: State, ref: CardRef, figure: Figure) -> State:
    """Return the state with one player replaced."""
    return replace(state, figures={**state.figures, ref: figure})


def with_figures(state: State, figures: Mapping[CardRef, Figure]) -> State:
    """Return the state with several players replaced."""
    return replace(state, figures={**state.figures, **figures})


def with_extra(state: State, slot: Slot) -> State:
    """Return the state with one more action, or one more movement point (p. 14)."""
    match slot:
        case Slot.PASS:
            return replace(state, extra=replace(state.extra, passes=state.extra.passes + 1))
        case Slot.TACKLE:
            return replace(state, extra=replace(state.extra, tackles=state.extra.tackles + 1))
        case Slot.SPRINT:
            return replace(state, movement=state.movement + 1)

"""Summit, a game of one rule: each round both sides lay a peak, or skip; the higher one scores; level, a die decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from companion.codec import Range, read
from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden, Winner, read_winner
from companion.ids import CardRef, SeatName
from companion.rules.catalogue import find_card, read_cards, read_kind
from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription, SquadNeed
from companion.rules.engine import (
    ErrorCode,
    HouseRule,
    Json,
    Refusal,
    Rules,
    Ruling,
    SetUp,
    illegal,
)
from companion.rules.forms import Sayings
from companion.rules.override_paths import OverridePath, read_changes
from companion.rules.play_rules import (
    PlayRule,
    Unfolding,
    by_stage,
    every,
    expectations,
    possible_plays,
    told_by_rows,
)
from companion.values import replace
from companion.words import Text, Wording

RULE = "Summit 1"


def both(en: str, fr: str, **args: Any) -> Text:
    """A sentence in both languages, which stands in no catalogue."""
    return Text("{words}", words=Wording(en.format(**args), fr.format(**args)))


class Seat(StrEnum):
    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Seat":
        return Seat.BLUE if self is Seat.RED else Seat.RED


@dataclass(frozen=True, slots=True)
class Peak:
    kind: ClassVar[str] = "peak"
    ref: CardRef
    name: Wording
    height: Annotated[int, Range(1, 9)]


@dataclass(frozen=True, slots=True)
class Lay:
    kind: ClassVar[str] = "lay"
    cite: ClassVar[str] = RULE
    seat: Seat
    card: CardRef


@dataclass(frozen=True, slots=True)
class Skip:
    kind: ClassVar[str] = "skip"
    cite: ClassVar[str] = RULE
    seat: Seat


@dataclass(frozen=True, slots=True)
class Climb:
    kind: ClassVar[str] = "climb"
    cite: ClassVar[str] = RULE
    d6: Annotated[int, Range(1, 6)]


@dataclass(frozen=True, slots=True)
class Point:
    kind: ClassVar[str] = "point"
    cite: ClassVar[str] = RULE
    seat: Seat | None
    red: int
    blue: int


@dataclass(frozen=True, slots=True)
class MatchEnd:
    kind: ClassVar[str] = "match_end"
    cite: ClassVar[str] = RULE
    winner: Winner = field(metadata={"read": read_winner})


PLAYS: Mapping[str, type[Any]] = {kind.kind: kind for kind in (Lay, Skip, Climb)}
EVENTS: Mapping[str, type[Any]] = {kind.kind: kind for kind in (Lay, Skip, Climb, Point, MatchEnd)}
LEVEL = HouseRule(
    "level",
    ("die", "nobody"),
    both("When both peaks are level, a die decides, or nobody scores.", "À égalité, un dé décide, ou personne."),
    {"die": both("a die", "un dé"), "nobody": both("nobody scores", "personne ne marque")},
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TeamForm:
    peaks: tuple[CardRef, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class House:
    level: Literal["die", "nobody"] = "die"


@dataclass(frozen=True, slots=True)
class Form:
    game: Literal["summit"]
    teams: Mapping[Seat, TeamForm]
    catalogue: Any = None
    house: House = field(default_factory=House)


@dataclass(frozen=True, slots=True)
class Sheet:
    form: Form
    cards: Mapping[str, Peak]


class Stage(StrEnum):
    LAY = "lay"
    CLIMB = "climb"
    OVER = "over"


@dataclass(frozen=True)
class State:
    sheet: Sheet
    score: Mapping[Seat, int]
    hands: Mapping[Seat, tuple[CardRef, ...]]
    round: int = 1
    laid: Mapping[Seat, CardRef | None] = field(default_factory=dict)
    winner: Winner | None = field(default=None, metadata={"read": read_winner})
    is_over: bool = False

    @property
    def stage(self) -> "Stage":
        if self.is_over:
            return Stage.OVER
        return Stage.CLIMB if self.waited is None else Stage.LAY

    @property
    def waited(self) -> Seat | None:
        """Whose turn it is; None: the die's, or nobody's."""
        return next((seat for seat in Seat if seat not in self.laid), None)

    def height(self, seat: Seat) -> int:
        ref = self.laid.get(seat)
        return 0 if ref is None else self.sheet.cards[ref].height

    def named(self, seat: Seat) -> str:
        return self.sheet.form.teams[seat].name or seat.value


def read_card(data: Any, where: str) -> Peak:
    return read_kind({Peak.kind: Peak}, data, where)


def judge(state: State, play: Any) -> Ruling | Refusal:
    row = ROW_OF[type(play)]
    if state.stage is not row.stage:
        return illegal(RULE, "another play is waited for")
    return row.judge(state, play)


def _judge_lay(state: State, play: Lay) -> Ruling | Refusal:
    if play.card not in state.hands[play.seat]:
        return illegal(RULE, "this card is not in hand")
    return _judge_turn(state, play)


def _judge_turn(state: State, play: Lay | Skip) -> Ruling | Refusal:
    if play.seat is not state.waited:
        return illegal(RULE, "it is the other side's turn")
    return _settled(Unfolding(state, evolve).then(play), play)


def _settled(unfolding: Unfolding[State], play: Any) -> Ruling:
    """The one rule of the game."""
    state = unfolding.state
    if state.waited is not None:
        return unfolding.ruling()
    red, blue = state.height(Seat.RED), state.height(Seat.BLUE)
    if red != blue:
        scores: Seat | None = Seat.RED if red > blue else Seat.BLUE
    elif isinstance(play, Climb):
        scores = Seat.RED if play.d6 >= 4 else Seat.BLUE
    elif state.sheet.form.house.level == "die":
        return unfolding.ruling()
    else:
        scores = None
    unfolding.then(Point(scores, red, blue))
    if not any(unfolding.state.hands.values()) or unfolding.state.round > 3:
        unfolding.then(MatchEnd(_winner(unfolding.state)))
    return unfolding.ruling()


def _winner(state: State) -> Winner:
    best = max(state.score.values())
    ahead = [SeatName(seat.value) for seat in Seat if state.score[seat] == best]
    return ahead[0] if len(ahead) == 1 else tuple(ahead)


def evolve(state: State, event: Any) -> State:
    match event:
        case Lay(seat=seat, card=card):
            hand = tuple(ref for ref in state.hands[seat] if ref != card)
            return replace(state, laid={**state.laid, seat: card}, hands={**state.hands, seat: hand})
        case Skip(seat=seat):
            return replace(state, laid={**state.laid, seat: None})
        case Point(seat=seat):
            score = state.score if seat is None else {**state.score, seat: state.score[seat] + 1}
            return replace(state, score=score, laid={}, round=state.round + 1)
        case MatchEnd(winner=winner):
            return replace(state, winner=winner, is_over=True)
        case Conceded(seat=seat):
            return replace(state, winner=SeatName(Seat(seat).other.value), is_over=True)
        case Overridden(changes=changes):
            score = {seat: changes.get(f"score.{seat}", state.score[seat]) for seat in Seat}
            return replace(state, score=score)
        case _:
            return state


def _lay_label(state: State, play: Lay) -> Text:
    name, side = state.sheet.cards[play.card].name, state.named(play.seat)
    return Text("{words}", words=Wording(f"{side} lays {name.en}", f"{side} pose {name.fr}"))


ROWS: tuple[PlayRule[State], ...] = (
    PlayRule(
        Lay,
        both("Lay a peak", "Poser un sommet"),
        Stage.LAY,
        lambda state: (state.waited,),
        _judge_lay,
        lambda state, seat: (Lay(Seat(seat), ref) for ref in state.hands[Seat(seat)]),
        _lay_label,
        lambda play: (play.card,),
        is_certain=False,
    ),
    PlayRule(
        Skip,
        both("Skip", "Passer"),
        Stage.LAY,
        lambda state: (state.waited,),
        _judge_turn,
        lambda _state, seat: iter((Skip(Seat(seat)),)),
        lambda state, play: both("{seat} lays nothing", "{seat} ne pose rien", seat=state.named(play.seat)),
    ),
    PlayRule(
        Climb,
        both("Climb", "Grimper"),
        Stage.CLIMB,
        lambda _state: (None,),
        lambda state, play: _settled(Unfolding(state, evolve).then(play), play),
        every(Climb, range(1, 7)),
        lambda _state, play: both("the die shows {d6}", "le dé montre {d6}", d6=play.d6),
    ),
)
ROWS_BY_STAGE = by_stage(ROWS)
ROW_OF: Mapping[type[Any], PlayRule[State]] = {row.form: row for row in ROWS}


def event_label(state: State, event: Any) -> Text:
    match event:
        case Point(seat=None):
            return both("level: nobody scores", "égalité : personne ne marque")
        case Point(seat=Seat() as seat):
            return both("{seat} scores", "{seat} marque", seat=state.named(seat))
        case MatchEnd():
            return both("the match is over", "la partie est finie")
        case _:
            return both("{kind}", "{kind}", kind=event.kind)


def opening(setup: Json, cards: Sequence[Json]) -> SetUp:
    form = read(Form, dict(setup))
    known, _ = read_cards(cards, read_card)
    if form.teams.keys() != set(Seat):
        raise Malformed("teams", both("expected red and blue", "il faut rouge et bleu"))
    for seat, team in form.teams.items():
        for ref in team.peaks:
            find_card(known, ref, Peak, f"teams.{seat}.peaks")
    hands = {seat: team.peaks for seat, team in form.teams.items()}
    return SetUp(State(Sheet(form, known), dict.fromkeys(Seat, 0), hands), ())


def override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    try:
        read_changes(OVERRIDE_PATHS, {"SEAT": tuple(Seat)}, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    return Unfolding(state, evolve).then(Overridden(changes, reason)).ruling()


def seen(state: State) -> Json:
    return {"turn": state.round, "score": {seat.value: n for seat, n in state.score.items()},
            "laid": {seat.value: ref for seat, ref in state.laid.items()}}  # fmt: skip


OVERRIDE_PATHS = (OverridePath("score.SEAT", both("score", "score"), Annotated[int, Range(0, 99)]),)
SUMMIT = Rules(
    game="summit",
    version="summit-1",
    description=GameDescription(
        "Summit",
        both("the higher peak wins", "le plus haut sommet gagne"),
        both("show the higher peak", "montrez le plus haut sommet"),
        (1, 2),
        {PLAIN_MODE: ModeDescription(both("three rounds", "trois manches"), both("a toy", "un jouet"))},
        (SquadNeed("peaks", both("peaks", "sommets"), "peak", 3, 3),),
    ),
    override_paths=OVERRIDE_PATHS,
    house_rules=(LEVEL,),
    house_form=House,
    play_kinds=PLAYS,
    event_kinds=EVENTS,
    card_kinds={Peak.kind: Peak},
    card_words=Sayings(
        {"peak": both("peak", "sommet")},
        {Peak: {
            "ref": both("the reference", "la référence"),
            "name": both("the name", "le nom"),
            "height": both("the height", "la hauteur"),
        }},
        {},
    ),
    check_card=read_card,
    opening=opening,
    seats=lambda _state: tuple(Seat),
    judge=judge,
    override=override,
    time_up=lambda state, clock: Ruling((ClockRanOut(clock),), state),
    concede=lambda state, seat: Unfolding(state, evolve).then(Conceded(SeatName(seat))).ruling(),
    evolve=evolve,
    is_over=lambda state: state.is_over,
    expects=lambda state: expectations(ROWS_BY_STAGE, state, state.stage),
    options=lambda state, seat, kind: possible_plays(ROWS_BY_STAGE, state, state.stage, seat, kind),
    seen=seen,
    label=told_by_rows(ROW_OF, event_label),
)  # fmt: skip
"""Two sides, three peaks each."""

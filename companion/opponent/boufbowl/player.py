"""A player of Boufbowl: each play is tried with the cards and dice that may come, up to the end of the turn.

The other coach's cards are dealt anew for each try, from those that were not seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from companion.event import Event
from companion.ids import CardRef
from companion.opponent.boufbowl.coaches import ADDED_AT_MOST, Coaches, Deck, cards_of
from companion.opponent.boufbowl.sense import run_length
from companion.opponent.choosing import Knowledge, Ranking, Thinker, tried
from companion.opponent.value import TurnStage, WinningValue
from companion.play import Play
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.checks import contest_of
from companion.rules.boufbowl.events import BallState, Marker
from companion.rules.boufbowl.field import is_blocked
from companion.rules.boufbowl.rules import BOUFBOWL
from companion.rules.boufbowl.state import MOVEMENT, TRIES_TO_WIN, Phase, Stage, State
from companion.rules.engine import Refusal

LONGEST_TRY = 60
"""Plays of a try that does not come to the end of a turn."""
MOST_PLAYS = 24
"""Plays that are compared at most."""
MOST_A_KIND = 12
FEATURES = (
    "lead",
    "needs_one",
    "has_ball",
    "rows_to_go",
    "near_with_turn",
    "is_blocked",
    "race",
    "under_the_ball",
    "standing",
    "knocked_out",
    "injured",
    "hand",
    "pile",
    "to_move",
)
SIMPLE = {
    "lead": 2.0,
    "has_ball": 1.0,
    "rows_to_go": -0.25,
    "near_with_turn": 0.5,
    "is_blocked": -0.2,
    "race": 0.15,
    "under_the_ball": 0.2,
    "standing": 0.15,
    "knocked_out": -0.1,
    "injured": -0.1,
    "hand": 0.05,
}
CHOSEN = frozenset(plays.PLAYS) - {plays.Dice.kind, plays.ShowPower.kind}
"""Dice are thrown, and a power card comes up on the stand: nobody chooses them."""


def measure(state: State, seat: str) -> Sequence[float]:
    """Return the features of a coach: tries, ball, players, cards."""
    coach = Seat(seat)
    team, ball = state.team(coach), state.ball
    figures = [figure for ref, figure in state.figures.items() if state.sheet.seat_of[ref] is coach]
    is_to_come = state.base in (Phase.PLACEMENT, Phase.KICKOFF)
    is_mine = ball.carrier is not None and state.sheet.seat_of[ball.carrier] is coach
    to_move = state.active is coach
    rows, blocked = 0.0, 0.0
    if is_mine and ball.zone is not None:
        rows = float(run_length(state.sheet.board, ball.zone, state.sheet.board.goals[coach]))
        blocked = float(bool(rows) and is_blocked(state, coach, ball.zone))
    race, under = 0.0, 0.0
    if ball.carrier is None and ball.zone is not None:
        there = [figure for figure in figures if figure.standing and figure.is_on]
        away = [run_length(state.sheet.board, figure.zone, ball.zone) for figure in there]
        race, under = -float(min(away, default=6)), float(away.count(0))
        if ball.state is BallState.AIR and ball.thrower is coach:
            under += 0.5
    return (
        float(team.score),
        float(team.score == TRIES_TO_WIN - 1),
        float(is_mine),
        rows,
        float(is_mine and to_move and rows <= 2),
        blocked,
        race,
        under,
        float(sum(figure.standing and (figure.is_on or is_to_come) for figure in figures)),
        float(sum(figure.marker is Marker.KO for figure in figures)),
        float(sum(figure.injured for figure in figures)),
        float(team.hand),
        team.pile / 10,
        float(to_move),
    )


def stage(state: State) -> TurnStage | None:
    """Return what is going on in a turn, the points that are left to move, and whether the coach on move has the ball."""
    if state.is_over or state.stage is Stage.DRAW:
        return None
    points = f" {min(state.movement, MOVEMENT)}" if state.stage is Stage.PLAY else ""
    carrier = state.ball.carrier
    has_ball = carrier is not None and state.sheet.seat_of[carrier] is state.active
    return TurnStage(f"{state.stage.value}{points}{' ball' if has_ball else ''}", state.active.value)


def winners(state: State) -> tuple[str, ...] | None:
    """Return who has won; None while the match goes on."""
    if not state.is_over:
        return None
    if state.conceded is not None:
        return (state.conceded.other.value,)
    most = max(state.red.score, state.blue.score)
    return tuple(seat.value for seat in SEATS if state.team(seat).score == most)


# --- worlds


def dealt(state: State, seat: Seat, held: Sequence[CardRef], luck: Random) -> dict[Seat, Deck]:
    """Deal the cards that a coach has not seen: the other hand, and the order of both piles."""
    decks = {}
    for side in SEATS:
        unseen = _unseen(state, side)
        deck = Deck(_without(unseen, held) if side is seat else unseen, luck)
        deck.hand = list(held) if side is seat else []
        deck.draw_to(state.team(side).hand)
        decks[side] = deck
    return decks


def _unseen(state: State, seat: Seat) -> list[CardRef]:
    """Return the cards of a coach that were not seen, in hand or in the pile."""
    return _without(cards_of(state.sheet, seat), state.team(seat).discards)


def _without(cards: Iterable[CardRef], gone: Iterable[CardRef]) -> list[CardRef]:
    """Return cards without those that are gone, each copy once."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def _lay_ready(state: State, coaches: Coaches, luck: Random) -> None:
    """Choose the cards that were promised to the opposition under way and are not shown yet."""
    if state.stage not in (Stage.COMMIT, Stage.BONUS):
        return
    contest = contest_of(state)
    for side in (contest.attack, contest.defence):
        if side.committed and side.cards is None:
            seat = state.sheet.seat_of[side.player]
            deck, fitting = coaches.decks[seat], coaches.fitting(state, seat)
            deck.added = luck.sample(fitting, min(side.committed, len(fitting)))


class CoachCards:
    """The cards of one coach, shuffled."""

    def __init__(self, state: State, seat: str, chance: Random) -> None:
        self._deck = Deck(cards_of(state.sheet, Seat(seat)), chance)
        self._coaches = Coaches(BOUFBOWL, {Seat(seat): self._deck}, chance)

    def held(self) -> tuple[CardRef, ...]:
        return tuple(self._deck.hand)

    def follow(self, _before: State, events: Sequence[Event], after: State) -> None:
        self._coaches.follow(events, after)

    def own_play(self, _state: State) -> Play | None:
        return None


def unused(state: State, seat: str) -> tuple[CardRef, ...]:
    """Return the cards whose effects the players carry out themselves."""
    effects = state.sheet.team(Seat(seat)).effects
    return tuple(ref for ref, effect in effects.items() if not effect.modifiers and not effect.deeds)


# --- thinking


def think(knowledge: Knowledge, value: WinningValue, chance: Random) -> Iterator[Ranking]:
    """Yield rankings of the plays that a coach may choose."""
    state, seat = knowledge.state, Seat(knowledge.seat)
    held = knowledge.held

    def trial(play: Play, luck: Random) -> float:
        return value.chance(play_on(knowledge, play, 1, luck), seat)

    yield from tried(_offered(state, seat, held, chance), trial, chance)


def play_on(knowledge: Knowledge, play: Play, turns: int, luck: Random) -> State:
    """Return the state at the end of the turn that a play is made in, or of a later one."""
    state: State = knowledge.state
    coaches = Coaches(BOUFBOWL, dealt(state, Seat(knowledge.seat), knowledge.held, luck), luck, sense=1.0)
    _lay_ready(state, coaches, luck)
    coaches.be_told(state, play)
    last = state.turn + turns - 1
    following: Play | None = play
    for _ in range(LONGEST_TRY * turns):
        if following is None:
            break
        ruling = BOUFBOWL.judge(state, following)
        if isinstance(ruling, Refusal):
            break
        state = ruling.after
        coaches.follow(ruling.events, state)
        if state.is_over or (state.turn > last and not state.stack):
            break
        following = coaches.next_play(state)
    return state


def _offered(state: State, seat: Seat, held: Sequence[CardRef], chance: Random) -> list[Play]:
    """Return the plays that are compared: of each kind a few, with cards that are held."""
    found: list[Play] = []
    for waited in BOUFBOWL.expects(state):
        if waited.seat != seat:
            continue
        for kind in waited.plays:
            if kind in CHOSEN:
                some = _of_kind(state, seat, kind, held)
                found += some if len(some) <= MOST_A_KIND else chance.sample(some, MOST_A_KIND)
    return found if len(found) <= MOST_PLAYS else chance.sample(found, MOST_PLAYS)


def _of_kind(state: State, seat: Seat, kind: str, held: Sequence[CardRef]) -> list[Play]:
    if kind == plays.Commit.kind:
        fitting = _fitting(state, held)
        return [plays.Commit(seat, n) for n in range(min(ADDED_AT_MOST, len(fitting)) + 1)]
    if kind == plays.Bonus.kind:
        side = _side_of(state, seat)
        return [
            plays.Bonus(seat, cards)
            for cards in dict.fromkeys(combinations(_fitting(state, held), side.committed or 0))
        ]
    offered: list[Any] = BOUFBOWL.options(state, seat.value, kind)
    match kind:
        case plays.CardPlay.kind:
            told = unused(state, seat)
            return [play for play in offered if play.ref in held and play.ref not in told]
        case plays.Order.kind:
            return [replaced for play in offered for replaced in _orders(play, held)]
        case _:
            return offered


def _orders(play: plays.Order, held: Sequence[CardRef]) -> list[Play]:
    """Return the order with a card that is held; the first will do."""
    if play.card is None:
        return [play]
    return [play] if play.card in held else []


def _side_of(state: State, seat: Seat) -> Any:
    contest = contest_of(state)
    sides = (contest.attack, contest.defence)
    return next(side for side in sides if state.sheet.seat_of[side.player] is seat)


def _fitting(state: State, held: Sequence[CardRef]) -> list[CardRef]:
    on = contest_of(state).on
    return [ref for ref in held if on in state.sheet.action(ref).bonus.on]


BOUFBOWL_THINKER = Thinker(
    rules=BOUFBOWL,
    features=FEATURES,
    simple=SIMPLE,
    measure=measure,
    stage=stage,
    winners=winners,
    chosen_kinds=CHOSEN,
    think=think,
    play_on=play_on,
    hand_size=lambda state, seat: int(state.team(Seat(seat)).hand),
    cards=CoachCards,
    unused=unused,
    chance_kinds=frozenset((plays.Dice.kind, plays.ShowPower.kind)),
    looks=16,
    turns_replayed=6,
    may_hold=lambda state, seat: tuple(_unseen(state, Seat(seat))),
    from_hand=frozenset((plays.Bonus.kind, plays.CardPlay.kind)),
)

"""Judges a play and applies all that follows from it, up to the next question with more than one answer."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.codec import shown
from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden, Winner
from companion.ids import CardRef, SeatName
from companion.rules.boufbowl import acting, buying, moving, offering, opening, opposing, plays
from companion.rules.boufbowl.acting import may_act
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.buying import buyer_seat, is_passed_over, purchases, trainings
from companion.rules.boufbowl.cards import Doing, Slot
from companion.rules.boufbowl.checks import (
    catchers,
    catching,
    committing,
    contest_of,
    defender,
    draw_count,
    free_slots,
    illegal,
    interceptors,
    may_clean,
    may_decline,
    most_to_commit,
    placing,
    rolling,
    showing,
    side_name,
    stepping_back,
    takes_lightning,
    waits_for_lightning,
)
from companion.rules.boufbowl.contest import choosing
from companion.rules.boufbowl.events import ACCEPTED, FORMS, OPPOSITION_PAGES, MatchEnd, TurnEnd
from companion.rules.boufbowl.field import (
    may_be_paid,
    may_be_taken_off,
    may_pay,
    may_pick_up,
    may_stand,
    moves_of,
    receivers,
    tackles,
    ways_on,
)
from companion.rules.boufbowl.frames import Ending, Intercepted, Landing, PassUnderWay, TryUnderWay, moment_of
from companion.rules.boufbowl.offering import may_play_card, may_use_power
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.override import check_override
from companion.rules.boufbowl.play_rules import CoachPlay, Unfolding
from companion.rules.boufbowl.plays import (
    PLAYS,
    Back,
    Bonus,
    BringOn,
    CardPlay,
    Catch,
    Commit,
    Done,
    Draw,
    Intercept,
    Move,
    NoIntercept,
    PickUp,
    Place,
    Play,
    Resolve,
    Stand,
    TakeOff,
)
from companion.rules.boufbowl.sheet import Length, Sheet
from companion.rules.boufbowl.state import Phase, Stage, State
from companion.rules.engine import ErrorCode, Expectation, Refusal, Ruling
from companion.rules.play_rules import (
    accepted,
    names_of_plays,
    not_possible_now,
    other_seats_play,
    play_named,
    unknown_card_among,
    waited_plays,
    with_accepted_forms,
)
from companion.rules.readings import CONCEDED_CITE, cited
from companion.words import Text

# --- expects
# Says which coach the table waits for, and for which kinds of play.


def expects(state: State) -> tuple[Expectation, ...]:
    """Return the seats that must play now, and which plays they may make; nothing when the match is over.

    If a place of the stand is bare, the card to turn up there is always among the plays.
    """
    waited = _asked(state)
    if takes_lightning(state):
        waited = tuple(_with_card(state, one) for one in waited)
    if not state.taken or not waited:
        return waited
    first, *others = waited
    return (Expectation(first.seat, (*first.plays, "show")), *others)


def _with_card(state: State, waited: Expectation) -> Expectation:
    """Return the same expectation with a card with the lightning added, where the seat may have one."""
    may_answer = waited.seat is not None and may_play_card(state, Seat(waited.seat))
    return Expectation(waited.seat, (*waited.plays, "card")) if may_answer else waited


def _asked(state: State) -> tuple[Expectation, ...]:
    """Yield which seat is asked for what."""
    match state.stage:
        case Stage.PLAY:
            return (Expectation(state.active, _play(state)),)
        case Stage.COMMIT | Stage.BONUS | Stage.DICE | Stage.DAMAGE as stage:
            return _opposition(state, stage)
        case Stage.RESOLVE:
            is_try = not takes_lightning(state)
            cards = ("card",) if is_try and may_play_card(state, state.active) else ()
            return (Expectation(state.active, ("resolve", *cards)),)
        case Stage.INTERCEPT:
            plays = ("intercept", "no_intercept") if may_decline(state) else ("intercept",)
            return (Expectation(defender(state), plays),)
        case Stage.CATCH:
            return (Expectation(catching(state), ("catch",)),)
        case Stage.PLACEMENT:
            return (Expectation(placing(state), ("place",)),)
        case Stage.KICKOFF:
            return (Expectation(state.active, ("kickoff",)),)
        case Stage.DRAW:
            clean = ("clean_orders",) if may_clean(state) else ()
            return (Expectation(state.active, ("draw", *clean)),)
        case Stage.BACK:
            return (Expectation(state.active, ("back",)),)
        case Stage.PURCHASES:
            buy = ("buy",) if any(purchases(state, state.active)) else ()
            return (Expectation(state.active, (*buy, "end_turn")),)
        case Stage.TRAINING:
            return (_training(state),)
        case Stage.OVER:
            return ()


def _opposition(state: State, stage: Stage) -> tuple[Expectation, ...]:
    contest = contest_of(state)
    match stage:
        case Stage.COMMIT:
            return (Expectation(committing(state, contest), ("commit",)),)
        case Stage.BONUS:
            return tuple(Expectation(seat, ("bonus",)) for seat in showing(state, contest))
        case Stage.DICE:
            return tuple(Expectation(seat, ("dice",)) for seat in rolling(state, contest))
        case _:
            assert contest.outcome is not None
            seats = choosing(state, contest, contest.outcome)
            return tuple(Expectation(seat, ("choose_damage",)) for seat in seats)


def _training(state: State) -> Expectation:
    seat = buyer_seat(state)
    train = ("buy_training",) if any(trainings(state, seat)) else ()
    buy = ("buy",) if any(purchases(state, seat)) else ()
    return Expectation(seat, (*train, *buy, "done"))


def _play(state: State) -> tuple[str, ...]:
    plays = [*_moving(state), *_acting(state)]
    if state.may_land:
        plays.append("land")
    if may_play_card(state, state.active):
        plays.append("card")
    if state.sheet.is_expert and state.team(state.active).hand and free_slots(state):
        plays.append("order")
    if may_use_power(state):
        plays.append("use_power")
    if state.sheet.is_expert and any(purchases(state, state.active)):
        plays.append("buy")
    plays.append("end_turn")
    return tuple(plays)


def _moving(state: State) -> list[str]:
    """Return the kinds of play that movement points may pay for."""
    players = _players(state)
    return [
        kind
        for kind, on, posture, may in _PAID
        if (those := players[posture]) and may_be_paid(state, on) and _may_one(state, on, those, may)
    ]


def _may_one(state: State, on: Doing, players: list[CardRef], may: Callable[[State, CardRef], bool]) -> bool:
    """Return whether something is possible, and can be paid for, for one of these players."""
    return any(may(state, ref) and may_pay(state, ref, on) for ref in players)


def _players(state: State) -> tuple[list[CardRef], list[CardRef], list[CardRef]]:
    """Return the active coach's players who stand on the field, who lie, and who stand on their cards."""
    up, down, off = [], [], []
    for ref in state.sheet.team(state.active).players:
        figure = state.figures[ref]
        if not figure.standing:
            down.append(ref)
        elif figure.is_on:
            up.append(ref)
        else:
            off.append(ref)
    return up, down, off


def _may_move(state: State, ref: CardRef) -> bool:
    return bool(moves_of(state, ref))


def _may_come_on(state: State, ref: CardRef) -> bool:
    return bool(ways_on(state, ref))


_UP, _DOWN, _OFF = range(3)
_PAID: tuple[tuple[str, Doing, int, Callable[[State, CardRef], bool]], ...] = (
    (Move.kind, Doing.MOVE, _UP, _may_move),
    (Stand.kind, Doing.STAND, _DOWN, may_stand),
    (PickUp.kind, Doing.PICK_UP, _UP, may_pick_up),
    (TakeOff.kind, Doing.TAKE_OFF, _DOWN, may_be_taken_off),
    (BringOn.kind, Doing.BRING_ON, _OFF, _may_come_on),
)
"""What is paid with movement points, for which of the players that `_players` returns, and who of these may do it."""


def _acting(state: State) -> list[str]:
    """Return the kinds of action that are left."""
    plays = []
    carrier = state.ball.carrier
    if carrier is not None and state.sheet.seat_of[carrier] is state.active and may_act(state, Slot.PASS):
        plays = ["pass", "chandelle"] if receivers(state, carrier) else ["chandelle"]
    if may_act(state, Slot.TACKLE) and tackles(state, state.active):
        plays.append("tackle")
    return plays


# --- forced
# Answers questions that have only one answer: the engine makes that play without asking anybody.


def forced(state: State) -> Play | None:
    """Return the only answer to the question that is open now; None if there are several."""
    match state.stage:
        case Stage.PLAY:
            return None
        case Stage.DRAW if not draw_count(state) and not may_clean(state):
            return Draw(state.active, 0)
        case Stage.RESOLVE if not _may_be_answered(state):
            return Resolve()
        case Stage.INTERCEPT:
            return _interception(state)
        case Stage.CATCH if len(named := catchers(state)) == 1:
            return Catch(named[0])
        case Stage.COMMIT if not _may_commit(state, seat := committing(state, contest_of(state))):
            return Commit(seat, 0)
        case Stage.BONUS:
            return _bonus(state)
        case Stage.BACK:
            step = stepping_back(state)
            return Back(step[0], step[1][0]) if step is not None and len(step[1]) == 1 else None
        case Stage.TRAINING if is_passed_over(state, seat := buyer_seat(state)):
            return Done(seat)
        case _:
            return None


def _may_commit(state: State, seat: Seat) -> bool:
    """Return whether a coach has cards, and one that may have a bonus for this if the set-up lists his deck."""
    if state.sheet.team(seat).copies is None:
        return state.team(seat).hand > 0
    return most_to_commit(state, seat, contest_of(state).on) > 0


def _may_be_answered(state: State) -> bool:
    """Return whether a card may still be played before an action is settled: on a pass or a landing by the other
    coach, on a try by either.
    """
    if isinstance(state.top, PassUnderWay | Landing):
        is_asked = isinstance(state.top, Landing) and state.top.is_resolved
        return waits_for_lightning(state) and not is_asked
    return any(state.team(seat).hand for seat in SEATS)


def _interception(state: State) -> Play | None:
    named = interceptors(state)
    if may_decline(state) or not named:
        return None if named else NoIntercept()
    return Intercept(named[0]) if len(named) == 1 else None


def _bonus(state: State) -> Play | None:
    contest = contest_of(state)
    for seat in showing(state, contest):
        if side_of(state, contest, seat).committed == 0:
            return Bonus(seat, ())
    return None


# --- ending
# Finds the end of a match and its winner (p. 12).


def winner(state: State) -> Winner:
    """Return the winners: one seat, both seats of a level long match, or none yet."""
    if not state.is_over:
        return None
    if state.conceded is not None:
        return state.conceded.other.value
    if state.red.score == state.blue.score:
        return (Seat.RED.value, Seat.BLUE.value)
    return (Seat.RED if state.red.score > state.blue.score else Seat.BLUE).value


def end_of_match(before: State, after: State) -> MatchEnd | None:
    """Return the event that ends the match, if the match has just ended or its winner has just changed."""
    best = winner(after)
    if best is None or best == winner(before):
        return None
    if after.conceded is not None:
        return MatchEnd(best, after.score, CONCEDED_CITE)
    if after.sheet.length is Length.LONG:
        return MatchEnd(best, after.score, cited("Boufbowl p. 12", "long_match_end"))
    return MatchEnd(best, after.score)


# --- judge

ROWS = (*opening.ROWS, *moving.ROWS, *acting.ROWS, *opposing.ROWS, *offering.ROWS, *buying.ROWS)
ROW_OF: Mapping[type[Any], CoachPlay] = with_accepted_forms({row.form: row for row in ROWS}, FORMS)
PLAY_NAMES = names_of_plays(ROWS)
_SEATS: Mapping[str, Seat] = {seat.value: seat for seat in SEATS}


def judge(state: State, play: Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    row = ROW_OF[type(play)]
    refusal = _unknown_name(state.sheet, row, play)
    if refusal is None and not (_has_its_place(state, play) and _is_waited_for(state, play)):
        refusal = _out_of_place(state, play)
    if refusal is None:
        refusal = row.check(state, play)
    if refusal is not None:
        return refusal
    if row.complete is not None:
        whole = row.complete(state, play)
        if isinstance(whole, Refusal):
            return whole
        play = whole
    unfolding = Unfolding(state)
    _unfold(unfolding, play)
    return _closed(unfolding)


def _unknown_name(sheet: Sheet, row: CoachPlay, play: Play) -> Refusal | None:
    """Return the first name in a play that is no card of the match's catalogue, or no zone of its board."""
    if refusal := unknown_card_among(row.cards(play), sheet.cards):
        return refusal
    for zone in row.zones(play):
        if zone is not None and zone not in sheet.board.zones:
            known = ", ".join(sheet.board.zones)
            return Refusal(
                ErrorCode.BAD_PLAY,
                Text("there is no zone {zone}; possible: {known}", zone=shown(zone), known=known),
            )
    return None


def options(state: State, seat: str | None, kind: str) -> list[Play]:
    """Return the complete plays of one kind that would be accepted from a seat that the table waits for.

    Where a field takes several cards, there is one play for each single card; where it takes an exact number, one for each
    card together with the cards after it. Dice are offered once whatever their order, placements by rotation around the
    half, and payments from players with fervour, each of them first in turn.
    """
    assert seat is not None
    return list(ROW_OF[PLAYS[kind]].options(state, _SEATS[seat]))


def _unfold(unfolding: Unfolding, play: Play) -> None:
    before, follow = unfolding.state, ROW_OF[type(play)].follow
    if type(play) in ACCEPTED:
        section = f"Boufbowl {_page(before, play)}"
        play = accepted(ACCEPTED, play, None if section == play.cite else section)
    unfolding.then(play)
    follow(unfolding, play, before)


def _closed(unfolding: Unfolding) -> Ruling:
    """Continue to the next question that has more than one answer, or to the end of the match."""
    while True:
        state = unfolding.state
        if (play := forced(state)) is not None:
            _unfold(unfolding, play)
        elif isinstance(state.top, Ending) and state.stage is Stage.BACK and stepping_back(state) is None:
            unfolding.then(TurnEnd(state.top.reason, state.active.other))
        else:
            break
    result = end_of_match(unfolding.before, unfolding.state)
    if result is not None:
        unfolding.then(result)
    return unfolding.ruling()


def _has_its_place(state: State, play: Play) -> bool:
    """Return whether a kind of play is possible at this moment; a card may also answer the action under way."""
    if state.stage in ROW_OF[type(play)].stages:
        return True
    return isinstance(play, CardPlay) and takes_lightning(state)


def _is_waited_for(state: State, play: Play) -> bool:
    """Return whether a play that names its seat comes from the seat that is asked; other plays follow from whom they
    name.
    """
    match play:
        case Place():
            return play.seat is placing(state)
        case Draw():
            return play.seat is state.active
        case _:
            return True


def _out_of_place(state: State, play: Play) -> Refusal:
    page = _page(state, play)
    if state.is_over:
        return illegal("p. 12", "the match is over")
    expected = expects(state)
    waited = waited_plays(expected, lambda seat: side_name(state.sheet, Seat(seat)), PLAY_NAMES)
    if any(play.kind in x.plays for x in expected):
        seat = side_name(state.sheet, getattr(play, "seat", state.active))
        return other_seats_play(f"Boufbowl {page}", seat, waited)
    return not_possible_now(f"Boufbowl {page}", play_named(PLAY_NAMES, play.kind), waited)


def _page(state: State, play: Play) -> str:
    """Return the page that rules a play now: some kinds of play are ruled on several."""
    match play:
        case CardPlay() if state.phase is Phase.OPPOSITION:
            return cited("p. 12", "lightning")
        case plays.Intercept() | plays.NoIntercept() if isinstance(state.top, Intercepted):
            return OPPOSITION_PAGES[moment_of(state.top)]
        case plays.Resolve() if isinstance(state.top, Intercepted) and not isinstance(state.top, TryUnderWay):
            return cited("p. 12", "lightning")
        case Place() | plays.Kickoff() if any(state.team(seat).score for seat in SEATS):
            return "p. 10"
        case plays.Tackle() if play.target in state.figures and not state.figures[play.target].standing:
            return "p. 11"
        case plays.EndTurn() if state.stage is Stage.PURCHASES:
            return "p. 13"
        case _:
            return play.cite.removeprefix("Boufbowl ")


def judge_override(state: State, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
    """Say what follows from a referee's override."""
    try:
        check_override(state, changes)
    except Malformed as problem:
        return Refusal(ErrorCode.BAD_PLAY, problem.message)
    return _closed(Unfolding(state).then(Overridden(dict(changes), reason)))


def judge_time_up(state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook knows none."""
    return Ruling((ClockRanOut(clock),), state)


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return _closed(Unfolding(state).then(Conceded(SeatName(seat.value))))

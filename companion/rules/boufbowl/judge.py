"""Judges a play: first whether such a play is possible now, then by the rules for its kind. An accepted play is
followed by all that results from it, up to the next question with more than one answer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed
from companion.event import ClockRanOut, Conceded, Overridden
from companion.ids import SeatName
from companion.rules.accepted import accepted
from companion.rules.boufbowl import acting, buying, moving, opening, opposing, playing, plays
from companion.rules.boufbowl.asking import placing, stepping_back, takes_lightning
from companion.rules.boufbowl.board import SEATS, Seat
from companion.rules.boufbowl.checks import illegal, side_name
from companion.rules.boufbowl.ending import end_of_match
from companion.rules.boufbowl.events import ACCEPTED, OPPOSITION_PAGES, TurnEnd
from companion.rules.boufbowl.expects import expects
from companion.rules.boufbowl.forced import forced
from companion.rules.boufbowl.frames import Ending, Intercepted, TryUnderWay, moment_of
from companion.rules.boufbowl.naming import unknown_name
from companion.rules.boufbowl.override import check_override
from companion.rules.boufbowl.play_names import PLAY_NAMES
from companion.rules.boufbowl.plays import CardPlay, Draw, Place, Play
from companion.rules.boufbowl.state import Phase, Stage, State
from companion.rules.boufbowl.unfolding import Unfolding
from companion.rules.engine import ErrorCode, Refusal, Ruling
from companion.rules.out_of_turn import not_possible_now, other_seats_play, play_named, waited_plays
from companion.rules.readings import cited


def _allowed(_state: State, _play: Any) -> Refusal | None:
    return None


def _nothing(_u: Unfolding, _play: Any, _before: State) -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Rule:
    """The rule for a kind of play: when it is possible, how it is checked, what follows from it, and how the rules
    fill in a choice for which only one answer is possible.
    """

    stages: frozenset[Stage]
    check: Callable[[State, Any], Refusal | None] = _allowed
    follow: Callable[[Unfolding, Any, State], None] = _nothing
    complete: Callable[[State, Any], Play | Refusal] | None = None


def _at(*stages: Stage) -> frozenset[Stage]:
    return frozenset(stages)


_IN_PLAY = _at(Stage.PLAY)
_RULES: Mapping[type[Play], _Rule] = {
    plays.Place: _Rule(_at(Stage.PLACEMENT), opening.check_place),
    plays.Kickoff: _Rule(_at(Stage.KICKOFF), opening.check_kickoff, opening.follow_kickoff),
    plays.Draw: _Rule(_at(Stage.DRAW), opening.check_draw, opening.follow_draw),
    plays.Move: _Rule(_IN_PLAY, moving.check_move, moving.follow_move),
    plays.Stand: _Rule(_IN_PLAY, moving.check_stand, moving.follow_stand),
    plays.PickUp: _Rule(_IN_PLAY, moving.check_pick_up, moving.follow_pick_up),
    plays.TakeOff: _Rule(_IN_PLAY, moving.check_take_off, moving.follow_take_off),
    plays.BringOn: _Rule(_IN_PLAY, moving.check_bring_on, moving.follow_bring_on),
    plays.Pass: _Rule(_IN_PLAY, acting.check_pass, acting.follow_pass),
    plays.Chandelle: _Rule(_IN_PLAY, acting.check_chandelle, acting.follow_chandelle),
    plays.Tackle: _Rule(_IN_PLAY, acting.check_tackle),
    plays.CardPlay: _Rule(
        _at(Stage.PLAY, Stage.RESOLVE), follow=playing.follow_card, complete=playing.completed
    ),
    plays.Land: _Rule(_IN_PLAY, acting.check_land, acting.follow_land),
    plays.Catch: _Rule(_at(Stage.CATCH), acting.check_catch, acting.follow_catch),
    plays.Intercept: _Rule(_at(Stage.INTERCEPT), acting.check_intercept),
    plays.NoIntercept: _Rule(_at(Stage.INTERCEPT), acting.check_no_intercept, acting.follow_no_intercept),
    plays.Resolve: _Rule(_at(Stage.RESOLVE), follow=acting.follow_resolve),
    plays.Commit: _Rule(_at(Stage.COMMIT), opposing.check_commit),
    plays.Bonus: _Rule(_at(Stage.BONUS), opposing.check_bonus, opposing.follow_bonus),
    plays.Dice: _Rule(_at(Stage.DICE), opposing.check_dice, opposing.follow_dice),
    plays.ChooseDamage: _Rule(_at(Stage.DAMAGE), opposing.check_choose_damage, opposing.follow_choose_damage),
    plays.EndTurn: _Rule(_at(Stage.PLAY, Stage.PURCHASES), follow=opening.follow_end_turn),
    plays.Back: _Rule(_at(Stage.BACK), opening.check_back, opening.follow_back),
    plays.CleanOrders: _Rule(_at(Stage.DRAW), buying.check_clean_orders, buying.follow_clean_orders),
    plays.Order: _Rule(_IN_PLAY, buying.check_order, buying.follow_order),
    plays.UsePower: _Rule(
        _IN_PLAY, buying.check_use_power, playing.follow_use_power, playing.completed_power
    ),
    plays.Buy: _Rule(_at(Stage.PLAY, Stage.PURCHASES, Stage.TRAINING), buying.check_buy, buying.follow_buy),
    plays.ShowPower: _Rule(frozenset(Stage) - {Stage.OVER}, buying.check_show),
    plays.BuyTraining: _Rule(_at(Stage.TRAINING), buying.check_buy_training, buying.follow_buy_training),
    plays.Done: _Rule(_at(Stage.TRAINING), buying.check_done, buying.follow_done),
}


def judge(state: State, play: Play) -> Ruling | Refusal:
    """Say what follows from a play."""
    rule = _RULES[type(play)]
    refusal = unknown_name(state.sheet, play)
    if refusal is None and not (_has_its_place(state, play) and _is_waited_for(state, play)):
        refusal = _out_of_place(state, play)
    if refusal is None:
        refusal = rule.check(state, play)
    if refusal is not None:
        return refusal
    if rule.complete is not None:
        whole = rule.complete(state, play)
        if isinstance(whole, Refusal):
            return whole
        play = whole
    unfolding = Unfolding(state)
    _unfold(unfolding, play)
    return _closed(unfolding)


def _unfold(unfolding: Unfolding, play: Play) -> None:
    before, follow = unfolding.state, _RULES[type(play)].follow
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
    if state.stage in _RULES[type(play)].stages:
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


def judge_time_up(_state: State, clock: str) -> Ruling | Refusal:
    """Judge a clock that runs out: it is only noted, because the rulebook knows none."""
    return Ruling((ClockRanOut(clock),))


def judge_concede(state: State, seat: Seat) -> Ruling | Refusal:
    """Judge a concession: the other side wins."""
    return _closed(Unfolding(state).then(Conceded(SeatName(seat.value))))

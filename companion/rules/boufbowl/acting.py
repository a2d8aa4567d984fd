"""Checks and carries out basic actions (p. 8 to 11): pass, chandelle, tackle, landing, interception, try."""

from collections.abc import Iterator

from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Slot
from companion.rules.boufbowl.checks import (
    card_name,
    catchers,
    illegal,
    interceptors,
    may_decline,
    names,
    no_player_of,
    not_standing,
    not_the_carrier,
    side_name,
)
from companion.rules.boufbowl.events import BallState, TryScored
from companion.rules.boufbowl.field import receivers, tackles
from companion.rules.boufbowl.frames import Landing, PassUnderWay, PickUpUnderWay
from companion.rules.boufbowl.play_rules import (
    IN_PLAY,
    CoachPlay,
    Unfolding,
    by_player,
    by_player_at,
    by_two_players,
    player_of,
    said,
)
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import Refusal
from companion.rules.play_rules import during, every, made_once
from companion.rules.readings import cited
from companion.words import Text


def may_act(state: State, kind: Slot) -> bool:
    """Return whether the turn has an action of this kind left: an extra one, or the basic one."""
    extra = state.extra.passes if kind is Slot.PASS else state.extra.tackles
    return extra > 0 or not state.action_used


def _no_action(state: State, kind: Slot) -> Refusal | None:
    if may_act(state, kind):
        return None
    return illegal("p. 8", "the basic action of this turn is used")


def check_pass(state: State, play: plays.Pass) -> Refusal | None:
    """Check a pass: from the carrier to a teammate who stands on the field, but in no endzone."""
    if refusal := not_the_carrier(state, play.player, "p. 8") or _no_action(state, Slot.PASS):
        return refusal
    if refusal := not_standing(state, play.to, state.active):
        return refusal
    if play.to == play.player:
        return illegal("p. 8", "a pass goes to another player")
    if play.to not in receivers(state, play.player):
        return illegal("p. 8", "no pass goes into an endzone")
    return None


def follow_pass(u: Unfolding, play: plays.Pass, _before: State) -> None:
    """Complete a pass without dice if no opponent is on its way."""
    if not u.state.stack:
        u.hold(play.to, "p. 8")


def check_chandelle(state: State, play: plays.Chandelle) -> Refusal | None:
    """Check a chandelle: the carrier sends the ball up over any zone; house rule `chandelle_to` may forbid endzones."""
    if refusal := not_the_carrier(state, play.player, "p. 9") or _no_action(state, Slot.PASS):
        return refusal
    if state.sheet.board.is_endzone(play.zone) and state.sheet.house.chandelle_to == "not_endzones":
        return illegal(cited("p. 9", "chandelle_to"), "no up-and-under goes into an endzone")
    return None


def follow_chandelle(u: Unfolding, play: plays.Chandelle, _before: State) -> None:
    is_endzone = u.state.sheet.board.is_endzone(play.zone)
    u.send_up(play.zone, cited("p. 9", "chandelle_to") if is_endzone else "p. 9")


def check_tackle(state: State, play: plays.Tackle) -> Refusal | None:
    """Check a tackle: by a standing player, against an opponent in his zone."""
    if refusal := not_standing(state, play.player, state.active) or _no_action(state, Slot.TACKLE):
        return refusal
    if refusal := no_player_of(state, play.target, state.active.other):
        return refusal
    if (play.player, play.target) not in tackles(state, state.active):
        return illegal(
            "p. 10",
            "{card} is not in the zone of {player}",
            card=card_name(state.sheet, play.target),
            player=card_name(state.sheet, play.player),
        )
    return None


def check_land(state: State, _play: plays.Land) -> Refusal | None:
    """Check a landing: the ball comes down in the next turn of the coach who sent it up."""
    if state.may_land:
        return None
    if state.ball.state is not BallState.AIR:
        return illegal("p. 9", "the ball is not in the air")
    return illegal(
        "p. 9",
        "the ball comes down in the next turn of {seat}",
        seat=side_name(state.sheet, state.ball.thrower or state.active),
    )


def follow_land(u: Unfolding, _play: plays.Land, _before: State) -> None:
    """Put a landing ball on the ground if nobody is under it."""
    if not u.state.stack:
        assert u.state.ball.zone is not None
        u.drop(u.state.ball.zone, "p. 9")


def check_catch(state: State, play: plays.Catch) -> Refusal | None:
    """Check a catch: by a standing player under the ball."""
    return _not_one_of(state, play, catchers(state))


def follow_catch(u: Unfolding, play: plays.Catch, _before: State) -> None:
    if not isinstance(u.state.top, Landing):
        u.hold(play.player, "p. 9")


def check_intercept(state: State, play: plays.Intercept) -> Refusal | None:
    """Check an interception: by a standing opponent where the ball passes, lands, lies or is carried to."""
    return _not_one_of(state, play, interceptors(state))


def _not_one_of(state: State, play: plays.Catch | plays.Intercept, refs: tuple[str, ...]) -> Refusal | None:
    if play.player in refs:
        return None
    return illegal(
        play.cite.removeprefix("Boufbowl "),
        "{card} cannot be chosen here; choose one of: {cards}",
        card=card_name(state.sheet, play.player),
        cards=names(state.sheet, [ref for ref in state.figures if ref in refs]),
    )


def check_no_intercept(state: State, _play: plays.NoIntercept) -> Refusal | None:
    """Check that nobody needs to intercept; an opponent beside a ball on the ground must contest its pick-up."""
    if may_decline(state):
        return None
    return illegal(cited("p. 8", "pick_up_named"), "an opponent must contest this pick-up: choose which one")


def follow_no_intercept(u: Unfolding, _play: plays.NoIntercept, before: State) -> None:
    """Complete an unopposed pass, catch or try."""
    match before.top:
        case PassUnderWay(_, to):
            u.hold(to, "p. 8")
        case PickUpUnderWay(player):
            u.hold(player, "p. 8")
        case Landing(receiver) if receiver is not None:
            u.hold(receiver, "p. 9")
        case _:
            score_try(u)


def follow_resolve(u: Unfolding, _play: plays.Resolve, before: State) -> None:
    """Complete the pass or the landing; a try is a point if no defender stands in the endzone."""
    match before.top:
        case PassUnderWay(_, to):
            u.hold(to, "p. 8")
        case Landing(receiver) if receiver is not None:
            u.hold(receiver, "p. 9")
        case Landing():
            if not isinstance(u.state.top, Landing):
                assert u.state.ball.zone is not None
                u.drop(u.state.ball.zone, "p. 9")
        case _:
            if not interceptors(u.state):
                score_try(u)


def score_try(u: Unfolding) -> None:
    """Give the carrier's team a point."""
    player, seat = u.state.ball.carrier, u.state.active
    assert player is not None
    u.then(TryScored(seat, player, {**u.state.score, seat.value: u.state.team(seat).score + 1}))


# --- what may be played, and its words


_pass, _chandelle, _tackle = made_once(plays.Pass), made_once(plays.Chandelle), made_once(plays.Tackle)


def _passes(state: State, _seat: Seat) -> Iterator[Play]:
    carrier = state.ball.carrier
    assert carrier is not None
    return (_pass(carrier, to) for to in receivers(state, carrier))


def _chandelles(state: State, _seat: Seat) -> Iterator[Play]:
    carrier, board = state.ball.carrier, state.sheet.board
    assert carrier is not None
    zones = board.zones if state.sheet.house.chandelle_to == "anywhere" else board.open_zones
    return (_chandelle(carrier, zone) for zone in zones)


def _tackles(state: State, _seat: Seat) -> Iterator[Play]:
    return (_tackle(ref, target) for ref, target in tackles(state, state.active))


ROWS = (
    CoachPlay(
        plays.Pass,
        Text("Pass"),
        IN_PLAY,
        by_two_players(Text("{player} passes to {other}"), lambda play: play.to),
        _passes,
        check_pass,
        follow_pass,
        cards=lambda play: (play.player, play.to),
    ),
    CoachPlay(
        plays.Chandelle,
        Text("Play an up-and-under"),
        IN_PLAY,
        by_player_at(Text("{player} sends the ball up over {zone}"), lambda play: play.zone),
        _chandelles,
        check_chandelle,
        follow_chandelle,
        cards=player_of,
        zones=lambda play: (play.zone,),
    ),
    CoachPlay(
        plays.Tackle,
        Text("Tackle"),
        IN_PLAY,
        by_two_players(Text("{player} tackles {other}"), lambda play: play.target),
        _tackles,
        check_tackle,
        cards=lambda play: (play.player, play.target),
    ),
    CoachPlay(
        plays.Land,
        Text("The ball comes down"),
        IN_PLAY,
        said(Text("the ball comes down")),
        every(plays.Land),
        check_land,
        follow_land,
    ),
    CoachPlay(
        plays.Catch,
        Text("Catch"),
        during(Stage.CATCH),
        by_player(Text("{player} is under the ball")),
        lambda state, _seat: (plays.Catch(ref) for ref in catchers(state)),
        check_catch,
        follow_catch,
        cards=player_of,
    ),
    CoachPlay(
        plays.Intercept,
        Text("Intercept"),
        during(Stage.INTERCEPT),
        by_player(Text("{player} stands in the way")),
        lambda state, _seat: (plays.Intercept(ref) for ref in interceptors(state)),
        check_intercept,
        cards=player_of,
    ),
    CoachPlay(
        plays.NoIntercept,
        Text("Nobody intercepts"),
        during(Stage.INTERCEPT),
        said(Text("nobody stands in the way")),
        every(plays.NoIntercept),
        check_no_intercept,
        follow_no_intercept,
    ),
    CoachPlay(
        plays.Resolve,
        Text("No more cards"),
        during(Stage.RESOLVE),
        said(Text("no more cards")),
        every(plays.Resolve),
        follow=follow_resolve,
    ),
)

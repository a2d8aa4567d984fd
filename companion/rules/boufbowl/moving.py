"""Checks and carries out what movement points pay (p. 7, 8): moves, standing up, pick-ups, replacements."""

from collections.abc import Iterator

from companion.ids import CardRef
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.cards import Doing
from companion.rules.boufbowl.checks import (
    card_name,
    illegal,
    in_zone,
    no_player_of,
    not_standing,
    side_name,
    zone_name,
)
from companion.rules.boufbowl.events import BallState, Marker, StoodUp
from companion.rules.boufbowl.field import (
    DOING,
    Paid,
    cost,
    counted,
    has_room,
    may_advance,
    may_be_taken_off,
    may_enter,
    may_pay,
    may_pick_up,
    may_stand,
    moves_of,
    ways_on,
)
from companion.rules.boufbowl.play_rules import (
    IN_PLAY,
    CoachPlay,
    Unfolding,
    by_player,
    by_player_at,
    player_of,
)
from companion.rules.boufbowl.plays import BringOn, Move, PickUp, Play, Stand, TakeOff
from companion.rules.boufbowl.state import OFF, State
from companion.rules.engine import Refusal
from companion.rules.play_rules import made_once
from companion.rules.readings import cited
from companion.words import Text


def no_movement(state: State, play: Paid) -> Refusal | None:
    """Refuse a play that costs more movement points than are left."""
    on = DOING[type(play)]
    if may_pay(state, play.player, on):
        return None
    if state.movement == 0:
        return illegal("p. 7", "{seat} has no movement point left", seat=side_name(state.sheet, state.active))
    return illegal(
        "p. 7",
        "this costs {cost} movement points, and {seat} has {left}",
        cost=cost(state, play.player, on),
        seat=side_name(state.sheet, state.active),
        left=state.movement,
    )


def check_move(state: State, play: Move) -> Refusal | None:
    """Check a move: a standing player goes to an adjacent zone with room, and forward only if he is not blocked."""
    if refusal := not_standing(state, play.player, state.active) or no_movement(state, play):
        return refusal
    zone = state.sheet.board.zones[state.figures[play.player].zone]
    if play.to not in zone.next:
        return illegal(
            "p. 7",
            "{zone} does not touch {origin}, where {card} is",
            zone=zone_name(state.sheet, play.to),
            origin=zone_name(state.sheet, zone.id),
            card=card_name(state.sheet, play.player),
        )
    if not may_enter(state, play.player, play.to):
        return no_room(state, play.to)
    if play.to in zone.forward.get(state.active, ()) and not may_advance(state, play.player):
        return illegal(
            cited("p. 7", "blocking_forward"),
            "{card} is blocked: an opponent stands {place}, and the way forward needs the majority there",
            card=card_name(state.sheet, play.player),
            place=in_zone(state.sheet, zone.id),
        )
    return None


def no_room(state: State, zone: str) -> Refusal | None:
    """Refuse to enter a full zone: a zone holds 2 players of a team, an endzone 1; lying ones count."""
    if has_room(state, state.active, zone):
        return None
    most = state.sheet.board.most_of_a_team[zone]
    return illegal(
        "p. 6",
        "{zone} is full: players of one team at most, lying ones included: {most}",
        zone=zone_name(state.sheet, zone),
        most=most,
    )


def follow_move(u: Unfolding, play: Move, before: State) -> None:
    u.tell(counted(before, play)).move(play.player, play.to, "p. 7")


def check_stand(state: State, play: Stand) -> Refusal | None:
    """Check a stand: a lying player without a marker gets up, on the field or on his card."""
    if refusal := no_player_of(state, play.player, state.active) or no_movement(state, play):
        return refusal
    figure, card = state.figures[play.player], card_name(state.sheet, play.player)
    if figure.standing:
        return illegal("p. 7", "{card} is already standing", card=card)
    if figure.marker is not None:
        return illegal("p. 7", "{card} has a marker: he stays down until the marker is gone", card=card)
    return None


def follow_stand(u: Unfolding, play: Stand, before: State) -> None:
    u.tell(counted(before, play)).then(StoodUp((play.player,)))


def check_pick_up(state: State, play: PickUp) -> Refusal | None:
    """Check a pick-up: a standing player takes the ball from the ground of his zone."""
    if refusal := not_standing(state, play.player, state.active) or no_movement(state, play):
        return refusal
    ball = state.ball
    if ball.state is BallState.AIR:
        return illegal("p. 9", "the ball is in the air: it cannot be picked up")
    if ball.state is not BallState.GROUND:
        return illegal("p. 8", "the ball does not lie on the ground")
    if state.figures[play.player].zone != ball.zone:
        return illegal(
            "p. 8",
            "{card} is {place}, and the ball lies {other}",
            card=card_name(state.sheet, play.player),
            place=in_zone(state.sheet, state.figures[play.player].zone),
            other=in_zone(state.sheet, ball.zone or ""),
        )
    return None


def follow_pick_up(u: Unfolding, play: PickUp, before: State) -> None:
    """Give the player the ball if nobody contests the pick-up."""
    u.tell(counted(before, play))
    if not u.state.stack:
        u.hold(play.player, "p. 8")


def check_take_off(state: State, play: TakeOff) -> Refusal | None:
    """Check that a player who is taken off is knocked out."""
    if refusal := no_player_of(state, play.player, state.active) or no_movement(state, play):
        return refusal
    figure, card = state.figures[play.player], card_name(state.sheet, play.player)
    if not figure.is_on:
        return illegal("p. 8", "{card} is off the field", card=card)
    if figure.standing or figure.marker is not Marker.KO:
        return illegal("p. 8", "{card} is not knocked out (KO): only KO players are taken off", card=card)
    return None


def follow_take_off(u: Unfolding, play: TakeOff, before: State) -> None:
    """Take a player off: his KO marker is turned to stunned, unless he is injured."""
    u.tell(counted(before, play)).move(play.player, OFF, "p. 8")
    if not u.state.figures[play.player].injured:
        u.mark(play.player, Marker.STUNNED, cited("p. 8", "ko_off_the_field"))


def check_bring_on(state: State, play: BringOn) -> Refusal | None:
    """Check that a player who comes on stands on his card and uses one of the two entries."""
    if refusal := no_player_of(state, play.player, state.active) or no_movement(state, play):
        return refusal
    figure, card = state.figures[play.player], card_name(state.sheet, play.player)
    if figure.is_on:
        return illegal("p. 8", "{card} is on the field", card=card)
    if not figure.standing:
        return illegal("p. 8", "{card} is lying on his card: he must stand up before he comes on", card=card)
    entries = state.sheet.board.entries[state.active]
    if play.zone not in entries:
        return illegal("p. 8", "{card} must come on through {zones}", card=card, zones=", ".join(entries))
    return no_room(state, play.zone)


def follow_bring_on(u: Unfolding, play: BringOn, before: State) -> None:
    u.tell(counted(before, play)).move(play.player, play.zone, "p. 8")


# --- what may be played, and its words


def _paying(state: State, on: Doing) -> Iterator[CardRef]:
    """Return the active coach's players for whom the remaining points pay."""
    return (ref for ref in state.sheet.team(state.active).players if may_pay(state, ref, on))


_move = made_once(Move)


def _moves(state: State, _seat: Seat) -> Iterator[Play]:
    return (_move(ref, to) for ref in _paying(state, Doing.MOVE) for to in moves_of(state, ref))


def _stands(state: State, _seat: Seat) -> Iterator[Play]:
    return (Stand(ref) for ref in _paying(state, Doing.STAND) if may_stand(state, ref))


def _pick_ups(state: State, _seat: Seat) -> Iterator[Play]:
    return (PickUp(ref) for ref in _paying(state, Doing.PICK_UP) if may_pick_up(state, ref))


def _taken_off(state: State, _seat: Seat) -> Iterator[Play]:
    return (TakeOff(ref) for ref in _paying(state, Doing.TAKE_OFF) if may_be_taken_off(state, ref))


def _brought_on(state: State, _seat: Seat) -> Iterator[Play]:
    return (BringOn(ref, zone) for ref in _paying(state, Doing.BRING_ON) for zone in ways_on(state, ref))


ROWS = (
    CoachPlay(
        Move,
        Text("Move"),
        IN_PLAY,
        by_player_at(Text("{player} moves to {zone}"), lambda play: play.to),
        _moves,
        check_move,
        follow_move,
        cards=player_of,
        zones=lambda play: (play.to,),
    ),
    CoachPlay(
        Stand,
        Text("Get up"),
        IN_PLAY,
        by_player(Text("{player} gets up for a movement point")),
        _stands,
        check_stand,
        follow_stand,
        cards=player_of,
    ),
    CoachPlay(
        PickUp,
        Text("Pick the ball up"),
        IN_PLAY,
        by_player(Text("{player} picks the ball up")),
        _pick_ups,
        check_pick_up,
        follow_pick_up,
        cards=player_of,
    ),
    CoachPlay(
        TakeOff,
        Text("Take a player off"),
        IN_PLAY,
        by_player(Text("{player} is taken off for a movement point")),
        _taken_off,
        check_take_off,
        follow_take_off,
        cards=player_of,
    ),
    CoachPlay(
        BringOn,
        Text("Bring a player on"),
        IN_PLAY,
        by_player_at(Text("{player} is brought on {place}"), lambda play: play.zone),
        _brought_on,
        check_bring_on,
        follow_bring_on,
        cards=player_of,
        zones=lambda play: (play.zone,),
    ),
)

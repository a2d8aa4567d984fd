"""Checks and carries out placement, kick-off, and the beginning and end of a turn (p. 5, 6, 9)."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.boufbowl.board import Seat, ZoneKind
from companion.rules.boufbowl.checks import (
    card_name,
    draw_count,
    illegal,
    in_zone,
    no_player_of,
    side_name,
    stepping_back,
    zone_name,
)
from companion.rules.boufbowl.events import Marker, StoodUp
from companion.rules.boufbowl.play_rules import CoachPlay, Unfolding, by_number, by_player_at, player_of, said
from companion.rules.boufbowl.plays import Back, Draw, EndTurn, Kickoff, Place, Play
from companion.rules.boufbowl.sheet import HAND, Sheet
from companion.rules.boufbowl.state import Stage, State
from companion.rules.engine import ErrorCode, Refusal
from companion.rules.play_rules import during, every, runs
from companion.rules.readings import cited
from companion.words import Text, joined


def check_place(state: State, play: Place) -> Refusal | None:
    """Check a placement: all five players on their own half, one in each zone; the active coach places the ball."""
    sheet = state.sheet
    for ref in play.zones:
        if refusal := no_player_of(state, ref, play.seat):
            return refusal
    if len(play.zones) < len(sheet.team(play.seat).players):
        return illegal("p. 5", "{seat} must place all five players", seat=side_name(sheet, play.seat))
    for ref, zone in play.zones.items():
        if zone not in sheet.board.halves[play.seat]:
            return illegal(
                cited("p. 5", "placement_own_half"),
                "{card} must be placed on the half of {seat}, not {place}",
                card=card_name(sheet, ref),
                seat=side_name(sheet, play.seat),
                place=in_zone(sheet, zone),
            )
    zone, n = Counter(play.zones.values()).most_common(1)[0]
    if n > 1:
        return illegal(
            "p. 5",
            "only one player may be placed in each zone; {place} there are {n}",
            place=in_zone(sheet, zone),
            n=n,
        )
    return _check_ball(state, play)


def _check_ball(state: State, play: Place) -> Refusal | None:
    if play.seat is not state.active:
        if play.ball is None:
            return None
        return illegal(
            "p. 5", "{seat} places the ball, not the other coach", seat=side_name(state.sheet, state.active)
        )
    if play.ball is None:
        return Refusal(ErrorCode.BAD_PLAY, Text("field {name} is missing", name="ball"))
    if refusal := no_player_of(state, play.ball, play.seat):
        return refusal
    if state.figures[play.ball].standing:
        return None
    return illegal("p. 7", "{card} is lying on the ground", card=card_name(state.sheet, play.ball))


def check_kickoff(state: State, play: Kickoff) -> Refusal | None:
    """Check a kick-off: the ball goes up over a neutral zone."""
    if state.sheet.board.zones[play.zone].kind is ZoneKind.NEUTRAL:
        return None
    return illegal(
        "p. 5",
        "the kick-off goes into a neutral zone, not into {zone}",
        zone=zone_name(state.sheet, play.zone),
    )


def follow_kickoff(u: Unfolding, play: Kickoff, before: State) -> None:
    """Send the ball up, and fill both hands: five cards each at the start (p. 5), up to five after a try (p. 10)."""
    u.send_up(play.zone, "p. 5")
    page = "p. 5" if before.turn == 1 else "p. 10"
    for seat in (u.state.active, u.state.active.other):
        team = u.state.team(seat)
        u.deal(seat, max(0, min(HAND - team.hand, team.pile)), page)


def check_draw(state: State, play: Draw) -> Refusal | None:
    """Check the number of cards drawn, which the rules fix."""
    count = draw_count(state)
    if play.count == count:
        return None
    return illegal(
        "p. 6",
        "{seat} draws {count}: {hand} in hand and {pile} in the pile, 2 at most and up to 5 in hand",
        seat=side_name(state.sheet, play.seat),
        count=count,
        hand=state.team(play.seat).hand,
        pile=state.team(play.seat).pile,
    )


def follow_draw(u: Unfolding, play: Draw, _before: State) -> None:
    """Draw the cards, then stand players up; with house rule `stand_up: point` only markers are removed."""
    u.deal(play.seat, play.count, "p. 6")
    before = u.state.figures
    risen = tuple(ref for ref, figure in before.items() if not figure.standing and figure.marker is None)
    if risen and u.state.sheet.house.stand_up == "free":
        u.then(StoodUp(risen))
    for ref, figure in before.items():
        if figure.marker is Marker.STUNNED:
            u.mark(ref, None, "p. 6")
    for ref, figure in before.items():
        if figure.marker is Marker.KO and not figure.is_on:
            u.mark(ref, Marker.STUNNED, "p. 6")


def follow_end_turn(u: Unfolding, _play: EndTurn, _before: State) -> None:
    """End the turn; first a chandelle that is due comes down, and lies on the ground if nobody is under it."""
    if u.state.may_land and len(u.state.stack) == 1:
        assert u.state.ball.zone is not None
        u.drop(u.state.ball.zone, "p. 9")


def check_back(state: State, play: Back) -> Refusal | None:
    """Check the step out of the enemy endzone: to a zone of the field that touches it and has room."""
    waiting = stepping_back(state)
    assert waiting is not None
    ref, ways = waiting
    if play.player != ref:
        return illegal("p. 10", "{card} must leave the endzone first", card=card_name(state.sheet, ref))
    if play.zone in ways:
        return None
    return illegal(
        "p. 10",
        "{card} must go back to {zones}, not to {zone}",
        card=card_name(state.sheet, ref),
        zones=", ".join(ways),
        zone=zone_name(state.sheet, play.zone),
    )


def follow_back(u: Unfolding, play: Back, _before: State) -> None:
    u.move(play.player, play.zone, "p. 10")


# --- what may be played, and its words


def _placements(state: State, seat: Seat) -> Iterator[Play]:
    players = state.sheet.team(seat).players
    carriers = [ref for ref in players if state.figures[ref].standing] if seat is state.active else [None]
    for zones in runs(state.sheet.board.halves[seat], len(players)):
        for ball in carriers:
            yield Place(seat, dict(zip(players, zones, strict=True)), ball)


def _kickoffs(state: State, _seat: Seat) -> Iterator[Play]:
    return (Kickoff(zone) for zone in state.sheet.board.neutral)


def _draws(state: State, seat: Seat) -> Iterator[Play]:
    yield Draw(seat, draw_count(state))


def _steps_back(state: State, _seat: Seat) -> Iterator[Play]:
    step = stepping_back(state)
    assert step is not None
    ref, ways = step
    for zone in ways:
        yield Back(ref, zone)


def _place_label(sheet: Sheet, play: Place) -> Text:
    seat = side_name(sheet, play.seat)
    players = joined(
        [
            Text("{player} {place}", player=card_name(sheet, ref), place=in_zone(sheet, zone))
            for ref, zone in play.zones.items()
        ]
    )
    if play.ball is None:
        return Text("{seat} places {players}", seat=seat, players=players)
    ball = card_name(sheet, play.ball)
    return Text("{seat} places {players}; the ball is with {ball}", seat=seat, players=players, ball=ball)


ROWS = (
    CoachPlay(
        Place,
        Text("Place the players"),
        during(Stage.PLACEMENT),
        _place_label,
        _placements,
        check_place,
        cards=lambda play: (*play.zones, play.ball),
        zones=lambda play: play.zones.values(),
    ),
    CoachPlay(
        Kickoff,
        Text("Kick off"),
        during(Stage.KICKOFF),
        lambda sheet, play: Text("kick-off over {zone}", zone=zone_name(sheet, play.zone)),
        _kickoffs,
        check_kickoff,
        follow_kickoff,
        zones=lambda play: (play.zone,),
    ),
    CoachPlay(
        Draw,
        Text("Draw"),
        during(Stage.DRAW),
        by_number(
            Text("{seat} draws no card"),
            Text("{seat} draws 1 card"),
            Text("{seat} draws {n} cards"),
            lambda play: play.count,
        ),
        _draws,
        check_draw,
        follow_draw,
    ),
    CoachPlay(
        EndTurn,
        Text("End the turn"),
        during(Stage.PLAY, Stage.PURCHASES),
        said(Text("the turn is over")),
        every(EndTurn),
        follow=follow_end_turn,
    ),
    CoachPlay(
        Back,
        Text("Step out of the endzone"),
        during(Stage.BACK),
        by_player_at(Text("{player} goes back to {zone}"), lambda play: play.zone),
        _steps_back,
        check_back,
        follow_back,
        cards=player_of,
        zones=lambda play: (play.zone,),
    ),
)

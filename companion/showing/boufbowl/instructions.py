"""Says in a sentence what the table of Boufbowl waits for and what to do, for each stage and each interruption."""

from collections.abc import Callable, Mapping, Sequence

from companion.rules.boufbowl.asking import contest_of, draw_count, stepping_back
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.checks import card_name
from companion.rules.boufbowl.contest import weigh
from companion.rules.boufbowl.frames import Landing, PassUnderWay, PickUpUnderWay
from companion.rules.boufbowl.opposing import side_of
from companion.rules.boufbowl.state import Stage, State
from companion.showing.scene import Words
from companion.words import Text

_SAID: Mapping[Stage, Words] = {
    Stage.KICKOFF: Text("kick off: choose a neutral zone; the ball goes up into the air over it"),
    Stage.CATCH: Text("choose the player who stands under the ball"),
    Stage.DAMAGE: Text("choose which damage die counts"),
}


def instruction(state: State, seat: str, plays: Sequence[str]) -> Words:
    """Return the sentence for one coach."""
    said = _SAYS.get(state.stage)
    return _SAID[state.stage] if said is None else said(state, Seat(seat), plays)


def _place(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    if seat is state.active:
        return Text("place your five players on your half, one a zone, and the ball with one of them")
    return Text("place your five players on your half, one a zone")


def _draw(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat
    if "clean_orders" in plays:
        return Text("clean your orders if you wish, then draw; cards: {n}", n=draw_count(state))
    return Text("draw cards: {n}", n=draw_count(state))


def _play(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    """Return the sentence for the play phase: which moves and actions are left."""
    del seat
    can_act = any(kind in plays for kind in ("pass", "chandelle", "tackle"))
    if state.movement and can_act:
        return Text("move or act, or end the turn; movement points: {n}", n=state.movement)
    if state.movement:
        return Text("move, or end the turn; movement points: {n}", n=state.movement)
    if can_act:
        return Text("act, or end the turn; no movement point is left")
    if "land" in plays:
        return Text("let the ball come down, or end the turn")
    if "card" in plays:
        return Text("play a card, or end the turn")
    return Text("nothing is left to do: end the turn")


def _intercept(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    sheet, top = state.sheet, state.top
    match top:
        case PassUnderWay(player, to):
            return Text(
                "{player} passes to {other}: choose who intercepts, or say that nobody does",
                player=card_name(sheet, player),
                other=card_name(sheet, to),
            )
        case PickUpUnderWay(player):
            return Text(
                "{player} picks the ball up: choose the opponent who contests it",
                player=card_name(sheet, player),
            )
        case Landing(receiver) if receiver is not None:
            return Text(
                "{player} is under the ball: choose who intercepts, or say that nobody does",
                player=card_name(sheet, receiver),
            )
        case _:
            assert state.ball.carrier is not None
            return Text(
                "{player} attempts a try: choose who intercepts, or say that nobody does",
                player=card_name(sheet, state.ball.carrier),
            )


def _resolve(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    match state.top:
        case PassUnderWay():
            return Text("nobody can intercept this pass: play a card, or say that no more cards are played")
        case Landing():
            return Text("the ball comes down: play a card, or say that no more cards are played")
        case _:
            return Text("a try is under way: play a card, or say that no more cards are played")


def _commit(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    player = side_of(state, contest_of(state), seat).player
    return Text("say how many bonus cards you add for {player}", player=card_name(state.sheet, player))


def _bonus(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    n = side_of(state, contest_of(state), seat).committed or 0
    return Text("show your bonus card") if n == 1 else Text("show your {n} bonus cards", n=n)


def _dice(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del plays
    contest = contest_of(state)
    weighed = weigh(state, contest).of(seat)
    player = card_name(state.sheet, side_of(state, contest, seat).player)
    if weighed.damage:
        return Text(
            "roll your dice for {player}; action dice: {dice}, damage dice: {damage}",
            player=player,
            dice=len(weighed.dice),
            damage=weighed.damage,
        )
    return Text("roll your dice for {player}; action dice: {dice}", player=player, dice=len(weighed.dice))


def _back(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del seat, plays
    step = stepping_back(state)
    assert step is not None
    return Text("{player} leaves the endzone: say where to", player=card_name(state.sheet, step[0]))


def _purchases(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del state, seat
    return (
        Text("buy powers, or end the turn") if "buy" in plays else Text("nothing is left to do: end the turn")
    )


def _training(state: State, seat: Seat, plays: Sequence[str]) -> Words:
    del state, seat
    if "buy_training" in plays and "buy" in plays:
        return Text("after the try: buy a training and powers, or say that you are done")
    if "buy_training" in plays:
        return Text("after the try: buy a training, or say that you are done")
    if "buy" in plays:
        return Text("after the try: buy powers, or say that you are done")
    return Text("say that you are done buying")


_SAYS: Mapping[Stage, Callable[[State, Seat, Sequence[str]], Words]] = {
    Stage.PLACEMENT: _place,
    Stage.DRAW: _draw,
    Stage.PLAY: _play,
    Stage.RESOLVE: _resolve,
    Stage.INTERCEPT: _intercept,
    Stage.COMMIT: _commit,
    Stage.BONUS: _bonus,
    Stage.DICE: _dice,
    Stage.BACK: _back,
    Stage.PURCHASES: _purchases,
    Stage.TRAINING: _training,
}

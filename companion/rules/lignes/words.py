"""Tells the events of Lignes d'Attaque to a person, one sentence each."""

from typing import Any

from companion.event import (
    ClockRanOut,
    Conceded,
    Noted,
    Overridden,
    conceded_label,
    match_label,
    overridden_label,
    set_value,
)
from companion.play import Override
from companion.rules.lignes import events
from companion.rules.lignes.board import SAVED_BY, SIDE_NAMES, Piece, Seat, Side, called, numbered
from companion.words import Text

_CAME_IN = {
    Side.LEFT: Text(
        "the shot goes to the keeper's left, where these numbers save it: {numbers}; he rolls {d6}: {outcome}"
    ),
    Side.MIDDLE: Text(
        "the shot goes to the middle, where these numbers save it: {numbers}; the keeper rolls {d6}: {outcome}"
    ),
    Side.RIGHT: Text(
        "the shot goes to the keeper's right, where these numbers save it: {numbers}; he rolls {d6}: {outcome}"
    ),
}
_RESTARTS = {
    events.Restart.TOUCH: Text(
        "the ball goes out over the side line at {cell}: the other side's nearest player takes it there"
    ),
    events.Restart.CLEAR: Text("the ball goes out over the goal line at {cell}: the keeper clears the ball"),
    events.Restart.CORNER: Text("the ball goes out over its own side's goal line at {cell}: corner"),
}


def event_label(event: events.Consequence | events.MatchWide | Override) -> Text:
    """Return one sentence that tells an event."""
    match event:
        case Overridden() | Override():
            values = [_set(path, value) for path, value in event.changes.items()]
            return overridden_label(values, event.reason, event.refused)
        case Conceded():
            return conceded_label(SIDE_NAMES[Seat(event.seat)])
        case ClockRanOut() | Noted():
            return match_label(event)
        case _:
            return _consequence(event)


def _set(path: str, value: Any) -> Text:
    """Return the text of one value that a referee set, with its value now."""
    match path.split("."):
        case ["score", seat]:
            return set_value(Text("score"), value, SIDE_NAMES[Seat(seat)])
        case ["points"]:
            return set_value(Text("points left"), value)
        case ["ball", "cell"]:
            return Text("the ball on {cell}", cell=value)
        case ["pieces", name]:
            return Text("{piece} on {cell}", piece=called(Piece(name)), cell=value)
        case _:
            return set_value(Text("{name}", name=path), str(value))


def _consequence(event: events.Consequence) -> Text:
    match event:
        case events.Budget(points=points):
            return Text("{points} points to spend in the strategy phase", points=points)
        case events.Credit(points=points):
            return Text("credit of the shot phase: {points}", points=points)
        case events.Moved() | events.BallAt() | events.Lob():
            return _way(event)
        case events.Shot() | events.Save() | events.Penalty() | events.Goal():
            return _at_goal(event)
        case events.Foul(piece=piece, against=against):
            return Text(
                "foul by {piece} on {against} in the area: penalty",
                piece=called(piece),
                against=called(against),
            )
        case events.Out(at=at, restart=restart):
            return Text(_RESTARTS[restart].template, cell=at)
        case events.TurnEnd(next=seat):
            return Text("the turn ends: {seat} plays next", seat=SIDE_NAMES[seat])
        case events.MatchEnd():
            return _match_end(event)


def _way(event: events.Moved | events.BallAt | events.Lob) -> Text:
    match event:
        case events.Moved(piece=piece, cost=cost, left=left):
            return Text(
                "{piece} has moved; points spent: {cost}, left: {left}",
                piece=called(piece),
                cost=cost,
                left=left,
            )
        case events.Lob(cost=cost):
            return Text("over an opponent: {cost} points more for the lob", cost=cost)
        case events.BallAt(at=at, carrier=carrier, cost=cost, left=left) if (
            cost is not None and left is not None
        ):
            spent: dict[str, str | int] = {"cell": at, "cost": cost, "left": left}
            if carrier is None:
                return Text("the ball lies free on {cell}; points spent: {cost}, left: {left}", **spent)
            return Text(
                "{piece} has the ball on {cell}; points spent: {cost}, left: {left}",
                piece=called(carrier),
                **spent,
            )
        case events.BallAt(at=at, carrier=carrier):
            if carrier is None:
                return Text("the ball lies free on {cell}", cell=at)
            return Text("{piece} has the ball on {cell}", piece=called(carrier), cell=at)


def _at_goal(event: events.Shot | events.Save | events.Penalty | events.Goal) -> Text:
    match event:
        case events.Shot(is_in=True):
            return Text(
                "{piece} shoots at {cell}, at a distance of {distance}, with a credit of {credit}: the ball reaches the goal",
                piece=called(event.piece), cell=event.goal_cell, distance=event.distance, credit=event.credit,
            )  # fmt: skip
        case events.Shot():
            return Text(
                "{piece} shoots at {cell}, at a distance of {distance}, with a credit of {credit}: the keeper stands in the way and stops the ball",
                piece=called(event.piece), cell=event.goal_cell, distance=event.distance, credit=event.credit,
            )  # fmt: skip
        case events.Save(d6=d6, side=side, saved=saved):
            numbers = ", ".join(str(number) for number in SAVED_BY[side])
            outcome = Text("saved") if saved else Text("not saved")
            return Text(_CAME_IN[side].template, numbers=numbers, d6=d6, outcome=outcome)
        case events.Penalty(scored=True, cell=cell):
            return Text("the penalty goes in at {cell}", cell=cell)
        case events.Penalty(cell=cell):
            return Text("the penalty at {cell} is saved", cell=cell)
        case events.Goal(seat=seat, piece=piece, score=score):
            return Text(
                "GOAL by {piece}, {seat}: {yellow} - {red}",
                piece=numbered(piece),
                seat=SIDE_NAMES[seat],
                yellow=score["yellow"],
                red=score["red"],
            )


def _match_end(event: events.MatchEnd) -> Text:
    score = {"yellow": event.score["yellow"], "red": event.score["red"]}
    if isinstance(event.winner, str):
        return Text(
            "end of the match, {yellow} - {red}: {winner} wins",
            winner=SIDE_NAMES[Seat(event.winner)],
            **score,
        )
    return Text("end of the match, {yellow} - {red}: a tie", **score)


KEYS = (
    *(Text("yellow"), Text("red")),
    *(Text("kickoff roll"), Text("strategy roll"), Text("move"), Text("pass"), Text("end strategy")),
    *(Text("shot roll"), Text("relay"), Text("shoot"), Text("send"), Text("hold"), Text("save roll")),
    *(Text("penalty check"), Text("penalty roll"), Text("penalty save")),
    *(Text("clear roll"), Text("clear from"), Text("restart at")),
)
"""Words that reach a sentence by their key (`words.word`), named here for the translators: seats and kinds of play."""

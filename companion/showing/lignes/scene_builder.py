"""Builds the scene of Lignes d'Attaque: the board turned as the mat, each side's points, what the die must show."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.event import Event
from companion.mat import Mat
from companion.play import Play
from companion.rules.engine import Rules
from companion.rules.lignes.board import KEEPERS, SEAT_OF, SIDE_NAMES, Piece, Seat, called, numbered
from companion.rules.lignes.events import Foul, Goal, Moved
from companion.rules.lignes.grid import Cell as Name
from companion.rules.lignes.grid import place_of
from companion.rules.lignes.plays import Move, Pass, Relay, Send, Shoot
from companion.rules.lignes.sight import Sight, sight
from companion.rules.lignes.state import FARTHEST_WITH_BALL, Goals, Halves, Phase, State, result
from companion.showing import scene
from companion.showing.lignes.contest import (
    arithmetic,
    contest_of,
    faces,
    goal_cell_names,
    goal_signs,
    highlight,
    is_goal,
    savers,
)
from companion.showing.lignes.duties import duties
from companion.showing.lignes.report import told_loss, told_walk, told_without_cells
from companion.showing.lignes.ways import VERBS, lignes_ways
from companion.showing.scene import (
    Board,
    Count,
    Duty,
    Highlight,
    Role,
    Scene,
    Side,
    SumLine,
    Words,
    cell_of,
    zones_for,
)
from companion.showing.scene_builder import BaseSceneBuilder, unbroken_score, waits
from companion.showing.ways import Choosable, Ways, Weight
from companion.words import Text

OWN_CELL_MM = 32
"""Side of a cell where the mat is printed for another board."""

CONFIRMED = frozenset(("end_strategy",))
BY_CARRIER = frozenset(("pass",))
_PHASES = {
    Phase.KICKOFF: Text("kick-off"),
    Phase.STRATEGY_ROLL: Text("strategy phase"),
    Phase.STRATEGY: Text("strategy phase"),
    Phase.SHOT_ROLL: Text("shot phase"),
    Phase.SHOT: Text("shot phase"),
    Phase.SAVE: Text("shot phase, the keeper"),
    Phase.PENALTY_CHECK: Text("side by side in the area"),
    Phase.PENALTY: Text("penalty kick"),
    Phase.CLEAR: Text("the keeper clears the ball"),
    Phase.RESTART: Text("kick-off"),
    Phase.OUT: Text("the ball is out"),
    Phase.OVER: Text("full time"),
}


ROLES: Mapping[str, Role] = {"yellow": "gold", "red": "red"}
"""Pieces need room for their number: a square has it, a triangle, which is yellow's mark elsewhere, has not."""


class LignesSceneBuilder(BaseSceneBuilder):
    """See `showing.scene_builder.SceneBuilder`."""

    game = "lignes"
    roles = ROLES
    goals = frozenset((Goal.kind,))
    fouls = frozenset((Foul.kind,))
    draw_says: Text | None = Text("the rules have no extra time")
    notable: frozenset[str] = frozenset(("goal", "save", "foul", "penalty"))
    one_by_one = frozenset(("move", "pass"))

    def scene(self, rules: Rules, state: State, last: Sequence[Event], mat: Mat) -> Scene:
        is_over = rules.is_over(state)
        return Scene(
            self.game,
            _headline(state),
            tuple(_side(state, seat) for seat in Seat),
            waits(rules, state, lambda _, plays: _waited(state, plays)),
            contest=contest_of(state, last),
            board=replace(_board(state, mat), is_set_up=any(isinstance(event, Goal) for event in last)),
            is_over=is_over,
            result=_result(state) if is_over else None,
            why_over=_why_over(state) if is_over else None,
            names={**VERBS, **_names(state)},
            confirmed=CONFIRMED,
            by_carrier=BY_CARRIER,
            asks=_asks(state),
        )

    def duties(self, before: State, after: State, last: Sequence[Event]) -> Iterator[Duty]:
        return duties(before, after, last)

    def moves(self, before: State, after: State) -> Iterator[Duty]:
        return duties(before, after, ())

    def highlight(self, _state: State, last: Sequence[Event]) -> Highlight | None:
        return highlight(last)

    def arithmetic(self, state: State, event: Event) -> tuple[SumLine, ...]:
        del state
        return arithmetic(event)

    def ways(self, rules: Rules, state: State, seat: str | None, kind: str) -> Ways | None:
        del seat
        return lignes_ways(rules, state, kind)

    def attempt(self, state: State, piece: str | None, place: str) -> Play | None:
        """Return a shot or another play of the ball in the shot phase, and a walk or a pass at any other time."""
        touched = next((one for one in Piece if one.value == place), None)
        cell = Name(place) if touched is None else state.pieces[touched]
        if state.phase is Phase.SHOT:
            if any(cell in state.sheet.defence(seat).goal for seat in Seat):
                return Shoot(cell)
            return Send(cell) if touched is None else Relay(cell)
        mover = touched if piece is None else Piece(piece)
        if mover is None:
            return None
        if touched is not None and mover is state.ball.carrier and SEAT_OF[touched] is SEAT_OF[mover]:
            return Pass(cell)
        return Move(mover, to=cell)

    def weights(self, state: State, plays: Sequence[Play]) -> Sequence[Weight | None]:
        """Return what each pass and shot costs of the points left."""
        if state.phase not in (Phase.STRATEGY, Phase.SHOT):
            return [None] * len(plays)
        seen = sight(state)
        return [_price(seen, play) for play in plays]

    def in_brief(self, _state: State, event: Event) -> Text | None:
        if not isinstance(event, Goal):
            return None
        score = unbroken_score(event.score[seat.value] for seat in Seat)
        return Text("goal by {piece} ({score})", piece=numbered(event.piece), score=score)

    def shortly(self, _state: State, event: Event, _play: Play) -> Text | None:
        """Return only what a walk costs, because the play itself has already told the rest."""
        match event:
            case Moved(cost=cost, left=left):
                return Text("points: {before} - {cost} = {left}", before=left + cost, cost=cost, left=left)
            case _:
                return None

    def for_visitor(self, play: Play, events: Sequence[Event]) -> Choosable | None:
        """Return a walk by the number on the piece and how far it leads: cells have no names for somebody who looks on."""
        says = told_walk(events)
        left = next((event.left for event in events if isinstance(event, Moved)), None)
        return None if says is None else Choosable(play, says, Text("points left: {n}", n=left or 0))

    def in_report(self, before: State, play: Play, events: Sequence[Event]) -> Text | None:
        return told_without_cells(before, play, events)

    def loss(self, event: Event, seat: str) -> Text | None:
        return told_loss(event, seat)


def _price(seen: Sight, play: Play) -> Weight | None:
    match play:
        case Pass(to=to):
            cost = seen.price(seen.lines[to])
        case Relay(to=to) | Shoot(goal_cell=to):
            cost = seen.lines[to].distance
        case _:
            return None
    return Weight(Text("{n}", n=cost), -cost)


# --- where the match is


def _headline(state: State) -> Text:
    said = _PHASES[state.phase]
    if state.turn and state.phase is not Phase.OVER:
        said = Text("turn {n}, {phase}", n=state.turn, phase=said)
    if isinstance(state.sheet.end, Halves) and state.phase is not Phase.OVER:
        return Text("half {half}, {what}", half=state.half, what=said)
    return said


def _side(state: State, seat: Seat) -> Side:
    marks = (Text("gave up"),) if state.conceded is seat else ()
    return Side(
        seat.value,
        SIDE_NAMES[seat],
        ROLES[seat.value],
        state.score[seat],
        state.active is seat,
        _counts(state) if state.active is seat else (),
        marks,
    )


def _counts(state: State) -> tuple[Count, ...]:
    counts = []
    if state.phase is Phase.STRATEGY or state.has_rolled:
        counts.append(Count("points", Text("points left"), state.points))
    if state.phase is Phase.STRATEGY and state.own_carrier is not None:
        counts.append(Count("carried", Text("cells with the ball"), state.carried, FARTHEST_WITH_BALL))
    if state.phase is Phase.SHOT:
        counts.append(Count("credit", Text("credit"), state.points))
    return tuple(counts)


def _result(state: State) -> Words:
    best = result(state)
    return Text("{seat} wins", seat=SIDE_NAMES[Seat(best)]) if isinstance(best, str) else Text("a draw")


def _why_over(state: State) -> Text | None:
    end = state.sheet.end
    if not isinstance(end, Goals) or max(state.score.values()) < end.goals:
        return None
    return Text("first to one goal") if end.goals == 1 else Text("first to {n} goals", n=end.goals)


# --- what is waited for


def _asks(state: State) -> dict[str, Words]:
    """Return the questions of the strategy phase: where a walk ends, and before what is confirmed."""
    if state.phase is not Phase.STRATEGY:
        return {}
    return {
        "move.how": Text("to which cell?"),
        "end_strategy": Text("end the strategy phase? Points that are lost: {points}", points=state.points),
    }


def _waited(state: State, plays: Sequence[str]) -> Words:
    match state.phase:
        case Phase.STRATEGY:
            return _strategy(state, plays)
        case Phase.SHOT:
            return _shot(state, plays)
        case Phase.SAVE | Phase.PENALTY if state.aim is not None and state.aim.cell is not None:
            return Text("the keeper rolls the d6: saved on {faces}", faces=faces(savers(state, state.aim)))
        case Phase.PENALTY_CHECK:
            pair = state.checks[0]
            return Text(
                "roll the d6: an odd number is a foul by {piece} on {other}",
                piece=called(pair.defender),
                other=called(pair.attacker),
            )
        case Phase.CLEAR if state.has_rolled:
            return Text(
                "say from which cell the keeper clears the ball; points: {points}", points=state.points
            )
        case Phase.OUT:
            return Text("say who brings the ball back into play at {cell}", cell=state.ball.cell)
        case phase:
            return _THROWS[phase]


_THROWS = {
    Phase.KICKOFF: Text("roll the d6: if the number is odd, Red kicks off; if it is even, Yellow"),
    Phase.STRATEGY_ROLL: Text("roll the dice, d6 and d12, for the strategy phase"),
    Phase.SHOT_ROLL: Text("roll the d12 for the shot phase"),
    Phase.PENALTY: Text("roll the d6: it says where the penalty goes"),
    Phase.CLEAR: Text("the keeper rolls d6 and d12 to clear the ball"),
}


def _strategy(state: State, plays: Sequence[str]) -> Words:
    match "move" in plays, "pass" in plays:
        case True, True:
            says = Text("move a piece or pass the ball, points left: {points}")
        case True, False:
            says = Text("move a piece, points left: {points}")
        case False, True:
            says = Text("pass, points left: {points}")
        case _:
            says = Text("nothing can be paid for any more: end the strategy phase")
    return Text(says.template, points=state.points)


def _shot(state: State, plays: Sequence[str]) -> Words:
    if "hold" in plays:
        return Text("nothing else is possible: keep the ball")
    if "shoot" in plays:
        return Text("shoot, or play the ball on; credit left: {credit}", credit=state.points)
    if "relay" in plays:
        return Text("play the ball on; credit left: {credit}", credit=state.points)
    return Text("send the ball away, exactly as far as its credit: {credit}", credit=state.points)


# --- the board

_LEGEND = Text("4/6 beside the goal: on a 4 or a 6 a penalty kick goes there, or is saved there.")


def _board(state: State, mat: Mat) -> Board:
    cells, width_mm, height_mm = _cells(state, mat)
    signs = goal_signs(state) if state.phase is Phase.PENALTY else {}
    return Board(
        width_mm,
        height_mm,
        tuple(replace(cell, sign=signs[cell.name]) if cell.name in signs else cell for cell in cells),
        tuple(_piece(state, piece, cell) for piece, cell in state.pieces.items()),
        state.ball.cell if state.ball.carrier is None else None,
        legend=_LEGEND if signs else None,
    )


def _cells(state: State, mat: Mat) -> tuple[list[scene.Cell], float, float]:
    zones = zones_for(mat, "cell", state.sheet.cells)
    tones = {cell: _tone(state, cell) for cell in state.sheet.cells}
    if zones is not None:
        drawn = (cell_of(zones[cell], tones[cell]) for cell in state.sheet.cells)
        return list(drawn), mat.width_mm, mat.height_mm
    grid = state.sheet.board.grid
    return (
        [_own_cell(cell, tones[cell]) for cell in state.sheet.cells],
        grid.rows * OWN_CELL_MM,
        grid.columns * OWN_CELL_MM,
    )


def _own_cell(cell: Name, tone: scene.Tone) -> scene.Cell:
    """As on the printed mat: rows from left to right, columns from top to bottom."""
    place = place_of(cell)
    x_mm, y_mm = (place.row - 1) * OWN_CELL_MM, (place.column - 1) * OWN_CELL_MM
    return scene.Cell(cell, x_mm, y_mm, OWN_CELL_MM, OWN_CELL_MM, tone)


def _tone(state: State, cell: Name) -> scene.Tone:
    if is_goal(state, cell):
        return "goal"
    return "area" if any(cell in state.sheet.defence(seat).area for seat in Seat) else "pitch"


def _piece(state: State, piece: Piece, cell: Name) -> scene.Piece:
    seat = SEAT_OF[piece]
    marks = (Text("keeper"),) if piece is KEEPERS[seat] else ()
    return scene.Piece(
        piece.value,
        Text("{n}", n=piece.value[1:]),
        numbered(piece),
        seat.value,
        cell,
        has_ball=state.ball.carrier is piece,
        marks=marks,
    )


def _names(state: State) -> dict[str, Words]:
    pieces = {piece.value: numbered(piece) for piece in state.pieces}
    behind = {f"through {cell}": Text("out behind {cell}", cell=cell) for cell in state.sheet.cells}
    seats = {seat.value: name for seat, name in SIDE_NAMES.items()}
    return {**seats, **pieces, **goal_cell_names(state), **behind}

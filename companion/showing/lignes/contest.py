"""Builds the contest of a Lignes d'Attaque scene: what is tried, what the die must show, and what is shown large."""

from collections.abc import Sequence
from dataclasses import replace

from companion.event import Event
from companion.rules.lignes.board import KEEPERS, MARKS, SAVED_BY, SEAT_OF, SIDE_NAMES, Seat, called, numbered
from companion.rules.lignes.events import BallAt, Budget, Credit, Foul, Goal, Lob, Moved, Penalty, Save, Shot
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import PenaltyCheck, PenaltySave
from companion.rules.lignes.sight import sight
from companion.rules.lignes.state import Aim, Pair, Phase, State
from companion.showing.scene import Contest, Highlight, Scale, ShownDie, SumLine, scored
from companion.words import Text, joined

SHOOTING = "Lignes d'Attaque, Phase de tir"
KEEPING = "Lignes d'Attaque, Gardien de but"
PENALTY = "Lignes d'Attaque, Pénalty"
_FACES = 6


def contest_of(state: State, last: Sequence[Event]) -> Contest | None:
    """Return what is being tried, or was settled by the last play."""
    match state.phase:
        case Phase.SHOT:
            return _before_the_shot(state) or _settled(last)
        case Phase.SAVE if state.aim is not None and state.aim.cell is not None:
            return _save(state, state.aim, last)
        case Phase.PENALTY_CHECK:
            return _check(state.checks[0])
        case Phase.PENALTY if state.aim is not None:
            return _penalty(state, state.aim)
        case _:
            return _settled(last)


def savers(state: State, aim: Aim) -> tuple[int, ...]:
    """Return the faces with which the keeper saves."""
    assert aim.cell is not None
    side = state.sheet.defence(SEAT_OF[aim.piece].other).goal[aim.cell]
    return MARKS[side] if state.phase is Phase.PENALTY else SAVED_BY[side]


def faces(numbers: Sequence[int]) -> Text:
    """Return faces of a die in words, from the lowest: `1, 2 or 5`."""
    *others, last = (Text("{n}", n=number) for number in sorted(numbers))
    return Text("{one} or {other}", one=joined(others), other=last) if others else last


def _before_the_shot(state: State) -> Contest | None:
    """Return the goal cells that the credit reaches, with how much of it each takes."""
    seen = sight(state)
    lines = tuple(
        SumLine(
            Text(
                "distance to {cell}: {n} of {points}",
                cell=cell,
                n=seen.lines[cell].distance,
                points=state.points,
            ),
            None,
            SHOOTING,
        )
        for cell in seen.shots()
    )
    if not lines:
        return None
    credit = Scale(state.playing.value, Text("credit"), (), lines, state.points, is_open=False)
    return Contest(Text("shot"), (credit,))


def _save(state: State, aim: Aim, last: Sequence[Event]) -> Contest:
    shot = next((event for event in last if isinstance(event, Shot)), None)
    return _at_goal(Text("shot"), state, aim, () if shot is None else _reach(shot))


def _penalty(state: State, aim: Aim) -> Contest:
    if aim.cell is None:
        lines = tuple(
            SumLine(Text("{faces}: to {cell}", faces=faces(MARKS[side]), cell=cell), None, PENALTY)
            for cell, side in state.sheet.defence(SEAT_OF[aim.piece].other).goal.items()
        )
        taker = Scale(SEAT_OF[aim.piece].value, Text("taker"), (aim.piece.value,), lines, None, is_open=True)
        return Contest(Text("penalty kick"), (taker,))
    return _at_goal(Text("penalty kick"), state, aim, (SumLine(Text("at {cell}", cell=aim.cell)),))


def _at_goal(title: Text, state: State, aim: Aim, lines: tuple[SumLine, ...]) -> Contest:
    numbers = savers(state, aim)
    percent = round(100 * len(numbers) / _FACES)
    cite = PENALTY if state.phase is Phase.PENALTY else KEEPING
    scores = _on_dice(Text("goal on"), [n for n in range(1, _FACES + 1) if n not in numbers], cite)
    shooter, keeper = _sides(state, aim, (*lines, scores), (_on_dice(Text("saved on"), numbers, cite),))
    return Contest(
        title, (replace(shooter, chance_percent=100 - percent), replace(keeper, chance_percent=percent))
    )


def _sides(
    state: State, aim: Aim, shoots: tuple[SumLine, ...], saves: tuple[SumLine, ...]
) -> tuple[Scale, Scale]:
    """Return the one who shoots and the one who keeps, without their chances."""
    seat = SEAT_OF[aim.piece]
    role = Text("taker") if state.phase is Phase.PENALTY else Text("shooter")
    keeper = KEEPERS[seat.other].value
    return (
        Scale(seat.value, role, (aim.piece.value,), shoots, None, is_open=False),
        Scale(seat.other.value, Text("keeper"), (keeper,), saves, None, is_open=False),
    )


def _on_dice(says: Text, numbers: Sequence[int], cite: str) -> SumLine:
    """Return a line of faces of a die, which screens draw."""
    drawn = tuple(ShownDie("d6", str(n), Text("{n}", n=n)) for n in sorted(numbers))
    return SumLine(says, " · ".join(die.face for die in drawn), cite, dice=drawn)


def _check(pair: Pair) -> Contest:
    scales = tuple(
        Scale(SEAT_OF[piece].value, role, (piece.value,), (line,), None, is_open=False)
        for piece, role, line in (
            (pair.defender, Text("defender"), SumLine(Text("even: no foul"))),
            (pair.attacker, Text("attacker"), SumLine(Text("odd: a foul, and a penalty"))),
        )
    )
    return Contest(Text("side by side in the area: an odd die is a foul"), scales, foul_percent=50)


# --- settled


def _settled(last: Sequence[Event]) -> Contest | None:
    for event in last:
        match event:
            case Save(d6=d6, saved=saved):
                return _rolled(Text("shot"), d6, KEEPING, is_saved=saved)
            case PenaltySave(d6=d6):
                is_saved = not any(isinstance(other, Goal) for other in last)
                return _rolled(Text("penalty kick"), d6, PENALTY, is_saved=is_saved)
            case Penalty(scored=scored, cell=cell):
                says = SumLine(Text("at {cell}", cell=cell), None, PENALTY)
                scale = Scale(None, Text("penalty kick"), (), (says,), None, is_open=False)
                return Contest(
                    Text("penalty kick"), (scale,), outcome=Text("GOAL!") if scored else Text("saved!")
                )
            case Shot():
                return _shot(event, last)
            case Foul(piece=piece, against=against):
                says_so = Text(
                    "foul by {piece} on {other}: penalty", piece=called(piece), other=called(against)
                )
                return Contest(Text("foul"), (), outcome=says_so)
            case PenaltyCheck(d6=d6) if d6 % 2 == 0:
                return Contest(
                    Text("side by side in the area"), (), outcome=Text("{d6}, even: no foul", d6=d6)
                )
            case _:
                pass
    return None


def _rolled(title: Text, d6: int, cite: str, *, is_saved: bool) -> Contest:
    """Return a shot whose keeper has rolled: his die alone, which joins the sides that stood there before."""
    fell = replace(_on_dice(Text("die rolled"), (d6,), cite), is_turned=True)
    # The die is compared and not added up: as a total it would be a number without meaning.
    keeper = Scale(None, Text("keeper"), (), (fell,), None, is_open=False, has_won=is_saved)
    return Contest(title, (keeper,), outcome=Text("saved!") if is_saved else Text("GOAL!"))


def _shot(event: Shot, last: Sequence[Event]) -> Contest:
    is_goal = any(isinstance(other, Goal) for other in last)
    outcome = Text("GOAL!") if is_goal else Text("the keeper stands in the way and stops the ball")
    shooter = Scale(
        SEAT_OF[event.piece].value,
        Text("shooter"),
        (event.piece.value,),
        _reach(event),
        None,
        is_open=False,
    )
    return Contest(Text("shot"), (shooter,), outcome=outcome)


# --- arithmetic


def _reach(event: Shot) -> tuple[SumLine, ...]:
    return (
        SumLine(Text("credit"), str(event.credit), event.cite),
        SumLine(Text("distance to {cell}", cell=event.goal_cell), str(event.distance), event.cite),
    )


def arithmetic(event: Event) -> tuple[SumLine, ...]:
    """Return what adds up to an event: points spent and left, credit against distance, a die against the faces that save."""
    match event:
        case Budget(points=points):
            return (SumLine(Text("d6 + d12"), str(points), event.cite),)
        case Credit(points=points):
            return (SumLine(Text("d12"), str(points), event.cite),)
        case Moved(cost=cost, left=left):
            return _spent(left + cost, Text("cells walked"), cost, event.cite)
        case BallAt(cost=int(cost), left=int(left)):
            return _spent(left + cost, Text("distance"), cost, event.cite)
        case Lob(cost=cost):
            return (SumLine(Text("lob over an opponent"), f"-{cost}", event.cite),)
        case Shot():
            return _reach(event)
        case Save(d6=d6, side=side):
            return (
                SumLine(Text("die"), str(d6), event.cite),
                replace(_on_dice(Text("saved on"), SAVED_BY[side], event.cite), dice=()),
            )
        case _:
            return ()


def _spent(before: int, what: Text, cost: int, cite: str) -> tuple[SumLine, ...]:
    return (
        SumLine(Text("points before"), str(before), cite),
        SumLine(what, f"-{cost}", cite),
        SumLine(Text("points left"), str(before - cost), cite),
    )


def goal_cell_names(state: State) -> dict[str, Text]:
    """Return the cells of the goals, at a penalty as they are marked: the marks say nothing about a shot."""
    if state.phase is not Phase.PENALTY:
        return {}
    return {
        cell: Text("{cell} ({marks})", cell=cell, marks=marks) for cell, marks in goal_signs(state).items()
    }


def goal_signs(state: State) -> dict[str, str]:
    """Return the numbers that are marked on the cells of the goals."""
    return {
        cell: "/".join(str(mark) for mark in MARKS[side])
        for seat in Seat
        for cell, side in state.sheet.defence(seat).goal.items()
    }


def is_goal(state: State, cell: Cell) -> bool:
    """Return whether a cell lies in a goal."""
    return any(cell in state.sheet.defence(seat).goal for seat in Seat)


# --- highlights
# Finds what screens show large for a moment in Lignes d'Attaque: a goal, and a foul in the area.


def highlight(events: Sequence[Event]) -> Highlight | None:
    """Return the highlight of a play with these events. See `showing.scene_builder.SceneBuilder.highlight`."""
    for event in events:
        match event:
            case Goal(seat=seat, piece=piece, score=score):
                who = Text("{piece}, {team}", piece=numbered(piece), team=SIDE_NAMES[seat])
                rolls = tuple(
                    Text("the keeper rolls {d6} against the shot", d6=event.d6)
                    for event in events
                    if isinstance(event, Save)
                )
                return Highlight(
                    word=Text("GOAL!"),
                    who=who,
                    seat=seat.value,
                    scores=scored(dict(score), seat),
                    run_up=rolls,
                )
            case Foul(piece=piece, against=against):
                seat = SEAT_OF[piece]
                who = Text("{piece} on {other}: penalty", piece=called(piece), other=called(against))
                return Highlight(word=Text("FOUL"), who=who, seat=seat.value)
            case _:
                pass
    return None

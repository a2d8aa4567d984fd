"""Prints the sides of a match in a terminal with their marks, and a settled contest in columns."""

from collections.abc import Mapping

from companion.cli.paper import NBSP, Column, Ink, PrintedSum, TerminalPaper
from companion.showing.scene import Contest, Role, Scale, Scene, Side, told_lines
from companion.words import Text

MARKS: Mapping[Role, tuple[str, Ink]] = {
    "home": ("▲", Ink.HOME),
    "away": ("●", Ink.AWAY),
    "red": ("●", Ink.RED),
    "yellow": ("▲", Ink.YELLOW),
    "green": ("◆", Ink.GREEN),
    "blue": ("■", Ink.BLUE),
    "purple": ("⬟", Ink.PURPLE),
    "orange": ("✚", Ink.ORANGE),
}
"""Each side's shape is the one that it has on the screens (`ui.presenters.palette`)."""


def marked(side: Side) -> Text:
    """Return a side's name with its mark: `▲ Lyon`, on one line."""
    return Text(f"{MARKS[side.role][0]}{NBSP}{{name}}", name=side.name)


def print_contest(paper: TerminalPaper, scene: Scene, contest: Contest | None) -> None:
    """Print a contest that was settled; nothing if there is none, or nothing was added up."""
    if contest is None or contest.outcome is None:
        return
    match [_column(scene, scale) for scale in contest.scales]:
        case [left, right]:
            paper.columns(left, right)
        case columns:
            for column in columns[:1]:
                paper.column(column)


def _column(scene: Scene, scale: Scale) -> Column:
    title, ink = scale.role, Ink.BOLD
    if scale.seat is not None:
        side = scene.side(scale.seat)
        title = Text("{team}, {role}", team=marked(side), role=scale.role)
        ink = MARKS[side.role][1]
    # Reasons alone add up to nothing; the events that follow tell them.
    lines = told_lines(scale) if any(not line.is_reason for line in scale.lines) else ()
    rows = [PrintedSum(one.says, one.amount, indented=one.is_under) for one in lines]
    total = None if scale.total is None else PrintedSum(Text("total"), str(scale.total), indented=False)
    return Column(title, ink, rows, total)

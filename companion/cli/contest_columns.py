"""Prints a settled contest in the terminal, with its sides as columns."""

from companion.cli.paper import Column, Ink, PrintedSum, TerminalPaper
from companion.showing.scene import Scale, Scene
from companion.words import Text

INKS = (Ink.HOME_BOLD, Ink.AWAY_BOLD)


def print_contest(paper: TerminalPaper, scene: Scene) -> None:
    """Print the contest that the last play settled, if there is one with a sum."""
    contest = scene.contest
    if contest is None or contest.outcome is None:
        return
    columns = [_column(scene, scale, ink) for scale, ink in zip(contest.scales, INKS, strict=False)]
    if len(columns) == len(INKS):
        paper.columns(*columns)
    elif columns:
        paper.column(columns[0])


def _column(scene: Scene, scale: Scale, ink: Ink) -> Column:
    title = scale.role
    if scale.seat is not None:
        title = Text("{team}, {role}", team=scene.side(scale.seat).name, role=scale.role)
    rows = [PrintedSum(line.says, line.value or "", indented=line.is_reason) for line in scale.lines]
    total = None if scale.total is None else PrintedSum(Text("total"), str(scale.total), indented=False)
    return Column(title, ink, rows, total)

"""Tells in the terminal what a match was worth: the curve of winning chances, the accounts, and what moved them most."""

from collections.abc import Iterator, Sequence

from companion.cli.story import table_lines
from companion.session.match_report import FinalPlace, MatchReport, TurningPoint
from companion.words import Text, translate

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Columns of a curve."""


def review_lines(report: MatchReport, language: str) -> list[str]:
    """Return what a match was worth, line by line."""
    lines = [] if report.caveat is None else [translate(report.caveat, language)]
    lines += _curves(report, language)
    says = Text(
        "where each chance of winning came from, in percent: start, luck and decisions add up to the result"
    )
    lines += ["", translate(says, language), *table_lines(_accounts(report, language))]
    for points, title in (
        (report.turning_plays, Text("the plays that moved the chances most:")),
        (report.turning_rolls, Text("the rolls and turned cards that moved the chances most:")),
    ):
        if points:
            lines += ["", translate(title, language)]
            lines += [f"  {translate(_told(point), language)}" for point in points]
    return lines


def _curves(report: MatchReport, language: str) -> Iterator[str]:
    """Yield the curves that are drawn, each with its side."""
    yield translate(Text("chance of winning, from the first play to the last:"), language)
    names = {one.side.role: one.side.who for one in report.sides}
    for role, chances in report.drawn_curves:
        yield f"  {_bars(chances[1:])}  {translate(names[role], language)}"


def _bars(chances: Sequence[float]) -> str:
    columns = min(WIDEST, len(chances))
    picked = [chances[(n + 1) * len(chances) // columns - 1] for n in range(columns)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in picked)


def _accounts(report: MatchReport, language: str) -> list[list[str]]:
    headings = [
        Text("side"), Text("start"), Text("luck"), Text("decisions"), Text("result")
    ]  # fmt: skip
    rows = [[translate(heading, language) for heading in headings]]
    return [*rows, *(_row(one, language) for one in report.sides)]


def _row(one: FinalPlace, language: str) -> list[str]:
    account = one.account
    assert account is not None, "a review has accounts"
    added = (account.luck, account.own_plays + account.others_plays)
    return [
        translate(one.side.who, language),
        f"{100 * account.start:.1f}",
        *(f"{round(100 * part, 1) + 0.0:+.1f}" for part in added),
        f"{100 * account.result:.1f}",
    ]


def _told(point: TurningPoint) -> Text:
    """Return a line about the side that a play or a roll moved most."""
    told = Text(
        "{n}: {play}: {seat} {before}% to {after}%",
        n=point.seq,
        play=point.says,
        seat=point.side.called,
        before=point.before_percent,
        after=point.after_percent,
    )
    return told if point.aside is None else Text("{play} ({aside})", play=told, aside=point.aside)

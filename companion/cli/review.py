"""Tells in the terminal what a match was worth: the curve of winning chances, the accounts, and what moved them most."""

from collections.abc import Iterator, Sequence

from companion.cli.story import table_lines
from companion.match import Match
from companion.opponent.games import thinker_of, value_of
from companion.opponent.review import MatchReview, Swing, reviewed
from companion.opponent.seat import steps_of
from companion.storage.shipped_data import value_data
from companion.table.recorded_match import seat_name
from companion.words import Text, translate

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Columns of a curve."""
MOST = 3
"""So many plays and rolls are told."""


def review_lines(match: Match, language: str) -> list[str]:
    """Return the review of a match, line by line."""
    thinker = thinker_of(match.rules.game)
    value, problem = value_of(thinker, value_data(match.rules.game))
    review = reviewed(thinker, value, match.opening.state, steps_of(match.entries))
    lines = (
        []
        if problem is None
        else [translate(Text("estimated roughly: {problem}", problem=problem), language)]
    )
    lines += _curves(match, review, language)
    lines += ["", *table_lines(_accounts(match, review, language))]
    for is_roll, title in (
        (False, Text("the plays that moved it most:")),
        (True, Text("the rolls that moved it most:")),
    ):
        swings = review.largest(MOST, rolls=is_roll)
        if swings:
            lines += ["", translate(title, language)]
            lines += [f"  {translate(_told(match, swing), language)}" for swing in swings]
    return lines


def _curves(match: Match, review: MatchReview, language: str) -> Iterator[str]:
    """Yield one curve of a seat; with two seats, only the first's, since the other is its mirror."""
    yield translate(Text("chance of winning, from the first play to the last:"), language)
    seats = list(review.accounts)
    for seat in seats[:1] if len(seats) == 2 else seats:
        chances = [point[seat] for point in review.curve]
        yield f"  {_bars(chances)}  {translate(seat_name(match.setup, seat), language)}"


def _bars(chances: Sequence[float]) -> str:
    columns = min(WIDEST, len(chances))
    picked = [chances[(n + 1) * len(chances) // columns - 1] for n in range(columns)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in picked)


def _accounts(match: Match, review: MatchReview, language: str) -> list[list[str]]:
    headings = [
        Text("side"), Text("start"), Text("luck"), Text("own plays"), Text("others' plays"), Text("result")
    ]  # fmt: skip
    rows = [[translate(heading, language) for heading in headings]]
    for seat, account in review.accounts.items():
        name = translate(seat_name(match.setup, seat), language)
        added = (account.luck, account.own_plays, account.others_plays)
        rows.append(
            [
                name,
                f"{100 * account.start:.1f}",
                *(f"{round(100 * one, 1) + 0.0:+.1f}" for one in added),
                f"{100 * account.result:.1f}",
            ]
        )
    return rows


def _told(match: Match, swing: Swing) -> Text:
    """Return a line about the seat that a play or a roll moved most."""
    seat = max(swing.after, key=lambda one: abs(swing.after[one] - swing.before[one]))
    return Text(
        "{n}: {play}: {seat} {before} % to {after} %",
        n=swing.number,
        play=match.label(swing.events[0]),
        seat=seat_name(match.setup, seat),
        before=round(100 * swing.before[seat]),
        after=round(100 * swing.after[seat]),
    )

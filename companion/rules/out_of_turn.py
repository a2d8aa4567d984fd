"""Refuses plays that the table does not wait for, and says for which plays it waits."""

from collections.abc import Callable, Iterable, Mapping

from companion.rules.engine import Expectation, Refusal, illegal
from companion.words import Text, clauses, joined, word

_SAID: Mapping[str, Text] = {
    "commit": Text("the number of cards"),
    "dice": Text("a roll of dice"),
    "resolve": Text("no more cards"),
    "land": Text("the ball coming down"),
}
"""Kinds of plays whose own name nobody says at a table."""


def _said(kind: str) -> Text:
    return _SAID.get(kind) or word(kind)


def waited_plays(expected: Iterable[Expectation], seat_name: Callable[[str], Text]) -> Text:
    """Return the plays that the table waits for, seat by seat."""
    return clauses(
        [
            Text(
                "{seat}: {plays}",
                seat=Text("both sides") if x.seat is None else seat_name(x.seat),
                plays=joined([_said(kind) for kind in x.plays]),
            )
            for x in expected
        ]
    )


def other_seats_play(cite: str, seat: Text, waited: Text) -> Refusal:
    """Return the refusal of a play that only another seat can enter now."""
    return illegal(cite, "{seat} cannot act now; the table waits for {waited}", seat=seat, waited=waited)


def not_possible_now(cite: str, kind: str, waited: Text) -> Refusal:
    """Return the refusal of a play that no seat can enter now."""
    return illegal(
        cite, "{play} is not possible now; the table waits for {waited}", play=_said(kind), waited=waited
    )

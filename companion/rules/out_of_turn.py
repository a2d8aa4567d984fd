"""Refuses plays that the table does not wait for, and says for which plays it waits."""

from collections.abc import Callable, Iterable

from companion.rules.engine import Expectation, Refusal, illegal
from companion.words import Text, clauses, joined, word


def waited_plays(expected: Iterable[Expectation], seat_name: Callable[[str], Text]) -> Text:
    """Return the plays that the table waits for, seat by seat."""
    return clauses(
        [
            Text(
                "{seat}: {plays}",
                seat=Text("both sides") if x.seat is None else seat_name(x.seat),
                plays=joined([word(kind) for kind in x.plays]),
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
        cite, "{play} is not possible now; the table waits for {waited}", play=word(kind), waited=waited
    )

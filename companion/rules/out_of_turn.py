"""Refuses plays that the table does not wait for, and says for which plays it waits."""

from collections.abc import Callable, Iterable, Mapping

from companion.rules.engine import Expectation, Refusal, illegal
from companion.words import Text, clauses, joined, word


def play_named(names: Mapping[str, Text], kind: str) -> Text:
    """Return the name of a kind of play in quotation marks, as its button has it."""
    return Text("“{play}”", play=names.get(kind) or word(kind))


def waited_plays(
    expected: Iterable[Expectation], seat_name: Callable[[str], Text], names: Mapping[str, Text]
) -> Text:
    """Return the plays that the table waits for, seat by seat. `names` has the name of each kind of play."""
    return clauses(
        [
            Text(
                "{seat}: {plays}",
                seat=Text("both sides") if x.seat is None else seat_name(x.seat),
                plays=joined([play_named(names, kind) for kind in x.plays]),
            )
            for x in expected
        ]
    )


def other_seats_play(cite: str, seat: Text, waited: Text) -> Refusal:
    """Return the refusal of a play that only another seat can enter now."""
    return illegal(cite, "{seat} cannot act now; the table waits for {waited}", seat=seat, waited=waited)


def not_possible_now(cite: str, play: Text, waited: Text) -> Refusal:
    """Return the refusal of a play that no seat can enter now."""
    return illegal(cite, "{play} is not possible now; the table waits for {waited}", play=play, waited=waited)

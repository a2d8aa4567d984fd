"""A table for tests: a match of L'Ouaf with the box of `cards`, and the plays as verbs."""

from collections.abc import Iterable
from typing import Any

from companion.rules.ouaf.rules import OUAF
from tests.rules import table
from tests.rules.ouaf.cards import REFS, Json, box


def a_setup(**fields: Any) -> Json:
    """A set-up for three, with advanced round cards."""
    return {"game": "ouaf", "seats": ["red", "blue", "green"], "rounds": "advanced", **fields}


def refused_setup(setup: Json, cards: list[Json]) -> str:
    """The message with which a set-up is refused."""
    return table.refused_setup(OUAF, setup, cards)


class Table(table.Table):
    """A match of L'Ouaf under way."""

    def round(self) -> "Table":
        """The next two cards of the box are on show."""
        n = self.view("round")
        return self.play("round", evaluation=REFS[n], order=REFS[n + 1])

    def work(self, **cards: int) -> "Table":
        return self.play("work", cards=cards)

    def down(self, *seats: str) -> "Table":
        return self.play("down", seats=list(seats))

    def discard(self, seat: str, value: int) -> "Table":
        return self.play("discard", seat=seat, value=value)

    def worked(self, **cards: int) -> "Table":
        """A round, as far as nobody has to choose."""
        return self.round().work(**cards)

    def concede(self, seat: str) -> "Table":
        return self.play("concede", seat=seat)

    def moves(self) -> list[tuple[str, int, str, str]]:
        """The work cards that were moved by the last play."""
        moved = [event for event in self.events if event["kind"] == "card_moved"]
        return [(event["seat"], event["value"], event["from"], event["to"]) for event in moved]

    def changes(self, why: str) -> dict[str, tuple[int, int]]:
        """The reputations that the last play changed for one reason, before and after."""
        told = [event for event in self.events if event["kind"] == "reputation" and event["why"] == why]
        return {event["seat"]: (event["from"], event["to"]) for event in told}

    def points(self) -> dict[str, Json]:
        """The points told at the end."""
        return {event["seat"]: event for event in self.events if event["kind"] == "points"}

    def succeed(self, values: Iterable[int]) -> "Table":
        """Rounds in which all play the same: with an average of 0 each is a success."""
        for value in values:
            self.worked(**dict.fromkeys(self.match.setup["seats"], value))
        return self


def a_table(
    *evaluations: Json | None, average: int = 5, cards: list[Json] | None = None, **setup: Any
) -> Table:
    """A table before its first round, with these evaluations in their order, the same for success and failure."""
    return Table(OUAF, a_setup(**setup), box(*evaluations, average=average) if cards is None else cards)

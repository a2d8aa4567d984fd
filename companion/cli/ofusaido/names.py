"""What the sides and the cards of OFUSAIDO are called where a match is told, and by which marks they are known."""

from collections.abc import Mapping
from typing import Any

from companion.cli.paper import NBSP, Ink
from companion.rules.ofusaido.sheet import Seat, Sheet
from companion.words import Text, Wording

MARKS = {Seat.HOME: "▲", Seat.AWAY: "●"}
INKS = {Seat.HOME: Ink.HOME, Seat.AWAY: Ink.AWAY}
BOLD_INKS = {Seat.HOME: Ink.HOME_BOLD, Seat.AWAY: Ink.AWAY_BOLD}


class Names:
    """The names on one match's sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    def side(self, seat: Seat) -> str:
        return self._sheet.team(seat).name or seat.value

    def marked(self, seat: Seat) -> str:
        """A side's mark and name, which stay on one line."""
        return f"{MARKS[seat]}{NBSP}{self.side(seat)}"

    def card(self, ref: str) -> Text | Wording | str:
        """A card's name; its reference if it has none."""
        name: Wording | str = getattr(self._sheet.cards[ref], "name", "")
        nameless = not (name.en if isinstance(name, Wording) else name)
        return ref if nameless else name

    def score(self, score: Mapping[Any, int]) -> Text:
        """`▲ Lyon 2 - 1 Metz ●`."""
        return Text(
            "{home} {goals} - {conceded} {away}",
            home=self.marked(Seat.HOME),
            goals=score["home"],
            conceded=score["away"],
            away=f"{self.side(Seat.AWAY)}{NBSP}{MARKS[Seat.AWAY]}",
        )

    def counts(self, counts: Mapping[Seat, int]) -> str:
        """`▲ Lyon 7, ● Metz 5`."""
        return ", ".join(f"{self.marked(seat)} {counts[seat]}" for seat in Seat)

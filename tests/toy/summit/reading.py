"""What Summit's table means: a peak in its side's slot is laid; a command card skips."""

from collections.abc import Iterator, Sequence

from companion.ids import CardRef
from companion.play import Play
from companion.reading.game_reading import ExpectedPlace, Reading, TableSituation, asked_for, seat_of
from companion.reading.table_sightings import PlacedThing, in_role
from tests.toy.summit.rules import Lay, Seat, Skip, State


class SummitTable:
    def readings(self, look: TableSituation) -> Sequence[Reading]:
        return [*asked_for(look, Skip.kind), *self._laid(look)]

    def _laid(self, look: TableSituation) -> Iterator[Reading]:
        for card in in_role(look.new, "card"):
            for seat, play in look.options(Lay.kind):
                if card.ref == play.card and seat_of(card) == seat:
                    yield Reading(play, (card,))

    def would_be(self, _look: TableSituation, lying: PlacedThing) -> Play | None:
        seat = seat_of(lying)
        if lying.ref is None or seat is None:
            return None
        return Lay(Seat(seat), CardRef(lying.ref))

    def places(self, state: State) -> Sequence[ExpectedPlace]:
        return [
            ExpectedPlace(ref, frozenset((f"{seat}.card",)))
            for seat, ref in state.laid.items()
            if ref is not None
        ]

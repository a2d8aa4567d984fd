"""Follows the cards that people lay for a seat that plays from a screen: which are still to be laid, and whether the right
one lies there.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.reading.answer import Puzzle
from companion.reading.game_reading import ExpectedPlace, Holds
from companion.reading.identity import Identities
from companion.reading.table_sightings import PlacedThing
from companion.words import Text, Wording


@dataclass(frozen=True, slots=True)
class ToLay:
    """A card that people lay now for a seat: its key, its zones of the mat, and both in words."""

    key: str
    zones: frozenset[str]
    card: Text | Wording
    where: Text


class Laying:
    """The cards of seats that play from a screen and have people lay them."""

    def __init__(self, cards: frozenset[str], identities: Identities) -> None:
        self.cards = cards
        self.to_lay: tuple[ToLay, ...] = ()
        """What was not laid yet when the match last went on."""
        self._identities = identities
        self._unlaid: set[ToLay] = set()

    def follow(self, places: Iterable[ExpectedPlace], has_lain: Callable[[ExpectedPlace], bool]) -> None:
        """Take the places where the match has things, after it went on."""
        on_mat = {zone.name for zone in self._identities.mat.zones}
        self.to_lay = tuple(
            ToLay(
                place.key,
                place.zones & on_mat,
                self._identities.called(place.key),
                self._identities.zones_told(sorted(place.zones & on_mat)),
            )
            for place in places
            if place.key in self.cards
            and place.holds is Holds.CARD
            and place.zones & on_mat
            and not has_lain(place)
        )
        self._unlaid = set(self.to_lay)

    def confirmed(self, lies_right: Callable[[str], bool]) -> list[Text]:
        """Return a sentence for each card that has come to lie right, once."""
        right = [one for one in self.to_lay if one in self._unlaid and lies_right(one.key)]
        self._unlaid.difference_update(right)
        return [Text("{card} lies in its place", card=one.card) for one in right]

    def wrong(self, new: Sequence[PlacedThing]) -> Puzzle | None:
        """Return that another card lies where one is to be laid."""
        for lying in new:
            meant = next((one for one in self._unlaid if lying.zone and lying.zone.name in one.zones), None)
            if meant is not None and not lying.is_token and all(lying.key != one.key for one in self.to_lay):
                told = self._identities.told(lying.what)
                says = Text(
                    "that is {thing}, but {card} belongs on {zone}: exchange them",
                    thing=told,
                    card=meant.card,
                    zone=meant.where,
                )
                return Puzzle(f"{lying.place}{meant.key}", says)
        return None

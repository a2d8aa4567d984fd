"""Decides which card lies there where the camera sees the face of one of several that are equal but for their references.

Copies of a card in a box may have references of their own, too small for a camera over a table. Nothing in a match depends
on which of them was played, so nobody is asked. A code or a tag is another matter: it was put there to tell them apart.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from companion.observation import ReadingStatus, What
from companion.reading.accounts import Accounts, At
from companion.reading.game_reading import GameReading, TableSituation
from companion.reading.identity import MatchCard
from companion.reading.table_sightings import PlacedThing, TableSightings
from companion.rules.engine import Refusal


class EqualCards:
    """The faces on one table that may be one of several equal cards."""

    def __init__(self, table: TableSightings, accounts: Accounts, meaning: GameReading) -> None:
        self._table = table
        self._accounts = accounts
        self._meaning = meaning

    def settle(self, look: Callable[[], TableSituation], due: Collection[At]) -> None:
        """Take each of these faces for the card that fits best where it lies: one that lay there before or that the match
        has there (`due`), that lies nowhere else, and that may be played.
        """
        for seen in (*self._table.unread, *self._accounts.new(self._table.lying)):
            cards = self._may_be(seen)
            if cards:
                best = min(cards, key=lambda card: self._misfits(look(), due, card))
                if best.ref != seen.ref:
                    self._table.take_for(best)

    def _may_be(self, seen: PlacedThing) -> Sequence[PlacedThing]:
        """Return the equal cards that a face may be, the likeliest first; nothing if it may be another card too. One that
        was read is no card of another team.
        """
        things, read = self._table.identities, seen.ref
        refs = (read,) if read is not None else seen.sighting.candidates
        equal = things.equals.get(refs[0], frozenset()) if refs else frozenset()
        if seen.sighting.what is not What.FACE or not equal.issuperset(refs):
            return ()
        if seen.sighting.reading is ReadingStatus.READ and read is not None:
            equal = frozenset(ref for ref in equal if things.owners.get(ref) == things.owners.get(read))
        return [replace(seen, what=MatchCard(ref)) for ref in dict.fromkeys((*refs, *sorted(equal)))]

    def _misfits(
        self, look: TableSituation, due: Collection[At], card: PlacedThing
    ) -> tuple[bool, bool, bool]:
        lies_elsewhere = any(one.ref == card.ref and one.thing != card.thing for one in self._table.lying)
        has_lain = self._accounts.knows(card) or card.place in due
        return (lies_elsewhere or not has_lain, lies_elsewhere, self._is_refused(look, card))

    def _is_refused(self, look: TableSituation, card: PlacedThing) -> bool:
        play = self._meaning.would_be(look, card)
        return play is not None and isinstance(look.rules.judge(look.state, play), Refusal)

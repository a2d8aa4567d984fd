"""The virtual table of OFUSAIDO: two players with boxes that a seed has shuffled play a match.

    play = table.next_play()            what a player does now, with cards that are really there
    outcome = match.submit(play)        the referee judges it
    table.follow(outcome.events)        the cards move as the referee said

The table cannot follow an undo or a correction, because nobody puts its cards back.
"""

import random
from collections.abc import Sequence

from companion.event import Event
from companion.match import Match
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.play import Play
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State


class VirtualPlayers:
    """Two boxes and two players, at the beginning of a match. The same seed plays the same match."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match = match
        self._state: State = match.state
        sheet, self.chance = self._state.sheet, random.Random(seed)
        self.boxes = {
            seat: DeckBox(sheet.team(seat), self._state.team(seat).hand, self.chance) for seat in Seat
        }
        self._table = DealtTable(match.rules, sheet, self.boxes, self.chance)

    def next_play(self) -> plays.Play | None:
        """Return what a player does now; None once the match is over."""
        return self._table.next_play(self._match.state)

    def others(self, play: Play, luck: random.Random) -> list[plays.Play]:
        """Return what the player could do instead of a play: plays of other kinds first, then by chance."""
        return self._table.others(self._match.state, play, luck)

    def follow(self, events: Sequence[Event]) -> None:
        """Move the real cards as the referee's events say."""
        before, self._state = self._state, self._match.state
        self._table.follow(before, events, self._state)

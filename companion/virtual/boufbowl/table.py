"""Virtual coaches who play a whole match of Boufbowl with real cards, whose order a seed decides."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.event import Event
from companion.ids import SeatName
from companion.match import Match
from companion.opponent.boufbowl.coaches import Coaches, Deck, cards_of
from companion.play import Concede, Play
from companion.rules.boufbowl import plays
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.state import State
from companion.virtual.chance import LONGEST


class VirtualCoaches:
    """Both coaches. The same seed plays the same match."""

    def __init__(self, match: Match, seed: int) -> None:
        self._match = match
        self.chance, sheet = Random(seed), self._state.sheet
        self.decks = {seat: Deck(cards_of(sheet, seat), self.chance) for seat in Seat}
        self._coaches = Coaches(match.rules, self.decks, self.chance)

    @property
    def _state(self) -> State:
        state: State = self._match.state
        return state

    def next_play(self) -> plays.Play | Concede | None:
        """Return what a coach does now; None once the match is over."""
        waited = self._match.expects()
        if waited and len(self._match.entries) >= LONGEST:
            return Concede(SeatName(str(waited[0].seat)))
        return self._coaches.next_play(self._state)

    def others(self, seat: Seat, luck: Random) -> Iterator[plays.Play]:
        """Return other plays of the coach whom the table waits for, the better ones first, with a card among them."""
        return self._coaches.others(self._state, seat, luck)

    def be_told(self, play: Play) -> None:
        """Let a coach do something other than he had planned: so many cards are laid ready."""
        self._coaches.be_told(self._state, play)

    def follow(self, events: Sequence[Event]) -> None:
        """Move the real cards as the referee's events say."""
        self._coaches.follow(events, self._state)

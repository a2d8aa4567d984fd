"""Invites the visitor of a shown match to choose some plays for one seat."""

from queue import SimpleQueue

from companion.backend.interface import Invitation
from companion.match import Match
from companion.play import Play
from companion.queues import taken
from companion.rules.engine import Ruling
from companion.showing.games import SCENE_BUILDERS
from companion.showing.ways import Choosable
from companion.showing.worth import worth
from companion.storage.mats import mat_of
from companion.virtual.acting.actor import Actor
from companion.words import Text

FIRST_MS = 3_000
"""In the table's own time: a visitor who has just come first watches for this long."""
APART_MS = 8_000
"""From one choice to the next, on the table's own clock: between them something is to be seen."""
SETTLED_MS = 6_000
"""For so long the table rests after a contest was settled, so that its sums and its result are read."""


class Visitor:
    """A visitor who plays for one seat.

    `invitation` and `choose` are for the screens' thread, the rest for the acting thread.
    """

    def __init__(self, seat: str) -> None:
        self._seat = seat
        self.invitation: Invitation | None = None
        self._said: SimpleQueue[tuple[int, int | None]] = SimpleQueue()
        self._settled_seq = -1
        self._next_ms = FIRST_MS
        self._number = 0
        self._shown_seq = 0
        self._rests_until_ms = 0

    def choose(self, number: int, choice: int | None) -> None:
        """Answer an invitation; None: the virtual player chooses. A late answer does nothing."""
        self._said.put((number, choice))

    def is_awaited(self, match: Match, actor: Actor, now_ms: int) -> bool:
        """Tell whether the match waits for the visitor (see `companion.table.acted_match.Guest`)."""
        if self._is_read(match, now_ms):
            return True
        if self.invitation is None:
            self.invitation = self._invited(match, actor, now_ms)
        if self.invitation is None:
            return False
        is_settled, choice = self._heard(self.invitation)
        if not is_settled:
            return True
        if choice is not None:
            actor.be_told(self.invitation.choices[choice].play)
        self.invitation, self._settled_seq, self._next_ms = None, match.seq, now_ms + APART_MS
        return False

    def _is_read(self, match: Match, now_ms: int) -> bool:
        """Tell whether the result of a contest is still being read."""
        entries = match.entries
        if entries and entries[-1].seq != self._shown_seq:
            self._shown_seq = entries[-1].seq
            before = entries[-2].after if len(entries) > 1 else match.opening.state
            shower = SCENE_BUILDERS[match.rules.game]
            if shower.settled(before, entries[-1].events) is not None:
                self._rests_until_ms = now_ms + SETTLED_MS
        return now_ms < self._rests_until_ms

    def _invited(self, match: Match, actor: Actor, now_ms: int) -> Invitation | None:
        """Return a new invitation if there is a choice and the last one was long enough ago; None otherwise."""
        if self._settled_seq == match.seq or now_ms < self._next_ms:
            return None
        choices = actor.choices(self._seat)
        if len(choices) < 2:
            self._settled_seq = match.seq
            return None
        self._number += 1
        told = tuple(_told(match, play, self._seat) for play in choices)
        hides = SCENE_BUILDERS[match.rules.game].hides
        return Invitation(self._number, self._seat, told, is_hidden=choices[0].kind in hides)

    def _heard(self, invitation: Invitation) -> tuple[bool, int | None]:
        """Return whether the invitation was answered, and the choice."""
        for number, choice in taken(self._said):
            if number == invitation.number and (choice is None or 0 <= choice < len(invitation.choices)):
                return True, choice
        return False, None


def _told(match: Match, play: Play, seat: str) -> Choosable:
    rules = match.rules
    return Choosable(play, _sentence(match, play), worth(rules, match.state, play, seat, mat_of(rules.game)))


def _sentence(match: Match, play: Play) -> Text:
    """Return the sentence for a play as it would be ruled, with the parts that players leave out, such as the way of a
    walk.
    """
    ruling = match.rules.judge(match.state, play)
    return match.rules.label(match.state, ruling.events[0] if isinstance(ruling, Ruling) else play)

"""Decides which items of players are taken by themselves, and which a referee has to allow first.

    touch ──► LockGate ──► free ──► match
                 └──► LeaveAsked ──► (PIN) ──► LeaveGiven ──► match, with the referee's word in the log

What is locked changes nothing: it waits here until the referee allows it, or until something else is asked. A change of
plays is for the match as it stood: if that has gone on, it is not done. Orders of a hall's referees do not come by here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.ids import MatchId
from companion.locks import Freedom, PlayerAct, TableLocks
from companion.match import Entry, Match
from companion.play import Correct, Insert, Note, Override, SaidPlay, Undo
from companion.reading.answer import TableQuestion
from companion.session import inbox
from companion.session.history import ALLOWED, taken_back
from companion.session.remarks import LeaveNoted, holds_clocks, note_of
from companion.session.session_event import LeaveAsked, SessionEvent, StaleTouch

OF_PLAYS = (PlayerAct.UNDO, PlayerAct.CORRECT, PlayerAct.OVERRIDE)
"""What changes plays. Who asked for it saw a match whose last play nobody else may replace meanwhile."""


def act_of(item: inbox.Item, match: Match, question: TableQuestion | None) -> PlayerAct | None:
    """Return what an item does that may be locked; None if it is always free."""
    match item:
        case inbox.PlayIntent(play):
            return act_of_play(play, match.entries)
        case inbox.Amendment() | inbox.MissedPlay() | inbox.WayBack():
            return PlayerAct.CORRECT
        case inbox.QuestionAnswer(key, int(option)) if question is not None and question.key == key:
            row = question.row(option) if 0 <= option < len(question.options) else ()
            return next((act for play in row if (act := act_of_play(play, match.entries))), None)
        case inbox.ClockOrder("pause"):
            return PlayerAct.PAUSE
        case inbox.ClockOrder("add" | "set"):
            return PlayerAct.CORRECT
        case inbox.HintRequest():
            return PlayerAct.HINT
        case inbox.OddsRequest():
            return PlayerAct.ODDS
        case _:
            return None


def act_of_play(play: SaidPlay, entries: tuple[Entry, ...]) -> PlayerAct | None:
    """Return what a play does that may be locked. To take back more than the last play is a correction."""
    match play:
        case Undo():
            last = {None, entries[-1].seq} if entries else {None}
            whole = taken_back(Undo(), entries)
            return PlayerAct.UNDO if play.to in last or play == whole else PlayerAct.CORRECT
        case Correct() | Insert():
            return PlayerAct.CORRECT
        case Override():
            return PlayerAct.OVERRIDE
        case Note() if holds_clocks(play):
            return PlayerAct.PAUSE
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Passage:
    """What becomes of an item: the items that are taken, such as the note of a referee's word before it, and what is told."""

    items: tuple[inbox.MatchItem, ...] = ()
    told: tuple[SessionEvent, ...] = ()


class LockGate:
    """The locks of one match, and what waits for a referee's word. It belongs to the thread of the controller."""

    def __init__(self, name: MatchId, locks: Callable[[], TableLocks]) -> None:
        self._name = name
        self._locks = locks
        self._number = 0
        self._waiting: tuple[inbox.MatchItem | inbox.OddsRequest, int] | None = None
        """What waits for a referee's word, and the last play when it was asked for."""
        self._has_odds = False
        """A referee allowed the odds in this match."""

    @property
    def locks(self) -> TableLocks:
        """The locks as they are now: an owner or a hall may change them in the middle of a match."""
        return self._locks()

    @property
    def shows_odds(self) -> bool:
        freedom = self.locks.freedom(PlayerAct.ODDS)
        return freedom is Freedom.FREE or (freedom is Freedom.ASKS and self._has_odds)

    def let_through(self, item: inbox.Item, match: Match, question: TableQuestion | None = None) -> Passage:
        """Return what becomes of an item now."""
        if isinstance(item, inbox.LeaveGiven):
            return self._allowed(item, match, question)
        act = act_of(item, match, question)
        if act is None or self.locks.freedom(act) is Freedom.FREE:
            return Passage(self._through(item))
        if act is PlayerAct.ODDS and self.shows_odds:
            self._has_odds = False
            return Passage()
        self._number, self._waiting = self._number + 1, (item, match.seq)
        locks = self.locks
        return Passage(
            told=(LeaveAsked(self._number, act, locks.says(act), opens_with_pin=locks.opens_with_pin(act)),)
        )

    def _allowed(self, given: inbox.LeaveGiven, match: Match, question: TableQuestion | None) -> Passage:
        waiting, self._waiting = self._waiting, None
        if waiting is None or given.number != self._number:
            return Passage(told=(StaleTouch(self._name, match.seq),))
        item, seq = waiting
        act = act_of(item, match, question)
        if act in OF_PLAYS and not isinstance(item, inbox.ClockOrder) and seq != match.seq:
            return Passage(told=(StaleTouch(self._name, match.seq),))
        if act is None or not self.locks.opens_with_pin(act):
            # It was unlocked, or locked for good, in the meantime.
            return self.let_through(item, match, question)
        if isinstance(item, inbox.PlayIntent):
            return Passage((replace(item, source=ALLOWED),))
        if act is PlayerAct.CORRECT:
            return Passage(self._through(item))
        return Passage((inbox.PlayIntent(note_of(LeaveNoted(act)), source=ALLOWED), *self._through(item)))

    def _through(self, item: inbox.MatchItem | inbox.OddsRequest) -> tuple[inbox.MatchItem, ...]:
        """Return an item that may pass. Odds stand in no match: this gate alone knows whether they are shown."""
        if isinstance(item, inbox.OddsRequest):
            self._has_odds = True
            return ()
        return (item,)

"""Plays the cues of session events, and silences a cue whose event was taken back."""

from companion.cue import Cue, EventId
from companion.ids import MatchId
from companion.session import session_event
from companion.sounding.sounding import opening, refused, sounding
from companion.timers import ClockEvent, Doing
from devices.audio.player import SoundPlayer

BESIDE_THE_EVENTS = 1_000
"""The place of a question after all events of its play; no play has this many."""


class Sounds:
    """Plays the cues of one match's session events. Only the thread that hears them uses it."""

    def __init__(self, game: str, match: MatchId, player: SoundPlayer, seq: int = 0) -> None:
        """`seq` is the last play of a continued match."""
        self._game = game
        self._match = match
        self._player = player
        self._seq = seq
        self._asked_at: int | None = None

    def begin(self) -> None:
        """Sound the kick-off, unless the match has begun before."""
        what = opening(self._game, self._match)
        if self._seq == 0 and what.cue is not None:
            self._player.play(what.cue, what.of)

    def hear(self, told: session_event.SessionEvent) -> None:
        """Play or silence the cue of one session event."""
        match told:
            case session_event.RulingEvent():
                self._ruled(told)
            case session_event.QuestionEvent(question):
                self._asked(is_open=question is not None)
            case session_event.ProposalEvent(_, voided):
                self._asked(is_open=bool(voided))
            case session_event.PuzzleEvent(puzzle) if puzzle is not None:
                self._player.play(Cue.ERROR, self._beside())
            case session_event.DifferenceEvent(desync) if desync is not None:
                self._player.play(Cue.ERROR, self._beside())
            case session_event.ClockNotice(event):
                self._clock(event)
            case session_event.RemarkEvent(_, is_trouble) if is_trouble:
                self._player.play(Cue.ERROR, self._beside())
            case _:
                pass

    def _ruled(self, told: session_event.RulingEvent) -> None:
        self._seq = told.seq
        of = EventId(self._match, told.seq)
        what = sounding(self._game, of, told.play, told.events) if told.refusal is None else refused(of)
        if what.withdraw is not None:
            self._player.withdraw(what.withdraw)
        # A clock that ran out was heard when it did: what the rules make of it is new only if it is more.
        if what.cue is not None and not (told.by == "clock" and what.cue in (Cue.TIME, Cue.ERROR)):
            self._player.play(what.cue, what.of)

    def _asked(self, *, is_open: bool) -> None:
        """Sound a question; silence a question that is over, unless something else sounded since."""
        if is_open:
            self._asked_at = self._seq
            self._player.play(Cue.QUESTION, self._beside())
        elif self._asked_at == self._seq:
            self._player.withdraw(self._beside())

    def _beside(self) -> EventId:
        return EventId(self._match, self._seq, BESIDE_THE_EVENTS)

    def _clock(self, event: ClockEvent) -> None:
        if event.doing is Doing.LAST:
            self._player.play(Cue.LAST_TEN)
        elif event.doing is Doing.EXPIRE:
            self._player.play(Cue.TIME)

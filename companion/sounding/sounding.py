"""Chooses the sound of an event from its game's table.

A play sounds once. Of its events the one whose line stands highest is heard, and the others are seen: a goal that ends
a turn is a goal. The tables are data, and each line is held against the game's own events by a test.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cue import Cue, EventId
from companion.event import ClockRanOut, Event, Undone
from companion.ids import MatchId
from companion.play import Correct, SaidPlay
from companion.sounding.games import CUES, CueRule, GameCues

SILENT = GameCues(())
EVERY_GAME = (CueRule(ClockRanOut.kind, Cue.TIME),)
"""Below all lines of the game's own."""


@dataclass(frozen=True, slots=True)
class Sounding:
    """What to do for one ruling: first silence the cues of events that were taken back, then play the cue."""

    withdraw: EventId | None = None
    cue: Cue | None = None
    of: EventId | None = None


def opening(game: str, match: MatchId) -> Sounding:
    """Return the sound of a match's beginning."""
    return Sounding(None, CUES.get(game, SILENT).opening, EventId(match, 0))


def sounding(game: str, id_of_play: EventId, said: SaidPlay, events: Sequence[Event]) -> Sounding:
    """Return the sound of an accepted play. `said` is the play."""
    withdraw = _first_taken_back(id_of_play, said, events)
    match, seq = id_of_play.match, id_of_play.seq
    for line in (*CUES.get(game, SILENT).rules, *EVERY_GAME):
        for index, event in enumerate(events):
            if line.fits(event):
                # What a correction brings belongs to the play that it corrects, and may be taken back with it.
                return Sounding(withdraw, line.cue, EventId(match, withdraw.seq if withdraw else seq, index))
    return Sounding(withdraw)


def refused(id_of_play: EventId) -> Sounding:
    """Return the sound of a refused play."""
    return Sounding(None, Cue.ERROR, id_of_play)


def _first_taken_back(id_of_play: EventId, said: SaidPlay, events: Sequence[Event]) -> EventId | None:
    for event in events:
        if isinstance(event, Undone):
            return EventId(id_of_play.match, event.to)
    return EventId(id_of_play.match, said.seq) if isinstance(said, Correct) else None

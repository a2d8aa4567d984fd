"""Which event sounds like what: one table a game, the most telling event first.

A play sounds once. Of its events the one whose line stands highest is heard, and the others are seen: a goal that ends
a turn is a goal. The tables are data, and each line is held against the game's own events by a test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cue import Cue, EventId
from companion.event import ClockRanOut, Event, Undone
from companion.ids import MatchId
from companion.play import Correct, SaidPlay


@dataclass(frozen=True, slots=True)
class CueRule:
    """Events of this kind, whose fields have these values, sound so."""

    kind: str
    cue: Cue
    where: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        return event.kind == self.kind and all(
            getattr(event, name) == value for name, value in self.where.items()
        )


GAMES: Mapping[str, tuple[CueRule, ...]] = {
    "ofusaido": (
        CueRule("goal", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("no_goal", Cue.SAVE),
        CueRule("foul", Cue.CARD_RED, {"colour": "red"}),
        CueRule("foul", Cue.CARD_YELLOW, {"colour": "yellow"}),
        CueRule("foul", Cue.CARD_BLUE, {"colour": "blue"}),
        CueRule("shootout", Cue.WHISTLE_LONG),
        CueRule("stall", Cue.WHISTLE_SHORT),
        CueRule("turn_end", Cue.TURN),
    ),
    "lignes": (
        CueRule("goal", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("save", Cue.SAVE, {"saved": True}),
        CueRule("penalty", Cue.SAVE, {"scored": False}),
        CueRule("foul", Cue.WHISTLE_LONG),
        CueRule("out", Cue.WHISTLE_SHORT),
        CueRule("kickoff_roll", Cue.KICKOFF),
        CueRule("turn_end", Cue.TURN),
    ),
    "ouaf": (
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("fired", Cue.CARD_RED),
        CueRule("reveal", Cue.GOAL, {"success": True}),
        CueRule("reveal", Cue.SAVE, {"success": False}),
        CueRule("round", Cue.TURN),
    ),
    "boufbowl": (
        CueRule("try", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("injured", Cue.CARD_RED),
        CueRule("turn_end", Cue.SAVE, {"reason": "intercepted"}),
        CueRule("kickoff", Cue.KICKOFF),
        CueRule("turn_end", Cue.TURN),
    ),
}
"""Kinds as the games' rules name their events, without the rules: a game that is not there is silent."""

EVERY_GAME = (CueRule(ClockRanOut.kind, Cue.TIME),)
"""Below all lines of the game's own."""

OPENINGS: Mapping[str, Cue] = {"ofusaido": Cue.KICKOFF, "ouaf": Cue.TURN}
"""What is heard when a match begins, where no play of the game says that it does."""


@dataclass(frozen=True, slots=True)
class Sounding:
    """What to do about one answer of the match: first silence what is no longer so, then play the cue."""

    withdraw: EventId | None = None
    cue: Cue | None = None
    of: EventId | None = None


def opening(game: str, match: MatchId) -> Sounding:
    """A match begins."""
    return Sounding(None, OPENINGS.get(game), EventId(match, 0))


def sounding(game: str, id_of_play: EventId, said: SaidPlay, events: Sequence[Event]) -> Sounding:
    """A play was accepted. `said` is the play."""
    withdraw = _first_taken_back(id_of_play, said, events)
    match, seq = id_of_play.match, id_of_play.seq
    for line in (*GAMES.get(game, ()), *EVERY_GAME):
        for index, event in enumerate(events):
            if line.fits(event):
                # What a correction brings belongs to the play that it corrects, and may be taken back with it.
                return Sounding(withdraw, line.cue, EventId(match, withdraw.seq if withdraw else seq, index))
    return Sounding(withdraw)


def refused(id_of_play: EventId) -> Sounding:
    """A play was refused."""
    return Sounding(None, Cue.ERROR, id_of_play)


def _first_taken_back(id_of_play: EventId, said: SaidPlay, events: Sequence[Event]) -> EventId | None:
    for event in events:
        if isinstance(event, Undone):
            return EventId(id_of_play.match, event.to)
    return EventId(id_of_play.match, said.seq) if isinstance(said, Correct) else None

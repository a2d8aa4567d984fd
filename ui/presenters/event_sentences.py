"""Writes a session event as a sentence for the players; most events need none."""

from companion.session.history_rows import NOTHING
from companion.session.session_event import (
    DifferenceEvent,
    NoticeEvent,
    PuzzleEvent,
    RemarkEvent,
    RulingEvent,
    SessionEvent,
    StaleTouch,
)
from companion.showing.citations import tell_citation
from companion.words import Text


def happening(told: SessionEvent) -> Text | None:
    """Return the sentence; empty if an earlier one no longer holds, None if there is nothing to say."""
    match told:
        case RulingEvent(refusal=None):
            return NOTHING
        case RulingEvent(refusal=refusal) if refusal is not None:
            if refusal.cite is None:
                return refusal.message
            return Text("{message} ({cite})", message=refusal.message, cite=tell_citation(refusal.cite))
        case StaleTouch():
            return Text("too late: the match had gone on; look again, and choose again")
        case RemarkEvent(says=says):
            return says
        case PuzzleEvent(puzzle=puzzle):
            return NOTHING if puzzle is None else puzzle.says
        case DifferenceEvent(desync=None):
            return NOTHING
        case NoticeEvent(words=words):
            return words
        case _:
            return None

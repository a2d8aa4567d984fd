"""Finds the plays that one gesture made, because taking back undoes all of them and not only the last."""

from collections.abc import Sequence
from typing import TypeVar

from companion.match import Entry
from companion.play import SaidPlay, Undo

P = TypeVar("P", bound=SaidPlay)


def taken_back(play: P, entries: Sequence[Entry]) -> P | Undo:
    """Return an undo without a number as one that takes back the whole last gesture; any other play unchanged.

    Plays that were read as one have the very same evidence; so has a row of an answered question. Whoever names the
    play to go back to is taken at his word, and a script takes back its last play: it does not come by here.
    """
    if play != Undo() or not entries:
        return play
    first = _first_of_row(entries)
    return play if first is entries[-1] else Undo(first.seq)


def _first_of_row(entries: Sequence[Entry]) -> Entry:
    first = entries[-1]
    for entry in reversed(entries):
        if not first.evidence or entry.evidence != first.evidence:
            break
        first = entry
    return first

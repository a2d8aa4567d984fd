"""What «take back» takes at a table: the plays that one gesture said, and not the last of them alone."""

from collections.abc import Sequence
from typing import Any

from companion.match import Entry
from companion.play import Undo
from companion.rules.engine import Json


def taken_back(play: Any, entries: Sequence[Entry]) -> Any:
    """The undo that a hand means by a bare «take back»; any other play as it is.

    Plays that were read as one have the very same evidence; so has a row of an answered question. Whoever names the
    play to go back to is taken at his word, and a script takes back its last play: it does not come by here.
    """
    if play != {"play": Undo.kind} or not entries:
        return play
    first = _first_of_row(entries)
    whole: Json = {"play": Undo.kind, "to": first.seq}
    return play if first is entries[-1] else whole


def _first_of_row(entries: Sequence[Entry]) -> Entry:
    first = entries[-1]
    for entry in reversed(entries):
        if not first.evidence or entry.evidence != first.evidence:
            break
        first = entry
    return first

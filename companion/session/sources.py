"""Describes who entered a play (camera, tower, player or referee), for the history."""

from collections.abc import Mapping

from companion.words import Text

_SAID_BY: Mapping[str, Text] = {
    "camera": Text("seen by the camera"),
    "tower": Text("read by the tower"),
    "tap": Text("entered by touch"),
    "typed": Text("typed at the keyboard"),
    "answer": Text("answered at the table"),
    "amendment": Text("amended by the referee"),
    "referee": Text("entered by the referee"),
    "clock": Text("reported by the clock"),
}


def said_by(source: str) -> Text:
    """Return who entered a play: `camera`, `tower`, `tap`, `typed`, `answer`, `amendment`, `referee` or `clock`."""
    return _SAID_BY.get(source) or Text("reported by {source}", source=source)

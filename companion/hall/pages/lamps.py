"""Describes the state of a link in words."""

from companion.hall.links import Lamp
from companion.words import Text


def lamp_told(lamp: Lamp) -> Text:
    """Describe the lamp of a link in a few words."""
    match lamp:
        case Lamp.GOOD:
            return Text("on the line, nothing is missing")
        case Lamp.BEHIND:
            return Text("on the line, records are being fetched")
        case Lamp.SILENT:
            return Text("says nothing any more")
        case Lamp.GONE:
            return Text("not on the line")
        case Lamp.FORKED:
            return Text("its log was continued twice, as after a copy: call a referee")

"""Describes in words the state of a link, and the messages of a table that this hall does not understand."""

from companion.bus.topics import TopicPart
from companion.hall.links import Lamp, LinkStanding
from companion.version import program_version
from companion.words import Text, joined

_RECORDS = Text("its records")
PART_NAMES = {
    TopicPart.UP: Text("whether it is there"),
    TopicPart.HEAD: _RECORDS,
    TopicPart.LOG: _RECORDS,
    TopicPart.ANSWER: _RECORDS,
    TopicPart.VIEW: Text("what the public sees"),
    TopicPart.REPORT: Text("what is open at the table"),
    TopicPart.DONE: Text("its answers to orders"),
    TopicPart.PICTURE: Text("its pictures"),
}


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
        case Lamp.UNREAD:
            return Text("on the line, but part of what it tells cannot be read")
        case Lamp.FLOODING:
            return Text("on the line, but sends more than its share: throw it out if that does not end")
        case Lamp.FORKED:
            return Text("its log was continued twice, as after a copy: call a referee")


def versions_told(standing: LinkStanding) -> Text:
    """Tell which programs the table and this hall have, and what to do about it."""
    theirs, ours = standing.version or "?", program_version()
    if theirs == ours:
        return Text("bring both programs, which call themselves {ours}, to the same state", ours=ours)
    return Text(
        "the table's program is {theirs}, the hall's is {ours}: bring the older one up to date",
        theirs=theirs,
        ours=ours,
    )


def unread_told(standing: LinkStanding) -> Text | None:
    """Return which messages of a table this hall does not understand, and why; None if it understands all."""
    if not standing.unread:
        return None
    names = list(dict.fromkeys(PART_NAMES[part] for part in standing.unread))
    return Text("not understood: {parts}; {versions}", parts=joined(names), versions=versions_told(standing))

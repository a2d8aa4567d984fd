"""Describes who entered a play (camera, tower, tray, player or referee), and what was read, for the history."""

from collections.abc import Mapping

from companion.mat import Mat
from companion.observation import Notice, Observation, Roll, Sighting, Tap, What
from companion.words import Text, Wording

AMENDMENT = "amendment"
"""The source of a play that amends an earlier one at the table."""
_SAID_BY: Mapping[str, Text] = {
    "camera": Text("seen by the camera"),
    "tower": Text("read by the tower"),
    "tray": Text("read in the dice tray"),
    "tap": Text("entered by touch"),
    "typed": Text("typed at the keyboard"),
    "answer": Text("answered at the table"),
    AMENDMENT: Text("amended by the referee"),
    # In older logs: plays after a missed one were entered anew; `insert` judges them again.
    "again": Text("entered again after a play that was missing before it"),
    "referee": Text("entered by the referee"),
    "clock": Text("reported by the clock"),
}


def said_by(source: str) -> Text:
    """Return who entered a play: `camera`, `tower`, `tray`, `tap`, `typed`, `answer`, `amendment`, `again`,
    `referee` or `clock`.
    """
    return _SAID_BY.get(source) or Text("reported by {source}", source=source)


def observation_told(seen: Observation, mat: Mat) -> Text:
    """Return a sentence that says what was read, and by which sensor."""
    match seen:
        case Sighting(what=What.DIE):
            return Text(
                "the camera read {text} in the dice tray, with a certainty of {percent} %",
                text=seen.reads.replace(":", " ") or "?",
                percent=seen.confidence_percent,
            )
        case Sighting(what=What.FACE, reads=""):
            return Text(
                "the camera saw a card on {zone} that may be {cards}",
                zone=_zone_told(seen, mat),
                cards=", ".join(seen.candidates) or "?",
            )
        case Sighting(what=What.FACE):
            return Text(
                "the camera knew {text} on {zone} by its face; the card most like it differs by {percent} points of 100",
                text=seen.reads,
                zone=_zone_told(seen, mat),
                percent=seen.confidence_percent,
            )
        case Sighting():
            return Text(
                "the camera read {text} on {zone}, with a certainty of {percent} %",
                text=seen.reads,
                zone=_zone_told(seen, mat),
                percent=seen.confidence_percent,
            )
        case Roll(line=None):
            return Text("dice in the tray: {dice}", dice=dice_told(seen))
        case Roll():
            return Text("the tower read {dice}: {line}", dice=dice_told(seen), line=seen.line or "")
        case Tap():
            return said_by(seen.source or "tap")
        case Notice():
            return Text("{device} says: {words}", device=seen.device, words=seen.says)


def _zone_told(seen: Sighting, mat: Mat) -> Wording | Text:
    title = next((zone.title for zone in mat.zones if zone.name == seen.zone and zone.title.en), None)
    return title or Text("{zone}", zone=seen.zone or "?")


def dice_told(roll: Roll) -> str:
    """Return the dice of a roll with their faces, as sentences have them."""
    return ", ".join(f"{die} {face}" for die, face in zip(roll.dice, roll.faces, strict=False))

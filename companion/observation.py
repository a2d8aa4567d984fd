"""The observations that sensors and hands report, before their meaning is decided.

An observation is never thrown away: plays and events carry the ids of those they came from, so that
"why does it think so?" has an answer to show.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from companion.codec import Range
from companion.ids import ObservationId


class What(StrEnum):
    """The kinds of thing that the camera can see."""

    QR = "qr"
    TAG = "tag"
    REFERENCE = "reference"
    FACE = "face"
    """The face of a card that was shown to the program before."""
    DIE = "die"


class ReadingStatus(StrEnum):
    """Whether the camera read a thing, or why it could not: a doubtful reading asks a person instead of guessing."""

    READ = "read"
    AMBIGUOUS = "ambiguous"
    """A printed reference or a face that may be one of several, or a die that is one of several: its face is bare, and so
    is one of another kind of dice.
    """
    UNKNOWN = "unknown"
    """A printed reference as good as any, or a whole card, of none that is known here."""
    UNREADABLE = "unreadable"
    """Print that is no reference, or a face of which too little can be seen."""
    UNSURE = "unsure"
    """A die on which no face fits well enough, or two do."""
    COCKED = "cocked"
    """A die that leans: no face of it lies flat."""
    STACKED = "stacked"
    """A die that lies upon another, or under it."""


class SightingState(StrEnum):
    """The stage in the life of a thing on the table: a thing that is seen in 200 frames starts once and ends once."""

    START = "start"
    UPDATE = "update"
    """It lies elsewhere, or is seen again."""
    HIDDEN = "hidden"
    """Something lies or rests upon it."""
    END = "end"
    """It was taken away."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The camera saw a thing on the table: its code, tag, printed reference or face, and its place.

    `thing` is the same from a thing's start to its end: two copies of one card are two things. `corners_px` are four
    points in the picture, clockwise as the thing itself is read; `at_mm` its middle on the mat, once the mat is known. A die
    on a printed tray `reads` its kind and its face (`d12:7`), and has its place on that tray. `rested_ms` is for how long it
    had already been seen there when it was reported: a face is reported at the second look that reads it.
    `reads` is empty where a die, a printed reference or a face was seen and nothing can be said; `reading` says why, and
    `candidates` are what an ambiguous reference or face may be, the likeliest first.
    """

    kind: ClassVar[str] = "sighting"
    id: ObservationId
    at_ms: int
    reads: str
    zone: str | None = None
    what: What = What.QR
    state: SightingState = SightingState.START
    thing: int = 0
    corners_px: tuple[tuple[int, ...], ...] = ()
    at_mm: tuple[int, ...] | None = None
    confidence_percent: Annotated[int, Range(0, 100)] = 100
    reading: ReadingStatus = ReadingStatus.READ
    candidates: tuple[str, ...] = ()
    rested_ms: int = 0


UNREAD = "?"
"""A die in the tray whose face the tower cannot read."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The tower reported dice, or the camera saw them in the tray. `line` is the text that came over the tower's wire.

    `dice`, `faces` and `confidence` (0 to 100) go together, one a die. A tower's roll is known by `tower` (its
    serial), `boot` (new at each power-up) and `number`. `request` is the question it answers, None when nobody had
    asked; `state` is `ok`, `cocked`, `lost` or `timeout`. `again`: how often the line had been sent before.
    """

    kind: ClassVar[str] = "roll"
    id: ObservationId
    at_ms: int
    faces: tuple[str, ...]
    line: str | None = None
    dice: tuple[str, ...] = ()
    confidence: tuple[int, ...] = ()
    state: str = "ok"
    tower: str | None = None
    boot: str | None = None
    number: int | None = None
    request: str | None = None
    rest_ms: int | None = None
    again: int = 0

    @property
    def is_read(self) -> bool:
        """Whether every die was read."""
        return bool(self.faces) and UNREAD not in self.faces


def roll_id(tower: str, boot: str, number: int) -> ObservationId:
    """Return the id under which evidence names a roll of the tower."""
    return ObservationId(f"roll:{tower}:{boot}:{number}")


@dataclass(frozen=True, slots=True)
class Tap:
    """A person entered a play: with a touch, a key, or a line of a script. `said` is the play's JSON as it came."""

    kind: ClassVar[str] = "tap"
    id: ObservationId
    at_ms: int
    said: Any
    source: str | None = None


SOUND_DEVICE = "sound"
"""The loudspeaker's name in notices."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A device reports about itself: unplugged, connected again, too dark to read."""

    kind: ClassVar[str] = "notice"
    id: ObservationId
    at_ms: int
    device: str
    says: str


Observation = Sighting | Roll | Tap | Notice
OBSERVATIONS: dict[str, type[Observation]] = {kind.kind: kind for kind in (Sighting, Roll, Tap, Notice)}

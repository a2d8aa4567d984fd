"""The gestures of hands at a table. Things are named by the actor's handles; places are in millimetres of the mat."""

from dataclasses import dataclass

from companion.mat import Zone
from companion.play import Play

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LayGesture:
    """A hand brings a card, or a token with a tag, and lays it down."""

    handle: int
    text: str
    """The text of its code; for a token, the number of its tag."""
    title: str
    at_mm: Point
    turn_deg: float
    arm_deg: float
    is_face_up: bool = True
    token_mm: float | None = None
    """The side of a token's tag; None: it is a card."""


@dataclass(frozen=True, slots=True)
class SlideGesture:
    """A hand moves a thing to another place, with what lies upon it."""

    handle: int
    at_mm: Point
    arm_deg: float
    along: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnGesture:
    """A hand turns a card over where it lies."""

    handle: int
    arm_deg: float


@dataclass(frozen=True, slots=True)
class TiltGesture:
    """A hand raises one edge of a card, so that its sleeve reflects no lamp, and lets it down again: of the cards that lie face up in
    a zone, the one that was laid last.
    """

    zone: Zone
    arm_deg: float


@dataclass(frozen=True, slots=True)
class TakeGesture:
    """A hand gathers things and takes them from the table."""

    handles: tuple[int, ...]
    arm_deg: float


@dataclass(frozen=True, slots=True)
class ThrowGesture:
    """Drops dice into the tower, which then show these faces."""

    dice: tuple[str, ...]
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TapGesture:
    """A player enters by touch a play that cards cannot show."""

    play: Play


Gesture = LayGesture | SlideGesture | TurnGesture | TiltGesture | TakeGesture | ThrowGesture | TapGesture

"""An actor knows the real cards of one match, and the gestures by which the table shows a play; a mind chooses the plays.

gestures = actor.tells(play)      before: what shows the play
    gestures = actor.follows(events)  after the ruling: cards are swept, drawn, put back

What the reader makes of it is compared with the actor's own match, which it never sees.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from companion.event import Event
from companion.ids import CardRef
from companion.mat import Mat, Zone
from companion.match import Match
from companion.play import Play

# --- gestures
# The gestures of hands at a table. Things are named by the actor's handles; places are in millimetres of the mat.

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
    """A hand raises one edge of a card, so that its sleeve reflects no lamp, and lets it down again: of the cards that lie
    face up in a zone, the one that was laid last.
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


# --- actor

ARMS_DEG = {0: 0.0, 90: 90.0, 180: 180.0, 270: 270.0}
"""Where an arm comes from: the side from which a zone is read."""


def parts(play: Play) -> Sequence[Play]:
    """Split a play that several seats make at once by seat, because the table may be read in several parts."""
    whole: Any = play
    return [replace(whole, cards={seat: card}) for seat, card in cards_by_seat(play).items()] or (play,)


def cards_by_seat(play: Play) -> dict[str, Any]:
    """Return the cards of a play that several seats make at once, by seat; none of any other play."""
    cards = getattr(play, "cards", None)
    return dict(cards) if isinstance(cards, Mapping) else {}


class Actor(Protocol):
    """The actor of one game."""

    def prepares(self) -> Sequence[Gesture]:
        """Return the gestures that lay out the table before the first play."""

    def next_play(self) -> Play | None:
        """Return the next play, with cards that are really there; None once the match is over."""

    def held(self, seat: str) -> Sequence[CardRef]:
        """Return the cards that a seat holds, where they are hidden from the others."""

    def choices(self, seat: str) -> Sequence[Play]:
        """Return what a seat could do next, with cards that are really there.

        First its virtual player's play, then a few different ones; of a play of several seats its part. Fewer than two:
        there is no choice.
        """

    def has_room(self, play: Play) -> bool:
        """Tell whether the table has places for the cards of a play."""

    def be_told(self, play: Play) -> None:
        """Make the seat do one of its `choices`; `next_play` returns it from now on."""

    def tells(self, play: Play) -> Sequence[Gesture]:
        """Return the gestures by which the table shows a play; none if the next play explains it."""

    def follows(self, events: Sequence[Event]) -> Sequence[Gesture]:
        """Return the gestures after a play was judged."""


@dataclass(frozen=True, slots=True)
class ActedPiece:
    """A thing on the table, as its actor knows it."""

    handle: int
    text: str
    zone: str
    at_mm: Point


class Hands:
    """The things on the table as the actor put them there; it assigns handles, and places within zones."""

    def __init__(self, mat: Mat, luck: Random) -> None:
        self._mat = mat
        self._zones = {zone.name: zone for zone in mat.zones}
        self._luck = luck
        self._handles = 0
        self.pieces: dict[int, ActedPiece] = {}

    def zone(self, name: str) -> Zone:
        return self._zones[name]

    def lies(self, text: str, *zones: str) -> ActedPiece | None:
        """Return the piece with this text in one of these zones, or anywhere if none is named."""
        for piece in self.pieces.values():
            if piece.text == text and (not zones or piece.zone in zones):
                return piece
        return None

    def inside(self, *zones: str) -> list[ActedPiece]:
        """Return all pieces in some zones."""
        return [piece for piece in self.pieces.values() if piece.zone in zones]

    def lay(
        self, text: str, title: str, zone: str, *, place: int = 0, of: int = 1, is_face_up: bool = True
    ) -> LayGesture:
        """Lay a card in a zone: at the `place`-th of `of` places from the left, as its seat sees it."""
        at_mm = self._place(zone, place, of)
        piece = self._keep(text, zone, at_mm)
        turn_deg = self._zones[zone].turn_deg + self._luck.uniform(-6, 6)
        return LayGesture(piece.handle, text, title, at_mm, turn_deg, self.arm_deg(zone), is_face_up)

    def lay_token(
        self,
        tag: int,
        side_mm: float,
        zone: str,
        arm_deg: float,
        at_mm: Point | None = None,
        tilt_deg: float = 180,
    ) -> LayGesture:
        """Lay a token in a zone, in its middle or at `at_mm`, turned by at most `tilt_deg`."""
        at_mm = self._place(zone, 0, 1) if at_mm is None else self._unsteady(*at_mm)
        piece = self._keep(str(tag), zone, at_mm)
        return LayGesture(
            piece.handle,
            str(tag),
            "",
            at_mm,
            self._luck.uniform(-tilt_deg, tilt_deg),
            arm_deg,
            token_mm=side_mm,
        )

    def slide(
        self,
        piece: ActedPiece,
        zone: str,
        arm_deg: float | None = None,
        at_mm: Point | None = None,
        *,
        along: Sequence[ActedPiece] = (),
    ) -> SlideGesture:
        """Move a piece to another zone, to its middle or to a point in it, with what lies upon it."""
        at_mm = self._place(zone, 0, 1) if at_mm is None else self._unsteady(*at_mm)
        return self.slide_to(piece, at_mm, self.arm_deg(zone) if arm_deg is None else arm_deg, zone, along)

    def slide_to(
        self,
        piece: ActedPiece,
        at_mm: Point,
        arm_deg: float,
        zone: str = "",
        along: Sequence[ActedPiece] = (),
    ) -> SlideGesture:
        """Move a piece to a point, inside or outside the zones."""
        for one in (piece, *along):
            self.pieces[one.handle] = ActedPiece(one.handle, one.text, zone, at_mm)
        return SlideGesture(piece.handle, at_mm, arm_deg, tuple(one.handle for one in along))

    def turn(self, piece: ActedPiece, arm_deg: float | None = None) -> TurnGesture:
        """Turn a card over."""
        return TurnGesture(piece.handle, self.arm_deg(piece.zone) if arm_deg is None else arm_deg)

    def take(self, pieces: Sequence[ActedPiece], arm_deg: float | None = None) -> list[TakeGesture]:
        """Gather pieces and take them away; no gesture for no pieces."""
        for piece in pieces:
            self.pieces.pop(piece.handle, None)
        if not pieces:
            return []
        arm = self.arm_deg(pieces[0].zone) if arm_deg is None else arm_deg
        return [TakeGesture(tuple(piece.handle for piece in pieces), arm)]

    def arm_deg(self, zone: str) -> float:
        """Return from which side the player at a zone reaches over the table."""
        return ARMS_DEG[self._zones[zone].turn_deg]

    def _keep(self, text: str, zone: str, at_mm: Point) -> ActedPiece:
        self._handles += 1
        piece = ActedPiece(self._handles, text, zone, at_mm)
        self.pieces[piece.handle] = piece
        return piece

    def _place(self, name: str, place: int, of: int) -> Point:
        """Return the middle of a place in a zone, with the inaccuracy of a hand."""
        zone = self._zones[name]
        x_mm, y_mm = zone.middle_mm
        along = (place + 0.5) / of - 0.5
        turns = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[zone.turn_deg]
        length = zone.width_mm if turns[0] else zone.height_mm
        return self._unsteady(x_mm + turns[0] * along * length, y_mm + turns[1] * along * length)

    def _unsteady(self, x_mm: float, y_mm: float) -> Point:
        jitter = 1.5
        return (x_mm + self._luck.uniform(-jitter, jitter), y_mm + self._luck.uniform(-jitter, jitter))


# --- mind
# Chooses the next play at an acted table, once for each state of the match, and offers a few other plays.

MOST_CHOICES = 4
"""How many large buttons fit on a screen."""


class NextPlay:
    """Holds the next play of the players of one match."""

    def __init__(self, match: Match, choose: Callable[[], Play | None]) -> None:
        self._match = match
        self._choose = choose
        self._at_seq = -1
        self._next: Play | None = None

    def next_play(self) -> Play | None:
        """Return the next play; it stays the same until a play is judged."""
        if self._at_seq != self._match.seq:
            self._at_seq, self._next = self._match.seq, self._choose()
        return self._next

    def be_told(self, play: Play) -> None:
        """Replace the next play."""
        self._at_seq, self._next = self._match.seq, play


def few(plays: Iterable[Play], about: Callable[[Play], Hashable]) -> list[Play]:
    """Return the first plays that are about different things, as many as there may be choices."""
    found: dict[Any, Play] = {}
    for play in plays:
        found.setdefault(about(play), play)
        if len(found) == MOST_CHOICES:
            break
    return list(found.values())

"""The interface of a game's own part of reading: what things on its mat mean.

A meaning asks the rules for what is legal and says which of it lies there. It never chooses between two: it hands both
over, and the table is asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol

from companion.ids import SeatName
from companion.mat import Mat, Zone
from companion.play import Play, Undo
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.engine import Rules

LET_GO_MS = 200
"""When nothing has moved over the table for this time, the hands have left."""
LEFT_MS = 60
"""When in two pictures and for this time no hand was near a thing, it has left it: a hand that pauses there counts as near,
so this is only for pictures in which it is overlooked.
"""


@dataclass(frozen=True, slots=True)
class TableSituation:
    """The situation that a game reads: the state, the things on the mat, and which of them no play accounts for yet.

    `new` is in the order in which it was laid. A thing is accounted for when it said a play that was accepted, or when
    a person set it aside.
    """

    rules: Rules
    state: Any
    lying: tuple[PlacedThing, ...]
    new: tuple[PlacedThing, ...]
    mat: Mat | None = None
    fresh: tuple[PlacedThing, ...] = ()
    """Things that lie somewhere, but not yet long enough to be in `lying`."""
    covered: tuple[PlacedThing, ...] = ()
    """Things that are not accounted for and hidden now, under a hand or another thing."""
    stood: frozenset[str] = frozenset()
    """Keys of things that have lain where the match has them now."""
    lifted: frozenset[str] = frozenset()
    """Keys of board pieces among them that have been nowhere on the mat for some time."""
    spoken: tuple[PlacedThing, ...] = ()
    """Command cards that were laid since the match last went on, said no play, and were taken back."""
    aside: frozenset[str] = frozenset()
    """Keys of things of which a person said that they are right where they are."""
    unread: tuple[PlacedThing, ...] = ()
    """The codes and faces that are seen to lie there and cannot be read."""
    doubtful: tuple[PlacedThing, ...] = ()
    """The cards that unread faces may be, of which nobody was asked yet."""
    free: frozenset[str] = frozenset()
    """The zones at the sides in which nothing lies but what was read: no card face down."""

    def options(self, *kinds: str) -> list[tuple[str | None, Any]]:
        """Return the plays of some kinds (all, if none are named) that the rules would accept now, with their seats."""
        return [
            (expected.seat, play)
            for expected in self.rules.expects(self.state)
            for kind in expected.plays
            if not kinds or kind in kinds
            for play in self.rules.options(self.state, expected.seat, kind)
        ]


@dataclass(frozen=True, slots=True)
class Reading:
    """A play that the table may mean, and the things that show it.

    If it is not sure, a person is asked, even if it is the only one.

    `waits_ms`: so long after the last of its things was laid another may still follow that changes what is said.
    `rests_ms`: it need not be waited for once no hand has been near its things for so long; None: a hand may go and come
    back. `around_mm`: where else no hand may be.
    `until_gone`: it is not believed while a hand moves over the table, which may take the thing back, and what was laid
    later is not read before it.
    Readings of one seat compete, and the table is asked which is meant, but for those that may follow one another.
    `before`: plays that this one makes plain, each with one answer or said by the same things; all of them or none.
    `grows`: what is laid on later, before anybody goes on, joins it.
    """

    play: Play
    says: tuple[PlacedThing, ...]
    is_sure: bool = True
    waits_ms: int = 0
    rests_ms: int | None = None
    until_gone: bool = False
    competes: bool = True
    before: tuple[Play, ...] = ()
    grows: bool = False
    around_mm: tuple[tuple[float, float], ...] = ()


class Holds(Enum):
    """The kinds of things that a place can hold."""

    CARD = auto()
    """A played card: it is missed when it was seen there and has gone."""
    MARKER = auto()
    """A thing that shows the state of the match on the table, and may make a play when it is moved.

    The table is asked to follow when nobody has moved anything for `patience_ms`; None: never.
    """
    PIECE = auto()
    """A piece of a board: where the match has it, it says nothing; standing anywhere else it is missed. It may take
    `patience_ms` to be put there, or to be put down again; None: no longer than a card.
    """


@dataclass(frozen=True, slots=True)
class ExpectedPlace:
    """The zones in which the state has a thing. A thing that was never seen there is not missed, except a marker.

    `may_be_under`: what is seen nowhere may lie under the thing of this key, where that lies there. `turned` is the key
    of its other side.
    """

    key: str
    zones: frozenset[str]
    holds: Holds = Holds.CARD
    may_be_under: str = field(default="", compare=False)
    turned: str = field(default="", compare=False)
    may_leave: bool = field(default=False, compare=False)
    """A play may take the piece elsewhere now: where it stands newly is read first."""
    patience_ms: int | None = field(default=None, compare=False)


class GameReading(Protocol):
    """Reads the table of one game."""

    def readings(self, look: TableSituation) -> Sequence[Reading]:
        """Return what may have been played: each legal play for which all things lie there, the likeliest first."""

    def would_be(self, look: TableSituation, lying: PlacedThing) -> Play | None:
        """Return the play that a thing would mean by its place, whether the rules allow the play or not; None: no play."""

    def places(self, state: Any) -> Sequence[ExpectedPlace]:
        """Return where the state has things on the mat. A thing that was seen there and is gone makes the program ask."""

    def awaits_card(self, look: TableSituation, zone: Zone) -> bool:
        """Tell whether the match waits for a card in a zone, and a card that lies there must lie face up by now."""


def awaits_play(look: TableSituation, zone: Zone, *kinds: str) -> bool:
    """Tell whether the match waits for a play of these kinds by the seat to which a zone belongs, or by anybody at a shared
    zone.
    """
    return any(
        not set(kinds).isdisjoint(expected.plays)
        for expected in look.rules.expects(look.state)
        if expected.seat is None or zone.seat in (None, expected.seat)
    )


def seat_of(lying: PlacedThing) -> SeatName | None:
    """Return the seat in whose zone a thing lies."""
    return None if lying.zone is None else lying.zone.seat


def asked_for(look: TableSituation, *means: str) -> Iterator[Reading]:
    """Yield the plays that a command card can mean now: those without any details, for a seat that the match waits
    for.

    «Take back» is always confirmed by a person.
    """
    cards = in_role(look.new, "command")
    offered = look.options(*means) if cards and means else []
    for card in cards:
        if card.means == Undo.kind:
            yield Reading(Undo(), (card,), is_sure=False)
        for seat, play in offered:
            if card.means == play.kind and (seat is None or seat_of(card) in (None, seat)):
                yield Reading(play, (card,))


def shown(look: TableSituation, *fields: str) -> Iterator[Reading]:
    """Yield every play that names, in one of these fields, a card on the reading spot; such a card has no other
    place on the mat.
    """
    for card in in_role(look.new, "reading_spot"):
        for _, play in look.options() if card.ref is not None else ():
            if card.ref in {getattr(play, name, None) for name in fields}:
                yield Reading(play, (card,), is_sure=False)

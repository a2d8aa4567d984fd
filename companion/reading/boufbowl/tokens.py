"""Finds the players' tokens and the ball on Boufbowl's mat, and asks the rules which plays they may mean."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.ids import CardRef
from companion.reading.game_reading import LEFT_MS, Reading, TableSituation
from companion.reading.table_sightings import PlacedThing, in_role
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.judge import judge
from companion.rules.boufbowl.plays import Play
from companion.rules.boufbowl.sheet import Sheet
from companion.rules.boufbowl.state import OFF, State
from companion.rules.engine import Refusal

# --- play readings
# Asks the rules for the plays that things on Boufbowl's mat may mean, and makes readings of them.

P = TypeVar("P")
PUT_DOWN: dict[str, Any] = {"waits_ms": 500, "until_gone": True, "rests_ms": LEFT_MS}
"""How long a token that alone tells a play must lie: a hesitating person stays near it, and takes it up again."""


def offered(look: TableSituation, kind: type[P]) -> list[P]:
    """Return the plays of one kind that the rules would accept."""
    name: str = kind.kind  # type: ignore[attr-defined]
    return [play for _, play in look.options(name) if isinstance(play, kind)]


def said(play: Play, *says: PlacedThing | None, before: Sequence[Play] = (), **how: Any) -> Reading:
    """Return a reading of a play, with the things that it is read from."""
    things = tuple(thing for thing in says if thing is not None)
    return Reading(play, things, before=tuple(before), **how)


def one_of(plays: Sequence[Play], *says: PlacedThing | None, **how: Any) -> Iterator[Reading]:
    """Return the reading of the only possible play, or of all possible plays, to be asked about."""
    for play in plays:
        yield said(play, *says, **how)


def commands(look: TableSituation, means: str, seat: str | None = None) -> list[PlacedThing]:
    """Return the command cards with this meaning, at one coach's place or at anybody's."""
    return [card for card in in_role(look.new, "command", seat) if card.means == means]


def after(state: State, play: Play) -> State | None:
    """Return the state after a play; None if the rules refuse it."""
    ruling = judge(state, play)
    if isinstance(ruling, Refusal):
        return None
    for event in ruling.events:
        state = evolve(state, event)
    return state


# --- tokens

BALL = "ball"
PLAYER = "player"
BESIDE_MM = 32
"""The most millimetres from the ball to a player beside it: tag against tag it is 22 mm, with a careless hand 30."""
CLEARLY_MM = 4
"""The least millimetres by which the ball must be nearer to him than to anybody else."""
TOUCHING_MM = 36
"""The most millimetres between a tackler and the opponent whom he touches: two tokens of 25 mm, corner to corner."""


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player's token: its player, its upper side, and its zone (`off` on the bench)."""

    ref: CardRef
    seat: Seat
    is_standing: bool
    zone: str
    lying: PlacedThing

    @property
    def is_seen(self) -> bool:
        return not self.lying.is_hidden


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens on the mat, each player once, where he was laid last. `new` are tokens that no play explains yet;
    `lost` says in which zones the match has players of which side who are not seen on the mat.
    """

    pieces: Mapping[CardRef, PlacedPlayer]
    ball: PlacedThing | None
    new: frozenset[int]
    lost: frozenset[tuple[Seat, str]]

    def is_new(self, lying: PlacedThing | None) -> bool:
        return lying is not None and lying.laid in self.new

    def new_pieces(self) -> list[PlacedPlayer]:
        """Return the players' tokens that were laid or turned and are not explained yet, in that order."""
        new = (piece for piece in self.pieces.values() if self.is_new(piece.lying))
        return sorted(new, key=lambda piece: piece.lying.laid)

    @property
    def ball_zone(self) -> str | None:
        """Return the zone of the field where the ball lies."""
        return None if self.ball is None or not is_field(self.ball) else self.ball.place[1]

    def beside_ball(self) -> PlacedPlayer | None:
        """Return the player beside the ball: clearly nearer than any other, with no player of its zone out of sight."""
        if self.ball is None or any(zone == self.ball_zone for _, zone in self.lost):
            return None
        away = sorted(
            ((_apart_mm(self.ball, piece.lying), piece.ref) for piece in self.pieces.values()),
        )
        if not away or away[0][0] > BESIDE_MM:
            return None
        if len(away) > 1 and away[1][0] - away[0][0] < CLEARLY_MM:
            return None
        return self.pieces[away[0][1]]

    def touch(self, one: CardRef, other: CardRef) -> bool:
        """Return whether a player touches another, who is clearly the nearest of that side, with no player of that
        side in his zone out of sight.
        """
        pieces = self.pieces
        if one not in pieces or other not in pieces:
            return False
        if (pieces[other].seat, pieces[other].zone) in self.lost:
            return False
        away_mm = {
            ref: _apart_mm(pieces[one].lying, piece.lying)
            for ref, piece in pieces.items()
            if piece.seat is pieces[other].seat and ref != one
        }
        nearest_mm = away_mm.pop(other)
        return nearest_mm <= TOUCHING_MM and all(mm - nearest_mm >= CLEARLY_MM for mm in away_mm.values())


def tokens_of(state: State, lying: Iterable[PlacedThing], new: Iterable[PlacedThing]) -> Tokens:
    """Return the tokens among the things on the mat."""
    sheet = state.sheet
    pieces: dict[CardRef, PlacedPlayer] = {}
    ball = None
    for thing in sorted(lying, key=lambda one: (not one.is_hidden, one.laid)):
        if thing.means == BALL:
            ball = thing
        elif (piece := piece_of(sheet, thing)) is not None:
            pieces[piece.ref] = piece
    lost = frozenset(
        (sheet.seat_of[ref], figure.zone)
        for ref, figure in state.figures.items()
        if figure.is_on and ref not in pieces
    )
    return Tokens(pieces, ball, frozenset(thing.laid for thing in new), lost)


def piece_of(sheet: Sheet, lying: PlacedThing) -> PlacedPlayer | None:
    """Return the player of a token in a zone of the field or on a bench."""
    parts = (lying.means or "").split(":")
    if len(parts) != 3 or lying.zone is None or lying.zone.role not in ("field", "bench"):
        return None
    seat, number, side = Seat(parts[0]), int(parts[1]), parts[2]
    zone = lying.zone.name if is_field(lying) else OFF
    return PlacedPlayer(sheet.team(seat).players[number - 1], seat, side == "standing", zone, lying)


def is_field(lying: PlacedThing) -> bool:
    return lying.zone is not None and lying.zone.role == "field"


def token_means(sheet: Sheet, ref: CardRef, *, is_standing: bool) -> str:
    """Return what the mat calls a side of a player's token."""
    seat = sheet.seat_of[ref]
    number = sheet.team(seat).players.index(ref) + 1
    return f"{seat.value}:{number}:{'standing' if is_standing else 'lying'}"


def _apart_mm(one: PlacedThing, other: PlacedThing) -> float:
    if one.at_mm is None or other.at_mm is None:
        return math.inf
    return math.dist(one.at_mm[:2], other.at_mm[:2])

"""The two seats and their pieces, and what a piece is called."""

from enum import StrEnum
from typing import Any

from companion.codec import shown
from companion.errors import Malformed
from companion.words import Text


class Seat(StrEnum):
    """The two sides; yellow is Sochaux."""

    YELLOW = "yellow"
    RED = "red"

    @property
    def other(self) -> "Seat":
        return Seat.RED if self is Seat.YELLOW else Seat.YELLOW


class Piece(StrEnum):
    """Eleven a side: 1 is the keeper, 9 the centre forward."""

    Y1 = "Y1"
    Y2 = "Y2"
    Y3 = "Y3"
    Y4 = "Y4"
    Y5 = "Y5"
    Y6 = "Y6"
    Y7 = "Y7"
    Y8 = "Y8"
    Y9 = "Y9"
    Y10 = "Y10"
    Y11 = "Y11"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"


SEAT_OF = {piece: Seat.YELLOW if piece.value[0] == "Y" else Seat.RED for piece in Piece}
NUMBER_OF = {piece: int(piece.value[1:]) for piece in Piece}
TEAMS = {seat: tuple(piece for piece in Piece if SEAT_OF[piece] is seat) for seat in Seat}
"""The pieces of a seat, by number."""
KEEPERS = {seat: TEAMS[seat][0] for seat in Seat}
FIELD_PLAYERS = {seat: TEAMS[seat][1:] for seat in Seat}
CENTRE_FORWARDS = {seat: TEAMS[seat][8] for seat in Seat}

SIDE_NAMES = {Seat.YELLOW: Text("Yellow"), Seat.RED: Text("Red")}
_CALLED = {Seat.YELLOW: Text("Y{n}"), Seat.RED: Text("R{n}")}


def called(piece: Piece) -> Text:
    """Return the name of a piece as on its printed token, in the language of the table: Y9, in French J9."""
    return Text(_CALLED[SEAT_OF[piece]].template, n=NUMBER_OF[piece])


def read_piece(data: Any, where: str) -> Piece:
    """Return the piece with a name. Raises `Malformed`, which names the pieces as their tokens do."""
    if data not in tuple(Piece):
        yellow, red = TEAMS[Seat.YELLOW], TEAMS[Seat.RED]
        ends = {
            "first": called(yellow[0]), "last": called(yellow[-1]),
            "other_first": called(red[0]), "other_last": called(red[-1]),
        }  # fmt: skip
        raise Malformed(
            where,
            Text("a piece is {first} to {last} or {other_first} to {other_last}, not {got}",
                 got=shown(data), **ends),
        )  # fmt: skip
    return Piece(data)

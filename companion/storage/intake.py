"""Keeps the cards that were photographed and are not entered completely: a queue on disk.

    DATA/intake/GAME/NUMBER.jpg            a card from straight above: the evidence of its values
    DATA/intake/GAME/NUMBER.json           what was read on it, what a person said, and where it was photographed
    DATA/intake/GAME/photographs/SUM.json  the cards of one photograph, so that none is taken twice

Each file is whole or not there, and stands for itself: a damaged one is told, and the others count.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.codec import read, write
from companion.errors import Malformed
from companion.storage import strict_json
from companion.storage.card_sizes import USUAL, CardSize
from companion.storage.kept_files import files_in, replace_file
from companion.system_errors import system_says
from companion.words import Text

FOLDER = "intake"
PHOTOGRAPHS = "photographs"
SIDES = 4


class IntakeState(StrEnum):
    """How far a card has come."""

    WAITING = "waiting"
    ENTERED = "entered"
    """Its values are in the owner's catalogue."""
    LEFT_OUT = "left_out"
    """The owner does not want it: no card, or one that was photographed twice."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of print on a card: left, top, right and bottom in mm, what it says, and how sure that is."""

    box: tuple[float, ...]
    text: str
    confidence: float

    def __post_init__(self) -> None:
        if len(self.box) != SIDES:
            raise Malformed(
                "box", Text("this must be {wanted}; here: {got}", wanted=SIDES, got=len(self.box))
            )


@dataclass(frozen=True, slots=True)
class IntakeCard:
    """A card that was photographed."""

    number: int
    photograph: str
    """The photograph's name and the card's place in it, for people."""
    photograph_sum: str = ""
    """Tells the photograph by its bytes; empty for a picture of a camera."""
    kind: str = ""
    """Empty: nobody knows it yet."""
    ref: str = ""
    state: IntakeState = IntakeState.WAITING
    again: int | None = None
    """The number of the card that it shows once more."""
    lines: tuple[PrintedLine, ...] = ()
    size: CardSize = USUAL
    said: Mapping[str, Any] = field(default_factory=dict)
    """What a person typed or confirmed, by the path of the field."""
    refused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a person said a field is not."""


@dataclass(frozen=True, slots=True)
class TakenPhotograph:
    """A photograph whose cards are in the queue."""

    name: str
    cards: tuple[int, ...] = ()


class IntakeShelf:
    """The queue of one game's cards. Nothing is made before the first card is kept; every method may raise `StorageError`."""

    def __init__(self, data: Path, game: str) -> None:
        self.folder = data / FOLDER / game

    def cards(self) -> tuple[list[IntakeCard], list[Text]]:
        """Return the cards in the order in which they came, and what is wrong with files that cannot be read."""
        found, faults = [], []
        for path in sorted(files_in(self.folder, "*.json")):
            try:
                card = read(IntakeCard, strict_json.parse(path.read_bytes()))
                if path.stem != self.picture(card.number).stem:
                    raise Malformed("number", Text("the card in it is number {number}", number=card.number))
                found.append(card)
            except OSError as problem:
                faults.append(Text("{file}: {problem}", file=str(path), problem=system_says(problem)))
            except Malformed as problem:
                faults.append(
                    Text(
                        "{file} is damaged ({problem}); photograph this card again, or enter it: {picture}",
                        file=str(path),
                        problem=problem.message,
                        picture=str(path.with_suffix(".jpg")),
                    )
                )
        return found, faults

    def next_number(self) -> int:
        """Return a number that no card has."""
        return (
            max(
                (int(path.stem) for path in files_in(self.folder, "*.jpg") if path.stem.isdecimal()),
                default=0,
            )
            + 1
        )

    def add(self, card: IntakeCard, jpeg: bytes) -> None:
        """Keep a card that is new; its picture is there before its values are."""
        replace_file(self.picture(card.number), jpeg)
        self.keep(card)

    def keep(self, card: IntakeCard) -> None:
        """Keep what is known of a card, in place of what was known before."""
        replace_file(
            self.picture(card.number).with_suffix(".json"), strict_json.written(write(card)).encode()
        )

    def picture(self, number: int) -> Path:
        """Return the file of a card's picture."""
        return self.folder / f"{number:05d}.jpg"

    def taken(self, data: bytes) -> TakenPhotograph | None:
        """Return what is known of a photograph, by its bytes; None if its cards were never taken, or not all of them."""
        try:
            return read(TakenPhotograph, strict_json.parse(self._note(data).read_bytes()))
        except (OSError, Malformed):
            return None

    def note(self, data: bytes, photograph: TakenPhotograph) -> None:
        """Remember that all cards of a photograph are in the queue."""
        replace_file(self._note(data), strict_json.written(write(photograph)).encode())

    def _note(self, data: bytes) -> Path:
        return self.folder / PHOTOGRAPHS / f"{sum_of(data)}.json"


def sum_of(data: bytes) -> str:
    """Return a short name for the bytes of a photograph, which no other has."""
    return hashlib.sha256(data).hexdigest()[:32]

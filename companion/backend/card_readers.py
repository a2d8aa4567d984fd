"""The interface through which screens read cards that are laid under the camera, and learn their faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from companion.backend.screen_pictures import CameraPicture, DrawnPicture
from companion.storage.card_sizes import CardSize
from companion.words import Text


@dataclass(frozen=True, slots=True)
class ScannedCard:
    """A card that the camera read: one reference, or several possible ones. `number` identifies the card within the scan."""

    number: int
    refs: tuple[str, ...]


class CardScanner(Protocol):
    """Reads cards that are laid down one after the other. Its methods may be called from any thread."""

    def picture(self) -> CameraPicture | None:
        """Return the picture of the camera now."""

    def newest(self) -> Sequence[ScannedCard]:
        """Return all cards that were read since the last call."""

    def trouble(self) -> Text | None: ...

    def stop(self) -> None:
        """Stop and release the camera; to be called in a background task."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A card that was shown to be learnt: its face, and its reference, as far as it is known. It is learnt already, or a
    person has to say which card it is.
    """

    number: int
    picture: DrawnPicture
    ref: str
    is_learnt: bool = False
    was_known: bool = False
    """It was learnt at an earlier time."""


class CardCollector(Protocol):
    """Photographs cards that are laid down, so that their values are read. Its methods may be called from any thread."""

    def picture(self) -> CameraPicture | None:
        """Return the picture of the camera now."""

    def newest(self) -> Sequence[ShownFace]:
        """Return all cards that were shown since the last call."""

    @property
    def size(self) -> CardSize:
        """The size of the cards that are looked for."""

    def look_for(self, size: CardSize) -> None:
        """Look for cards of another size from now on; to be called in a background task. The size is kept once a card is
        taken.
        """

    def trouble(self) -> Text | None:
        """Say what is wrong with the camera, or where something lies that may be a card and was not taken."""

    def stop(self) -> None:
        """Stop and release the camera; to be called in a background task."""


class FaceTeacher(CardCollector, Protocol):
    """Learns the faces of cards that are laid down, one or several at once. Its methods may be called from any thread."""

    def is_reference(self, text: str) -> bool:
        """Tell whether a text may be the reference of a card."""

    def name(self, number: int, ref: str) -> None:
        """Learn a card that was shown as this one; empty: as the back that all cards share. To be called in a background
        task. Raises `StorageError` when it cannot be kept.
        """

    def twins(self) -> Sequence[Text]:
        """Return a sentence for each two cards that cannot be told from each other here; to be called in a background task."""


class ReviewKind(StrEnum):
    """What is asked about cards whose values were read."""

    SAME = "same"
    """Whether a card is another one once more."""
    KIND = "kind"
    """Of what kind a card is."""
    TYPE = "type"
    """A card is to be typed: others are read by it."""
    SHEET = "sheet"
    """Which of several crops do not say what was read."""
    FIELD = "field"
    """What a field says that nobody has read."""
    ALARM = "alarm"
    """Nothing: something cannot be, and its field is asked again."""


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """A question about cards whose values were read. `options`: the kinds to choose from, what each crop of a sheet says, or
    what a field may say; `guess`: the likely one of them, or a card's reference; `about`: which field it is.
    """

    kind: ReviewKind
    says: Text
    picture: DrawnPicture | None = None
    options: tuple[tuple[str, Text | str], ...] = ()
    guess: str = ""
    about: Text | None = None


class CardReview(Protocol):
    """Leads through the cards of a game whose values were read. All its methods are to be called in a background task, one
    after the other; they raise `CompanionError`.
    """

    def next(self) -> ReviewQuestion | None:
        """Return the next question; None: nothing is left to ask. It may read all cards again, which takes seconds."""

    def answer(self, answer: str) -> Text | None:
        """Answer the last question: a kind, a field's words, the reference of the card that was typed, the numbers of wrong
        crops with commas between them, `yes` or `no`. Return what is wrong with the answer, if it is none.
        """

    def leave_out(self) -> None:
        """Answer that the card of the last question is no card, or not wanted."""

    def counts(self) -> Text:
        """Return how many cards were entered, and how many wait."""
